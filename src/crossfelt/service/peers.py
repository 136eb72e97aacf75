"""Keeps this process in step with the other server processes on its database.

Every third of a lease it renews itself and reads what has changed: that alone is enough. Hints of other processes only
make it quicker. It runs the tables whose leases it holds, and shows the clocks of the others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, Protocol

from crossfelt.service.refusals import log_storage_failure
from crossfelt.service.tables.lobby import Lobby
from crossfelt.service.tables.table import Table
from crossfelt.service.work import WorkPool
from crossfelt.storage.peers import TASK, Beat, Lease, Peers
from crossfelt.storage.port import StorageError

LOG = logging.getLogger("crossfelt.peers")
CHECKPOINTS = f"{TASK}checkpoints"
"""Growing the transparency log."""
MARKS = f"{TASK}marks"
"""Verifying the log, and saving how far."""
TASKS = (CHECKPOINTS, MARKS)
"""Tasks that one process does for all."""
HINT_SECONDS = 0.01
"""The least time between two wake-ups of the others by one process."""
MOST_WAITING = 10_000
_BEAT, _SETTINGS, _PLAYER, _CONNECTIONS = "beat", "settings", "player:", "connections:"
"""Hints. Any other is the id of a table that was written to."""


class Followed(Protocol):
    """The rest of what this process has in memory."""

    def run(self, table: Table, /) -> None:
        """Called when this process begins to run a table, and after each change of it by another process."""

    def rest(self, table: Table, /) -> None:
        """Called when this process runs a table no longer."""

    async def refresh_players(self) -> None:
        """Read what other processes have saved about the players in memory."""

    async def refresh_settings(self) -> None:
        """Read what other processes have changed of the settings."""


class PeerSync:
    """One process among those on a database."""

    def __init__(self, peers: Peers, lobby: Lobby, followed: Followed, lease_ms: int) -> None:
        self._peers, self._lobby, self._followed = peers, lobby, followed
        self._lease_seconds = lease_ms / 1000
        self._calls = WorkPool("peers", 1, MOST_WAITING)
        self._loop = asyncio.get_running_loop()
        self._renewed = time.monotonic()
        self._processes = 1
        self._seals: dict[str, bytes] = {}
        self.leases: dict[str, Lease] = {}
        """The leases of tasks that this process holds."""
        self._beating = asyncio.Lock()
        self._is_interrupted = False
        self._heard: set[str] = set()
        self._hearing = asyncio.Event()
        self._changed: set[str] = set()
        self._attended: set[str] = set()
        self._clocks: set[str] = set()
        self._publishing = asyncio.Event()
        self._following: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.takeovers = 0
        """How often this process began to run a table of another."""

    @property
    def processes(self) -> int:
        """How many processes use the database, this one included."""
        return self._processes

    async def start(self) -> None:
        """Join the others: take over what nobody runs, then follow what they do."""
        await self._calls.run(self._peers.register, [*(table.state.table for table in self._lobby), *TASKS])
        await self._beat()
        self._peers.listen(self._heard_elsewhere)
        start = self._loop.create_task
        self._tasks = [start(self._keep_beating()), start(self._keep_hearing()), start(self._keep_publishing())]

    async def stop(self) -> None:
        """Leave: the others take over at once."""
        for task in (*self._tasks, *self._following.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._peers.leave)
        self._calls.close()

    # ---- telling the others

    async def claim(self, table: str) -> Lease:
        """Take the lease of a table that is about to be opened here."""
        return await self._calls.run(self._peers.claim, table)

    def changed(self, table: str) -> None:
        """Tell the others that the log of a table was written to here."""
        self._changed.add(table)
        self._clocks.add(table)
        self._publishing.set()

    def attended(self, table: str) -> None:
        """Tell the others that a client has connected to a table here, or has left it."""
        self._attended.add(table)
        self._publishing.set()

    def clocks_set(self, table: str) -> None:
        """Tell the others that the clocks of a table may run differently now."""
        self._clocks.add(table)
        self._publishing.set()

    def player_saved(self, player: str) -> None:
        """Tell the others that a player was saved here."""
        self._changed.add(f"{_PLAYER}{player}")
        self._publishing.set()

    def settings_saved(self) -> None:
        """Tell the others that a setting was saved here."""
        self._changed.add(_SETTINGS)
        self._publishing.set()

    async def removed(self, table: str) -> None:
        """Remove a closed table from the list that all processes share."""
        with suppress(StorageError):
            await self._calls.run(self._peers.remove, table)

    async def _keep_publishing(self) -> None:
        while True:
            await self._publishing.wait()
            self._publishing.clear()
            if self._processes > 1:
                await self._publish()
            else:
                self._changed.clear()
            await asyncio.sleep(HINT_SECONDS)

    async def _publish(self) -> None:
        changed, attended, clocks = self._changed, self._attended, self._clocks
        self._changed, self._attended, self._clocks = set(), set(), set()
        tables = {table.state.table: table for table in self._lobby}
        here = {name: tables[name].here() for name in attended if name in tables}
        left = {name: tables[name].left_ms() for name in clocks if name in tables and tables[name].is_run_here}
        hints = {*changed, *(f"{_CONNECTIONS}{name}" for name in here)}
        try:
            await self._calls.run(self._peers.publish, hints, here, left)
        except StorageError:
            # Hints may be lost, and clocks are written again with the next beat.
            self._attended |= attended

    # ---- hearing from the others

    def _heard_elsewhere(self, hints: frozenset[str]) -> None:
        """Called by the thread that listens."""
        with suppress(RuntimeError):  # The event loop has ended.
            self._loop.call_soon_threadsafe(self._hear, hints)

    def _hear(self, hints: frozenset[str]) -> None:
        self._heard |= hints
        self._hearing.set()

    async def _keep_hearing(self) -> None:
        while True:
            await self._hearing.wait()
            self._hearing.clear()
            hints, self._heard = self._heard, set()
            with suppress(StorageError):
                await self._answer(hints)

    async def _answer(self, hints: set[str]) -> None:
        connections = {hint.removeprefix(_CONNECTIONS) for hint in hints if hint.startswith(_CONNECTIONS)}
        for table in self._lobby:
            if table.state.table in hints and (table.here() or table.is_run_here):
                self._follow(table)
        for hint in hints:
            if hint.isalnum() and hint not in (_BEAT, _SETTINGS):
                await self.find(hint)
        if connections:
            elsewhere = await self._calls.run(self._peers.elsewhere, connections)
            for table in self._lobby:
                if table.state.table in connections:
                    table.attend(elsewhere.get(table.state.table, ()))
        if any(hint.startswith(_PLAYER) for hint in hints):
            await self._followed.refresh_players()
        if _SETTINGS in hints:
            await self._followed.refresh_settings()
        if _BEAT in hints:
            await self._beat()

    def _follow(self, table: Table) -> asyncio.Task[None]:
        """The task that reads what others wrote to a table; asked for meanwhile, it reads again."""
        name = table.state.table
        if name in self._following:
            self._again.add(name)
        else:
            self._following[name] = self._loop.create_task(self._catch_up(table))
        return self._following[name]

    async def _catch_up(self, table: Table) -> None:
        name = table.state.table
        try:
            while True:
                self._again.discard(name)
                with suppress(StorageError):
                    await table.catch_up()
                if name not in self._again:
                    return
        finally:
            del self._following[name]

    # ---- the beat

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._lease_seconds / 3)
            await self._guarded(self._beat())

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StorageError as error:
            self._is_interrupted = True
            log_storage_failure(str(error))
            if time.monotonic() - self._renewed > self._lease_seconds:
                self._let_go()
        except Exception:
            LOG.exception("the processes on this database could not be followed")

    def _let_go(self) -> None:
        """The database hasn't heard from this process for longer than a lease: others may run its tables."""
        self.leases = {}
        for table in self._lobby:
            if table.is_run_here:
                self._rest(table, {})

    async def keep_up(self) -> None:
        """Read everything that the other processes have written until now."""
        if self._processes > 1:
            await self._beat()
            await asyncio.gather(*self._following.values(), return_exceptions=True)

    async def _beat(self) -> None:
        async with self._beating:
            began = time.monotonic()
            known = [*self._lobby]
            claimable = {*TASKS, *(table.state.table for table in known)}
            beat = await self._calls.run(self._peers.beat, claimable)
            self._renewed = began
            await self._apply(beat, known)

    async def _apply(self, beat: Beat, known: list[Table]) -> None:
        if beat.processes > self._processes or self._is_interrupted:
            await self._calls.run(self._peers.register, TASKS)
            everything = {table.state.table for table in self._lobby}
            self._attended |= everything
            self._clocks |= everything
            self._publishing.set()
        self._processes, self._is_interrupted = beat.processes, False
        self.leases = {name: lease for name, lease in beat.leases.items() if name.startswith(TASK)}
        for table in known:
            self._apply_to(table, beat)
        await self._release_surplus(beat)
        await self._find_new(beat)
        await self._find_gone([table for table in known if table.state.table not in beat.tables])
        seals, self._seals = self._seals, dict(beat.seals)
        if seals and seals.get("players") != self._seals.get("players"):
            await self._followed.refresh_players()
        if seals and seals.get("settings") != self._seals.get("settings"):
            await self._followed.refresh_settings()

    def _apply_to(self, table: Table, beat: Beat) -> None:
        name = table.state.table
        lease = beat.leases.get(name)
        table.attend(beat.elsewhere.get(name, ()))
        if lease is None:
            self._rest(table, beat.left_ms.get(name, {}))
        elif not table.is_run_here or table.lease != lease:
            table.start(lease)
            self.takeovers += 1
            self._followed.run(table)
            self.clocks_set(name)
        if beat.tables.get(name, 0) > table.state.seq:
            self._follow(table)

    def _rest(self, table: Table, left_ms: Mapping[str, int]) -> None:
        was_run = table.is_run_here
        table.show(left_ms)
        if was_run:
            LOG.info("table %s is run by another process now", table.state.table)
            self._followed.rest(table)

    async def _release_surplus(self, beat: Beat) -> None:
        """Let go of tables between two rounds when this process runs more than its share."""
        run_here = [table for table in self._lobby if table.is_run_here]
        surplus = len(run_here) - -(-len(beat.tables) // self._processes)
        released = [table for table in run_here if not table.state.is_playing][: max(0, surplus)]
        if released:
            for table in released:
                self._rest(table, {})
            await self._calls.run(self._peers.release, [table.state.table for table in released])
            self._changed.add(_BEAT)
            self._publishing.set()

    async def find(self, name: str) -> None:
        """Adopt a table that isn't known here, if there is such a table."""
        if name in self._lobby or not await self._calls.run(self._peers.is_listed, name):
            return
        table = await self._lobby.adopt(name)
        if table is not None:
            table.show({})

    async def _find_new(self, beat: Beat) -> None:
        """Adopt tables that were opened elsewhere."""
        for name in beat.tables:
            if name in self._lobby or self._lobby.is_new(name):
                continue
            table = await self._lobby.adopt(name)
            if table is None:
                await self.removed(name)
            else:
                table.attend(beat.elsewhere.get(name, ()))
                table.show(beat.left_ms.get(name, {}))

    async def _find_gone(self, unlisted: list[Table]) -> None:
        """Follow tables that aren't listed: they are closed, or the list was lost with a crash of the database."""
        await asyncio.gather(*map(self._follow, unlisted))
        still_open = [table.state.table for table in unlisted if table.state.table in self._lobby]
        if still_open:
            await self._calls.run(self._peers.register, still_open)
