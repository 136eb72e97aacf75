"""The figures of one table, counted entry by entry: a few sums, however long the log is."""

from __future__ import annotations

from collections import deque

from crossfelt.catalog.kit import Takings
from crossfelt.game import Step
from crossfelt.schema import kinds_of
from crossfelt.service.sealing import Sealer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.codec import from_entry
from crossfelt.service.tables.state import TableState
from crossfelt.storage.port import Entry

MOST_LISTED = 50
"""Jackpots and corrections that are kept one by one, the newest last; the sums count all of them."""
_EVENTS = frozenset(
    kinds_of(
        happened.RoundOpened,
        happened.RoundClosed,
        happened.Corrected,
        happened.FloorGranted,
        happened.FloorRevoked,
        happened.TableClosed,
    )
)


class LogTally:
    """The totals of one table's log so far."""

    def __init__(self, state: TableState, sealer: Sealer) -> None:
        """Start from the table's opening."""
        self.opened, self.floor = state.opened, state.floor
        self._game, self._sealer = state.game, sealer
        self.takings: Takings = state.kit.load_takings()(state.rules, state.opened.carried)
        """The wagers and meters."""
        self._kinds = tuple(f'"{kind}"'.encode() for kind in self.takings.event_kinds)
        self.closed = 0
        self.is_closed = False
        self.jackpots = self.corrections = self.corrected = 0
        self.newest_jackpots: deque[tuple[str, int, str, int]] = deque(maxlen=MOST_LISTED)
        self.newest_corrections: deque[tuple[int, happened.Corrected]] = deque(maxlen=MOST_LISTED)
        self._round = ""

    def add(self, entry: Entry) -> None:
        """Count the next entry."""
        # What is sealed holds a deck or a secret, and moves no chip.
        if entry.is_sealed:
            return
        if entry.kind == happened.STEP:
            self._add_step(entry)
        elif entry.kind in _EVENTS:
            self._count_event(entry.seq, from_entry(self._game, entry, self._sealer))

    def _add_step(self, entry: Entry) -> None:
        """Count the wagers of a step. A step without any of their events is skipped unread."""
        if not any(kind in entry.body for kind in self._kinds):
            return
        step = from_entry(self._game, entry, self._sealer)
        assert isinstance(step, Step)
        for event in step.events:
            won = self.takings.add(event)
            self.jackpots += len(won)
            self.newest_jackpots.extend((self._round, *jackpot) for jackpot in won)

    def _count_event(self, seq: int, event: object) -> None:
        match event:
            case happened.RoundOpened(round=name):
                self._round = name
            case happened.RoundClosed():
                self.closed += 1
            case happened.Corrected(cents=cents):
                self.corrections += 1
                self.corrected += cents
                self.newest_corrections.append((seq, event))
            case happened.FloorGranted(player=player):
                self.floor = (*self.floor, player)
            case happened.FloorRevoked(player=player):
                self.floor = tuple(name for name in self.floor if name != player)
            case happened.TableClosed():
                self.is_closed = True
