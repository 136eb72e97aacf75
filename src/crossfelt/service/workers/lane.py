"""A queue of questions and the one worker that takes them up, in the order in which they came."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from crossfelt.errors import CrossfeltError
from crossfelt.service.workers.process import WorkerProcess
from crossfelt.service.workers.questions import LaneName, Question
from crossfelt.service.workers.refusals import JobFailed, WorkersBusy

_log = logging.getLogger(__name__)

Answer = asyncio.Future[dict[str, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A question that waits or is being computed, and where its answer goes."""

    question: Question
    most_seconds: float
    answer: Answer
    done: Callable[[dict[str, Any] | None], None]
    """Called once, when the question is neither waiting nor being computed any longer, with the answer if any."""
    remembered: Callable[[], dict[str, Any] | None]
    """The answer, where it was found while the question waited."""


class Lane:
    """Questions wait here for a worker of their own."""

    def __init__(self, name: LaneName, most_waiting: int, *, starts_early: bool) -> None:
        """With `starts_early` the worker starts with the lane, and otherwise with the first question."""
        self.worker = WorkerProcess(name)
        self._most_waiting, self._starts_early = most_waiting, starts_early
        self._waiting: deque[Job] = deque()
        self._current: Job | None = None
        self._came = asyncio.Event()

    def add(self, job: Job) -> None:
        """Put a question at the end of the queue; `WorkersBusy` where that is full."""
        if len(self._waiting) >= self._most_waiting:
            raise WorkersBusy
        self._waiting.append(job)
        self._came.set()

    def drop(self, job: Job) -> None:
        """Remove a question from the queue whose answer isn't needed any more; one that has begun is finished."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.done(None)

    async def run(self) -> None:
        """Answer one question after the other until cancelled, and then end the worker."""
        try:
            if self._starts_early:
                with suppress(JobFailed):  # the first caller gets the error
                    await self.worker.start()
            while True:
                await self._came.wait()
                if not self._waiting:
                    self._came.clear()
                    continue
                self._current = self._waiting.popleft()
                await self._work(self._current)
                self._current = None
        finally:
            self._refuse_all()
            await self.worker.end()

    async def _work(self, job: Job) -> None:
        document: dict[str, Any] | None = None
        error: CrossfeltError | None = None
        try:
            document = job.remembered() or await self.worker.answer(job.question, job.most_seconds)
        except CrossfeltError as refused:
            error = refused
        except Exception:
            _log.exception("a question could not be put to the worker")
            error = JobFailed()
        job.done(document)
        if job.answer.done():  # the caller has given up
            return
        if error is not None:
            job.answer.set_exception(error)
        elif document is not None:
            job.answer.set_result(document)

    def _refuse_all(self) -> None:
        left = [*self._waiting, *([self._current] if self._current else [])]
        self._waiting.clear()
        for job in left:
            job.done(None)
            if not job.answer.done():
                job.answer.set_exception(JobFailed("the server is stopping"))
