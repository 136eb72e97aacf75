"""The most that one seat's wagers can return, over every deal and every symbol of the wheels.

`most_returned` is for the wagers as they were made (M of reading R16). `most_possible` also counts what may still be
added: bets at their largest multiple, and other seats whose spins pay this one. Both count stakes and the aggregate
limit, and neither looks at the cards. Folds and forfeits are ignored too, because a correction may be about one of
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from crossfelt.crisscross.progressives.meter import Meter, MeterTerms
from crossfelt.crisscross.progressives.play import growth
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, HOLE_PAIR, XTREME, BonusSpin, Progressives, Xtreme
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.crisscross.reachable import Outcome, outcomes
from crossfelt.crisscross.rulebook import LOSES, RuleBook, Spot
from crossfelt.crisscross.state import RoundState
from crossfelt.ranking import Hand

Wagers = Mapping[str, int]


def most_returned(state: RoundState, seat: int) -> int:
    """Return the most cents that a seat's wagers, as they were made, could return."""
    wagers = {other.seat: other.wagers for other in state.in_play}
    return _most(state, seat, wagers) if seat in wagers else 0


def most_possible(state: RoundState, seat: int) -> int:
    """Return the most cents that a seat's wagers can still return, whatever players may yet bet in this round."""
    wagers = {other.seat: other.wagers for other in state.in_play}
    own = state.seat(seat)
    if own is None or not own.wagers:
        return 0
    if state.stage == "betting":
        wagers |= {other.seat: _largest_spins(state.book, own.wagers) for other in state.seats if other is not own}
    if own.is_in and not own.absent:
        wagers[seat] = dict(own.wagers) | _largest_bets(state.book, own.wagers)
    return _most(state, seat, wagers)


def _largest_bets(book: RuleBook, wagers: Wagers) -> dict[str, int]:
    """Return every bet that isn't made yet, at its largest multiple."""
    return {
        spot.id: max(spot.multiples) * wagers[spot.multiple_of or ""]
        for spot in (stage.spot for stage in book.stages)
        if spot.id not in wagers
    }


def _largest_spins(book: RuleBook, own: Wagers) -> dict[str, int]:
    """Return the progressive wagers with which another seat adds the most to this seat's possible winnings."""
    offered, sizes = book.progressives, dict[str, int]()
    if offered is not None and offered.bonus_spin is not None:
        sizes[BONUS_SPIN] = offered.bonus_spin.spins_cents
    if offered is not None and offered.xtreme is not None and own.get(XTREME):
        meter = offered.meter_of(XTREME, own[XTREME])
        sizes[XTREME] = max(cents for cents, size in offered.xtreme.sizes.items() if size.meter == meter)
    return sizes


def _most(state: RoundState, seat: int, wagers: Mapping[int, Wagers]) -> int:
    spins = None
    if state.book.progressives is not None:
        spins = _Spins(state.book, state.book.progressives, state.meters_before, seat, wagers)
    staked = _staked(state.book, wagers[seat])
    won: dict[tuple[bool, bool], int] = {}
    best = 0
    for result in best_deals(state.book):
        sets_off = result.has_pair, result.sets_off_xtreme
        if sets_off not in won:
            won[sets_off] = _won(spins, result)
        best = max(best, _paid(state.book, result, staked) + won[sets_off])
    return best


# ---- antes, bets and bonuses: paid by hands


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal as one seat sees it: the odds of every spot, and the spins it sets off."""

    odds: tuple[int, ...]
    """In the order of the spots' names, because two equal books may list their spots in another order."""
    has_pair: bool
    sets_off_xtreme: bool
    """Whether the community hand is the qualifying event."""

    def is_worse_than(self, other: DealResult) -> bool:
        """Return whether no set of wagers makes this the better deal."""
        return (
            all(mine <= theirs for mine, theirs in zip(self.odds, other.odds, strict=True))
            and self.has_pair <= other.has_pair
            and self.sets_off_xtreme <= other.sets_off_xtreme
        )


@lru_cache(maxsize=64)
def best_deals(book: RuleBook) -> tuple[DealResult, ...]:
    """Return the deals that are best for some wagers; every other deal returns no more than one of these."""
    best: list[DealResult] = []
    for result in sorted({_result(book, deal) for deal in outcomes(book.ace_low_straight)}, key=_sum, reverse=True):
        # In this order a result never beats one added before it.
        if not any(result.is_worse_than(other) for other in best):
            best.append(result)
    return tuple(best)


def _sum(result: DealResult) -> int:
    return sum(result.odds) + result.has_pair + result.sets_off_xtreme


def _result(book: RuleBook, deal: Outcome) -> DealResult:
    xtreme = book.progressives.xtreme if book.progressives is not None else None
    is_event = xtreme is not None and xtreme.event != HOLE_PAIR and deal.community >= Hand[xtreme.event.upper()]
    odds = tuple(_odds(book.spots[name], odds, deal) for name, odds in sorted(book.odds_of.items()))
    return DealResult(odds, deal.has_pair, is_event)


