"""The best play counted deal by deal, quicker than any strategy can be counted."""

from __future__ import annotations

from functools import cache

import numpy as np

from crossfelt.analysis.solver import Solution
from crossfelt.analysis.tables import SHAPES, setting_of, shape_tables, ways_of
from crossfelt.analysis.tally import Tally, add_first_folds, finished_tally, new_tally_arrays
from crossfelt.kernels.crisscross.best_tally import Slots, tally_best
from crossfelt.kernels.crisscross.lines import BLOCK

_RANKS = 13
_OWN = 2
"""Kinds 0 and 1 of a suited hole are its own ranks, which have no card of the suit left."""


def best_tally(solution: Solution) -> Tally:
    """Every deal counted once under the best play: equal to `strategy_tally(best_strategy(solution), ...)`."""
    scheme = solution.scheme
    arrays = new_tally_arrays(len(scheme.multiples))
    for shape in SHAPES:
        first = np.array([solution.first_action(hole) for hole in shape_tables(shape).holes], np.int8)
        _, second_by_bet = solution.shapes[shape].second_best(scheme.multiples)
        add_first_folds(arrays, shape, first)
        tally_best(
            setting_of(scheme, shape),
            ways_of(shape, np.dtype(np.int16)),
            slots_of(shape),
            first,
            second_by_bet[np.arange(len(first)), np.maximum(first - 1, 0)],
            arrays,
        )
    return finished_tally(scheme.multiples, arrays)


@cache
def slots_of(shape: str) -> Slots:
    """The slots of the pairs of a shape."""
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
    return Slots(slots.astype(np.uint8), examples, twins, suited_slots)


def _padded(count: int) -> int:
    return -(-count // BLOCK) * BLOCK
