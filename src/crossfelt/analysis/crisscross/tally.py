"""The outcomes of a strategy: every deal counted once, by the decisions made and the hands they led to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import FOLD, Solution
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE
from crossfelt.analysis.crisscross.tables import INT16, INT64, hand_tables, kinds_of, new_hands, shape_tables, ways_of
from crossfelt.kernels.crisscross.lines import BLOCK
from crossfelt.kernels.crisscross.tally import Slots, TallyArrays, new_tally_room, tally_strategy
from crossfelt.ranking import Hand

_RANKS = 13
_OWN = 2
"""Kinds 0 and 1 of a suited hole are its own ranks, which have no card of the suit left."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Every deal counted once, under one strategy."""

    multiples: tuple[int, ...]
    played: NDArray[np.int64]
    """[across, down, Middle multiple, across hand, down hand] -> deals played to the end."""
    folded: NDArray[np.int64]
    """[0, 0, 0] deals folded at the first decision, [1, i, 0] at the second, [2, i, j] at the third."""

    @property
    def deals(self) -> int:
        """The number of counted deals: all 84,284,272,800."""
        return DEALS

    def outcomes(self, scheme: Scheme) -> dict[int, int]:
        """Return net result in antes -> deals. Exact, all deals."""
        deals_by_net: dict[int, int] = {}
        for (i, j, k, across, down), deals in np.ndenumerate(self.played):
            if deals:
                pay, ante, bets = scheme.pay, scheme.ante, self.multiples
                net = ante[across] + ante[down] + bets[i] * pay[across] + bets[j] * pay[down]
                net += bets[k] * pay[max(across, down)]
                deals_by_net[net] = deals_by_net.get(net, 0) + int(deals)
        for net, folded in self.folds():
            deals_by_net[net] = deals_by_net.get(net, 0) + folded
        assert sum(deals_by_net.values()) == DEALS
        return dict(sorted(deals_by_net.items()))

    def folds(self) -> list[tuple[int, int]]:
        """Return net result and deals of each way to fold."""
        folds = [(-2, int(self.folded[0, 0, 0]))]
        for i, bet in enumerate(self.multiples):
            folds.append((-2 - bet, int(self.folded[1, i, 0])))
            folds.extend((-2 - bet - reply, int(self.folded[2, i, j])) for j, reply in enumerate(self.multiples))
        return [(net, deals) for net, deals in folds if deals]

    def value(self, scheme: Scheme) -> int:
        """Return the strategy's value over all deals, in antes."""
        return sum(net * deals for net, deals in self.outcomes(scheme).items())


def strategy_tally(strategy: Strategy, multiples: tuple[int, ...], ace_low_straight: bool) -> Tally:
    """Count every deal under a strategy."""
    arrays = new_tally_arrays(len(multiples))
    for shape, part in strategy.items():
        add_first_folds(arrays, shape, part.first)
        kinds, slots = kinds_of(shape, INT64), slots_of(shape)
        room = new_tally_room(new_hands(shape), kinds, slots, len(multiples))
        tally_strategy(kinds, hand_tables(ace_low_straight), ways_of(shape, INT16), slots, part, room, arrays)
    return finished_tally(multiples, arrays)


def best_tally(solution: Solution) -> Tally:
    """Count every deal once under the best play."""
    scheme = solution.scheme
    return strategy_tally(best_strategy(solution), scheme.multiples, scheme.ace_low_straight)


def new_tally_arrays(size: int) -> TallyArrays:
    """Return arrays without deals, for this many multiples."""
    played = np.zeros((size, size, size, len(Hand), len(Hand)), np.int64)
    return TallyArrays(played, np.zeros((3, size, size), np.int64))


def add_first_folds(arrays: TallyArrays, shape: str, first: NDArray[np.int8]) -> None:
    """Count the deals that are folded at the first decision, which need no kernel."""
    arrays.folded[0, 0, 0] += int(ways_of(shape).holes[first == FOLD].sum()) * DEALS_PER_HOLE


def finished_tally(multiples: tuple[int, ...], arrays: TallyArrays) -> Tally:
    """Return the tally once all shapes are counted."""
    assert int(arrays.played.sum()) + int(arrays.folded.sum()) == DEALS, "every deal must be counted once"
    return Tally(multiples, *arrays)


@cache
def slots_of(shape: str) -> Slots:
    """Return the slots of the pairs of a shape."""
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
