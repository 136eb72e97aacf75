"""Figures of the solved game: against the contract, and by a second way."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from crossfelt.analysis.encode import encode
from crossfelt.analysis.results import Results, results
from crossfelt.analysis.solver import solve
from crossfelt.analysis.symmetry import DEALS, hole_classes
from crossfelt.crisscross.resolve import load_rule_book


@cache
def found(rules: str = "maryland") -> Results:
    return results(solve(encode(load_rule_book(rules))))


def test_the_figures_that_are_published() -> None:
    game = found()
    assert game.numerator == -7296546600
    assert round(float(-game.mean / 2), 4) == 0.0433
    assert round(game.standard_deviation, 2) == 9.60
    assert round(float(game.average_total_wager), 2) == 5.86
    assert round(float(game.element_of_risk), 5) == 0.01476
    assert found("cardroom").numerator == -9829793364


def test_wagers_add_up_to_the_round() -> None:
    game = found()
    assert sum(wager.net for wager in game.wagers.values()) == game.numerator
    assert game.wagers["ante_across"].staked == game.wagers["ante_down"].staked == DEALS
    for wager in game.wagers.values():
        assert sum(wager.by_hand.values()) == wager.net


def test_shares_of_rounds_are_whole() -> None:
    game = found()
    assert sum(game.rounds_won.values()) == 1
    assert sum(game.distribution.values()) == DEALS
    assert 0 < sum(game.folds.values()) < Fraction(11, 100)


def test_the_mean_is_the_average_over_starting_hands() -> None:
    game = found()
    total = sum(hole.holes * max(game.starting_hand(hole).values()) for hole in hole_classes())
    assert total / 1326 == game.mean
    aces = next(hole for hole in hole_classes() if hole.name == "AA")
    assert game.best_start(aces) == "3x"


@pytest.mark.parametrize("rules", ["maryland", "cardroom"])
def test_skewness_by_raw_moments(rules: str) -> None:
    game = found(rules)
    first, second, third = (
        Fraction(sum(net**power * deals for net, deals in game.distribution.items()), DEALS) for power in (1, 2, 3)
    )
    central = third - 3 * first * second + 2 * first**3
    assert abs(float(central) / game.standard_deviation**3 - game.skewness) < 1e-9
