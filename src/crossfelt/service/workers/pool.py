"""Analysis for the server: takes one question at a time from each client and returns a document."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from crossfelt.jsontext import canonical_json
from crossfelt.service.workers.lane import Job, Lane
from crossfelt.service.workers.questions import TERMS, Kind, LaneName, Question
from crossfelt.service.workers.refusals import AlreadyAsking, JobFailed

MOST_WAITING = 32
MOST_CACHED = 64
"""Answers that are remembered; the largest has about 50 kB."""


class WorkerPool:
    """Answers questions in two worker processes, one for those that take a moment and one for those that take long.

    For one event loop. `start` it there, or use it in an `async with`; `close` it when the server stops.
    """

    def __init__(
        self,
        *,
        most_waiting: int = MOST_WAITING,
        most_cached: int = MOST_CACHED,
        most_seconds: Mapping[Kind, float] | None = None,
    ) -> None:
        """`most_waiting` is for each of the workers; `most_seconds` replaces the time of some kinds of questions."""
        self._seconds: dict[Kind, float] = {kind: terms.most_seconds for kind, terms in TERMS.items()}
        self._seconds.update(most_seconds or {})
        self._most_waiting = most_waiting
        self._answers = _AnswerCache(most_cached)
        self._asking: set[str] = set()
        self._lanes: dict[LaneName, Lane] = {}
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Open both lanes. The quick worker starts at once in the background, the other with its first question."""
        assert not self._running, "a pool is started once"
        self._lanes = {
            "quick": Lane("quick", self._most_waiting, starts_early=True),
            "long": Lane("long", self._most_waiting, starts_early=False),
        }
        self._running = [asyncio.create_task(lane.run(), name=f"worker-{name}") for name, lane in self._lanes.items()]

    async def ask(self, client: str, question: Question) -> dict[str, Any]:
        """The document that answers the question, as plain JSON data.

        `BadInput` where something is wrong with it, `AlreadyAsking` where the client's last question is not answered,
        `WorkersBusy` where too many wait, `JobTooLong` and `JobFailed` where no answer was found.
        """
        if not self._running:
            raise JobFailed("the server is stopping")
        terms = TERMS[question.kind]
        key = canonical_json([question.kind, question.body]) if terms.is_cached else None
        if (document := self._answers.get(key)) is not None:
            return document
        if client in self._asking:
            raise AlreadyAsking

        def done(document: dict[str, Any] | None) -> None:
            self._asking.discard(client)
            if document is not None:
                self._answers.add(key, document)

        lane = self._lanes[terms.lane]
        job = Job(
            question,
            self._seconds[question.kind],
            asyncio.get_running_loop().create_future(),
            done=done,
            remembered=lambda: self._answers.get(key),
        )
        lane.add(job)
        self._asking.add(client)
        try:
            return await job.answer
        except asyncio.CancelledError:
            lane.drop(job)
            raise

    async def close(self) -> None:
        """Refuse the questions that still wait and end both workers."""
        running, self._running = self._running, []
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _AnswerCache:
    """The answers asked for most recently, as text, so that nobody can change one that another gets."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: OrderedDict[str, str] = OrderedDict()

    def get(self, key: str | None) -> dict[str, Any] | None:
        if key is None or key not in self._texts:
            return None
        self._texts.move_to_end(key)
        document: dict[str, Any] = json.loads(self._texts[key])
        return document

    def add(self, key: str | None, document: dict[str, Any]) -> None:
        if key is None:
            return
        self._texts[key] = json.dumps(document)
        self._texts.move_to_end(key)
        while len(self._texts) > self._most:
            self._texts.popitem(last=False)
