"""The kernels' data about a line: its multisets of values, classes, points, and its part in achievements."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from crossfelt.analysis.king.encode import engine_card
from crossfelt.cards import Card
from crossfelt.kernels.king.position import WITH_KING, LineTables
from crossfelt.kingcross.scorecard import LineHand, ScoreCard
from crossfelt.kingcross.scoring import has_adjacent_ranks, line_hand
from crossfelt.kingcross.sheet import PRINTED_KING, SQUARE_COUNT

VALUES = 12
MULTISETS = tuple(multiset for count in range(5) for multiset in combinations_with_replacement(range(VALUES), count))
"""Every multiset of at most four values, the empty one first."""
_NUMBER = {multiset: number for number, multiset in enumerate(MULTISETS)}

_STRAIGHTS = tuple(frozenset(range(low, low + 5)) for low in range(8))
_KING_STRAIGHTS = (frozenset({8, 9, 10, 11}), frozenset({9, 10, 11, 0}))
"""Values of a straight besides the King: 9 to queen, or 10 to ace."""

(
    _NEED_ONE, _NEED_TWO, _NEED_MORE, _NOTHING, _QUIET, _QUIET_PAIR, _MAYBE_QUIET, _BOAT, _NEARLY_BOAT, _STRAIGHT,
    _TRIPLE, _TWO_PAIR, _PAIR,
) = (1 << 4 * number for number in range(13))  # fmt: skip
"""The numbers of lines in a status, four bits each: unfinished ones without points that need 1, 2, more cards; full
ones without points; full ones that count for Anarchy, unfinished ones that score and may, those that do not score yet
and may; full houses and lines one card short of one; full lines that are straights, triples, two pair, pairs."""


@lru_cache(maxsize=8)
def line_tables(score_card: ScoreCard, bonus: bool) -> LineTables:
    """Return the tables for a score card; with bonus points a class also says whether two values are adjacent."""
    count = len(MULTISETS)
    after = np.zeros((count, VALUES), np.int32)
    points = np.zeros((count, VALUES + 1, 2), np.int32)
    status = np.zeros((count, VALUES + 1, 2), np.int64)
    for number, multiset in enumerate(MULTISETS):
        for value in range(VALUES):
            after[number, value] = _NUMBER.get(tuple(sorted((*multiset, value))), number)
        if len(multiset) < 4:
            continue
        for suited in (0, 1):
            full = {value: _cards((*multiset, value), suited) for value in range(VALUES)}
            four = _cards(multiset, suited)
            full[WITH_KING] = None if four is None else (*four, PRINTED_KING)
            for last, line in full.items():
                if line is not None:
                    hand = line_hand(line)
                    points[number, last, suited] = score_card.points[hand]
                    status[number, last, suited] = _full_status(score_card, hand, line)
    classes, class_count = _classes(bonus)
    pool = np.zeros(SQUARE_COUNT, np.uint8)
    pool[list(score_card.achievements["pool_shark"].squares)] = 1
    return LineTables(
        after=after,
        value_bits=np.array([sum(1 << value for value in set(multiset)) for multiset in MULTISETS], np.int32),
        classes=classes,
        points=points,
        status=status,
        open_status=np.array([[_open_status(multiset, through) for multiset in MULTISETS] for through in (0, 1)]),
        pool=pool,
        class_count=class_count,
        with_bonus=bonus,
    )


def _cards(values: tuple[int, ...], suited: int) -> tuple[Card, ...] | None:
    """Return different cards of these values in one suit or in several; None if there are none."""
    most = max(Counter(values).values())
    if most > (1 if suited else 4):
        return None
    seen: Counter[int] = Counter()
    cards = []
    for value in sorted(values):
        # The last one is one suit further, so that five different values aren't of one suit.
        suit = 0 if suited else seen[value] + (value == max(values) and most == 1)
        cards.append(engine_card(value * 4 + suit))
        seen[value] += 1
    return tuple(cards)


def _classes(with_bonus: bool) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int32]], int]:
    """Return classes of lines away from the center and through it: multiplicities, one suit or not, possible
    straights."""
    classes = np.zeros((2, 2 * len(MULTISETS)), np.int32)
    most = 0
    for through, straights in enumerate((_STRAIGHTS, _KING_STRAIGHTS)):
        numbers: dict[tuple[object, ...], int] = {}
        for number, multiset in enumerate(MULTISETS):
            for suited in (0, 1):
                pattern = tuple(sorted(Counter(multiset).values()))
                name: tuple[object, ...] = (pattern,)
                if len(pattern) == len(multiset) > 0:
                    reach = sum(straight.issuperset(multiset) for straight in straights)
                    name += (suited or len(multiset) == 1, min(reach, 1 if with_bonus else 3))
                if with_bonus:
                    name += (_has_neighbours(multiset, through),)
                classes[through, 2 * number + suited] = numbers.setdefault(name, len(numbers))
        most = max(most, len(numbers))
    return classes, most


def _has_neighbours(multiset: tuple[int, ...], through: int) -> bool:
    cards = [engine_card(value * 4) for value in multiset]
    return has_adjacent_ranks([*cards, PRINTED_KING] if through else cards)


def _open_status(multiset: tuple[int, ...], through: int) -> int:
    need = (4 if through else 5) - len(multiset)
    if need == 0:
        return 0
    pattern = sorted(Counter(multiset).values())
    has_pair = bool(pattern) and pattern[-1] > 1
    status = 0 if has_pair else _NEED_ONE if need == 1 else _NEED_TWO if need == 2 else _NEED_MORE
    if not _has_neighbours(multiset, through):
        status += _QUIET_PAIR if has_pair else _MAYBE_QUIET
    if not through and pattern in ([2, 2], [1, 3], [3]):
        status += _NEARLY_BOAT
    return status


def _full_status(score_card: ScoreCard, hand: LineHand, line: tuple[Card, ...]) -> int:
    scores = score_card.points[hand] > 0
    status = 0 if scores else _NOTHING
    if scores and not has_adjacent_ranks(line):
        status += _QUIET
    by_hand = {
        LineHand.FULL_HOUSE: _BOAT,
        LineHand.STRAIGHT: _STRAIGHT,
        LineHand.THREE_OF_A_KIND: _TRIPLE,
        LineHand.TWO_PAIR: _TWO_PAIR,
        LineHand.ONE_PAIR: _PAIR,
    }
    return status + by_hand.get(hand, 0)
