"""King Cross scoring against the naive second implementation, on random full sheets under every option."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from crossfelt.kingcross.casefile import score_case
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scorecard import ACHIEVEMENTS, HAND_BY_SLUG
from tests.naive import king_scoring as naive
from tests.support.properties.king_sheets import random_grid
from tests.support.scale import scaled

SHEETS = scaled(6_000, 1_000_000)
HANDS = (None, ("flush", "straight", "three_of_a_kind", "two_pair", "one_pair"))
HOUSES: list[dict[str, Any]] = [
    {"anarchy_needs_points": needs, "anarchy_scope": scope} | ({} if hands is None else {"bottom_feeder_hands": hands})
    for needs, scope, hands in product((True, False), ("line", "neighbours"), HANDS)
]


def test_scoring_agrees_with_the_naive_one_on_random_sheets() -> None:
    draws = random.Random(2024)
    reached: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    for number in range(SHEETS):
        kings = number % 4 == 0
        # Most sheets are scored as the text is read by default.
        house = HOUSES[0] if number % 2 else draws.choice(HOUSES)
        grid = random_grid(draws, kings)
        score_card = load_score_card(
            choices={
                **{key: list(v) if isinstance(v, tuple) else v for key, v in house.items()},
                "wild_may_be_king": kings,
            }
        )
        result = score_case({"grid": grid, "bonus": True}, score_card)
        expected = naive.score(grid, True, **house)
        assert {key: result[key] for key in expected} == expected, (house, grid)
        if house is HOUSES[0]:
            reached.update(name for name, points in expected["achievements"].items() if points)
            hands.update(line["name"] for line in expected["lines"])
    # The search is worth its time only while it meets everything that there is to score.
    assert set(reached) == set(ACHIEVEMENTS), reached
    assert set(hands) == set(HAND_BY_SLUG), hands


def test_without_bonus_mode_achievements_are_there_and_nothing_else_changes() -> None:
    draws = random.Random(7)
    score_card = load_score_card()
    for _ in range(scaled(300, 10_000)):
        grid = random_grid(draws)
        result = score_case({"grid": grid}, score_card)
        expected = naive.score(grid, False)
        assert {key: result[key] for key in expected} == expected
        assert set(result["achievements"].values()) == {0}
