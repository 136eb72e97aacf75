"""Workers that do jobs: portions go out, answers come back in their order, and whoever is lost is told in one line."""

from __future__ import annotations

import math
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from operator import length_hint
from typing import Any

from distributed import Client, Future, KilledWorker

from crossfelt.errors import CrossfeltError
from crossfelt.simulation.cluster.jobs import (
    Answer,
    Item,
    Job,
    Portion,
    Result,
    packed,
    refuse_other_versions,
    work,
)
from crossfelt.simulation.cluster.versions import versions
from crossfelt.simulation.engines import EngineLost

ANSWER_SECONDS = 5.0
"""A scheduler that has said nothing for so long does not answer."""
IMPORT_SECONDS = 30.0
"""How long the slowest worker may take to import crossfelt for the first time."""
NOBODY_SECONDS = 30.0
"""A cluster that has had no workers for so long will not get any."""
TASK_SECONDS = 2.0
"""How long a task should take: long beside what it costs to send it, short beside what is lost with its worker."""
_MOST_GROWTH = 4
_TASKS_PER_THREAD = 2
"""So that a worker which is done finds its next task waiting. Bounds what is in flight, and so the memory."""


class Fleet:
    """The workers of one scheduler."""

    def __init__(self, client: Client, address: str, nobody_seconds: float = NOBODY_SECONDS) -> None:
        self._client = client
        self._address = address
        self._nobody_seconds = nobody_seconds
        self._threads = 0
        self._counted_at = -math.inf
        self._last_worked_at = time.monotonic()

    def check_versions(self) -> None:
        """Refuses a scheduler or a worker that has something else installed."""
        here = versions()
        installed = {
            "the scheduler": self._asked(self._client.run_on_scheduler, versions, callback_timeout=IMPORT_SECONDS)
        }
        answers = self._asked(self._client.run, versions, on_error="return", callback_timeout=IMPORT_SECONDS)
        installed |= {f"the worker {address}": answer for address, answer in sorted(answers.items())}
        for who, answer in installed.items():
            if isinstance(answer, Exception):
                raise EngineLost(f"{who} cannot import crossfelt: install it there, as it is here ({answer})")
            refuse_other_versions(who, answer, here)

    def wait_for_workers(self, seconds: float) -> None:
        """Waits for the first worker, and no longer than so many seconds."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=seconds)
        if not self._count_threads():
            raise EngineLost(f"the scheduler {self._address} has no workers: start some with `dask worker`")

    def in_order(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """What the items of a job come to, in their order. How they are cut into tasks follows from how long the first
        ones take, and towards the end from how many are left, so no answer may depend on it."""
        parcel, supply, size, left = packed(job), iter(items), 1, length_hint(items, sys.maxsize)
        waiting: deque[tuple[int, Future[Answer[Result]]]] = deque()
        try:
            while True:
                while len(waiting) < _TASKS_PER_THREAD * self._threads_now():
                    portion = Portion(parcel, list(islice(supply, min(size, fair_share(left, self._threads)))))
                    if not portion.items:
                        break
                    left -= len(portion.items)
                    waiting.append((len(portion.items), self._sent(portion)))
                if not waiting:
                    return
                count, future = waiting[0]
                answer = self._answer(future)
                waiting.popleft()
                size = next_size(size, count, answer.seconds)
                yield from answer.results
        finally:
            self._forget([future for _, future in waiting])

    def _sent(self, portion: Portion) -> Future[Any]:
        try:
            return self._client.submit(work, portion, pure=False)
        except CrossfeltError:
            raise
        except Exception as error:  # whatever dask says when it finds itself alone
            raise self._gone() from error

    def _answer(self, future: Future[Answer[Result]]) -> Answer[Result]:
        while True:
            try:
                answer: Answer[Result] = future.result(timeout=ANSWER_SECONDS)
            except KilledWorker as killed:
                raise EngineLost(
                    f"{killed.allowed_failures + 1} workers died over the same task, the last of them "
                    f"{killed.last_worker.address}: its log says why; often the memory is too small"
                ) from None
            except Exception as error:
                if future.status == "error":  # The job's own, then.
                    raise
                if not isinstance(error, TimeoutError):  # Whatever breaks first when a scheduler goes.
                    raise self._gone() from error
                self._look_around()
            else:
                self._last_worked_at = time.monotonic()
                return answer

    def _look_around(self) -> None:
        """Nothing has come for a while: are they all still there?"""
        if self._count_threads():
            self._last_worked_at = time.monotonic()
        elif time.monotonic() - self._last_worked_at > self._nobody_seconds:
            raise EngineLost(f"the scheduler {self._address} has lost all its workers")

    def _threads_now(self) -> int:
        """How many tasks the workers do at once; at least one, since workers may yet come."""
        if time.monotonic() - self._counted_at > ANSWER_SECONDS:
            self._count_threads()
        return max(1, self._threads)

    def _count_threads(self) -> int:
        by_worker = self._asked(self._client.nthreads, callback_timeout=ANSWER_SECONDS)
        self._threads, self._counted_at = sum(by_worker.values()), time.monotonic()
        return self._threads

    def _asked(self, question: Any, *arguments: Any, **options: Any) -> Any:
        """Asks the scheduler something; it is gone where no answer comes."""
        try:
            return question(*arguments, **options)
        except (OSError, TimeoutError, CancelledError, RuntimeError, AttributeError) as error:
            raise self._gone() from error

    def _gone(self) -> EngineLost:
        return EngineLost(f"the scheduler {self._address} is gone, or does not answer any more")

    def _forget(self, futures: list[Future[Any]]) -> None:
        """Takes back what nobody waits for; whether the scheduler still hears it does not matter."""
        if futures and self._client.status == "running":
            with suppress(Exception):
                self._client.cancel(futures)


def fair_share(left: int, threads: int) -> int:
    """The most that one task takes of what is left, so that all have something to do until the end."""
    return max(1, math.ceil(left / (_TASKS_PER_THREAD * max(1, threads))))


def next_size(size: int, items: int, seconds: float) -> int:
    """How many items the next tasks take, after one of so many items took so long.

    Items are not all alike, and the first ones may be the smallest. So only a task of the present size lets the next
    ones grow, and step by step; one that took too long makes them smaller at once.
    """
    ideal = max(1, math.ceil(items * TASK_SECONDS / max(seconds, 1e-6)))
    if ideal < size:
        return ideal
    return min(ideal, size * _MOST_GROWTH) if items == size else size
