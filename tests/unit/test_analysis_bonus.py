"""Bonus wagers: the counts by patterns agree with counting hands one by one."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.analysis.bonus import bonus_results, hand_counts
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand


@cache
def all_fives() -> NDArray[np.uint8]:
    """Every five cards, in order of the first, the second, ..."""
    return np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * comb(52, 5)).reshape(-1, 5)


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_five_cards_counted_one_by_one(ace_low_straight: bool) -> None:
    counted = np.bincount(categories(all_fives(), ace_low_straight), minlength=len(Hand))
    assert [hand_counts(5, ace_low_straight)[hand] for hand in Hand] == counted.tolist()


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_six_cards_counted_one_by_one(ace_low_straight: bool) -> None:
    """All 20,358,520: a lowest card, and five above it, of which any may be left out."""
    fives = all_fives()
    best_of_five = categories(fives, ace_low_straight)
    counted = np.zeros(len(Hand), np.int64)
    for lowest in range(47):
        start = int(np.searchsorted(fives[:, 0], lowest + 1))
        best = best_of_five[start:].copy()
        for left_out in range(5):
            swapped = fives[start:].copy()
            swapped[:, left_out] = lowest
            np.maximum(best, categories(swapped, ace_low_straight), out=best)
        counted += np.bincount(best, minlength=len(Hand))
    assert [hand_counts(6, ace_low_straight)[hand] for hand in Hand] == counted.tolist()


def test_the_published_edges() -> None:
    bonus = bonus_results(load_rule_book("cardroom"))
    assert round(float(bonus["five_card_bonus"].house_edge), 5) == 0.03534
    assert (bonus["five_card_bonus"].numerator, bonus["five_card_bonus"].denominator) == (-91836, 2598960)
    assert bonus["six_card_bonus"].denominator == 20358520
    assert list(bonus_results(load_rule_book("maryland"))) == ["five_card_bonus"]
    assert bonus_results(load_rule_book("maryland", {"five_card_bonus_offered": False})) == {}
