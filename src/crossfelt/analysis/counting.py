"""The best play counted deal by deal, quicker than any strategy can be counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.bounds import value_type
from crossfelt.analysis.solver import FOLD, Solution, rises
from crossfelt.analysis.strategy import Tally
from crossfelt.analysis.symmetry import DEALS, DEALS_PER_HOLE
from crossfelt.analysis.tables import SHAPES, hand_tables, scratch, shape_tables
from crossfelt.kernels.crisscross.best_tally import count_best
from crossfelt.kernels.crisscross.solution import BLOCK
from crossfelt.ranking import Hand

_RANKS = 13
_OWN = 2
"""Kinds 0 and 1 of a suited hole are its own ranks, which have no card of the suit left."""


@dataclass(frozen=True, slots=True, eq=False)
class SlotTables:
    """Which pairs always make the same hands, for one shape: see `kernels.crisscross.best_tally`."""

    slots: NDArray[np.uint8]
    """Pair -> slot."""
    examples: NDArray[np.uint64]
    """Slot -> a pair in it; padding has the first pair, but no pair has such a slot."""
    twins: NDArray[np.int64]
    suited_slots: int
    """The first slot of a pair of the hole's suit."""


def best_tally(solution: Solution) -> Tally:
    """Every deal once under the best play: equal to `tally(best_strategy(solution), ...)`."""
    scheme = solution.scheme
    size = len(scheme.multiples)
    number = np.dtype(value_type(scheme.pay, scheme.ante, scheme.multiples))
    wide = np.dtype(np.int32 if number == np.int16 else np.int64)
    played = np.zeros((size, size, size, len(Hand), len(Hand)), np.int64)
    folded = np.zeros((3, size, size), np.int64)
    for shape in SHAPES:
        tables, slots = shape_tables(shape), slot_tables(shape)
        pairs = tables.pairs
        first = np.array([solution.first_action(hole) for hole in tables.holes], np.int8)
        _, second_by_bet = solution.shapes[shape].second_best(scheme.multiples)
        weights = np.array([hole.holes for hole in tables.holes], np.int64)
        folded[0, 0, 0] += int(weights[first == FOLD].sum()) * DEALS_PER_HOLE
        count_best(
            tables.ranks,
            tables.own,
            pairs.counts.astype(number),
            tables.first,
            tables.second,
            pairs.ways.astype(np.int64),
            pairs.ways_after,
            *hand_tables(scheme.ace_low_straight),
            np.array(scheme.pay, number),
            np.array(scheme.ante, number),
            np.array(scheme.multiples, number),
            rises(scheme.pay),
            *scratch(tables, number, wide),
            np.zeros((pairs.kinds, tables.width), np.uint8),
            first,
            second_by_bet[np.arange(len(first)), np.maximum(first - 1, 0)],
            slots.slots,
            slots.examples,
            slots.twins,
            slots.suited_slots,
            weights,
            played,
            folded,
        )
    assert int(played.sum()) + int(folded.sum()) == DEALS, "every deal is counted once"
    return Tally(scheme.multiples, played, folded)


@cache
def slot_tables(shape: str) -> SlotTables:
    """The slots of a shape."""
    pairs = shape_tables(shape).pairs
    rank = np.concatenate([np.arange(_RANKS), np.arange(_OWN, _RANKS)])
    low = np.minimum(rank[pairs.first], rank[pairs.second])
    high = np.maximum(rank[pairs.first], rank[pairs.second])
    plain = np.flatnonzero(pairs.second < _RANKS)
    suited = np.flatnonzero(pairs.first >= _RANKS)
    suited_slots = _padded(len(plain))
    number = np.zeros((_RANKS, _RANKS), np.int64)
    number[pairs.first[plain], pairs.second[plain]] = np.arange(len(plain))
    slots = number[low, high]
    slots[suited] = suited_slots + np.arange(len(suited))
    examples = np.zeros(suited_slots + _padded(len(suited)), np.uint64)
    examples[: len(plain)] = plain
    examples[suited_slots : suited_slots + len(suited)] = suited
    twins = np.tile(np.arange(pairs.kinds), (2, 1))
    if len(suited):
        twins[0, _OWN:_RANKS] = np.arange(_RANKS, pairs.kinds)
    return SlotTables(slots.astype(np.uint8), examples, twins, suited_slots)


def _padded(count: int) -> int:
    return -(-count // BLOCK) * BLOCK
