"""Figures of the solved game: against the contract, and by a second way."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.results import FOLDED, WAGERS, Results, results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.symmetry import DEALS, hole_classes
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.ranking import Hand


@cache
def result(rules: str = "maryland") -> Results:
    return results(solve(encode(load_rule_book(rules))))


def test_the_figures_that_are_published() -> None:
    game = result()
    assert game.numerator == -7296546600
    assert round(float(game.edge_of_both_antes), 4) == 0.0433
    assert game.edge_of_one_ante == 2 * game.edge_of_both_antes == -game.mean
    assert round(game.standard_deviation, 2) == 9.60
    assert round(float(game.average_total_wager), 2) == 5.86
    assert round(float(game.element_of_risk), 5) == 0.01476
    assert result("cardroom").numerator == -9829793364


@pytest.mark.parametrize("rules", ["maryland", "cardroom"])
def test_wagers_deal_by_deal(rules: str) -> None:
    """Every cell of the count settled on its own, as a table would: antes, bets, and the Middle by the higher hand."""
    game = result(rules)
    pay, ante, bets = game.scheme.pay, game.scheme.ante, game.tally.multiples
    deals: dict[str, dict[str, int]] = {name: {} for name in WAGERS}
    net: dict[str, dict[str, int]] = {name: {} for name in WAGERS}
    staked = dict.fromkeys(WAGERS, 0)

    def add(name: str, stake: int, won: int, number: int, hand: str) -> None:
        deals[name][hand] = deals[name].get(hand, 0) + number
        net[name][hand] = net[name].get(hand, 0) + won * number
        staked[name] += stake * number

    for (i, j, k, across, down), count in np.ndenumerate(game.tally.played):
        for name, stake, hand, odds in (
            ("ante_across", 1, across, ante),
            ("ante_down", 1, down, ante),
            ("across", bets[i], across, pay),
            ("down", bets[j], down, pay),
            ("middle", bets[k], max(across, down), pay),
        ):
            if count:
                add(name, stake, stake * odds[hand], int(count), Hand(hand).slug)
    for (stage, i, j), count in np.ndenumerate(game.tally.folded):
        made = {"ante_across": 1, "ante_down": 1, "across": bets[i], "down": bets[j]}
        for name, stake in list(made.items())[: 2 + stage]:
            add(name, stake, -stake, int(count), FOLDED)
    for name, wager in game.wagers.items():
        assert wager.deals == deals[name] | ({FOLDED: 0} if name == "middle" else {})
        assert wager.by_hand == net[name] | ({FOLDED: 0} if name == "middle" else {})
        assert wager.staked == staked[name]
        assert wager.net == sum(net[name].values())
        assert wager.edge == Fraction(-wager.net, wager.staked)
    assert sum(wager.net for wager in game.wagers.values()) == game.numerator
    assert game.staked == sum(staked.values())


def test_hands_are_listed_best_first() -> None:
    slugs = [hand.slug for hand in reversed(Hand)]
    assert all(list(wager.by_hand) == [*slugs, FOLDED] for wager in result().wagers.values())


def test_shares_of_rounds_are_whole() -> None:
    game = result()
    assert sum(game.rounds_won.values()) == 1
    assert game.rounds_won["even"] == Fraction(game.distribution[0], DEALS)
    assert sum(game.distribution.values()) == DEALS
    assert list(game.distribution) == sorted(game.distribution)
    middle = sum(game.wagers["middle"].deals.values())
    assert sum(game.folds.values()) == 1 - Fraction(middle, DEALS)
    assert game.folds["across"] == Fraction(72, 1326)  # unsuited, unpaired, 5 high or lower


def test_the_mean_is_the_average_over_starting_hands() -> None:
    game = result()
    total = sum(hole.holes * max(game.starting_hand(hole).values()) for hole in hole_classes())
    assert total / 1326 == game.mean
    named = {hole.name: hole for hole in hole_classes()}
    assert [game.best_start(named[name]) for name in ("AA", "AKs", "QJs", "54o", "65o")] == [
        "3x", "1x", "3x", "fold", "1x",
    ]  # fmt: skip
    assert game.starting_hand(named["54o"])["fold"] == -2


@pytest.mark.parametrize("rules", ["maryland", "cardroom"])
def test_moments_by_raw_moments(rules: str) -> None:
    game = result(rules)
    first, second, third = (
        Fraction(sum(net**power * deals for net, deals in game.distribution.items()), DEALS) for power in (1, 2, 3)
    )
    assert game.variance == second - first**2
    central = third - 3 * first * second + 2 * first**3
    assert abs(float(central) / game.standard_deviation**3 - game.skewness) < 1e-9


def test_a_game_that_always_folds_has_no_spread() -> None:
    """Nothing pays, so folding at once is best with every hand."""
    nothing = (-1,) * len(Hand)
    game = results(solve(Scheme(nothing, nothing, (1, 2, 3))))
    assert game.distribution == {-2: DEALS}
    assert game.variance == 0
    assert (game.standard_deviation, game.skewness) == (0.0, 0.0)
    assert game.folds == {"across": 1, "down": 0, "middle": 0}
    assert game.wagers["across"].edge == 0
