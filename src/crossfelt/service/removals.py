"""Guests whom the operator removes: locked at once, deleted as soon as they have no seat, after a restart too.

A seat in a contest isn't freed before the contest ends, so a removal may have to wait. Those that wait are kept in the
store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex

from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.service.clock import Clock
from crossfelt.service.moderation import Moderation
from crossfelt.service.players import Players
from crossfelt.service.refusals import Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.lobby import Lobby
from crossfelt.service.tables.roles import OPERATOR
from crossfelt.service.tables.times import SLOW_RETRY_MS
from crossfelt.storage.port import Store

LOG = logging.getLogger("crossfelt.operator")
REMOVED_NAME = "Removed guest"
_SETTING = "removals"


class Removals:
    """The removals of one server. `delete` deletes an account without a seat."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        players: Players,
        lobby: Lobby,
        moderation: Moderation,
        delete: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store, self._clock, self._players, self._lobby = store, clock, players, lobby
        self._moderation, self._delete = moderation, delete
        self._waiting: set[str] = set()
        self._tasks: dict[str, asyncio.Task[bool]] = {}

    def start(self) -> None:
        """Resume the removals that were waiting when the server stopped."""
        self._waiting = self._saved()
        for player in self._waiting:
            self._attempt(player)

    def refresh(self) -> None:
        """Read who waits, as another process may have changed it, and delete the guests who have no seat any more."""
        self._waiting = self._saved() | self._tasks.keys()
        self.go_on()

    def _saved(self) -> set[str]:
        waiting = parse_json(self._store.setting(_SETTING) or "[]")
        assert isinstance(waiting, list)
        return set(map(str, waiting))

    def stop(self) -> None:
        """Stop; waiting removals resume after the next start."""
        self._waiting.clear()
        for task in self._tasks.values():
            task.cancel()

    async def remove(self, player: str) -> bool:
        """Remove a guest. True when the account is deleted; False while a seat is still in a contest."""
        self._players.get(player)
        self._waiting.add(player)
        await self._save()
        is_deleted = await asyncio.shield(self._attempt(player))
        if not is_deleted:
            await self._moderation.log("guest_removed", {"player": player, "is_deleted": False})
        return is_deleted

    def go_on(self) -> None:
        """Delete every guest whose removal was waiting and who has no seat any more."""
        for player in self._waiting:
            if not self._is_seated(player):
                self._attempt(player)

    def _attempt(self, player: str) -> asyncio.Task[bool]:
        """The attempt under way for a guest, or a new one."""
        if player not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._remove(player))
            self._tasks[player] = task
            task.add_done_callback(lambda done: self._attempted(player, done))
        return self._tasks[player]

    def _attempted(self, player: str, task: asyncio.Task[bool]) -> None:
        del self._tasks[player]
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self.go_on()  # The last seat may have been freed while this one was looked at.
        else:
            LOG.error("the removal of %s failed and is tried again: %s", player, error)
            self._clock.later(SLOW_RETRY_MS, lambda: self._retry(player))

    def _retry(self, player: str) -> None:
        if player in self._waiting:
            self._attempt(player)

    async def _remove(self, player: str) -> bool:
        if self._is_there(player):
            await self._players.new_code(player)
            await self._players.rename(player, REMOVED_NAME)
            await self._leave_seats(player)
            if self._is_seated(player):
                return False
            await self._delete(player)
            await self._moderation.log("guest_removed", {"player": player, "is_deleted": True})
        self._waiting.discard(player)
        await self._save()
        return True

    async def _leave_seats(self, player: str) -> None:
        for table in self._lobby:
            seat = table.state.seat_of(player)
            if seat is not None:
                with suppress(Refused):  # The seat is leaving already.
                    await table.ask(OPERATOR, token_hex(16), asked.RemovePlayer(seat))

    def _is_there(self, player: str) -> bool:
        try:
            self._players.get(player)
        except Refused:
            return False
        return True

    def _is_seated(self, player: str) -> bool:
        return any(table.state.seat_of(player) is not None for table in self._lobby)

    async def _save(self) -> None:
        text = canonical_json(sorted(self._waiting))
        await asyncio.wrap_future(self._store.save_setting(_SETTING, text))
