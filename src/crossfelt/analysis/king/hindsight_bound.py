"""A total that no sheet of 24 given cards exceeds.

Only the twelve hands are counted, not their places: every combination of hands on the eight lines without the King and
the four lines with it is tried, and dropped if the cards can't make it. The reasons for each limit:

- Two squares share one line at most. So each pair of cards is used by one line at most, and equal cards by none: a
 full house uses four pairs of equal value, a flush ten pairs of one suit, six where the King is the fifth card. Two
 lines share one card at most, so that m lines of one suit need at least (5 - 0) + (5 - 1) + ... cards of it.
- The four lines through the center have nothing but the center in common: they use different cards.
- A line without the King makes straights from ace to queen only. The five rows use different cards, so do the five
 columns. A straight with the King needs a ten, a jack and a queen, and a nine or an ace.

In bonus mode an achievement is added if the hands of the combination allow it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import kernel_card
from crossfelt.cards import rank_of
from crossfelt.kingcross.scorecard import LineHand, ScoreCard
from crossfelt.kingcross.sheet import KING_RANK

PLAIN_LINES = 8
KING_LINES = 4
_ROWS = 4
_TEN, _JACK, _QUEEN, _NINE, _ACE = 9, 10, 11, 8, 0
_PAIRS = np.array([0, 1, 2, 3, 0, 0, 4, 6, 0, 0])
"""Pairs of equal value in each hand."""
_TRIPLES = np.array([0, 0, 0, 1, 0, 0, 1, 0, 0, 0])
_SUITED = [LineHand.FLUSH, LineHand.STRAIGHT_FLUSH, LineHand.ROYAL_FLUSH]
_STRAIGHTS = [LineHand.STRAIGHT, LineHand.STRAIGHT_FLUSH, LineHand.ROYAL_FLUSH]
_TRIPLES_OF = (0, 0, 0, 1, 1, 2, 4, 7, 8)
"""Cards of a value -> triples of which no two share two cards."""
_TRIPLE_PLACES_OF = (0, 0, 0, 1, 2, 2, 4, 7, 9)
"""Cards of a value -> triples where four of a kind counts as two: six cards make one and a triple, or four triples."""

Counts = NDArray[np.int64]
"""Rows of combinations, columns by `LineHand`: the number of lines with that hand."""


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits of the cards."""

    pairs: int
    triples: int
    triple_places: int
    quads: int
    plain_straights: int
    king_straights: int
    plain_straight_flushes: int
    king_straight_flushes: int
    royal_flushes: int
    king_triples: int
    king_quads: int
    flushes: NDArray[np.bool_]
    """By flushes without and with the King: whether that many are possible at once."""


def upper_bound(score_card: ScoreCard, bonus: bool, cards: Sequence[int]) -> int:
    """Return the bound for 24 cards, numbered as in the kernels."""
    limits = _limits(cards)
    plain, king = _combinations(PLAIN_LINES), _combinations(KING_LINES)
    plain = plain[(plain <= _plain_caps(limits)).all(axis=1)]
    king = king[(king <= _king_caps(limits)).all(axis=1)]
    plain = plain[_is_fed(plain, limits) & (plain[:, _STRAIGHTS].sum(axis=1) <= limits.plain_straights)]
    king = king[_is_fed(king, limits) & (king[:, _STRAIGHTS].sum(axis=1) <= limits.king_straights)]
    plain_flushes = plain[:, _SUITED].sum(axis=1)
    best = 0
    for row in king:
        counts = plain + row
        allowed = _is_fed(counts, limits) & limits.flushes[plain_flushes, row[_SUITED].sum()]
        if allowed.any():
            totals = counts[allowed] @ np.array(score_card.points)
            if bonus:
                totals = totals + _possible_bonus(score_card, counts[allowed], cards)
            best = max(best, int(totals.max()))
    return best


