"""The bound on the solver's sums: found again from all cards, and trusted to the last unit."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import (
    DRAWS,
    MOST_ODDS,
    Scheme,
    encode,
    largest_line,
    largest_value,
    value_type,
)
from crossfelt.analysis.crisscross.solver import solve_rows
from crossfelt.analysis.crisscross.symmetry import hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.cards import DECK
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand

BASE = encode(load_rule_book("maryland"))
LARGEST_INT16 = 32_767


def test_draws_are_all_ways_to_divide_the_cards_left() -> None:
    results: set[tuple[int, ...]] = set()
    deck = np.array(DECK, np.uint8)
    for hole in hole_classes():
        left = [card for card in DECK if card not in hole.cards]
        pairs = np.array(list(combinations(left, 2)), np.uint8)
        five = np.empty((len(pairs), len(deck), 5), np.uint8)
        five[:, :, 0], five[:, :, 1] = hole.cards
        five[:, :, 2], five[:, :, 3], five[:, :, 4] = pairs[:, 0, None], pairs[:, 1, None], deck
        is_left = np.isin(deck, hole.cards, invert=True) & (pairs[:, :, None] != deck).all(1)
        for ace_low_straight in (True, False):
            hands = categories(five.reshape(-1, 5), ace_low_straight).reshape(is_left.shape)
            places = np.arange(len(pairs))[:, None] * len(Hand) + hands
            counts = np.bincount(places[is_left], minlength=len(pairs) * len(Hand)).reshape(-1, len(Hand))
            results.update(map(tuple, np.unique(counts, axis=0).tolist()))
    assert sorted(results) == sorted(DRAWS)
    assert all(sum(row) == 48 for row in DRAWS)


def test_a_line_is_bounded_by_its_worst_draw() -> None:
    # 21 cards leave nothing, 6 a straight, 7 a flush, 12 a high pair, 1 a straight flush and 1 the royal.
    assert largest_line(BASE.pay) == max(21 + 9 * 1 + 3 * 0 + 6 * 5 + 7 * 8 + 100 + 500, 48 * 40)
    assert largest_line((0,) * 12) == 0
    assert largest_line((-1,) * 12) == 48
    assert largest_value((0,) * 12, (0,) * 12, (1, 3)) == 48 * 8


def with_odds(hand: Hand, odds: int) -> Scheme:
    pay = list(BASE.pay)
    pay[hand] = odds
    return replace(BASE, pay=tuple(pay))


def largest_that_fits(hand: Hand) -> int:
    """The highest odds of one hand with which every value still fits 16 bits."""

    def bound(odds: int) -> int:
        return largest_value(with_odds(hand, odds).pay, BASE.ante, BASE.multiples)

    return bisect_right(range(MOST_ODDS), LARGEST_INT16, key=bound) - 1


@pytest.mark.parametrize("hand", list(Hand))
def test_the_type_changes_at_the_bound(hand: Hand) -> None:
    odds = largest_that_fits(hand)
    at, over = with_odds(hand, odds), with_odds(hand, odds + 1)
    assert value_type(at.pay, at.ante, at.multiples) == np.int16
    assert value_type(over.pay, over.ante, over.multiples) == np.int32
    assert largest_value(at.pay, at.ante, at.multiples) > LARGEST_INT16 - 600


@pytest.mark.parametrize("hand", list(Hand))
def test_sixteen_bits_are_enough_at_the_bound(hand: Hand) -> None:
    """Where the bound just fits, sums in 16 bits are those in 32 bits, for every hole and pair."""
    scheme = with_odds(hand, largest_that_fits(hand))
    for shape in SHAPES:
        count = len(shape_tables(shape).holes)
        narrow = solve_rows(scheme, shape, 0, count, np.dtype(np.int16))[0]
        wide = solve_rows(scheme, shape, 0, count, np.dtype(np.int32))[0]
        assert np.array_equal(narrow, wide)


def test_sixteen_bits_are_not_enough_far_beyond_the_bound() -> None:
    """So the two runs above are different computations."""
    scheme = with_odds(Hand.FOUR_OF_A_KIND, 2_000)
    narrow = solve_rows(scheme, "paired", 0, 1, np.dtype(np.int16))[0]
    wide = solve_rows(scheme, "paired", 0, 1, np.dtype(np.int32))[0]
    assert not np.array_equal(narrow, wide)


def test_the_highest_odds_of_all_fit() -> None:
    """Every hand at 1,000,000 to 1, bets up to ten antes."""
    pay = (MOST_ODDS,) * len(Hand)
    assert value_type(pay, pay, tuple(range(1, 11))) == np.int32
    with pytest.raises(AssertionError, match="stay below"):
        value_type(pay, pay, (12,))
