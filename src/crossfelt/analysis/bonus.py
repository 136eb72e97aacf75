"""The bonus wagers, exactly: how often each hand comes, and what a pay table makes of it.

The Five Card Bonus is settled on five cards of the deck, the Six Card Bonus on the best five of six: both depend on
nothing that a player decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand

CARDS_OF = {"community": 5, "hole_and_bonus": 6}
"""The hand that decides a spot -> the number of cards it is made from."""


@dataclass(frozen=True, slots=True)
class BonusResult:
    """One bonus wager, per unit staked."""

    spot: str
    counts: dict[str, int]
    """Hand -> how many of the equally likely deals."""
    numerator: int
    """Net units over all those deals."""
    denominator: int
    variance: Fraction
    hit_rate: Fraction
    """Share of wagers that win."""

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of the wager."""
        return Fraction(-self.numerator, self.denominator)


def bonus_results(book: RuleBook) -> dict[str, BonusResult]:
    """Every bonus wager of a rule book."""
    found = {}
    for spot in book.spots.values():
        if spot.kind == "bonus":
            counts = hand_counts(CARDS_OF[spot.hand], book.ace_low_straight)
            found[spot.id] = bonus_result(spot.id, book.pay_tables[spot.pays].odds, counts)
    return found


def bonus_result(spot: str, odds: tuple[int, ...], counts: dict[Hand, int]) -> BonusResult:
    """What a pay table makes of the counts."""
    deals = sum(counts.values())
    net = sum(odds[hand] * count for hand, count in counts.items())
    square = sum(odds[hand] ** 2 * count for hand, count in counts.items())
    wins = sum(count for hand, count in counts.items() if odds[hand] > 0)
    named = {hand.slug: count for hand, count in sorted(counts.items(), reverse=True)}
    return BonusResult(
        spot, named, net, deals, Fraction(square, deals) - Fraction(net, deals) ** 2, Fraction(wins, deals)
    )


@cache
def hand_counts(cards: int, ace_low_straight: bool) -> dict[Hand, int]:
    """How many sets of five or six cards make each hand, by rank patterns and suits instead of card by card."""
    counts = dict.fromkeys(Hand, 0)
    for ranks in combinations_with_replacement(range(13), cards):
        sizes = [ranks.count(rank) for rank in sorted(set(ranks))]
        if max(sizes) > 4:
            continue
        ways = prod(comb(4, size) for size in sizes)
        distinct = sorted(set(ranks))
        flushes = 0
        for suited, number in _flushes(distinct, sizes):
            counts[_flush_hand(suited, ace_low_straight)] += number
            flushes += number
        counts[_plain_hand(ranks, sizes, ace_low_straight)] += ways - flushes
    assert sum(counts.values()) == comb(52, cards)
    return counts


def _flushes(distinct: list[int], sizes: list[int]) -> Iterator[tuple[list[int], int]]:
    """The sets of ranks that lie in one suit when at least five do, with the number of ways; a flush beats whatever
    pairs six cards can hold beside it, except what five suited cards cannot be together with."""
    cards = sum(sizes)
    if len(distinct) < 5:
        return
    if len(distinct) == cards:
        # All ranks differ: every choice of suits is one of 4 ** cards.
        yield distinct, 4
        if cards == 6:
            for left_out in distinct:
                yield [rank for rank in distinct if rank != left_out], 4 * 3
    else:
        # Six cards with one pair: five ranks, the pair has one card of the suit and one of another.
        yield distinct, 4 * 3


def _flush_hand(suited: list[int], ace_low_straight: bool) -> Hand:
    runs = [run for run in _runs(ace_low_straight) if run <= set(suited)]
    if not runs:
        return Hand.FLUSH
    return Hand.ROYAL_FLUSH if {8, 9, 10, 11, 12} in runs else Hand.STRAIGHT_FLUSH


def _plain_hand(ranks: tuple[int, ...], sizes: list[int], ace_low_straight: bool) -> Hand:
    """The best hand of these ranks when no five share a suit."""
    most = max(sizes)
    if most == 4:
        return Hand.FOUR_OF_A_KIND
    if most == 3 and sum(size >= 2 for size in sizes) >= 2:
        return Hand.FULL_HOUSE
    if any(run <= set(ranks) for run in _runs(ace_low_straight)):
        return Hand.STRAIGHT
    if most == 3:
        return Hand.THREE_OF_A_KIND
    pairs = [rank for rank in set(ranks) if ranks.count(rank) == 2]
    if len(pairs) >= 2:
        return Hand.TWO_PAIR
    if not pairs:
        return Hand.HIGH_CARD
    if pairs[0] <= 3:
        return Hand.PAIR_2S_TO_5S
    return Hand.PAIR_6S_TO_10S if pairs[0] <= 8 else Hand.PAIR_JACKS_OR_BETTER


@cache
def _runs(ace_low_straight: bool) -> tuple[set[int], ...]:
    runs = [set(range(low, low + 5)) for low in range(9)]
    return tuple([*runs, {12, 0, 1, 2, 3}] if ace_low_straight else runs)
