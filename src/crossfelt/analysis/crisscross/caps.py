"""The effect of an aggregate limit on the main game, exactly: the optimum under the limit at given stakes.

The limit counts only winnings, of one player in one round (reading R10): a returned stake isn't cut, and a losing line
doesn't make room for another. Which line is cut depends on the settlement order; the player's total doesn't. Only the
antes and the three bets count here, without bonus wagers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, DOWN_PAIRS, MIDDLES, HoleClass, hole_classes
from crossfelt.analysis.crisscross.tables import INT32, INT64, SHAPES, setting_of, shape_tables, ways_of
from crossfelt.analysis.crisscross.tally import Tally, best_tally
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross.capped_solution import Limit, solve_freely, take_off
from crossfelt.money import dollars
from crossfelt.ranking import Hand

Progress = Callable[[float], None]
Covers = tuple[bool, bool, bool, bool, bool]
ALL_WAGERS: Covers = (True, True, True, True, True)
"""Across ante, Down ante, Across bet, Down bet, Middle bet."""
MOST_CENTS = 10**12
_NUMBERS = INT64, INT32
"""Sums in antes fit 32 bits whatever the odds: analysis/crisscross/encode.py."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit on one player's winnings in one round of the main game, and the stakes it applies to."""

    ante_cents: int
    limit_cents: int
    covers: Covers = ALL_WAGERS

    def won_cents(self, scheme: Scheme, across: int, down: int, bets: Sequence[int]) -> tuple[int, int]:
        """Return the winnings of the wagers on these two hands, and the amount that the limit takes off."""
        counted = self.counted_cents(scheme, across, down, bets)
        return sum(self._wins(scheme, across, down, bets)), max(counted - self.limit_cents, 0)

    def counted_cents(self, scheme: Scheme, across: int, down: int, bets: Sequence[int]) -> int:
        """Return the winnings of the wagers that the limit covers, before it takes anything off."""
        wins = self._wins(scheme, across, down, bets)
        return sum(cents for cents, is_covered in zip(wins, self.covers, strict=True) if is_covered)

    def _wins(self, scheme: Scheme, across: int, down: int, bets: Sequence[int]) -> list[int]:
        """Return the winnings of each wager, 0 if it loses."""
        higher = max(across, down)
        wins = (
            scheme.ante[across],
            scheme.ante[down],
            bets[0] * scheme.pay[across],
            bets[1] * scheme.pay[down],
            bets[2] * scheme.pay[higher],
        )
        return [max(win, 0) * self.ante_cents for win in wins]


@dataclass(frozen=True, eq=False)
class CappedSolution:
    """The game solved under a limit."""

    scheme: Scheme
    cap: Cap
    cents: int
    """The unit of the values below: a common divisor of ante and limit."""
    sums: dict[str, NDArray[np.int64]]
    """Shape -> [hole, bet across, bet down, across pair] -> value over all down pairs and middle cards."""
    first: dict[str, NDArray[np.int64]]
    """Shape -> [hole, action] -> value of the first decision over all that follows."""

    @cached_property
    def numerator(self) -> int:
        """The value of the game over all deals, in cents."""
        return sum(hole.holes * max(self.first_values(hole)) for hole in hole_classes())

    @property
    def value(self) -> Fraction:
        """Net antes per round."""
        return Fraction(self.numerator, DEALS * self.cap.ante_cents)

    def first_values(self, hole: HoleClass) -> list[int]:
        """Return the value of each first action with this hole, in cents, over its 63,562,800 deals."""
        return [int(value) * self.cents for value in self.first[hole.shape][Solution.row(hole)]]

    def first_action(self, hole: HoleClass) -> int:
        """Return the best first action; among equals the smallest."""
        values = self.first_values(hole)
        return values.index(max(values))


