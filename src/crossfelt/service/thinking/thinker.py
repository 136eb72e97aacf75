"""Who thinks: takes questions of clients, one at a time each, and hands back documents."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from crossfelt.jsontext import canonical_json
from crossfelt.service.thinking.lane import Lane, Thought
from crossfelt.service.thinking.questions import TERMS, Kind, LaneName, Question
from crossfelt.service.thinking.refusals import AlreadyAsking, ThoughtFailed

MOST_WAITING = 32
MOST_KEPT = 64
"""Answers that are remembered; the largest has about 50 kB."""


class Thinker:
    """Answers questions in two worker processes, one for those that take a moment and one for those that take long.

    For one event loop. `start` it there, or use it in an `async with`; `close` it when the server stops.
    """

    def __init__(
        self,
        *,
        most_waiting: int = MOST_WAITING,
        most_kept: int = MOST_KEPT,
        most_seconds: Mapping[Kind, float] | None = None,
    ) -> None:
        """`most_waiting` is for each of the workers; `most_seconds` replaces the time of some kinds of questions."""
        self._seconds: dict[Kind, float] = {kind: terms.most_seconds for kind, terms in TERMS.items()}
        self._seconds.update(most_seconds or {})
        self._most_waiting = most_waiting
        self._kept = _Kept(most_kept)
        self._asking: set[str] = set()
        self._lanes: dict[LaneName, Lane] = {}
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Opens both lanes. The quick worker starts at once in the background, the other with its first question."""
        assert not self._running, "a thinker is started once"
        self._lanes = {
            "quick": Lane("quick", self._most_waiting, starts_early=True),
            "long": Lane("long", self._most_waiting, starts_early=False),
        }
        self._running = [asyncio.create_task(lane.run(), name=f"thinking-{name}") for name, lane in self._lanes.items()]

    async def ask(self, client: str, question: Question) -> dict[str, Any]:
        """The document that answers the question, as plain JSON data.

        `BadInput` where something is wrong with it, `AlreadyAsking` where the client's last question is not answered,
        `ThinkerBusy` where too many wait, `ThoughtTooLong` and `ThoughtFailed` where no answer was found.
        """
        if not self._running:
            raise ThoughtFailed("the server is stopping")
        terms = TERMS[question.kind]
        key = canonical_json([question.kind, question.body]) if terms.is_kept else None
        if (found := self._kept.get(key)) is not None:
            return found
        if client in self._asking:
            raise AlreadyAsking

        def done(found: dict[str, Any] | None) -> None:
            self._asking.discard(client)
            if found is not None:
                self._kept.add(key, found)

        lane = self._lanes[terms.lane]
        thought = Thought(
            question,
            self._seconds[question.kind],
            asyncio.get_running_loop().create_future(),
            done=done,
            remembered=lambda: self._kept.get(key),
        )
        lane.add(thought)
        self._asking.add(client)
        try:
            return await thought.answer
        except asyncio.CancelledError:
            lane.drop(thought)
            raise

    async def close(self) -> None:
        """Refuses what still waits and ends both workers."""
        running, self._running = self._running, []
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def worker_ids(self) -> dict[LaneName, int]:
        """The process ids of the workers that run, for whoever watches the server."""
        return {name: lane.worker.pid for name, lane in self._lanes.items() if lane.worker.pid is not None}

    def waiting(self) -> dict[LaneName, int]:
        """How many questions wait in each lane, without those that are thought about."""
        return {name: lane.waiting for name, lane in self._lanes.items()}

    def thinking(self) -> frozenset[LaneName]:
        """The lanes in which a question is thought about now."""
        return frozenset(name for name, lane in self._lanes.items() if lane.is_thinking)

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _Kept:
    """The answers asked for most recently, as text, so that nobody can change one that another gets."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: OrderedDict[str, str] = OrderedDict()

    def get(self, key: str | None) -> dict[str, Any] | None:
        if key is None or key not in self._texts:
            return None
        self._texts.move_to_end(key)
        found: dict[str, Any] = json.loads(self._texts[key])
        return found

    def add(self, key: str | None, document: dict[str, Any]) -> None:
        if key is None:
            return
        self._texts[key] = json.dumps(document)
        self._texts.move_to_end(key)
        while len(self._texts) > self._most:
            self._texts.popitem(last=False)