def _odds(spot: Spot, odds: tuple[int, ...], deal: Outcome) -> int:
    match spot.hand:
        case "across":
            return odds[deal.across]
        case "down":
            return odds[deal.down]
        case "higher":
            return odds[max(deal.across, deal.down)]
        case "community":
            return odds[deal.community]
        case _:
            # The bonus cards can also make a weaker hand, which some tables pay more.
            return max(odds[: deal.six_card + 1])


def _staked(book: RuleBook, wagers: Wagers) -> list[tuple[int, int, bool]]:
    """Return, for each wager, the index of its odds in a result, its cents, and whether the aggregate limit covers
    it."""
    covers = book.aggregate_limit.covers
    names = enumerate(sorted(book.odds_of))
    return [(place, wagers[name], name in covers) for place, name in names if wagers.get(name)]


def _paid(book: RuleBook, result: DealResult, staked: list[tuple[int, int, bool]]) -> int:
    """Return stakes returned plus winnings, after the aggregate limit."""
    limit = book.aggregate_limit.amount_cents
    returned = limited = 0
    for place, cents, is_limited in staked:
        odds = result.odds[place]
        if odds == LOSES:
            continue
        returned += cents
        if is_limited:
            limited += odds * cents
        else:
            returned += odds * cents
    return returned + (limited if limit is None else min(limited, limit))


# ---- progressive wagers: paid by wheels


@dataclass(frozen=True, slots=True)
class _Spins:
    """The most that the wheels of one round can pay one seat."""

    book: RuleBook
    offered: Progressives
    meters_before: Mapping[str, Fraction]
    seat: int
    wagers: Mapping[int, Wagers]

    def bonus_spin(self, has_pair: bool) -> int:
        """Return the seat's own spin plus Community Pay from the spins of all others."""
        staked, game = self.wagers[self.seat].get(BONUS_SPIN, 0), self.offered.bonus_spin
        if not staked or game is None:
            return 0
        spinners = [seat for seat, cents in self._others(BONUS_SPIN) if cents == game.spins_cents]
        shared = _most_shared(game, staked)
        if not has_pair or staked != game.spins_cents:
            return len(spinners) * shared
        jackpot = self._shown(game.meter) if game.meter is not None else game.prize_cents
        best = len(spinners) * shared + _most_spun(game.wheel, jackpot)
        if game.meter is not None and any(self._is_paid_before(BONUS_SPIN, other) for other in spinners):
            # Another seat wins the meter first, and this seat wins the reset amount.
            second = (len(spinners) - 1) * shared + _most_spun(game.wheel, game.meter.reset_cents)
            best = max(best, second)
        return best

    def xtreme(self, result: DealResult) -> int:
        """Return the Community list's pay, plus the Hot Spot wheel if this seat can be the Hot Spot."""
        staked, game = self.wagers[self.seat].get(XTREME, 0), self.offered.xtreme
        if not staked or game is None:
            return 0
        others = [seat for seat, _ in self._others(XTREME)]
        by_pair = game.event == HOLE_PAIR
        is_hot = result.has_pair if by_pair else result.sets_off_xtreme
        if not is_hot and not (by_pair and others):
            return 0
        size = game.sizes[staked]
        community = max(
            pay.cents for position, pay in enumerate(size.community) if game.community_wheel.segments[position].weight
        )
        if not is_hot:
            return community
        jackpot = self._shown(size.meter)
        if by_pair and any(self._wins_same_meter(game, other, size.meter) for other in others):
            jackpot = max(jackpot, size.meter.reset_cents)
        return community + _most_spun(size.wheel, jackpot)

    def _wins_same_meter(self, game: Xtreme, other: int, meter: MeterTerms) -> bool:
        return game.sizes[self.wagers[other][XTREME]].meter == meter and self._is_paid_before(XTREME, other)

    def _others(self, spot: str) -> Iterator[tuple[int, int]]:
        for seat, wagers in self.wagers.items():
            if seat != self.seat and wagers.get(spot):
                yield seat, wagers[spot]

    def _is_paid_before(self, spot: str, other: int) -> bool:
        turn = next(turn for turn in self.book.passes if any(spot in step.spots for step in turn.steps))
        return other > self.seat if turn.seats == "from_right" else other < self.seat

    def _shown(self, terms: MeterTerms) -> int:
        """Return the meter's jackpot after the contributions of the round."""
        grown = growth(self.offered, self.wagers.values(), self.meters_before)
        after = {step.meter: Fraction(step.after) for step in grown}
        return Meter(after.get(terms.id, self.meters_before[terms.id])).shown


def _won(spins: _Spins | None, result: DealResult) -> int:
    return 0 if spins is None else spins.bonus_spin(result.has_pair) + spins.xtreme(result)


def _most_spun(wheel: Wheel, jackpot: int) -> int:
    return max(jackpot if segment.cents is None else segment.cents for segment in wheel.segments if segment.weight)


def _most_shared(game: BonusSpin, staked: int) -> int:
    """Return the most that another seat's spin can pay a seat with this wager."""
    symbols = {segment.symbol for segment in game.wheel.segments if segment.weight}
    return max((pay.cents for symbol, pay in game.community[staked].items() if symbol in symbols), default=0)
