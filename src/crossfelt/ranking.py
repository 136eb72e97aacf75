"""Five-card hands: their order, their names, and the pair ranges that Criss Cross Poker pays by.

A hand's *strength* is a number from 1 (7-5-4-3-2) to 7,462 (royal flush): equal strength, equal hand. The
same tables serve single hands here and whole arrays of hands in `kernels`. They are built on first use.

>>> from crossfelt.cards import parse_cards
>>> wheel = parse_cards("Ah 2c 3d 4s 5h")
>>> ranker().hand(*wheel).slug, ranker(ace_low_straight=False).hand(*wheel).slug
('straight', 'high_card')
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Literal, get_args

from crossfelt.errors import CardError
from crossfelt.faults import FaultCode

HandName = Literal[
    "high_card",
    "pair_2s_to_5s",
    "pair_6s_to_10s",
    "pair_jacks_or_better",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]
"""The names of the hands, weakest first, as rule books, JSON and notation write them."""


class Hand(IntEnum):
    """The kind of a five-card hand, weakest first. The name in lower case is its name in every file."""

    HIGH_CARD = 0
    PAIR_2S_TO_5S = 1
    PAIR_6S_TO_10S = 2
    PAIR_JACKS_OR_BETTER = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10
    ROYAL_FLUSH = 11

    @property
    def slug(self) -> HandName:
        """The name in rule books, JSON and notation, such as `pair_6s_to_10s`."""
        return _HAND_NAMES[self]


_HAND_NAMES: tuple[HandName, ...] = get_args(HandName)

PAIR_HANDS: tuple[Hand, ...] = (
    *[Hand.PAIR_2S_TO_5S] * 4,
    *[Hand.PAIR_6S_TO_10S] * 5,
    *[Hand.PAIR_JACKS_OR_BETTER] * 4,
)
"""The hand that a pair counts as, by its rank, deuce first."""

STRENGTH_COUNT = 7462
"""The number of different hands; it is the same with and without the ace-low straight."""

RANK_KEYS = (0, 1, 12, 39, 134, 396, 1006, 2427, 5589, 12112, 25786, 44713, 62103)
"""One number for each rank, deuce first, such that the sum of five identifies the five ranks.

The numbers come from a randomized greedy search for a small largest key, so that the table of sums fits a processor
cache. Five cards of one rank have a sum of their own too, so that no sum points outside the table or at another hand.
"""


@dataclass(frozen=True, slots=True, eq=False)
class RankTables:
    """Lookup tables of strengths. Entries that no five different cards reach are 0."""

    card_keys: array[int]
    """Card -> key of its rank (32-bit unsigned)."""
    by_key_sum: array[int]
    """Sum of five keys -> strength of those ranks in more than one suit (16-bit unsigned)."""
    by_rank_mask: array[int]
    """Set of five ranks, a bit for each, deuce lowest -> strength of those in one suit (16-bit unsigned)."""
    hands: bytes
    """Strength -> number of its `Hand`."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranker:
    """Ranks single hands of five different cards. It doesn't check the cards: that happens where they are read."""

    ace_low_straight: bool
    """Whether A-2-3-4-5 is a straight."""
    strength: Callable[[int, int, int, int, int], int]
    """Five cards in any order -> strength."""
    hands: tuple[Hand, ...]
    """Strength -> hand; no hand has strength 0, so the first entry is never used."""

    def hand(self, a: int, b: int, c: int, d: int, e: int) -> Hand:
        """Return the kind of hand that five cards make."""
        return self.hands[self.strength(a, b, c, d, e)]


def ranker(ace_low_straight: bool = True) -> Ranker:
    """Return the shared ranker, with or without the ace-low straight."""
    return _ranker(bool(ace_low_straight))


def tables(ace_low_straight: bool = True) -> RankTables:
    """Return the shared tables, with or without the ace-low straight, for code that works on arrays."""
    return _tables(bool(ace_low_straight))


def best_of(cards: Sequence[int], ranker: Ranker) -> int:
    """Return the highest strength of any five among five to seven cards."""
    if not 5 <= len(cards) <= 7:
        message = f"the best hand needs five to seven cards, not {len(cards)}"
        raise CardError(message, FaultCode.WRONG_COUNT, "cards", least=5, most=7, count=len(cards))
    strength = ranker.strength
    return max(strength(a, b, c, d, e) for a, b, c, d, e in combinations(cards, 5))


@cache
def _ranker(ace_low_straight: bool) -> Ranker:
    built = _tables(ace_low_straight)
    tree = _tree(built)

    def strength(a: int, b: int, c: int, d: int, e: int) -> int:
        hand: int = tree[a][b][c][d][e]
        return hand

    members = tuple(Hand)
    return Ranker(ace_low_straight, strength, tuple(members[number] for number in built.hands))


