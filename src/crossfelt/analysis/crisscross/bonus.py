"""Bonus wagers, each alone: exact for any pay table.

The Five Card Bonus is decided by five cards, the Six Card Bonus by the best hand of six. Both are draws from a fresh
deck whatever the main game does, so counting all draws is enough. `joint_tally` has the correlation of a bonus with the
main game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from crossfelt.crisscross.layout import HandSource
from crossfelt.crisscross.rulebook import PUSHES, RuleBook
from crossfelt.ranking import RANK_KEYS, Hand, tables

_RANKS = range(13)
_SUITS = 4
_ROYAL = frozenset(range(8, 13))
_WHEEL = frozenset({12, 0, 1, 2, 3})


CARDS_OF: dict[HandSource, int] = {"community": 5, "hole_and_bonus": 6}
"""The hand that decides a bonus -> the number of cards it is made from."""


@dataclass(frozen=True, slots=True)
class BonusResult:
    """One bonus wager over all draws of its cards. The unit is its stake."""

    spot: str
    title: str
    odds: tuple[int, ...]
    """Indexed by `Hand`."""
    counts: dict[Hand, int]
    """The number of draws that make each hand."""

    @property
    def numerator(self) -> int:
        """The house's win over all draws."""
        return -sum(count * self.odds[hand] for hand, count in self.counts.items())

    @property
    def denominator(self) -> int:
        """All draws. Not reduced."""
        return sum(self.counts.values())

    @property
    def house_edge(self) -> Fraction:
        """Share of the stake on this wager."""
        return Fraction(self.numerator, self.denominator)

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of one wager."""
        squares = sum(count * self.odds[hand] ** 2 for hand, count in self.counts.items())
        return Fraction(squares, self.denominator) - self.house_edge**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result of one wager."""
        return math.sqrt(self.variance)

    @property
    def hit_rate(self) -> Fraction:
        """Share of all draws that win; a push doesn't."""
        wins = sum(count for hand, count in self.counts.items() if self.odds[hand] > PUSHES)
        return Fraction(wins, self.denominator)


def bonus_results(book: RuleBook) -> dict[str, BonusResult]:
    """Return the bonus wagers of a rule book, by spot, with their pay tables."""
    return {
        spot.id: BonusResult(
            spot.id, spot.title, book.odds_of[spot.id], hand_counts(CARDS_OF[spot.hand], book.ace_low_straight)
        )
        for spot in book.spots.values()
        if spot.kind == "bonus" and spot.hand != "hole"
    }


def hand_counts(cards: int, ace_low_straight: bool = True) -> dict[Hand, int]:
    """Return the number of sets of five or six cards that have each hand as their best one."""
    counts = {5: five_card_counts, 6: six_card_counts}[cards](ace_low_straight)
    return dict(zip(Hand, counts, strict=True))


@cache
def five_card_counts(ace_low_straight: bool = True) -> tuple[int, ...]:
    """Return how many of the 2,598,960 hands of five cards are each `Hand`."""
    runs = 10 if ace_low_straight else 9
    not_one_suit = _SUITS**5 - _SUITS
    counts = [0] * len(Hand)
    counts[Hand.ROYAL_FLUSH] = _SUITS
    counts[Hand.STRAIGHT_FLUSH] = _SUITS * (runs - 1)
    counts[Hand.FOUR_OF_A_KIND] = 13 * 48
    counts[Hand.FULL_HOUSE] = 13 * 4 * 12 * 6
    counts[Hand.FLUSH] = _SUITS * (math.comb(13, 5) - runs)
    counts[Hand.STRAIGHT] = runs * not_one_suit
    counts[Hand.THREE_OF_A_KIND] = 13 * 4 * math.comb(12, 2) * _SUITS**2
    counts[Hand.TWO_PAIR] = math.comb(13, 2) * 6**2 * 44
    for rank in _RANKS:
        counts[_pair_hand(rank)] += 6 * math.comb(12, 3) * _SUITS**3
    counts[Hand.HIGH_CARD] = (math.comb(13, 5) - runs) * not_one_suit
    assert sum(counts) == math.comb(52, 5)
    return tuple(counts)


@cache
def six_card_counts(ace_low_straight: bool = True) -> tuple[int, ...]:
    """Return how many of the 20,358,520 sets of six cards have each `Hand` as their best hand of five.

    With five or six cards of one suit there is at most one pair, so the best hand is a flush or a straight flush. All
    other sets are classified by how their ranks repeat.
    """
    counts = [0] * len(Hand)
    # 6 of one suit, or 5 and one of the 39 other cards.
    for size, sets in ((5, _SUITS * 39), (6, _SUITS)):
        for ranks in map(frozenset, combinations(_RANKS, size)):
            is_run = _holds_run(ranks, ace_low_straight)
            hand = Hand.ROYAL_FLUSH if ranks >= _ROYAL else Hand.STRAIGHT_FLUSH if is_run else Hand.FLUSH
            counts[hand] += sets
    # Six ranks: all suits except those with six or exactly five alike.
    six_ranks = _SUITS**6 - _SUITS - _SUITS * 6 * 3
    for ranks in map(frozenset, combinations(_RANKS, 6)):
        counts[Hand.STRAIGHT if _holds_run(ranks, ace_low_straight) else Hand.HIGH_CARD] += six_ranks
    # Five ranks, one of them twice: without those whose four others match a card of the pair.
    one_pair = 6 * _SUITS**4 - _SUITS * 3
    for ranks in map(frozenset, combinations(_RANKS, 5)):
        is_run = _holds_run(ranks, ace_low_straight)
        for rank in ranks:
            counts[Hand.STRAIGHT if is_run else _pair_hand(rank)] += one_pair
    counts[Hand.TWO_PAIR] += math.comb(13, 2) * 6**2 * math.comb(11, 2) * _SUITS**2 + math.comb(13, 3) * 6**3
    counts[Hand.THREE_OF_A_KIND] += 13 * 4 * math.comb(12, 3) * _SUITS**3
    counts[Hand.FULL_HOUSE] += 13 * 4 * 12 * 6 * 11 * _SUITS + math.comb(13, 2) * 4**2
    counts[Hand.FOUR_OF_A_KIND] += 13 * math.comb(48, 2)
    assert sum(counts) == math.comb(52, 6)
    return tuple(counts)


def _holds_run(ranks: frozenset[int], ace_low_straight: bool) -> bool:
    """Return whether five of the ranks are a straight."""
    if ace_low_straight and ranks >= _WHEEL:
        return True
    return any(ranks.issuperset(range(low, low + 5)) for low in ranks if low <= 8)


@cache
def _pair_hand(rank: int) -> int:
    """Return the range of a pair, from a hand with three other ranks that make no straight."""
    kickers = [other for other in (0, 3, 6, 10) if other != rank][:3]
    built = tables()
    return built.hands[built.by_key_sum[2 * RANK_KEYS[rank] + sum(RANK_KEYS[other] for other in kickers)]]
