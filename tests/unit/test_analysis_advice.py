"""Advice agrees with the solver to the last integer, and with counting cards by hand."""

from __future__ import annotations

import random
from functools import cache

import pytest

from crossfelt.analysis.advice import advise
from crossfelt.analysis.encode import Scheme, encode
from crossfelt.analysis.solver import Solution, solve
from crossfelt.analysis.symmetry import (
    DEALS_PER_HOLE,
    DOWN_PAIRS,
    MIDDLES,
    hole_classes,
    kind_of,
    pair_index,
    pair_table,
)
from crossfelt.cards import DECK, parse_cards
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.settlement import SeatStake, settle
from crossfelt.errors import BadInput
from tests.scale import scaled


@cache
def scheme() -> Scheme:
    return encode(load_rule_book("maryland"))


@cache
def solution() -> Solution:
    return solve(scheme())


def test_the_first_decision_is_the_solvers() -> None:
    classes = list(hole_classes())
    for hole in random.Random(1).sample(classes, scaled(12, 169)):
        values = advise(scheme(), hole.cards).values.values()
        assert [value * DEALS_PER_HOLE for value in values] == solution().first_values(hole), hole.name


def test_the_second_decision_is_the_solvers() -> None:
    choose = random.Random(2)
    for _ in range(scaled(60, 2000)):
        hole = choose.choice(hole_classes())
        across = choose.sample([card for card in DECK if card not in hole.cards], 2)
        bet = choose.choice((1, 2, 3))
        kinds = [kind_of(hole, hole.cards[0] & 3, card) for card in across]
        p = pair_index(pair_table(hole.shape), *kinds)
        sums = solution().shapes[hole.shape].second[Solution.row(hole), bet - 1, :, p]
        values = advise(scheme(), hole.cards, across, bets=(bet,)).values
        deals = DOWN_PAIRS * MIDDLES
        assert [values["1x"] * deals, values["3x"] * deals] == [int(value) for value in sums]
        assert values["fold"] == -2 - bet
        assert values["2x"] <= max(values["1x"], values["3x"])


def test_the_third_decision_is_what_the_table_would_settle() -> None:
    book = load_rule_book("maryland")
    choose = random.Random(3)
    for _ in range(scaled(12, 500)):
        cards = choose.sample(DECK, 6)
        hole, across, down = (cards[0], cards[1]), cards[2:4], cards[4:]
        bets = (choose.choice((1, 2, 3)), choose.choice((1, 2, 3)))
        values = advise(scheme(), hole, across, down, bets).values
        for multiple in (1, 2, 3):
            net = 0
            for middle in (card for card in DECK if card not in cards):
                cross = dict(zip(("across_left", "across_right", "down_far", "down_near"), cards[2:], strict=True))
                wagers = {"ante_across": 1, "ante_down": 1, "across": bets[0], "down": bets[1], "middle": multiple}
                lines = settle(book, cross | {"middle": middle}, (), [SeatStake(1, hole, wagers)]).lines
                net += sum(line.won + line.returned - line.staked for line in lines)
            assert values[f"{multiple}x"] * MIDDLES == net


def test_costs_are_measured_from_the_best_action() -> None:
    advice = advise(scheme(), parse_cards("Ah Kd"), parse_cards("2c 9d"), bets=(1,))
    assert advice.best == "1x" and advice.costs["1x"] == 0
    assert all(cost >= 0 for cost in advice.costs.values())
    assert "3 ace, 3 king" in advice.explained[0]


@pytest.mark.parametrize(
    ("hole", "across", "down", "bets", "says"),
    [
        ("Ah", None, None, (), "hole: must be two cards"),
        ("Ah Ah", None, None, (), "stands twice"),
        ("Ah Kd", "Kd 2c", None, (1,), "stands twice"),
        ("Ah Kd", None, "2c 3c", (1,), "turned first"),
        ("Ah Kd", "2c 3c", None, (), "comes after 1 bets"),
        ("Ah Kd", "2c 3c", None, (4,), "is not one of"),
        ("Ah Kd", "2c 3c 4c", None, (1,), "across: must be two cards"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    hole: str, across: str | None, down: str | None, bets: tuple[int, ...], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        advise(
            scheme(),
            parse_cards(hole),
            None if across is None else parse_cards(across),
            None if down is None else parse_cards(down),
            bets,
        )
