"""Planted leaks are found by the very checks that find none otherwise."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.service.hidden import planted_leaks
from tests.support.service.hidden.pairs import card_pair, placement_pair
from tests.support.service.hidden.plans import Plan
from tests.support.service.hidden.planted_leaks import Plant
from tests.support.service.hidden.scan import leaks
from tests.support.service.hidden.story import Story

MOST_TRIES = 20


CARDS = Plan(1, "criss-cross", "maryland", {}, 2, 2, 0.0, 0.6)
SHEETS = Plan(1, "king-cross", "king-cross", {"mode": "communal"}, 2, 1, 0.0, 0.2)


def found_in(plan: Plan) -> list[str]:
    story = Story(plan)
    asyncio.run(story.run())
    return leaks(story.outbox.sent, story.log())


def test_where_nothing_is_planted_nothing_is_found() -> None:
    assert found_in(CARDS) == found_in(SHEETS) == []


@pytest.mark.parametrize("plant", planted_leaks.NAMED.values(), ids=planted_leaks.NAMED)
def test_a_card_that_is_named_is_found(plant: Plant) -> None:
    with plant():
        assert found_in(CARDS) != []


@pytest.mark.parametrize("plant", planted_leaks.ON_SHEETS.values(), ids=planted_leaks.ON_SHEETS)
def test_a_sealed_placement_that_is_told_is_found(plant: Plant) -> None:
    with plant():
        assert found_in(SHEETS) != []


@pytest.mark.parametrize("plant", planted_leaks.UNNAMED.values(), ids=planted_leaks.UNNAMED)
def test_what_depends_on_hidden_cards_is_found(plant: Plant) -> None:
    """Within a few pairs: a length that depends on one bit is the same in half of them."""
    with plant():
        assert any(card_pair(seed).first_difference is not None for seed in range(MOST_TRIES))


@pytest.mark.parametrize("plant", planted_leaks.UNNAMED_ON_SHEETS.values(), ids=planted_leaks.UNNAMED_ON_SHEETS)
def test_what_depends_on_sealed_placements_is_found(plant: Plant) -> None:
    with plant():
        assert any(placement_pair(seed).first_difference is not None for seed in range(MOST_TRIES))
