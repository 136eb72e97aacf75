"""Triggers of progressive wagers, counted in two ways."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from crossfelt.analysis.crisscross.triggers import hand_chance, pair_chances
from crossfelt.ranking import Hand, ranker


def test_a_pair_in_the_hand_is_one_in_seventeen() -> None:
    holes = list(combinations(range(52), 2))
    pairs = sum(a // 4 == b // 4 for a, b in holes)
    assert len(holes) == 1326
    assert pair_chances(1)[1] == Fraction(pairs, len(holes)) == Fraction(1, 17)


def test_two_seats_are_counted_hand_by_hand() -> None:
    """Hands of the first seat are alike but for being a pair, so one of each kind is enough."""
    result = [Fraction(0)] * 3
    for first, share in (((0, 1), Fraction(1, 17)), ((0, 4), Fraction(16, 17))):
        others = list(combinations(sorted(set(range(52)) - set(first)), 2))
        for second in others:
            count = sum(a // 4 == b // 4 for a, b in (first, second))
            result[count] += share / len(others)
    assert pair_chances(2) == tuple(result)


@cache
def dealt(left: tuple[int, ...], seats: int) -> tuple[Fraction, ...]:
    """Chances of 0, 1, 2 ... pairs when seats are dealt one after the other; `left[n]` ranks have n cards left."""
    if not seats:
        return (Fraction(1),)
    cards = sum(count * ranks for count, ranks in enumerate(left))
    result = [Fraction(0)] * (seats + 1)

    def take(counts: tuple[int, ...], from_rank: int) -> tuple[int, ...]:
        changed = list(counts)
        changed[from_rank] -= 1
        changed[from_rank - 1] += 1
        return tuple(changed)

    for first in range(1, 5):
        one = Fraction(first * left[first], cards)
        if not one:
            continue
        after = take(left, first)
        same = Fraction(first - 1, cards - 1)
        if same:
            for pairs, share in enumerate(dealt(take(after, first - 1), seats - 1)):
                result[pairs + 1] += one * same * share
        for second in range(1, 5):
            ranks = after[second] - (second == first - 1)
            chance = Fraction(second * ranks, cards - 1)
            if chance:
                for pairs, share in enumerate(dealt(take(after, second), seats - 1)):
                    result[pairs] += one * chance * share
    return tuple(result)


@pytest.mark.parametrize("seats", range(1, 7))
def test_seats_share_one_deck(seats: int) -> None:
    assert pair_chances(seats) == dealt((0, 0, 0, 0, 13), seats)
    assert sum(pair_chances(seats)) == 1
    assert sum(pairs * chance for pairs, chance in enumerate(pair_chances(seats))) == Fraction(seats, 17)


@cache
def crosses(ace_low_straight: bool) -> dict[Hand, int]:
    """All 2,598,960 sets of five cards by the classes of their ranks, those of one suit apart."""
    hand = ranker(ace_low_straight).hand
    result = dict.fromkeys(Hand, 0)
    for ranks in combinations_with_replacement(range(13), 5):
        times = [ranks.count(rank) for rank in set(ranks)]
        if max(times) > 4:
            continue
        cards = []
        for place, rank in enumerate(ranks):
            # The cards of one rank take different suits; a rank that stands alone varies, so that no flush arises.
            suit = ranks[:place].count(rank) if ranks.count(rank) > 1 else place % 2
            cards.append(4 * rank + suit)
        ways = math.prod(math.comb(4, count) for count in times)
        if len(times) == 5:
            result[hand(*(4 * rank for rank in ranks))] += 4
            ways -= 4
        result[hand(*cards)] += ways
    return result


def test_two_pair_on_the_cross() -> None:
    result = crosses(True)
    assert sum(result.values()) == 2_598_960
    assert sum(count for hand, count in result.items() if hand >= Hand.TWO_PAIR) == 198_180
    assert hand_chance("two_pair") == Fraction(198_180, 2_598_960)


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_every_event_by_classes(ace_low_straight: bool) -> None:
    result = crosses(ace_low_straight)
    for least in Hand:
        count = sum(count for hand, count in result.items() if hand >= least)
        assert hand_chance(least.slug, ace_low_straight) == Fraction(count, 2_598_960)
