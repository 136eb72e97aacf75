"""The symmetries of the game: kinds of card, kinds of pair, and the number of deals of each combination.

For one pair of hole cards, cards that are interchangeable are one *kind*. An unsuited hole can never flush, so a kind
is a rank (13 kinds, 91 pairs). A suited hole can flush only in its own suit, so a kind is a rank of the other three
suits or one card of the hole's suit (13 + 11 kinds, 91 + 143 + 55 = 289 pairs).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import RANKS, Card

LANES = 24
"""The most kinds of any hole."""
ACROSS_PAIRS = 50 * 49 // 2
DOWN_PAIRS = 48 * 47 // 2
MIDDLES = 46
DEALS_PER_HOLE = ACROSS_PAIRS * DOWN_PAIRS * MIDDLES
HOLES = 52 * 51 // 2
DEALS = HOLES * DEALS_PER_HOLE
"""84,284,272,800"""


@dataclass(frozen=True, slots=True)
class HoleClass:
    """One of the 169 starting hands."""

    index: int
    high: int
    low: int
    suited: bool

    @property
    def name(self) -> str:
        """The usual name: `AKs`, `AKo`, `77`."""
        ranks = RANKS[self.high] + RANKS[self.low]
        return ranks if self.high == self.low else ranks + ("s" if self.suited else "o")

    @property
    def holes(self) -> int:
        """The number of the 1,326 pairs of cards that it includes."""
        return 4 if self.suited else 6 if self.high == self.low else 12

    @property
    def shape(self) -> str:
        """Its table of pairs, one of three."""
        return "suited" if self.suited else "paired" if self.high == self.low else "mixed"

    @property
    def cards(self) -> tuple[Card, Card]:
        """One example: the high card in hearts, the low card in hearts when suited, else in clubs."""
        return Card(self.high * 4), Card(self.low * 4 + (0 if self.suited else 1))


@cache
def hole_classes() -> tuple[HoleClass, ...]:
    """Return all 169: pairs, then unsuited, then suited, each from the aces down."""
    ranks = range(12, -1, -1)
    pairs = [(rank, rank, False) for rank in ranks]
    mixed = [(high, low, False) for high in ranks for low in range(high - 1, -1, -1)]
    suited = [(high, low, True) for high, low, _ in mixed]
    return tuple(HoleClass(index, *entry) for index, entry in enumerate([*pairs, *mixed, *suited]))


@cache
def class_of(first: Card, second: Card) -> HoleClass:
    """Return the starting hand of two cards."""
    high, low = max(first >> 2, second >> 2), min(first >> 2, second >> 2)
    suited = first & 3 == second & 3
    return next(entry for entry in hole_classes() if (entry.high, entry.low, entry.suited) == (high, low, suited))


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """The kinds and pairs of one shape of hole, the same for every class of that shape.

    Ranks are numbered so that the hole's own come first: kind 0 is the higher rank of the hole, kind 1 the lower one
    (a paired hole has only kind 0), the others follow from the ace down. In a suited shape kinds 13 and up are single
    cards of the hole's suit, for the ranks of kinds 2 to 12.
    """

    shape: str
    counts: NDArray[np.int16]
    """Kind -> cards of it that aren't in the hole."""
    first: NDArray[np.int16]
    second: NDArray[np.int16]
    """Pair -> its two kinds, first <= second."""
    ways: NDArray[np.int16]
    """Pair -> ways to draw it from the 50 cards left."""
    ways_after: NDArray[np.int16]
    """[given, drawn] -> ways to draw the second pair when the first is gone."""

    @property
    def kinds(self) -> int:
        """The number of kinds of card."""
        return len(self.counts)

    @property
    def pairs(self) -> int:
        """The number of kinds of pair."""
        return len(self.first)


@cache
def pair_table(shape: str) -> PairTable:
    """Return the table of a shape: `paired`, `mixed` or `suited`."""
    if shape == "suited":
        counts = np.array([3] * 13 + [1] * 11, np.int16)
    else:
        counts = np.array([2] + [4] * 12 if shape == "paired" else [3, 3] + [4] * 11, np.int16)
    kinds = len(counts)
    pairs = [(a, b) for a in range(kinds) for b in range(a, kinds) if a != b or counts[a] > 1]
    first, second = (np.array(column, np.int16) for column in zip(*pairs, strict=True))
    left = np.repeat(counts[None, :], len(pairs), 0)
    rows = np.arange(len(pairs))
    np.subtract.at(left, (rows, first), 1)
    np.subtract.at(left, (rows, second), 1)
    a, b = left[:, first].astype(np.int32), left[:, second].astype(np.int32)
    ways_after = np.where(first == second, a * (a - 1) // 2, a * b).astype(np.int16)
    x, y = counts[first].astype(np.int32), counts[second].astype(np.int32)
    ways = np.where(first == second, x * (x - 1) // 2, x * y).astype(np.int16)
    assert int(ways.sum()) == ACROSS_PAIRS
    assert (ways_after.sum(1) == DOWN_PAIRS).all()
    return PairTable(shape, counts, first, second, ways, ways_after)


def kind_ranks(hole: HoleClass) -> list[int]:
    """Return kind -> rank, for one class."""
    own = [hole.high] if hole.high == hole.low else [hole.high, hole.low]
    others = [rank for rank in range(12, -1, -1) if rank not in own]
    return [*own, *others, *(others if hole.suited else ())]


@cache
def kind_of(hole: HoleClass, hole_suit: int, card: Card) -> int:
    """Return the kind of a card beside this hole; `hole_suit` is the suit of a suited hole."""
    ranks = kind_ranks(hole)
    rank = card >> 2
    if hole.suited and card & 3 == hole_suit:
        return ranks.index(rank, 13)
    return ranks.index(rank)


def pair_index(table: PairTable, kind: int, other: int) -> int:
    """Return the number of the pair of two kinds."""
    low, high = min(kind, other), max(kind, other)
    matches = np.flatnonzero((table.first == low) & (table.second == high))
    return int(matches[0])
