"""The edge and the pay table: slopes from counts match tables solved again, and the search matches all tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from crossfelt.analysis.crisscross.encode import MOST_ODDS, encode
from crossfelt.analysis.crisscross.sensitivity import (
    MOST_POINTS,
    Point,
    Slope,
    curve,
    hand_named,
    paid_hands,
    search,
    slope_at,
    slopes,
    solve_point,
    units_on,
    with_odds,
)
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tally import Tally, strategy_tally
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand

BOOK = load_rule_book("maryland")
SCHEME = encode(BOOK)


@pytest.fixture(scope="module")
def counted() -> Tally:
    return strategy_tally(best_strategy(solve(SCHEME)), SCHEME.multiples, SCHEME.ace_low_straight)


@pytest.fixture(scope="module")
def found_slopes() -> list[Slope]:
    reported: list[float] = []
    result = slopes(SCHEME, reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1
    return result


BOUNDS = {Hand.FULL_HOUSE: (11, 13), Hand.FLUSH: (6, 8), Hand.ROYAL_FLUSH: (300, 301)}


@pytest.fixture(scope="module")
def all_points() -> list[Point]:
    return [
        solve_point(with_odds(SCHEME, dict(zip(BOUNDS, odds, strict=True))))
        for odds in product(*(range(low, high + 1) for low, high in BOUNDS.values()))
    ]


def test_slopes_lie_between_the_differences_to_both_sides(found_slopes: list[Slope]) -> None:
    assert [slope.hand for slope in found_slopes] == paid_hands(SCHEME)
    for slope in found_slopes:
        assert slope.odds == SCHEME.pay[slope.hand]
        assert slope.less is not None
        assert slope.more is not None
        assert 0 < slope.less <= slope.per_odds <= slope.more
    royal = found_slopes[0]
    assert royal.hand == Hand.ROYAL_FLUSH
    assert royal.less == royal.per_odds == royal.more, "one more or less for a royal flush changes no decision"


def test_what_lies_on_all_hands_adds_up_to_the_value(counted: Tally) -> None:
    value = sum(SCHEME.pay[hand] * units_on(counted, hand) for hand in Hand)
    for hand in Hand:
        antes = counted.played[:, :, :, hand, :].sum() + counted.played[:, :, :, :, hand].sum()
        value += Fraction(SCHEME.ante[hand] * int(antes), DEALS)
    value += Fraction(sum(net * deals for net, deals in counted.folds()), DEALS)
    assert value == solve_point(SCHEME).value


def test_slopes_at_the_ends_of_the_odds(counted: Tally) -> None:
    here = solve_point(SCHEME)
    highest = slope_at(with_odds(SCHEME, {Hand.ROYAL_FLUSH: MOST_ODDS}), Hand.ROYAL_FLUSH, here, counted)
    assert highest.more is None
    assert highest.less is not None
    lowest = slope_at(with_odds(SCHEME, {Hand.FLUSH: -1}), Hand.FLUSH, here, counted)
    assert lowest.less is None
    assert lowest.more is not None


def test_a_curve_rises_and_bends_upwards() -> None:
    reported: list[float] = []
    points = curve(SCHEME, Hand.STRAIGHT, 3, 9, reported.append)
    assert len(reported) == 7
    assert [point.pay[Hand.STRAIGHT] for point in points] == list(range(3, 10))
    steps = [right.numerator - left.numerator for left, right in pairwise(points)]
    assert all(step > 0 for step in steps)
    assert all(left <= right for left, right in pairwise(steps))
    assert points[2].numerator == -7_296_546_600
    assert points[2].edge == Fraction(7_296_546_600, 2 * DEALS)
    assert points[-1].numerator == solve(encode(BOOK, {"straight": 9})).numerator
    assert [point.pay for point in curve(SCHEME, Hand.FLUSH, 8, 8)] == [SCHEME.pay]


def test_other_odds_leave_the_antes_alone() -> None:
    changed = with_odds(SCHEME, {Hand.FLUSH: 6})
    assert changed.ante == SCHEME.ante
    assert [hand for hand in Hand if changed.pay[hand] != SCHEME.pay[hand]] == [Hand.FLUSH]


@pytest.mark.parametrize(("expected", "tolerance"), [("0.05", "0.004"), ("0.0433", "0.02"), ("0.2", "0.01")])
def test_the_search_finds_what_solving_all_tables_finds(all_points: list[Point], expected: str, tolerance: str) -> None:
    reported: list[float] = []
    result = search(SCHEME, BOUNDS, Fraction(expected), Fraction(tolerance), reported.append)
    close = {point.pay for point in all_points if abs(point.edge - Fraction(expected)) <= Fraction(tolerance)}
    assert {point.pay for point in result.points} == close
    assert set(result.points) <= set(all_points)
    distances = [abs(point.edge - Fraction(expected)) for point in result.points]
    assert distances == sorted(distances)
    assert result.tables == len(all_points) == 18
    assert result.solved <= result.tables
    assert reported == sorted(reported)
    assert reported[-1] == 1


def test_an_edge_is_found_to_the_last_digit() -> None:
    exact = Fraction(7_296_546_600, 2 * DEALS)
    result = search(SCHEME, {Hand.STRAIGHT: (0, 100)}, exact, Fraction(0))
    assert [point.pay for point in result.points] == [SCHEME.pay]
    assert result.solved < 20


def test_refusals() -> None:
    with pytest.raises(BadInput, match="hand 'pair_2s_to_5s': the main table has royal_flush, "):
        curve(SCHEME, Hand.PAIR_2S_TO_5S, 0, 1)
    with pytest.raises(BadInput, match="the main table has royal_flush, "):
        hand_named(SCHEME, "high_card")
    assert hand_named(SCHEME, "flush") == Hand.FLUSH
    for start, stop in ((5, 4), (-2, 4), (0, MOST_ODDS + 1)):
        with pytest.raises(BadInput, match="flush: odds must increase within -1 to 1000000"):
            curve(SCHEME, Hand.FLUSH, start, stop)
    with pytest.raises(BadInput, match="a curve has at most"):
        curve(SCHEME, Hand.FLUSH, 0, MOST_POINTS)
    with pytest.raises(BadInput, match="tolerance: must not be below 0"):
        search(SCHEME, {Hand.FLUSH: (1, 2)}, Fraction(0), Fraction(-1))
    with pytest.raises(BadInput, match="bounds: name at least one hand"):
        search(SCHEME, {}, Fraction(0), Fraction(0))
