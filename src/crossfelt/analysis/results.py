"""Everything an analyst asks of one solved game, from exact counts of deals.

The unit is one ante; two are staked in every round. Every share names its base: one ante, both antes, all money bet,
or all rounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.rulelist import action_name
from crossfelt.analysis.solver import Solution
from crossfelt.analysis.strategy import Tally, best_strategy, tally
from crossfelt.analysis.symmetry import DEALS, DEALS_PER_HOLE, HoleClass
from crossfelt.ranking import Hand

WAGERS = ("ante_across", "ante_down", "across", "down", "middle")


@dataclass(frozen=True, slots=True)
class WagerResult:
    """One wager over all deals, in antes."""

    staked: int
    net: int
    by_hand: dict[str, int]
    """What each hand that settles the wager won or lost; folded wagers stand under `folded`."""


@dataclass(frozen=True, eq=False)
class Results:
    """One scheme under one strategy."""

    scheme: Scheme
    solution: Solution
    counts: Tally

    @cached_property
    def distribution(self) -> dict[int, int]:
        """Net result in antes -> deals, all of them."""
        return self.counts.outcomes(self.scheme)

    @cached_property
    def numerator(self) -> int:
        """The value over all deals."""
        return sum(net * deals for net, deals in self.distribution.items())

    @property
    def mean(self) -> Fraction:
        """Antes a round."""
        return Fraction(self.numerator, DEALS)

    @cached_property
    def variance(self) -> Fraction:
        """Of the net result of a round."""
        return Fraction(sum(net * net * deals for net, deals in self.distribution.items()), DEALS) - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """Antes a round."""
        return math.sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        """The third central moment by the cube of the standard deviation."""
        third = sum(deals * (net - self.mean) ** 3 for net, deals in self.distribution.items()) / DEALS
        return float(third) / self.standard_deviation**3

    @cached_property
    def wagers(self) -> dict[str, WagerResult]:
        """Each wager's stakes and result."""
        staked, net = dict.fromkeys(WAGERS, 0), dict.fromkeys(WAGERS, 0)
        by_hand: dict[str, dict[str, int]] = {name: {} for name in WAGERS}
        pay, ante, bets = self.scheme.pay, self.scheme.ante, self.counts.multiples
        hands = [hand.slug for hand in Hand]

        def add(name: str, stake: int, won: int, deals: int, hand: str) -> None:
            staked[name] += stake * deals
            net[name] += won * deals
            by_hand[name][hand] = by_hand[name].get(hand, 0) + won * deals

        for (i, j, k, across, down), number in np.ndenumerate(self.counts.played):
            deals = int(number)
            if not deals:
                continue
            higher = max(across, down)
            add("ante_across", 1, ante[across], deals, hands[across])
            add("ante_down", 1, ante[down], deals, hands[down])
            add("across", bets[i], bets[i] * pay[across], deals, hands[across])
            add("down", bets[j], bets[j] * pay[down], deals, hands[down])
            add("middle", bets[k], bets[k] * pay[higher], deals, hands[higher])
        for (stage, i, j), number in np.ndenumerate(self.counts.folded):
            deals = int(number)
            if not deals:
                continue
            lost = {"ante_across": 1, "ante_down": 1}
            if stage >= 1:
                lost["across"] = bets[i]
            if stage == 2:
                lost["down"] = bets[j]
            for name, stake in lost.items():
                add(name, stake, -stake, deals, "folded")
        assert sum(net.values()) == self.numerator
        return {name: WagerResult(staked[name], net[name], by_hand[name]) for name in WAGERS}

    @cached_property
    def staked(self) -> int:
        """All money bet over all deals, in antes."""
        return sum(wager.staked for wager in self.wagers.values())

    @property
    def average_total_wager(self) -> Fraction:
        """Antes a round."""
        return Fraction(self.staked, DEALS)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money bet."""
        return Fraction(-self.numerator, self.staked)

    @property
    def folds(self) -> dict[str, Fraction]:
        """Share of all rounds folded at each decision."""
        return {
            name: Fraction(int(self.counts.folded[stage].sum()), DEALS)
            for stage, name in enumerate(("across", "down", "middle"))
        }

    @property
    def rounds_won(self) -> dict[str, Fraction]:
        """Share of all rounds that end above, at and below zero."""
        signs = {"won": 0, "even": 0, "lost": 0}
        for net, deals in self.distribution.items():
            signs["won" if net > 0 else "lost" if net < 0 else "even"] += deals
        return {name: Fraction(deals, DEALS) for name, deals in signs.items()}

    def starting_hand(self, hole: HoleClass) -> dict[str, Fraction]:
        """The value of each first action, antes a round."""
        values = self.solution.first_values(hole)
        names = [action_name(action, self.scheme.multiples) for action in range(len(values))]
        return {name: Fraction(value, DEALS_PER_HOLE) for name, value in zip(names, values, strict=True)}

    def best_start(self, hole: HoleClass) -> str:
        """The best first action."""
        return action_name(self.solution.first_action(hole), self.scheme.multiples)


def results(solution: Solution) -> Results:
    """The results of perfect play."""
    scheme = solution.scheme
    counts = tally(best_strategy(solution), scheme.multiples, scheme.ace_low_straight)
    found = Results(scheme, solution, counts)
    assert found.numerator == solution.numerator, "the tally and the solver are two ways to one number"
    return found
