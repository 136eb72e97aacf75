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
from crossfelt.service.thinking.process import WorkerProcess
from crossfelt.service.thinking.questions import LaneName, Question
from crossfelt.service.thinking.refusals import ThinkerBusy, ThoughtFailed

_log = logging.getLogger(__name__)

Answer = asyncio.Future[dict[str, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """A question that waits or is thought about, and where its answer goes."""

    question: Question
    most_seconds: float
    answer: Answer
    done: Callable[[dict[str, Any] | None], None]
    """Called once, when the question neither waits nor is thought about any longer, with the answer if there is one."""
    remembered: Callable[[], dict[str, Any] | None]
    """The answer, where it was found while the question waited."""


class Lane:
    """Questions wait here for a worker of their own."""

    def __init__(self, name: LaneName, most_waiting: int, *, starts_early: bool) -> None:
        """With `starts_early` the worker starts with the lane, and otherwise with the first question."""
        self.worker = WorkerProcess(name)
        self._most_waiting, self._starts_early = most_waiting, starts_early
        self._waiting: deque[Thought] = deque()
        self._current: Thought | None = None
        self._came = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many questions wait, without the one that is thought about."""
        return len(self._waiting)

    @property
    def is_thinking(self) -> bool:
        """Whether a question has been taken up and is not answered yet."""
        return self._current is not None

    def add(self, thought: Thought) -> None:
        """Puts a question at the end of the queue; `ThinkerBusy` where that is full."""
        if len(self._waiting) >= self._most_waiting:
            raise ThinkerBusy
        self._waiting.append(thought)
        self._came.set()

    def drop(self, thought: Thought) -> None:
        """Takes a question out of the queue that nobody wants answered any more; one that is begun is finished."""
        if thought in self._waiting:
            self._waiting.remove(thought)
            thought.done(None)

    async def run(self) -> None:
        """Takes up one question after the other until cancelled, and then ends the worker."""
        try:
            if self._starts_early:
                with suppress(ThoughtFailed):  # whoever asks first learns of it
                    await self.worker.start()
            while True:
                await self._came.wait()
                if not self._waiting:
                    self._came.clear()
                    continue
                self._current = self._waiting.popleft()
                await self._think(self._current)
                self._current = None
        finally:
            self._refuse_all()
            await self.worker.end()

    async def _think(self, thought: Thought) -> None:
        found: dict[str, Any] | None = None
        error: CrossfeltError | None = None
        try:
            found = thought.remembered() or await self.worker.answer(thought.question, thought.most_seconds)
        except CrossfeltError as refused:
            error = refused
        except Exception:
            _log.exception("a question could not be put to the worker")
            error = ThoughtFailed()
        thought.done(found)
        if thought.answer.done():  # given up by whoever asked
            return
        if error is not None:
            thought.answer.set_exception(error)
        elif found is not None:
            thought.answer.set_result(found)

    def _refuse_all(self) -> None:
        left = [*self._waiting, *([self._current] if self._current else [])]
        self._waiting.clear()
        for thought in left:
            thought.done(None)
            if not thought.answer.done():
                thought.answer.set_exception(ThoughtFailed("the server is stopping"))
