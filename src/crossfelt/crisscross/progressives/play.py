"""The progressive wagers of one round: which seats spin, which spin or draw is next, and what each seat is paid.

Everything is computed from the wagers, the cards and the spins so far, so a settlement can stop at a spin, wait for it,
and continue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from crossfelt.crisscross.progressives.meter import Meter, MeterTerms
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, HOLE_PAIR, XTREME, Progressives, Xtreme
from crossfelt.crisscross.progressives.wheel import JACKPOT, Segment, Wheel
from crossfelt.ranking import Hand

WheelName = Literal["bonus_spin", "community", "hot_spot"]
PrizeKind = Literal["wheel", "jackpot", "community"]


@dataclass(frozen=True, slots=True)
class Prize:
    """One amount won on a progressive wager."""

    kind: PrizeKind
    symbol: str
    """The symbol of the wheel; for an Xtreme Community prize the amount printed in the seat's own list."""
    won: int
    clause: str
    meter: str | None = None
    """The meter that pays it, None where the house does."""
    reset_cents: int = 0
    """The amount that this meter starts from again."""


@dataclass(frozen=True, slots=True)
class WheelResults:
    """The results of the spins and draws of a round so far."""

    bonus_spins: Mapping[int, str] = field(default_factory=dict)
    """Seat -> symbol."""
    community: int | None = None
    """The position of the Community lists, from 1."""
    hot_spot: int | None = None
    """The seat drawn, where the event is a hand on the cross."""
    hot_spins: Mapping[int, str] = field(default_factory=dict)


NO_WHEEL_RESULTS = WheelResults()


@dataclass(frozen=True, slots=True)
class AwaitedSpin:
    """The wheel that settlement is waiting for."""

    wheel: WheelName
    seat: int | None
    """The seat that spins, None for the Community wheel, which belongs to the whole table."""


@dataclass(frozen=True, slots=True)
class AwaitedSeat:
    """The seats among which settlement is waiting for the Hot Spot draw."""

    seats: tuple[int, ...]


Awaited = AwaitedSpin | AwaitedSeat


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat's part in the progressive wagers."""

    seat: int
    bonus_spin: int
    xtreme: int
    has_pair: bool
    """Its own two cards are a pair."""
    is_live: bool
    """True for a folded seat, false for one that has forfeited everything."""


@dataclass(frozen=True, slots=True)
class MeterGrowth:
    """The contributions of one round to one meter; amounts as exact text."""

    meter: str
    wagered: int
    before: str
    contributed: str
    after: str


