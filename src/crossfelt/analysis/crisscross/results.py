"""The figures of one solved game, from exact counts of deals.

Call `results`. The unit is one ante; two are staked in every round. Figures are integers or fractions, only a root is a
float. Every share names its base: one ante, both antes, all money bet, or all rounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import Solution
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, HoleClass
from crossfelt.analysis.crisscross.tally import Tally, best_tally
from crossfelt.ranking import Hand

WAGERS = ("ante_across", "ante_down", "across", "down", "middle")
STAGES = ("across", "down", "middle")
FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class WagerResult:
    """One wager over all deals, in antes."""

    deals: dict[str, int]
    """The number of deals in which each hand settles the wager, best first, and `folded`: lost without a hand."""
    staked: int
    net: int
    by_hand: dict[str, int]
    """The net win of each of those."""

    @property
    def edge(self) -> Fraction:
        """The house's share of all stakes on this wager; 0 if there are none."""
        return Fraction(-self.net, self.staked) if self.staked else Fraction(0)


@dataclass(frozen=True, eq=False)
class Results:
    """One scheme under one strategy."""

    scheme: Scheme
    solution: Solution
    """Prices the first decision, for any counted strategy."""
    tally: Tally

    @cached_property
    def distribution(self) -> dict[int, int]:
        """Net result in antes -> deals, lowest first, all of them."""
        return self.tally.outcomes(self.scheme)

    @cached_property
    def numerator(self) -> int:
        """The value over all deals."""
        return sum(net * deals for net, deals in self.distribution.items())

    @property
    def mean(self) -> Fraction:
        """The net result of a round, in antes."""
        return Fraction(self.numerator, DEALS)

    @property
    def edge_of_one_ante(self) -> Fraction:
        """The house's share of one ante."""
        return -self.mean

    @property
    def edge_of_both_antes(self) -> Fraction:
        """The house's share of both antes."""
        return -self.mean / 2

    @property
    def element_of_risk(self) -> Fraction:
        """The house's share of all money bet."""
        return Fraction(-self.numerator, self.staked)

    @cached_property
    def staked(self) -> int:
        """All money bet over all deals, in antes."""
        return sum(wager.staked for wager in self.wagers.values())

    @property
    def average_total_wager(self) -> Fraction:
        """The average bet in a round, in antes."""
        return Fraction(self.staked, DEALS)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result of a round, in antes squared."""
        return self._central_moment(2)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result of a round, in antes."""
        return math.sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        """The third central moment divided by the cube of the standard deviation; 0 if nothing varies."""
        return float(self._central_moment(3) / self.variance) / self.standard_deviation if self.variance else 0.0

    @cached_property
    def folds(self) -> dict[str, Fraction]:
        """Share of all rounds folded at each decision."""
        return {name: Fraction(int(self.tally.folded[stage].sum()), DEALS) for stage, name in enumerate(STAGES)}

    @cached_property
    def rounds_won(self) -> dict[str, Fraction]:
        """Share of all rounds that end above, at and below zero."""
        signs = {"won": 0, "even": 0, "lost": 0}
        for net, deals in self.distribution.items():
            signs["won" if net > 0 else "lost" if net < 0 else "even"] += deals
        return {name: Fraction(deals, DEALS) for name, deals in signs.items()}

    @cached_property
    def wagers(self) -> dict[str, WagerResult]:
        """Each wager's stakes and result."""
        wagers = {name: self._wager(name) for name in WAGERS}
        assert sum(wager.net for wager in wagers.values()) == self.numerator, "the wagers must sum to the whole"
        return wagers

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the first actions: `fold`, `1x`, ..."""
        return ("fold", *(f"{multiple}x" for multiple in self.scheme.multiples))

    def starting_hand(self, hole: HoleClass) -> dict[str, Fraction]:
        """Return the value of each first action, in antes per round."""
        values = self.solution.first_values(hole)
        return {name: Fraction(value, DEALS_PER_HOLE) for name, value in zip(self.actions, values, strict=True)}

    def best_start(self, hole: HoleClass) -> str:
        """Return the best first action; among equals the smallest wager."""
        return self.actions[self.solution.first_action(hole)]

    def _central_moment(self, power: int) -> Fraction:
        # Over powers of DEALS, so that all terms are integers.
        terms = (deals * (net * DEALS - self.numerator) ** power for net, deals in self.distribution.items())
        return Fraction(sum(terms), DEALS ** (power + 1))

    def _wager(self, name: str) -> WagerResult:
        odds = self.scheme.ante if name.startswith("ante") else self.scheme.pay
        stake, forfeit = _stakes(name, self.tally.multiples)
        deals = _by_hand(self.tally.played, name)
        staked = _by_hand(self.tally.played * stake[..., None, None], name)
        hands = [hand for hand in reversed(Hand) if deals[hand]]
        forfeited = int((self.tally.folded * forfeit).sum())
        by_hand = {hand.slug: staked[hand] * odds[hand] for hand in hands} | {FOLDED: -forfeited}
        folded = int(self.tally.folded[forfeit > 0].sum())
        return WagerResult(
            deals={hand.slug: deals[hand] for hand in hands} | {FOLDED: folded},
            staked=sum(staked) + forfeited,
            net=sum(by_hand.values()),
            by_hand=by_hand,
        )


def results(solution: Solution) -> Results:
    """Return the results of perfect play."""
    result = Results(solution.scheme, solution, best_tally(solution))
    assert result.numerator == solution.numerator, "the tally and the solver must agree"
    return result


def _stakes(name: str, multiples: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the chips on a spot: [across, down, Middle bet] when played to the end, [stage, across, down bet] when
    folded."""
    bets, size = np.array(multiples, np.int64), len(multiples)
    played, folded = np.ones((size, size, size), np.int64), np.ones((3, size, size), np.int64)
    if name == "across":
        return played * bets[:, None, None], folded * bets[:, None] * np.array([0, 1, 1])[:, None, None]
    if name == "down":
        return played * bets[:, None], folded * bets * np.array([0, 0, 1])[:, None, None]
    if name == "middle":
        return played * bets, np.zeros_like(folded)
    return played, folded


def _by_hand(counts: NDArray[np.int64], name: str) -> list[int]:
    """Return counts by the hand that settles a wager. All deals times a small multiple are far below 2**63."""
    table = counts.sum((0, 1, 2))
    if name == "middle":
        higher = np.maximum.outer(np.arange(len(Hand)), np.arange(len(Hand)))
        return [int(table[higher == hand].sum()) for hand in Hand]
    return [int(count) for count in table.sum(1 if name.endswith("across") else 0)]