def _is_fed(counts: Counts, limits: _Limits) -> NDArray[np.bool_]:
    quads = counts[:, LineHand.FOUR_OF_A_KIND]
    triples = counts @ _TRIPLES
    fed: NDArray[np.bool_] = (
        (counts @ _PAIRS <= limits.pairs)
        & (triples <= limits.triples)
        & (triples + 2 * quads <= limits.triple_places)
        & (quads <= limits.quads)
    )
    return fed


def _possible_bonus(score_card: ScoreCard, counts: Counts, cards: Sequence[int]) -> NDArray[np.int64]:
    """Return the points of the achievements that the hands and the cards don't rule out."""
    entries = score_card.achievements
    scoring = [hand for hand in LineHand if score_card.points[hand] > 0]
    values = Counter(number >> 2 for number in cards)
    pool, dead, anarchy = entries["pool_shark"], entries["dead_mans_hand"], entries["anarchy"]
    quiet = set(scoring) if anarchy.needs_points else set(LineHand)
    if anarchy.scope == "line":
        quiet -= set(_STRAIGHTS)
    dead_is_possible = all(rank_of(card) != KING_RANK and kernel_card(card) in cards for card in dead.cards)
    conditions = {
        "straight_shooter": _lines_of(counts, entries["straight_shooter"].hands) >= entries["straight_shooter"].lines,
        "jackpot": _lines_of(counts, scoring) >= entries["jackpot"].lines,
        "pool_shark": np.full(len(counts), max(values.values()) >= len(pool.squares)),
        "boat_captain": _lines_of(counts, entries["boat_captain"].hands) >= entries["boat_captain"].lines,
        "law_and_order": _lines_of(counts, entries["law_and_order"].hands) >= entries["law_and_order"].lines,
        "anarchy": _lines_of(counts, quiet) >= anarchy.lines,
        "bottom_feeder": (counts[:, sorted(entries["bottom_feeder"].hands)] > 0).all(axis=1),
        "dead_mans_hand": (_lines_of(counts, dead.hands) > 0) & dead_is_possible,
    }
    total = np.zeros(len(counts), np.int64)
    for name, entry in entries.items():
        total += entry.points * conditions[name]
    return total


def _lines_of(counts: Counts, hands: Iterable[LineHand]) -> NDArray[np.int64]:
    lines: NDArray[np.int64] = counts[:, sorted(hands)].sum(axis=1)
    return lines