@cache
def _tables(ace_low_straight: bool) -> RankTables:
    by_key_sum = array("H", bytes(2 * (5 * RANK_KEYS[-1] + 1)))
    by_rank_mask = array("H", bytes(2 * (1 << 13)))
    hands = bytearray([Hand.HIGH_CARD])
    for strength, (hand, is_suited, ranks) in enumerate(_ladder(ace_low_straight), start=1):
        hands.append(hand)
        if is_suited:
            by_rank_mask[sum(1 << rank for rank in ranks)] = strength
        else:
            by_key_sum[sum(RANK_KEYS[rank] for rank in ranks)] = strength
    assert len(hands) == STRENGTH_COUNT + 1
    card_keys = array("I", (RANK_KEYS[card >> 2] for card in range(52)))
    return RankTables(card_keys, by_key_sum, by_rank_mask, bytes(hands))


def _ladder(ace_low_straight: bool) -> Iterator[tuple[Hand, bool, tuple[int, ...]]]:
    """Yield every different hand from the weakest up: its kind, whether it is suited, and its ranks."""
    runs = [tuple(range(top, top - 5, -1)) for top in range(4, 13)]
    if ace_low_straight:
        # The ace counts below the deuce, so this is the lowest straight, under 6-5-4-3-2.
        runs.insert(0, (3, 2, 1, 0, 12))
    run_sets = set(map(frozenset, runs))
    loose = [ranks for ranks in _falling(5) if frozenset(ranks) not in run_sets]

    for ranks in loose:
        yield Hand.HIGH_CARD, False, ranks
    for pair in range(13):
        for kickers in _falling(3, pair):
            yield PAIR_HANDS[pair], False, (pair, pair, *kickers)
    for high, low in _falling(2):
        for kickers in _falling(1, high, low):
            yield Hand.TWO_PAIR, False, (high, high, low, low, *kickers)
    for triple in range(13):
        for kickers in _falling(2, triple):
            yield Hand.THREE_OF_A_KIND, False, (triple, triple, triple, *kickers)
    for ranks in runs:
        yield Hand.STRAIGHT, False, ranks
    for ranks in loose:
        yield Hand.FLUSH, True, ranks
    for triple in range(13):
        for (pair,) in _falling(1, triple):
            yield Hand.FULL_HOUSE, False, (triple, triple, triple, pair, pair)
    for four in range(13):
        for kickers in _falling(1, four):
            yield Hand.FOUR_OF_A_KIND, False, (four, four, four, four, *kickers)
    for ranks in runs[:-1]:
        yield Hand.STRAIGHT_FLUSH, True, ranks
    yield Hand.ROYAL_FLUSH, True, runs[-1]


def _falling(count: int, *without: int) -> list[tuple[int, ...]]:
    """Return every choice of different ranks, each written from its highest rank down, weakest choice first."""
    return sorted(combinations([rank for rank in range(12, -1, -1) if rank not in without], count))


def _tree(built: RankTables) -> Any:
    """Return nested rows of 52, one level for each card of a hand, with strengths at the end.

    Five look-ups and no arithmetic make this the quickest way from plain integers. Cards with the same future
    share one row: the same ranks so far and, while all are of one suit, the same suit. That leaves 6,735
    rows, about 3 MB.
    """
    numbers = tuple(range(STRENGTH_COUNT + 1))  # shared, or each entry would be an integer object
    mixed: dict[int, Any] = {total: numbers[built.by_key_sum[total]] for total in _key_sums(5)}
    suited: list[dict[int, Any]] = [
        {mask: numbers[strength] for mask, strength in enumerate(built.by_rank_mask) if strength}
    ] * 4
    for size in (4, 3, 2, 1):
        mixed_rows: dict[int, Any] = {}
        for total in _key_sums(size):
            row = [None] * 52
            row[0::4] = row[1::4] = row[2::4] = row[3::4] = [mixed[total + key] for key in RANK_KEYS]
            mixed_rows[total] = tuple(row)
        suited_rows: list[dict[int, Any]] = [{}, {}, {}, {}]
        for ranks in combinations(range(13), size):
            mask = sum(1 << rank for rank in ranks)
            mixed_row = mixed_rows[sum(RANK_KEYS[rank] for rank in ranks)]
            masks = [mask | 1 << rank for rank in range(13)]
            otherwise = mixed_row[::4]
            for suit, children in enumerate(suited):
                row = list(mixed_row)
                row[suit::4] = map(children.get, masks, otherwise)
                suited_rows[suit][mask] = tuple(row)
        mixed, suited = mixed_rows, suited_rows
    return tuple(suited[card & 3][1 << (card >> 2)] for card in range(52))


def _key_sums(count: int) -> Iterator[int]:
    return map(sum, combinations_with_replacement(RANK_KEYS, count))
