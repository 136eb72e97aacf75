"""The solver as its callers see it: one answer whatever the threads, ties by the smaller wager, any scheme."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import MOST_ODDS, Scheme, encode
from crossfelt.analysis.crisscross.solver import FOLD, Solution, solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, rises
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.ranking import Hand

BASE = encode(load_rule_book("maryland"))


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(BASE)


@pytest.mark.parametrize(
    ("rules", "numerator"),
    [("maryland", -7_296_546_600), ("massachusetts", -7_296_546_600), ("cardroom", -9_829_793_364)],
)
def test_numerators(rules: str, numerator: int) -> None:
    solution = solve(encode(load_rule_book(rules)))
    assert (solution.numerator, solution.denominator) == (numerator, 84_284_272_800)
    assert type(solution.numerator) is int


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("royal", [500, MOST_ODDS])
def test_threads_change_nothing(threads: int, royal: int) -> None:
    scheme = encode(load_rule_book("maryland"), {"royal_flush": royal})
    alone, together = solve(scheme), solve(scheme, threads)
    assert alone.numerator == together.numerator
    for shape in SHAPES:
        assert np.array_equal(alone.shapes[shape].first, together.shapes[shape].first)
        assert np.array_equal(alone.shapes[shape].second, together.shapes[shape].second)


def test_solving_again_changes_nothing(solution: Solution) -> None:
    """Tables are shared between runs, so no run may leave a mark in them."""
    solve(replace(BASE, pay=(MOST_ODDS,) * len(Hand), multiples=(1, 2)))
    again = solve(BASE)
    for shape in SHAPES:
        assert np.array_equal(solution.shapes[shape].second, again.shapes[shape].second)


def test_progress_is_told() -> None:
    reported: list[float] = []
    solve(BASE, progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1


def test_values_of_a_starting_hand(solution: Solution) -> None:
    for hole in hole_classes():
        values = solution.first_values(hole)
        assert len(values) == 1 + len(BASE.multiples)
        assert values[FOLD] == -2 * DEALS_PER_HOLE
        assert solution.first_action(hole) == values.index(max(values))
    weights = [hole.holes * max(solution.first_values(hole)) for hole in hole_classes()]
    assert sum(weights) == solution.numerator
    assert DEALS == 1_326 * DEALS_PER_HOLE


def with_all(odds: int, ante: int, multiples: tuple[int, ...] = (1, 2, 3)) -> Scheme:
    return Scheme((odds,) * len(Hand), (ante,) * len(Hand), multiples)


@pytest.mark.parametrize(
    ("odds", "ante", "value", "first"),
    [
        (0, 0, 0, 1),  # All bets push: every size is worth the same, so the smallest is made.
        (0, -1, -2, FOLD),  # Antes are lost and bets push: playing is worth what folding is, so nothing is bet.
        (-1, -1, -2, FOLD),
        (-1, 1, -1, 1),  # Two antes win, three bets lose: the smallest bets lose least.
        (1, -1, 7, 3),
        (MOST_ODDS, MOST_ODDS, 11 * MOST_ODDS, 3),
    ],
)
def test_schemes_that_can_be_solved_in_the_head(odds: int, ante: int, value: int, first: int) -> None:
    scheme = with_all(odds, ante)
    solution = solve(scheme)
    assert solution.numerator == value * DEALS
    assert {solution.first_action(hole) for hole in hole_classes()} == {first}
    strategy = best_strategy(solution)
    for part in strategy.values():
        assert set(part.first.tolist()) == {first}
        if first != FOLD:
            assert set(part.second.flat) == set(part.third.flat) == {first}


@pytest.mark.parametrize("multiples", [(1,), (3,), (2, 3), (1, 3), (1, 2, 3), (1, 2, 3, 4, 5)])
def test_other_multiples(multiples: tuple[int, ...]) -> None:
    solution = solve(with_all(1, -1, multiples))
    assert solution.numerator == (3 * max(multiples) - 2) * DEALS


def test_more_choice_is_never_worth_less(solution: Solution) -> None:
    values = {
        multiples: solve(replace(BASE, multiples=multiples)).numerator
        for multiples in ((1,), (2,), (3,), (1, 3), (1, 2))
    }
    assert values[1, 3] == solution.numerator  # 2x is never better than both 1x and 3x.
    assert values[1, 3] > values[1, 2] > values[1,]
    assert values[1, 2] >= values[2,]
    assert values[1, 3] >= values[3,]


def test_a_first_bet_of_two_lies_between(solution: Solution) -> None:
    """The value is convex in the first bet, so two antes are at most the mean of one and three."""
    for hole in hole_classes():
        _, one, two, three = solution.first_values(hole)
        assert 2 * two <= one + three


def test_higher_odds_are_never_worth_less(solution: Solution) -> None:
    for hand in Hand:
        pay = list(BASE.pay)
        pay[hand] += 1
        assert solve(replace(BASE, pay=tuple(pay))).numerator > solution.numerator


def test_the_ace_low_straight_is_worth_something(solution: Solution) -> None:
    assert solve(replace(BASE, ace_low_straight=False)).numerator < solution.numerator


@pytest.mark.parametrize(
    ("pay", "expected"), [(BASE.pay, True), ((0,) * 12, True), ((*BASE.pay[:-1], 99), False), (BASE.pay[::-1], False)]
)
def test_rises(pay: tuple[int, ...], expected: bool) -> None:
    assert rises(pay) is expected


def test_both_ways_to_follow_the_higher_hand_agree() -> None:
    """A table that falls takes another way through the kernel; one step from level to falling is a small one."""
    level = encode(load_rule_book("maryland"), {"full_house": 20, "four_of_a_kind": 20})
    below = encode(load_rule_book("maryland"), {"full_house": 20, "four_of_a_kind": 19})
    above = encode(load_rule_book("maryland"), {"full_house": 20, "four_of_a_kind": 21})
    low, middle, high = (solve(scheme).numerator for scheme in (below, level, above))
    assert rises(level.pay)
    assert not rises(below.pay)
    assert low < middle < high
    assert high - middle >= middle - low  # The best value is convex in the odds.