def solve_capped(scheme: Scheme, cap: Cap, progress: Progress | None = None) -> CappedSolution:
    """Solve the whole game under a limit."""
    cents = _unit_cents(scheme, cap)
    sums, first = {}, {}
    done = 0
    for shape in reversed(SHAPES):
        tables = shape_tables(shape)
        parts = []
        # A few holes at a time, so that the progress bar moves.
        for start in range(0, len(tables.holes), 13):
            parts.append(capped_sums(scheme, cap, shape, start, start + 13))
            done += len(parts[-1])
            if progress:
                progress(done / len(hole_classes()))
        sums[shape] = np.concatenate(parts)
        first[shape] = _induced(scheme, cap.ante_cents // cents, sums[shape], ways_of(shape).across)
    return CappedSolution(scheme, cap, cents, sums, first)


def capped_sums(scheme: Scheme, cap: Cap, shape: str, start: int, stop: int) -> NDArray[np.int64]:
    """Return [hole, bet across, bet down, across pair] -> value over all down pairs and middle cards, for some holes of
    one shape. The unit is the largest common divisor of ante and limit."""
    cents = _unit_cents(scheme, cap)
    whole = setting_of(scheme, shape, *_NUMBERS)
    some = whole._replace(kinds=whole.kinds._replace(ranks=whole.kinds.ranks[start:stop]))
    sums = cap.ante_cents // cents * free_sums(scheme, shape)[start:stop]
    limit = Limit(cap.ante_cents // cents, cap.limit_cents // cents, _cuts(scheme, cap) // cents)
    take_off(some, ways_of(shape).down, limit, sums)
    return sums


@lru_cache(maxsize=len(SHAPES))
def free_sums(scheme: Scheme, shape: str) -> NDArray[np.int64]:
    """Return what `capped_sums` would be without a limit, in antes, for all holes of one shape."""
    setting, size = setting_of(scheme, shape, *_NUMBERS), len(scheme.multiples)
    sums = np.zeros((len(setting.kinds.ranks), size, size, setting.kinds.pairs), np.int64)
    solve_freely(setting, ways_of(shape).down, sums)
    return sums


@lru_cache(maxsize=1)
def _cuts(scheme: Scheme, cap: Cap) -> NDArray[np.int64]:
    """Return [across hand, down hand, bets] -> cents that the limit takes off."""
    bets = list(product(scheme.multiples, repeat=3))
    hands = range(len(Hand))
    return np.array([[[cap.won_cents(scheme, a, d, bet)[1] for bet in bets] for d in hands] for a in hands], np.int64)


def _unit_cents(scheme: Scheme, cap: Cap) -> int:
    """Return the unit of the sums, after checking that 64 bits hold them."""
    faults = [
        out_of_range(
            name, f"must be from {dollars(1)} to {dollars(MOST_CENTS)}, not {dollars(cents)}", cents, 1, MOST_CENTS
        )
        for name, cents in (("ante", cap.ante_cents), ("limit", cap.limit_cents))
        if not 1 <= cents <= MOST_CENTS
    ]
    if faults:
        raise BadInput(faults)
    cents = gcd(cap.ante_cents, cap.limit_cents)
    most = cap.ante_cents // cents * (2 * max(*scheme.ante, 1) + 3 * max(scheme.multiples) * max(*scheme.pay, 1))
    if most * DEALS_PER_HOLE >= 2**63:
        message = "odds, ante and limit are too large together for exact sums; use smaller amounts"
        raise BadInput(message, FaultCode.TOO_LARGE_TOGETHER)
    return cents


def _induced(scheme: Scheme, unit: int, sums: NDArray[np.int64], ways: NDArray[np.int64]) -> NDArray[np.int64]:
    """Compute the first decision from the second one; every multiple is tried."""
    fold = -unit * (2 + np.array(scheme.multiples, np.int64))[None, :, None] * DOWN_PAIRS * MIDDLES
    best = np.maximum(sums.max(2), fold)
    folded = np.full((len(sums), 1), -2 * unit * DEALS_PER_HOLE, np.int64)
    return np.concatenate([folded, best @ ways], 1)


def value_under_cap(tally: Tally, scheme: Scheme, cap: Cap) -> Fraction:
    """Return the value of a counted strategy when the limit is applied to it: net antes per round."""
    cents = 0
    for (i, j, k, across, down), deals in np.ndenumerate(tally.played):
        if deals:
            bets = [tally.multiples[place] for place in (i, j, k)]
            cents -= int(deals) * cap.won_cents(scheme, across, down, bets)[1]
    return Fraction(tally.value(scheme), DEALS) + Fraction(cents, DEALS * cap.ante_cents)


@dataclass(frozen=True, slots=True)
class CapEffect:
    """One ante under one limit. Values are net antes per round."""

    cap: Cap
    without_limit: Fraction
    """The optimum without a limit."""
    same_play: Fraction
    """The same play with the limit applied to it."""
    best_play: Fraction
    """The optimum under the limit."""
    changed_hands: tuple[str, ...]
    """Starting hands whose best first action differs under the limit."""

    @property
    def cost(self) -> Fraction:
        """The cost of the limit to a player with the best play, in antes per round."""
        return self.without_limit - self.best_play


def cap_effects(
    scheme: Scheme, antes_cents: Sequence[int], limit_cents: int, covers: Covers, progress: Progress | None = None
) -> list[CapEffect]:
    """Return the effect of one limit at several antes."""
    solution = solve(scheme)
    tally = best_tally(solution)
    free = Fraction(solution.numerator, DEALS)
    effects = []
    for number, ante_cents in enumerate(antes_cents):

        def report(share: float, number: int = number) -> None:
            if progress:
                progress((number + share) / len(antes_cents))

        cap = Cap(ante_cents, limit_cents, covers)
        capped = solve_capped(scheme, cap, report)
        changed = tuple(
            hole.name for hole in hole_classes() if capped.first_action(hole) != solution.first_action(hole)
        )
        effects.append(CapEffect(cap, free, value_under_cap(tally, scheme, cap), capped.value, changed))
    return effects


def covered_wagers(book: RuleBook) -> Covers:
    """Return which of the main game's wagers count towards a rule book's limit."""
    spots = [spot for spot in book.spots.values() if spot.kind in ("ante", "main")]
    places = {(spot.kind, spot.hand): spot.id in book.aggregate_limit.covers for spot in spots}
    return (
        places["ante", "across"],
        places["ante", "down"],
        places["main", "across"],
        places["main", "down"],
        places["main", "higher"],
    )
