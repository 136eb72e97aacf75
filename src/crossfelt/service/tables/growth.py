"""How fast the logs of one host's tables may grow by what tables and bots do, and how slowly bots play alone.

A table at which people decide grows as fast as they do. A table of bots grows as fast as the machine: without a bound
one guest fills the disk. Over the budget, the tables of the host start their next rounds later.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from crossfelt.service.clock import Clock
from crossfelt.service.tables.alarms import Alarm
from crossfelt.service.tables.state import TableState
from crossfelt.storage.port import NewEntry

BYTES_PER_HOUR = 30_000_000
"""Bytes that tables and bots of one host may write per hour, and at once after an hour of rest."""
ENTRY_BYTES = 400
"""Bytes of an entry besides its own text: hashes, indexes, postings."""
BOT_PACE_MS = 200
"""The least time between two actions of tables at which only bots take part, over all such tables of one host."""
MOST_HOSTS = 10_000
_HOUR_MS = 3_600_000
_PACED = frozenset({"commit", "open", "draw", "system", "contest_timeout"})
_BEGINNING = "commit"


@dataclass(slots=True)
class _Purse:
    left: float
    at_ms: int
    next_ms: int
    """When the next action of a table with bots alone may come."""


class Growth:
    """The budgets of all hosts. `factor` multiplies them, and divides the pace of bots."""

    def __init__(self, clock: Clock, factor: float = 1) -> None:
        self._clock = clock
        self.bytes_per_hour = BYTES_PER_HOUR * factor
        self.bot_pace_ms = int(BOT_PACE_MS / factor)
        self._of: OrderedDict[str, _Purse] = OrderedDict()

    def add(self, state: TableState, account: str, entries: Iterable[NewEntry]) -> None:
        """Count what a table or one of its bots has written."""
        if account == "system" or account in _bots(state):
            self._purse(state.opened.host).left -= sum(len(entry.body) + ENTRY_BYTES for entry in entries)

    def least_ms(self, state: TableState, alarm: Alarm) -> int:
        """The least time before a table does something on its own."""
        if alarm.deed not in _PACED:
            return 0
        pace = self._turn_ms(state.opened.host) if _is_bots_alone(state) else 0
        return max(pace, self.wait_ms(state.opened.host)) if alarm.deed == _BEGINNING else pace

    def wait_ms(self, host: str) -> int:
        """The time until a host is within the budget; 0 when it is."""
        missing = -self._purse(host).left
        return int(missing * _HOUR_MS / self.bytes_per_hour) if missing > 0 else 0

    def _turn_ms(self, host: str) -> int:
        """The time until the next turn of a host's bots, which is taken by asking."""
        purse = self._purse(host)
        purse.next_ms = max(purse.at_ms, purse.next_ms) + self.bot_pace_ms
        return purse.next_ms - purse.at_ms

    def _purse(self, host: str) -> _Purse:
        now = self._clock.now_ms()
        purse = self._of.get(host)
        if purse is None:
            purse = self._of[host] = _Purse(self.bytes_per_hour, now, now)
            if len(self._of) > MOST_HOSTS:
                self._of.popitem(last=False)
        self._of.move_to_end(host)
        purse.left = min(self.bytes_per_hour, purse.left + (now - purse.at_ms) * self.bytes_per_hour / _HOUR_MS)
        purse.at_ms = now
        return purse


def _bots(state: TableState) -> set[str]:
    return {who.player for who in state.seats.values() if who.bot is not None}


def _is_bots_alone(state: TableState) -> bool:
    """Whether everyone who takes part is a bot."""
    return all(who.bot is not None for who in state.seats.values() if who.takes_part)
