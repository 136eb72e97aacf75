"""A whole strategy as arrays, and what it comes to: exact counts of deals by decisions and hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.bounds import value_type
from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.solver import FOLD, Solution, rises
from crossfelt.analysis.symmetry import DEALS, DEALS_PER_HOLE
from crossfelt.analysis.tables import SHAPES, hand_tables, scratch, shape_tables
from crossfelt.kernels.crisscross.tally import best_third
from crossfelt.kernels.crisscross.tally import tally as tally_kernel
from crossfelt.ranking import Hand


@dataclass(frozen=True, slots=True, eq=False)
class ShapeStrategy:
    """The three decisions for all holes of one shape; 0 folds, i + 1 bets multiple i."""

    first: NDArray[np.int8]
    """[hole]"""
    second: NDArray[np.int8]
    """[hole, across pair]"""
    third: NDArray[np.int8]
    """[hole, across pair, down pair]"""


Strategy = dict[str, ShapeStrategy]
"""By shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Every deal once, under one strategy."""

    multiples: tuple[int, ...]
    played: NDArray[np.int64]
    """[across, down, Middle multiple, across hand, down hand] -> deals played to the end."""
    folded: NDArray[np.int64]
    """[0, 0, 0] deals folded at the first decision, [1, i, 0] at the second, [2, i, j] at the third."""

    @property
    def deals(self) -> int:
        """All deals, 84,284,272,800."""
        return DEALS

    def outcomes(self, scheme: Scheme) -> dict[int, int]:
        """Net result in antes -> deals. Exact, all deals."""
        found: dict[int, int] = {}
        for (i, j, k, across, down), deals in np.ndenumerate(self.played):
            if deals:
                pay, ante, bets = scheme.pay, scheme.ante, self.multiples
                net = ante[across] + ante[down] + bets[i] * pay[across] + bets[j] * pay[down]
                net += bets[k] * pay[max(across, down)]
                found[net] = found.get(net, 0) + int(deals)
        for net, folded in self.folds():
            found[net] = found.get(net, 0) + folded
        assert sum(found.values()) == DEALS
        return dict(sorted(found.items()))

    def folds(self) -> list[tuple[int, int]]:
        """Net result and deals of each way to fold."""
        found = [(-2, int(self.folded[0, 0, 0]))]
        for i, bet in enumerate(self.multiples):
            found.append((-2 - bet, int(self.folded[1, i, 0])))
            found.extend((-2 - bet - reply, int(self.folded[2, i, j])) for j, reply in enumerate(self.multiples))
        return [(net, deals) for net, deals in found if deals]

    def value(self, scheme: Scheme) -> int:
        """The strategy's value over all deals, in antes."""
        return sum(net * deals for net, deals in self.outcomes(scheme).items())


def best_strategy(solution: Solution) -> Strategy:
    """The decisions of a solved game; of equal actions the smallest wager."""
    found: Strategy = {}
    for shape in SHAPES:
        tables, part = shape_tables(shape), solution.shapes[shape]
        first = np.array([solution.first_action(hole) for hole in tables.holes], np.int8)
        _, second_by_bet = part.second_best(solution.scheme.multiples)
        chosen = np.maximum(first - 1, 0)
        second = second_by_bet[np.arange(len(first)), chosen]
        second[first == FOLD] = FOLD
        found[shape] = ShapeStrategy(first, second, best_middle(solution.scheme, shape, first, second))
    return found


def best_middle(scheme: Scheme, shape: str, first: NDArray[np.int8], second: NDArray[np.int8]) -> NDArray[np.int8]:
    """The best third decision after any first and second ones."""
    tables = shape_tables(shape)
    number = np.dtype(value_type(scheme.pay, scheme.ante, scheme.multiples))
    wide = np.dtype(np.int32 if number == np.int16 else np.int64)
    pairs = tables.pairs.pairs
    third = np.zeros((len(tables.holes), pairs, pairs), np.int8)
    hands = np.zeros((tables.pairs.kinds, tables.width), np.uint8)
    best_third(
        tables.ranks,
        tables.own,
        tables.pairs.counts.astype(number),
        tables.first,
        tables.second,
        *hand_tables(scheme.ace_low_straight),
        np.array(scheme.pay, number),
        np.array(scheme.ante, number),
        np.array(scheme.multiples, number),
        rises(scheme.pay),
        *scratch(tables, number, wide),
        hands,
        first,
        second,
        third,
    )
    return third


def tally(strategy: Strategy, multiples: tuple[int, ...], ace_low_straight: bool) -> Tally:
    """Counts every deal under a strategy."""
    size = len(multiples)
    played = np.zeros((size, size, size, len(Hand), len(Hand)), np.int64)
    folded = np.zeros((3, size, size), np.int64)
    for shape, part in strategy.items():
        tables = shape_tables(shape)
        pairs = tables.pairs
        weights = np.array([hole.holes for hole in tables.holes], np.int64)
        folded[0, 0, 0] += int(weights[part.first == FOLD].sum()) * DEALS_PER_HOLE
        tally_kernel(
            tables.ranks,
            tables.own,
            pairs.counts.astype(np.int64),
            tables.first,
            tables.second,
            pairs.ways.astype(np.int64),
            pairs.ways_after.astype(np.int64),
            *hand_tables(ace_low_straight),
            np.zeros((pairs.kinds, tables.width), np.uint8),
            weights,
            part.first,
            part.second,
            part.third,
            played,
            folded,
        )
    found = Tally(multiples, played, folded)
    assert int(played.sum()) + int(folded.sum()) == DEALS, "every deal is counted once"
    return found
