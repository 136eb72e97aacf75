"""The figures of one table over many rounds, counted event by event: wagers by spot, antes, meters and jackpots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crossfelt.crisscross.events import CommunityPayTaken, MetersGrew, RoundSettled, RoundVoided, WagerSettled
from crossfelt.crisscross.progressives.meter import Meter
from crossfelt.crisscross.progressives.play import MeterGrowth
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.ledger import SpotSums
from crossfelt.schema import kinds_of

Jackpot = tuple[int, str, int]
"""Seat, meter and cents."""


@dataclass(slots=True)
class MeterSums:
    """One meter, exactly and in the whole cents that moved."""

    exact: Fraction
    initial: int
    inherited: int
    """The amount carried over from the previous table, in which case the house adds no initial amount."""
    grown: int = 0
    won: int = 0
    reset: int = 0


class TableTakings:
    """Running totals over the rounds of one table."""

    event_kinds = frozenset(kinds_of(WagerSettled, CommunityPayTaken, MetersGrew, RoundSettled, RoundVoided))

    def __init__(self, book: RuleBook, carried: Mapping[str, str]) -> None:
        """Start with meters at the carried amounts, or at their initial amounts."""
        self.kinds: dict[str, str] = {spot.id: spot.kind for spot in book.spots.values()}
        self.spots = {name: SpotSums() for name in self.kinds}
        terms = book.progressives.meters if book.progressives is not None else {}
        self.meters = {name: _opened_meter(entry.initial_cents, carried.get(name)) for name, entry in terms.items()}
        self.voids = self.seat_rounds = self.antes = self.ante_squares = self.round_ante_squares = 0
        self._round_antes: dict[int, int] = {}
        self._round_jackpots: list[Jackpot] = []

    def add(self, event: Any, /) -> tuple[Jackpot, ...]:
        """Count an event. Return the jackpots of the round that it ends."""
        match event:
            case WagerSettled(wager=wager):
                self._count_wager(wager, 1)
            case CommunityPayTaken(wager=wager):
                self._count_wager(wager, -1)
            case MetersGrew(growth=growth):
                self._grow(growth, 1)
            case RoundVoided(reversed=wagers, shrunk=growth):
                self.voids += 1
                for wager in wagers:
                    self._count_wager(wager, -1)
                self._grow(growth, -1)
                self._round_antes, self._round_jackpots = {}, []
            case RoundSettled():
                return self._end_round()
        return ()

    def _count_wager(self, wager: SettledWager, sign: int) -> None:
        """Add a wager that is settled, or with -1 take one back."""
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
                    self._round_jackpots.append((wager.seat, prize.meter, prize.won))

    def _grow(self, growth: tuple[MeterGrowth, ...], sign: int) -> None:
        for step in growth:
            before, after = Fraction(step.before), Fraction(step.after)
            meter = self.meters[step.meter]
            meter.exact += sign * (after - before)
            meter.grown += sign * (Meter(after).shown - Meter(before).shown)

    def _end_round(self) -> tuple[Jackpot, ...]:
        """Count the antes of a round that was not voided (both are equal), and return its jackpots."""
        antes = self._round_antes.values()
        self.seat_rounds += len(antes)
        self.antes += sum(antes)
        self.ante_squares += sum(ante * ante for ante in antes)
        self.round_ante_squares += sum(antes) ** 2
        jackpots = tuple(self._round_jackpots)
        self._round_antes, self._round_jackpots = {}, []
        return jackpots


def _opened_meter(initial_cents: int, carried: str | None) -> MeterSums:
    if carried is None:
        return MeterSums(Fraction(initial_cents), initial_cents, 0)
    exact = Fraction(carried)
    return MeterSums(exact, 0, Meter(exact).shown)
