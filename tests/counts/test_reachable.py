"""Which hands one seat can hold at once, counted again in another way."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from crossfelt.cards import parse_cards, rank_of
from crossfelt.crisscross.reachable import SIX_CARD_LEVELS, Outcome, outcomes
from crossfelt.crisscross.rulebook import reachable
from crossfelt.ranking import Hand, ranker
from tests.naive.most_returned import deals
from tests.support.reachable_kernel import SHAPE, note, starts
from tests.support.scale import report_figures, scaled

STARTS = scaled(40, 5_083)
"""Own cards with a middle card, of the 5,083 that differ by more than suits."""


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_no_deal_gives_anything_else(ace_low_straight: bool) -> None:
    rows = starts()
    assert len(rows) == 5_083
    chosen = rows[np.random.default_rng(21).permutation(len(rows))[:STARTS]]
    result = np.zeros(SHAPE, dtype=np.int64)
    note(chosen, ace_low_straight, result)
    seen = {
        Outcome(Hand(across), Hand(down), Hand(community), SIX_CARD_LEVELS[level], bool(pair))
        for better, other, pair, level in np.argwhere(result)
        for community in range(12)
        if result[better, other, pair, level] >> community & 1
        for across, down in ((better, other), (other, better))
    }
    listed = set(outcomes(ace_low_straight))
    assert seen <= listed, sorted(map(repr, seen - listed))[:5]
    if len(rows) == STARTS:
        assert seen == listed
    report_figures(
        f"reachable hands, ace low {ace_low_straight}: {len(chosen):,} starts, {len(seen):,} of {len(listed):,}"
    )


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_a_deal_gives_each_of_them(ace_low_straight: bool) -> None:
    rules = ranker(ace_low_straight)
    shown = set()
    for hole, middle, across, down, bonus in (map(parse_cards, map(" ".join, deal)) for deal in deals()):
        assert len({*hole, *middle, *across, *down, *bonus}) == 11
        community = rules.hand(*across, *down, *middle)
        lines = rules.hand(*hole, *across, *middle), rules.hand(*hole, *down, *middle)
        has_pair = rank_of(hole[0]) == rank_of(hole[1])
        six = max(rules.hand(*cards) for cards in combinations((*hole, *bonus), 5))
        shown.add(Outcome(*lines, community, six, has_pair))
    assert set(outcomes(ace_low_straight)) <= shown


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_the_pairs_of_lines_are_those_of_reading_r12(ace_low_straight: bool) -> None:
    lines = {(deal.across, deal.down) for deal in outcomes(ace_low_straight)}
    assert lines == {(across, down) for across in Hand for down in Hand if reachable(across, down)}
