"""No one gets a card before they may know it: scan every byte that leaves a house."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from tests.support.scale import report_figures, scaled
from tests.support.service.hidden.plans import random_plan
from tests.support.service.hidden.scan import leaks
from tests.support.service.hidden.story import Story
from tests.support.service.houses import rounds_played

ROUNDS_OF_ONE = 5
"""Rounds per table, so that messages about earlier rounds are scanned too."""
LOTS = 4


@pytest.mark.parametrize("lot", range(LOTS))
def test_no_byte_tells_a_hidden_card(lot: int) -> None:
    """All rule books with and without progressive wagers, both kinds of King Cross rooms, with rulings of the floor."""
    rounds, seed, sent, size = 0, lot * 1_000_000, Counter[str](), 0
    while rounds < scaled(60, 5_000) // LOTS:
        story = Story(random_plan(seed, ROUNDS_OF_ONE))
        asyncio.run(story.run())
        assert leaks(story.outbox.sent, story.log()) == [], f"seed {seed}"
        rounds += rounds_played(story.table)
        sent.update(item.channel for item in story.outbox.sent)
        size += sum(len(item.text) for item in story.outbox.sent)
        seed += 1
    assert set(sent) >= {"frame", "notice", "refusal", "http", "record", "figures"}
    report_figures(f"{rounds} rounds, {sent.total()} messages of {size // 1000} kB")
