"""The actions a table takes on its own: what it would do now, and doing it when a timer runs out.

`timers` has the timers, `presence` the alarms about absent players. Only the table itself writes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from crossfelt.fairness import SECRET_BYTES
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.alarms import Alarm, perform
from crossfelt.service.tables.decide import Decision, DecisionBuilder
from crossfelt.service.tables.ports import Ports
from crossfelt.service.tables.presence import Patience, Present, attended_alarms
from crossfelt.service.tables.state import TableState
from crossfelt.service.tables.times import SLOW_RETRY_MS

LOG = logging.getLogger("crossfelt.tables")
SERVER_FAULT = "The server could not continue. Its log says why."
"""Why the system ends a round or takes a table out of service when an action of its own keeps failing."""


class OwnTable(Protocol):
    """The table, as far as its own actions need it."""

    @property
    def state(self) -> TableState:
        """The table after its last entry."""

    @property
    def may_be_behind(self) -> bool:
        """Whether the log may hold more than the table has in memory."""

    @property
    def is_run_here(self) -> bool:
        """Whether this process runs the table."""

    def present(self) -> Present:
        """Everyone who is connected."""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Wait until nobody else writes, and read what the log has beyond this memory."""

    async def write(self, decision: Decision, /) -> None:
        """Append what the table does on its own."""


class OwnActions:
    """Runs one table's own actions."""

    def __init__(self, table: OwnTable, ports: Ports) -> None:
        self._table, self._ports = table, ports
        self._patience = Patience(ports.absent_ms, ports.empty_ms)

    @property
    def name(self) -> str:
        """The table's id, for the log."""
        return self._table.state.table

    def alarms(self) -> Iterator[Alarm]:
        """Everything that the table would do now."""
        state = self._table.state
        yield from attended_alarms(state, self._table.present(), self._patience)
        if self._table.may_be_behind:
            yield Alarm(("behind", state.seq), SLOW_RETRY_MS, "catch_up")

    def least_ms(self, alarm: Alarm) -> int:
        """The least time that an alarm waits, by what the host's tables have written."""
        growth = self._ports.growth
        return growth.least_ms(self._table.state, alarm) if growth is not None else 0

    async def act_on(self, alarm: Alarm) -> None:
        """Take the action of an alarm, unless the table has no such alarm any more."""
        table, ports = self._table, self._ports
        async with table.turn():
            if alarm not in self.alarms() or not table.is_run_here:
                return
            secret = ports.entropy(SECRET_BYTES) if alarm.deed == "commit" else b""
            await table.write(perform(table.state, alarm, secret, ports.chances))
            if table.state.is_closed:
                ports.closed(self.name)

    async def give_up(self, alarm: Alarm) -> None:
        """End the round, because the table can't do what it should. Where even that is refused, the table takes itself
        out of service, and tries again later."""
        table = self._table
        async with table.turn():
            if alarm not in self.alarms() or not table.is_run_here:
                return
            try:
                if table.state.is_contested:
                    await self._write(lambda builder: builder.void(SERVER_FAULT))
                    LOG.error("table %s: the round was voided because %s kept failing", self.name, alarm.deed)
                    return
            finally:
                if alarm in self.alarms() and table.state.out_of_service is None:
                    event = happened.OutOfService("system", SERVER_FAULT)
                    await self._write(lambda builder: builder.add(event))
                    LOG.error("table %s is out of service because %s kept failing", self.name, alarm.deed)

    async def _write(self, build: Callable[[DecisionBuilder], None]) -> None:
        builder = DecisionBuilder(self._table.state)
        build(builder)
        await self._table.write(builder.decided())
