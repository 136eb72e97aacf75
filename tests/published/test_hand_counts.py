"""How many of the 2,598,960 five-card hands count as what: the figures of every poker textbook.

The pair bands follow from 84,480 hands with a pair of each rank: deuces to fives are four ranks, sixes to
tens five, jacks to aces four.
"""

from __future__ import annotations

from itertools import chain, combinations, starmap

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.kernels.hands import categories, strengths
from crossfelt.ranking import STRENGTH_COUNT, Hand, ranker

TEXTBOOK = {
    Hand.ROYAL_FLUSH: 4,
    Hand.STRAIGHT_FLUSH: 36,
    Hand.FOUR_OF_A_KIND: 624,
    Hand.FULL_HOUSE: 3_744,
    Hand.FLUSH: 5_108,
    Hand.STRAIGHT: 10_200,
    Hand.THREE_OF_A_KIND: 54_912,
    Hand.TWO_PAIR: 123_552,
    Hand.PAIR_JACKS_OR_BETTER: 337_920,
    Hand.PAIR_6S_TO_10S: 422_400,
    Hand.PAIR_2S_TO_5S: 337_920,
    Hand.HIGH_CARD: 1_302_540,
}
ONE_PAIR = 1_098_240
ALL = 2_598_960

# Four suited hands and 4^5 - 4 = 1,020 others hold A-2-3-4-5.
WITHOUT_ACE_LOW = TEXTBOOK | {
    Hand.STRAIGHT_FLUSH: 32,
    Hand.FLUSH: 5_112,
    Hand.STRAIGHT: 9_180,
    Hand.HIGH_CARD: 1_303_560,
}


@pytest.fixture(scope="module")
def all_hands() -> NDArray[np.uint8]:
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, ALL * 5).reshape(ALL, 5)


def test_the_table_adds_up() -> None:
    bands = (Hand.PAIR_JACKS_OR_BETTER, Hand.PAIR_6S_TO_10S, Hand.PAIR_2S_TO_5S)
    assert sum(TEXTBOOK[band] for band in bands) == ONE_PAIR
    assert sum(TEXTBOOK.values()) == sum(WITHOUT_ACE_LOW.values()) == ALL


@pytest.mark.parametrize(("ace_low_straight", "expected"), [(True, TEXTBOOK), (False, WITHOUT_ACE_LOW)])
def test_every_hand_is_counted_alike_by_kernel_and_plain_python(
    all_hands: NDArray[np.uint8], ace_low_straight: bool, expected: dict[Hand, int]
) -> None:
    chosen = ranker(ace_low_straight)
    by_kernel = strengths(all_hands, ace_low_straight)
    by_python = np.fromiter(starmap(chosen.strength, combinations(range(52), 5)), np.uint16, ALL)
    assert np.array_equal(by_kernel, by_python)
    assert np.unique(by_kernel).tolist() == list(range(1, STRENGTH_COUNT + 1))
    named = np.array(chosen.hands, np.uint8)[by_kernel]
    assert np.array_equal(categories(all_hands, ace_low_straight), named)
    assert {hand: int(np.count_nonzero(named == hand)) for hand in Hand} == expected