def _limits(cards: Sequence[int]) -> _Limits:
    copies = Counter(cards)
    values = [sum(copies[value * 4 + suit] for suit in range(4)) for value in range(12)]
    suits = [sum(copies[value * 4 + suit] for value in range(12)) for suit in range(4)]
    kinds = [[copies[value * 4 + suit] for suit in range(4)] for value in range(12)]
    by_suit = [[copies[value * 4 + suit] for value in range(12)] for suit in range(4)]
    pairs = [_pairs_of_different(kind) for kind in kinds]
    threes = [(count, fed // 3) for count, fed, kind in zip(values, pairs, kinds, strict=True) if _different(kind) >= 3]
    windows = [range(low, low + 5) for low in range(8)]
    king_windows = ((_NINE, _TEN, _JACK, _QUEEN), (_TEN, _JACK, _QUEEN, _ACE))
    return _Limits(
        pairs=sum(pairs),
        triples=sum(_packed(_TRIPLES_OF, count, most) for count, most in threes),
        triple_places=sum(_packed(_TRIPLE_PLACES_OF, count, most) for count, most in threes),
        quads=sum(fed // 6 for fed, kind in zip(pairs, kinds, strict=True) if _different(kind) == 4),
        plain_straights=2 * _disjoint_straights(values),
        king_straights=min(values[_TEN], values[_JACK], values[_QUEEN], values[_NINE] + values[_ACE]),
        plain_straight_flushes=sum(_lines_from(held, window) for held in by_suit for window in windows),
        king_straight_flushes=sum(min(held[value] for value in king_windows[0]) for held in by_suit),
        royal_flushes=sum(min(held[value] for value in king_windows[1]) for held in by_suit),
        king_triples=sum(count // 3 for count, kind in zip(values, kinds, strict=True) if _different(kind) >= 3),
        king_quads=sum(min(kind) for kind in kinds),
        flushes=_flushes(suits, [_pairs_of_different(held) for held in by_suit], by_suit),
    )


def _packed(table: tuple[int, ...], count: int, most: int) -> int:
    """Return the packing limit; beyond the table only the pairs limit it."""
    return min(most, table[count]) if count < len(table) else most


def _different(kind: Sequence[int]) -> int:
    return sum(count > 0 for count in kind)


def _pairs_of_different(kind: Sequence[int]) -> int:
    """Return the pairs of cards that aren't equal."""
    return comb(sum(kind), 2) - sum(comb(count, 2) for count in kind)


def _lines_from(held: Sequence[int], window: Sequence[int]) -> int:
    """Return the number of lines that may have one card of each value: every pair of cards is used by one of them."""
    return min(held[first] * held[second] for first, second in combinations(window, 2))


def _disjoint_straights(values: Sequence[int]) -> int:
    """Return the number of straights of different cards, ace low to queen high; four rows are enough."""

    def most(left: tuple[int, ...], low: int, made: int) -> int:
        if made == _ROWS or low == 8:
            return made
        best = most(left, low + 1, made)
        if all(left[low : low + 5]):
            taken = tuple(count - (low <= value < low + 5) for value, count in enumerate(left))
            best = max(best, most(taken, low, made + 1))
        return best

    return most(tuple(values), 0, 0)


def _flushes(suits: Sequence[int], pairs: Sequence[int], by_suit: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    possible = np.zeros((PLAIN_LINES + 1, KING_LINES + 1), np.bool_)
    possible[0, 0] = True
    for count, fed, held in zip(suits, pairs, by_suit, strict=True):
        after = np.zeros_like(possible)
        for plain in range(PLAIN_LINES + 1):
            for king in range(KING_LINES + 1):
                if not _suit_feeds(plain, king, count, fed, _different(held)):
                    continue
                for before_plain, before_king in np.argwhere(possible):
                    if before_plain + plain <= PLAIN_LINES and before_king + king <= KING_LINES:
                        after[before_plain + plain, before_king + king] = True
        possible = after
    return possible


def _suit_feeds(plain: int, king: int, count: int, pairs: int, different: int) -> bool:
    """Return whether one suit may make this many flushes without and with the King."""
    if (plain and different < 5) or (king and different < 4):
        return False
    # The lines with the King use different cards, and each further line shares one card with each before it.
    fresh = 4 * king + sum(max(0, 5 - king - number) for number in range(plain))
    return 10 * plain + 6 * king <= pairs and fresh <= count


def _plain_caps(limits: _Limits) -> NDArray[np.int64]:
    caps = np.full(len(LineHand), PLAIN_LINES)
    # Its king would have to be rolled.
    caps[LineHand.ROYAL_FLUSH] = 0
    caps[LineHand.STRAIGHT_FLUSH] = limits.plain_straight_flushes
    return caps


def _king_caps(limits: _Limits) -> NDArray[np.int64]:
    caps = np.full(len(LineHand), KING_LINES)
    caps[LineHand.ROYAL_FLUSH] = limits.royal_flushes
    caps[LineHand.STRAIGHT_FLUSH] = limits.king_straight_flushes
    # Another king would have to be rolled.
    caps[LineHand.FULL_HOUSE] = 0
    caps[LineHand.FOUR_OF_A_KIND] = limits.king_quads
    caps[LineHand.THREE_OF_A_KIND] = limits.king_triples
    return caps


@cache
def _combinations(lines: int) -> Counts:
    """Yield every way to give each of this many lines a hand."""
    places = lines + len(LineHand) - 1
    bars = combinations(range(places), len(LineHand) - 1)
    return np.array([np.diff((-1, *chosen, places)) - 1 for chosen in bars], np.int64)
