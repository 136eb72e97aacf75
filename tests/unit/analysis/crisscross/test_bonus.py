"""Bonus wagers: the counts by patterns agree with counting hands one by one."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.bonus import BonusResult, bonus_results, hand_counts
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand
from tests.support.scale import scaled


@cache
def all_fives() -> NDArray[np.uint8]:
    """Every five cards, in order of the first, the second, ..."""
    numbers = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(numbers, np.uint8, 5 * math.comb(52, 5)).reshape(-1, 5)


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_five_cards_counted_one_by_one(ace_low_straight: bool) -> None:
    counted = np.bincount(categories(all_fives(), ace_low_straight), minlength=len(Hand))
    assert list(hand_counts(5, ace_low_straight).values()) == counted.tolist()


@pytest.mark.parametrize("ace_low_straight", [True, False][: scaled(1, 2)])
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
    assert list(hand_counts(6, ace_low_straight).values()) == counted.tolist()


def test_without_the_ace_low_straight_only_those_hands_change() -> None:
    """Each of the 10,240 sets of ace to five without a pair, and those with a sixth card, becomes something less."""
    for cards in (5, 6):
        with_it, without = hand_counts(cards, True), hand_counts(cards, False)
        changed = {hand for hand in Hand if with_it[hand] != without[hand]}
        assert all(without[hand] < with_it[hand] for hand in (Hand.STRAIGHT, Hand.STRAIGHT_FLUSH))
        unchanged = {Hand.ROYAL_FLUSH, Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE, Hand.THREE_OF_A_KIND, Hand.TWO_PAIR}
        assert not changed & unchanged
    assert hand_counts(5, True)[Hand.STRAIGHT] - hand_counts(5, False)[Hand.STRAIGHT] == 4**5 - 4


def test_the_published_edges() -> None:
    bonus = bonus_results(load_rule_book("cardroom"))
    assert round(float(bonus["five_card_bonus"].house_edge), 5) == 0.03534
    assert (bonus["five_card_bonus"].numerator, bonus["five_card_bonus"].denominator) == (91836, 2598960)
    assert bonus["six_card_bonus"].denominator == 20358520
    assert list(bonus_results(load_rule_book("maryland"))) == ["five_card_bonus"]
    assert bonus_results(load_rule_book("maryland", {"five_card_bonus_offered": False})) == {}


def test_figures_of_any_pay_table_from_all_its_results() -> None:
    """A table with a push and a zero: every draw listed with what it wins, then averaged."""
    odds = (-1, -1, -1, 0, 0, 2, 3, 4, 5, 6, 7, 1_000_000)
    counts = hand_counts(5)
    result = BonusResult("any", "Any", odds, counts)
    draws = sum(counts.values())
    mean = Fraction(sum(odds[hand] * count for hand, count in counts.items()), draws)
    assert result.house_edge == -mean == Fraction(result.numerator, result.denominator)
    spread = sum(count * (odds[hand] - mean) ** 2 for hand, count in counts.items()) / draws
    assert result.variance == spread
    assert math.isclose(result.standard_deviation, math.sqrt(spread))
    assert result.hit_rate == Fraction(sum(counts[hand] for hand in Hand if hand >= Hand.THREE_OF_A_KIND), draws)
