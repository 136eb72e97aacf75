"""The figures of one table, counted entry by entry: a few sums, however long the log is."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crossfelt.crisscross import events as dealt
from crossfelt.crisscross.progressives.play import MeterGrowth
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.plain import kinds_of
from crossfelt.progressive.meter import Meter
from crossfelt.service.sealing import Sealer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.codec import from_entry
from crossfelt.service.tables.state import Step, TableState
from crossfelt.storage.port import Entry

MOST_LISTED = 50
"""Jackpots and corrections that are kept one by one, the newest last; the sums count all of them."""
_STEPS = tuple(
    f'"{kind}"'.encode()
    for kind in kinds_of(
        dealt.WagerSettled, dealt.CommunityPayTaken, dealt.MetersGrew, dealt.RoundSettled, dealt.RoundVoided
    )
)
"""What a step says when it has settled something; every other step is passed over unread."""
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


@dataclass(slots=True)
class SpotSums:
    """The settled wagers of one spot."""

    wagers: int = 0
    staked: int = 0
    returned: int = 0
    won: int = 0
    cut: int = 0

    @property
    def win(self) -> int:
        """What players lost on the spot: stakes that did not come back, less what was won."""
        return self.staked - self.returned - self.won


@dataclass(slots=True)
class MeterSums:
    """One meter, exactly and in the whole cents that moved."""

    exact: Fraction
    initial: int
    inherited: int
    """What the table before it handed on; then the house put up no initial amount."""
    grown: int = 0
    won: int = 0
    reset: int = 0


def _opened_meter(initial_cents: int, carried: str | None) -> MeterSums:
    if carried is None:
        return MeterSums(Fraction(initial_cents), initial_cents, 0)
    exact = Fraction(carried)
    return MeterSums(exact, 0, Meter(exact).shown)


class LogTally:
    """What the log of one table adds up to so far."""

    def __init__(self, state: TableState, sealer: Sealer) -> None:
        """Starts from the table's opening."""
        self.opened, self.floor = state.opened, state.floor
        self._game, self._sealer = state.game, sealer
        book = state.rules if isinstance(state.rules, RuleBook) else None
        self.kinds: dict[str, str] = {spot.id: spot.kind for spot in book.spots.values()} if book is not None else {}
        """Each spot that may be wagered on -> its kind."""
        self.spots = {name: SpotSums() for name in self.kinds}
        terms = book.progressives.meters if book is not None and book.progressives is not None else {}
        self.meters = {
            name: _opened_meter(entry.initial_cents, state.opened.carried.get(name)) for name, entry in terms.items()
        }
        self.closed = self.voids = 0
        self.is_closed = False
        self.seat_rounds = self.antes = self.ante_squares = self.round_ante_squares = 0
        self.jackpots = self.corrections = self.corrected = 0
        self.newest_jackpots: deque[tuple[str, int, str, int]] = deque(maxlen=MOST_LISTED)
        self.newest_corrections: deque[tuple[int, happened.Corrected]] = deque(maxlen=MOST_LISTED)
        self._round = ""
        self._round_antes: dict[int, int] = {}
        self._round_jackpots: list[tuple[str, int, str, int]] = []

    def add(self, entry: Entry) -> None:
        """Counts the next entry."""
        # What is sealed holds a deck or a secret, and moves no chip.
        if entry.is_sealed:
            return
        if entry.kind == happened.STEP:
            if any(kind in entry.body for kind in _STEPS):
                step = from_entry(self._game, entry, self._sealer)
                assert isinstance(step, Step)
                for event in step.events:
                    self._count_step(event)
        elif entry.kind in _EVENTS:
            self._count_event(entry.seq, from_entry(self._game, entry, self._sealer))

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

    def _count_step(self, event: Any) -> None:
        match event:
            case dealt.WagerSettled(wager=wager):
                self._count_wager(wager, 1)
            case dealt.CommunityPayTaken(wager=wager):
                self._count_wager(wager, -1)
            case dealt.MetersGrew(growth=growth):
                self._grow(growth, 1)
            case dealt.RoundVoided(reversed=wagers, shrunk=growth):
                self.voids += 1
                for wager in wagers:
                    self._count_wager(wager, -1)
                self._grow(growth, -1)
                self._round_antes, self._round_jackpots = {}, []
            case dealt.RoundSettled():
                self._end_round()

    def _count_wager(self, wager: SettledWager, sign: int) -> None:
        """A wager that is settled, or with -1 one that is taken back."""
        sums = self.spots[wager.spot]
        sums.wagers += 0 if wager.is_community_pay else sign
        sums.staked += sign * wager.staked
        sums.returned += sign * wager.returned
        sums.won += sign * wager.won
        sums.cut += sign * wager.cut
        if self.kinds[wager.spot] == "ante":
            self._round_antes[wager.seat] = wager.staked
        for prize in wager.prizes:
            if prize.meter is not None:
                meter = self.meters[prize.meter]
                meter.won += sign * prize.won
                meter.reset += sign * prize.reset_cents
                meter.exact += sign * (prize.reset_cents - prize.won)
                if sign > 0:
                    self._round_jackpots.append((self._round, wager.seat, prize.meter, prize.won))

    def _grow(self, growth: tuple[MeterGrowth, ...], sign: int) -> None:
        for step in growth:
            before, after = Fraction(step.before), Fraction(step.after)
            meter = self.meters[step.meter]
            meter.exact += sign * (after - before)
            meter.grown += sign * (Meter(after).shown - Meter(before).shown)

    def _end_round(self) -> None:
        """A round that stands: its antes, of which both are alike, and its jackpots."""
        antes = self._round_antes.values()
        self.seat_rounds += len(antes)
        self.antes += sum(antes)
        self.ante_squares += sum(ante * ante for ante in antes)
        self.round_ante_squares += sum(antes) ** 2
        self.jackpots += len(self._round_jackpots)
        self.newest_jackpots.extend(self._round_jackpots)
        self._round_antes, self._round_jackpots = {}, []
