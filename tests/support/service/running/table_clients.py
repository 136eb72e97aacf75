"""A socket of one guest at one table: asks, answers in order, and the newest update."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.support.service.running.guests import Guest, send

Answer = dict[str, Any]
"""A message of the kind `done` or `refused`."""
GONE: Answer = {"kind": "gone"}
"""Stands for an answer that will never arrive, because the server was killed."""
STUCK_SECONDS = 60.0


class TableClient:
    """The connection of one guest to one table; use it in an `async with` block."""

    def __init__(self, guest: Guest, port: int, table: str, as_floor: bool = False) -> None:
        self.guest, self.table, self.port, self._as_floor = guest, table, port, as_floor
        self.update: dict[str, Any] = {}
        self.frames: list[str] = []
        """Everything that came, as it came."""
        self._waiting: deque[asyncio.Future[Answer]] = deque()
        self._news = asyncio.Condition()

    async def __aenter__(self) -> TableClient:
        self._socket = await self.guest.socket(self.port, self.table, as_floor=self._as_floor)
        self._listening = asyncio.create_task(self._listen())
        await self.until(bool)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        await self._listening

    async def ask(self, action_id: str, request: dict[str, Any]) -> asyncio.Future[Answer]:
        """Send a request; the returned future gets its answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        try:
            await send(self._socket, action_id, request)
        except ConnectionClosed:
            if not answer.done():
                answer.set_result(GONE)
        return answer

    async def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for an update that meets a condition."""
        async with asyncio.timeout(STUCK_SECONDS), self._news:
            await self._news.wait_for(lambda: self.update and holds(self.update))
        return self.update

    async def _listen(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.frames.append(text)
                message = json.loads(text)
                if message["kind"] == "update":
                    async with self._news:
                        self.update = message
                        self._news.notify_all()
                elif message["kind"] in ("done", "refused"):
                    # A socket answers in the order in which it was asked.
                    answer = self._waiting.popleft()
                    if not answer.done():
                        answer.set_result(message)
        except ConnectionClosed:
            pass
        for answer in self._waiting:
            if not answer.done():
                answer.set_result(GONE)
