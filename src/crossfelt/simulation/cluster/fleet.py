"""Send portions of a job to workers and return the answers in order, reporting lost workers in one line."""

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
"""A scheduler that is silent for this long counts as lost."""
IMPORT_SECONDS = 30.0
"""How long the slowest worker may take to import crossfelt for the first time."""
NOBODY_SECONDS = 30.0
"""A cluster without workers for this long counts as lost."""
TASK_SECONDS = 2.0
"""The intended duration of a task: long compared with sending it, short compared with losing it."""
_MOST_GROWTH = 4
_TASKS_PER_THREAD = 2
"""So that a worker that finishes has its next task waiting. Limits the tasks in flight, and so the memory."""


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
        """Refuse a scheduler or a worker with other versions installed."""
        here = versions()
        installed = {
            "the scheduler": self._asked(self._client.run_on_scheduler, versions, callback_timeout=IMPORT_SECONDS)
        }
        answers = self._asked(self._client.run, versions, on_error="return", callback_timeout=IMPORT_SECONDS)
        installed |= {f"the worker {address}": answer for address, answer in sorted(answers.items())}
        for who, answer in installed.items():
            if isinstance(answer, Exception):
                raise EngineLost(f"{who} can't import crossfelt: install the same version there ({answer})")
            refuse_other_versions(who, answer, here)

    def wait_for_workers(self, seconds: float) -> None:
        """Wait for the first worker, at most this many seconds."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=seconds)
        if not self._count_threads():
            raise EngineLost(f"the scheduler {self._address} has no workers: start some with `dask worker`")

    def in_order(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the answers of a job's items in order. The size of tasks depends on how long the first ones take, and
        near the end on how many items are left, so no answer may depend on it."""
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
        except Exception as error:  # Any error of dask when it has lost the scheduler.
            raise self._gone() from error

    def _answer(self, future: Future[Answer[Result]]) -> Answer[Result]:
        while True:
            try:
                answer: Answer[Result] = future.result(timeout=ANSWER_SECONDS)
            except KilledWorker as killed:
                raise EngineLost(
                    f"{killed.allowed_failures + 1} workers died on the same task, the last of them "
                    f"{killed.last_worker.address}: see its log; often it ran out of memory"
                ) from None
            except Exception as error:
                if future.status == "error":  # An error of the job itself.
                    raise
                if not isinstance(error, TimeoutError):  # Any error raised first when a scheduler goes away.
                    raise self._gone() from error
                self._look_around()
            else:
                self._last_worked_at = time.monotonic()
                return answer

    def _look_around(self) -> None:
        """Check that everything is still there after a silence."""
        if self._count_threads():
            self._last_worked_at = time.monotonic()
        elif time.monotonic() - self._last_worked_at > self._nobody_seconds:
            raise EngineLost(f"the scheduler {self._address} has lost all its workers")

    def _threads_now(self) -> int:
        """Return the number of tasks that the workers do at once; at least one, because workers may still join."""
        if time.monotonic() - self._counted_at > ANSWER_SECONDS:
            self._count_threads()
        return max(1, self._threads)

    def _count_threads(self) -> int:
        by_worker = self._asked(self._client.nthreads, callback_timeout=ANSWER_SECONDS)
        self._threads, self._counted_at = sum(by_worker.values()), time.monotonic()
        return self._threads

    def _asked(self, question: Any, *arguments: Any, **options: Any) -> Any:
        """Send the scheduler a request; raise if it doesn't answer."""
        try:
            return question(*arguments, **options)
        except (OSError, TimeoutError, CancelledError, RuntimeError, AttributeError) as error:
            raise self._gone() from error

    def _gone(self) -> EngineLost:
        return EngineLost(f"the scheduler {self._address} is gone or no longer answers")

    def _forget(self, futures: list[Future[Any]]) -> None:
        """Cancel tasks that are no longer needed, whether or not the scheduler still responds."""
        if futures and self._client.status == "running":
            with suppress(Exception):
                self._client.cancel(futures)


def fair_share(left: int, threads: int) -> int:
    """Return the largest task size that leaves work for all threads until the end."""
    return max(1, math.ceil(left / (_TASKS_PER_THREAD * max(1, threads))))


def next_size(size: int, items: int, seconds: float) -> int:
    """Return the size of the next tasks, after one of this size took this long.

    Items are not all alike, and the first ones may be the smallest. So only a task of the present size lets the next
    ones grow, and step by step; one that took too long makes them smaller at once.
    """
    ideal = max(1, math.ceil(items * TASK_SECONDS / max(seconds, 1e-6)))
    if ideal < size:
        return ideal
    return min(ideal, size * _MOST_GROWTH) if items == size else size