@dataclass(frozen=True, slots=True)
class WheelTable:
    """The inputs that decide the progressive wagers of one round."""

    offered: Progressives
    entries: tuple[Entry, ...]
    """In the order in which seats are paid."""
    community_hand: Hand
    """The hand of the five community cards, hidden until they are turned."""
    results: WheelResults

    def spins_bonus(self, entry: Entry) -> bool:
        """Return whether the seat spins: a live wager of the size that spins, and a pair in the hand (7.E(2)(b))."""
        spin = self.offered.bonus_spin
        return spin is not None and entry.is_live and entry.has_pair and entry.bonus_spin == spin.spins_cents

    @property
    def hot_pairs(self) -> tuple[int, ...]:
        """Return the seats whose own pair makes them Hot Spots, in the order in which they spin."""
        if self.offered.xtreme is None or self.offered.xtreme.event != HOLE_PAIR:
            return ()
        return tuple(entry.seat for entry in self._xtreme_seats if entry.has_pair)

    @property
    def event_occurs(self) -> bool:
        """Return whether the qualifying event has set Xtreme off; once the table has spun for it, the answer stays
        true."""
        xtreme = self.offered.xtreme
        if self.results.community is not None:
            return True
        if xtreme is None or not self._xtreme_seats:
            return False
        if xtreme.event == HOLE_PAIR:
            return bool(self.hot_pairs)
        return self.community_hand >= Hand[xtreme.event.upper()]

    def awaited(self, spot: str, entry: Entry) -> Awaited | None:
        """Return the chance that this wager still needs, or None."""
        if spot == BONUS_SPIN:
            due = self.spins_bonus(entry) and entry.seat not in self.results.bonus_spins
            return AwaitedSpin("bonus_spin", entry.seat) if due else None
        if not self.event_occurs:
            return None
        if self.results.community is None:
            return AwaitedSpin("community", None)
        if self._xtreme.event != HOLE_PAIR and self.results.hot_spot is None:
            return AwaitedSeat(tuple(sorted(other.seat for other in self._xtreme_seats)))
        due = self._is_hot_spot(entry) and entry.seat not in self.results.hot_spins
        return AwaitedSpin("hot_spot", entry.seat) if due else None

    def prizes(self, spot: str, entry: Entry, meters: Mapping[str, Meter]) -> tuple[Prize, ...]:
        """Return the prizes of a wager for its own seat, with the meters at its turn."""
        if spot == BONUS_SPIN:
            spin = self.offered.bonus_spin
            assert spin is not None
            if not self.spins_bonus(entry):
                return ()
            segment = self._landed(spin.wheel, self.results.bonus_spins[entry.seat])
            return (_wheel_prize(segment, spin.meter, spin.prize_cents, meters),)
        if not self.event_occurs:
            return ()
        size = self._xtreme.sizes[entry.xtreme]
        assert self.results.community is not None
        pay = size.community[self.results.community - 1]
        prizes = [Prize("community", pay.symbol, pay.cents, pay.clause)]
        if self._is_hot_spot(entry):
            segment = self._landed(size.wheel, self.results.hot_spins[entry.seat])
            prizes.append(_wheel_prize(segment, size.meter, 0, meters))
        return tuple(prizes)

    def shared(self, spinner: int) -> Iterator[tuple[int, Prize]]:
        """Return the Community Pay that one seat's Bonus Spin brings every other seat with that wager, even if the
        spinner has since forfeited (readings P4 and R15)."""
        spin = self.offered.bonus_spin
        symbol = self.results.bonus_spins.get(spinner, "")
        if spin is None or "&" not in symbol:
            return
        for other in self.entries:
            if other.is_live and other.bonus_spin and other.seat != spinner:
                pay = spin.community[other.bonus_spin][symbol]
                yield other.seat, Prize("community", symbol, pay.cents, pay.clause)

    def shows_first(self, spot: str, entry: Entry) -> tuple[int, ...]:
        """Return the seats that must show their cards before the wager's spin, because a pair earns it."""
        if spot == BONUS_SPIN:
            return (entry.seat,) if self.spins_bonus(entry) else ()
        return self.hot_pairs

    def wheel_of(self, spin: AwaitedSpin) -> Wheel:
        """Return the wheel of a spin."""
        if spin.wheel == "community":
            return self._xtreme.community_wheel
        if spin.wheel == "bonus_spin":
            assert self.offered.bonus_spin is not None
            return self.offered.bonus_spin.wheel
        entry = next(entry for entry in self.entries if entry.seat == spin.seat)
        return self._xtreme.sizes[entry.xtreme].wheel

    @property
    def _xtreme(self) -> Xtreme:
        assert self.offered.xtreme is not None
        return self.offered.xtreme

    @property
    def _xtreme_seats(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.is_live and entry.xtreme)

    def _is_hot_spot(self, entry: Entry) -> bool:
        if self._xtreme.event == HOLE_PAIR:
            return entry.is_live and entry.has_pair
        return entry.is_live and entry.seat == self.results.hot_spot

    def _landed(self, wheel: Wheel, symbol: str) -> Segment:
        segment = wheel.segment(symbol)
        assert segment is not None, "a spin must stop at a symbol of its wheel"
        return segment


def growth(
    offered: Progressives, wagers: Iterable[Mapping[str, int]], before: Mapping[str, Fraction]
) -> tuple[MeterGrowth, ...]:
    """Return the contributions of a round to the meters, all seats together, folded and forfeited wagers included
    (reading P7)."""
    wagered = dict.fromkeys(offered.meters, 0)
    for seat in wagers:
        for spot in (BONUS_SPIN, XTREME):
            terms = offered.meter_of(spot, seat.get(spot, 0)) if seat.get(spot) else None
            if terms is not None:
                wagered[terms.id] += seat[spot]
    grown = []
    for name, cents in wagered.items():
        by = offered.meters[name].contribution(cents)
        if cents:
            grown.append(MeterGrowth(name, cents, str(before[name]), str(by), str(before[name] + by)))
    return tuple(grown)


def meters_now(
    before: Mapping[str, Fraction], grown: Sequence[MeterGrowth], prizes: Iterable[Prize]
) -> dict[str, Meter]:
    """Return the meters after the contributions of a round and the jackpots paid so far."""
    meters = {name: Meter(cents) for name, cents in before.items()}
    for step in grown:
        meters[step.meter] = Meter(Fraction(step.after))
    for prize in prizes:
        if prize.meter is not None:
            paid, meters[prize.meter] = meters[prize.meter].won(prize.reset_cents)
            assert paid == prize.won, "a jackpot must equal its meter"
    return meters


def _wheel_prize(segment: Segment, terms: MeterTerms | None, fixed: int, meters: Mapping[str, Meter]) -> Prize:
    if segment.cents is not None:
        return Prize("wheel", segment.symbol, segment.cents, segment.clause)
    if terms is None:
        return Prize("jackpot", JACKPOT, fixed, segment.clause)
    clause = f"{segment.clause}, {terms.clause}"
    return Prize("jackpot", JACKPOT, meters[terms.id].shown, clause, terms.id, terms.reset_cents)
