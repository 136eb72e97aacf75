"""Every state of the game by the features that a person sees, with the wins of the wagers there: the data from which
rules for people are grown and priced.

A person who follows rules decides by codes (`features.py`), and the value of a round is linear in the bets. So states
of one starting hand with the same codes are one row with the sums of all its deals; for any rules, their exact value is
a sum over the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.features import (
    SECOND,
    THIRD,
    code_count,
    first_code,
    pair_codes,
    rank_masks,
    second_codes,
    shared_ranks,
    third_codes,
)
from crossfelt.analysis.crisscross.solver import FOLD, Solution
from crossfelt.analysis.crisscross.strategy import best_openings
from crossfelt.analysis.crisscross.symmetry import MIDDLES, hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, setting_of, ways_of
from crossfelt.kernels.crisscross import feature_values
from crossfelt.kernels.crisscross.feature_values import Codes, add_up_seen

Ints = NDArray[np.int64]
Actions = NDArray[np.integer[Any]]
"""By code or by row: 0 folds, i + 1 bets multiple i."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenStates:
    """All states of a solved game; arrays are by row."""

    multiples: Ints
    first: Ints
    """Code of `FIRST`."""
    second: Ints
    third: Ints
    best_first: Ints
    best_second: Ints
    """The best play at the first two decisions; a row has one answer to each."""
    sums: Ints
    """[row, column] -> deals with a middle card each, then antes and units as the kernel names them."""

    def value(self, first_actions: Actions, second_actions: Actions, third_actions: Actions) -> int:
        """Return the value over all deals of a strategy that decides by codes, in antes."""
        first, second = first_actions[self.first], second_actions[self.second]
        return int(self._worth(first, second, third_actions[self.third]).sum())

    def third_values(self) -> Ints:
        """Return [code, action] -> the value of each third action after the best first two decisions."""
        reached = np.flatnonzero((self.best_first != FOLD) & (self.best_second != FOLD))
        values = np.zeros((code_count(THIRD), len(self.multiples) + 1), np.int64)
        for action in range(values.shape[1]):
            worth = self._worth(self.best_first, self.best_second, np.full(len(self.sums), action))
            np.add.at(values[:, action], self.third[reached], worth[reached])
        return values

    def second_values(self, third_actions: Actions) -> Ints:
        """Return [code, action] -> the value of each second action after the best first decision, when the third one is
        by code."""
        reached = np.flatnonzero(self.best_first != FOLD)
        values = np.zeros((code_count(SECOND), len(self.multiples) + 1), np.int64)
        third = third_actions[self.third]
        for action in range(values.shape[1]):
            worth = self._worth(self.best_first, np.full(len(self.sums), action), third)
            np.add.at(values[:, action], self.second[reached], worth[reached])
        return values

    def _worth(self, first: Actions, second: Actions, third: Actions) -> Ints:
        """Return the value of these three actions in every row; folding ends the round."""
        bets = np.concatenate([[0], self.multiples])
        across, down, middle = bets[first], bets[second], bets[third]
        deals, base, here, there, middles = self.sums.T
        played = base + across * here + down * there + middle * middles
        staked = 2 + across + np.where(first == FOLD, 0, down)
        is_folded = (first == FOLD) | (second == FOLD) | (third == FOLD)
        worth: Ints = np.where(is_folded, -staked * deals, played)
        return worth


@lru_cache(maxsize=1)
def seen_states(solution: Solution) -> SeenStates:
    """Return the states of a solved game; those of the last one are cached."""
    scheme = solution.scheme
    parts: list[list[Ints]] = []
    for shape in SHAPES:
        setting, ways = setting_of(scheme, shape), ways_of(shape)
        best_first, best_second = best_openings(solution, shape)
        seconds = second_codes(shape, scheme.ace_low_straight)
        groups = [np.unique(row, axis=0, return_inverse=True) for row in np.stack([seconds, best_second], 2)]
        codes = Codes(
            np.array([of_pairs.ravel() for _, of_pairs in groups]),
            pair_codes(shape, scheme.ace_low_straight),
            rank_masks(shape),
            third_codes(),
            shared_ranks(),
        )
        rows = np.full((max(len(entries) for entries, _ in groups), code_count(THIRD)), -1, np.int32)
        most = min(setting.kinds.pairs**2, rows.size)
        keys, sums = np.empty((most, 2), np.int64), np.empty((most, 5), np.int64)
        holes = [hole for hole in hole_classes() if hole.shape == shape]
        for number, (hole, (entries, _)) in enumerate(zip(holes, groups, strict=True)):
            count = add_up_seen(setting, ways, codes, number, rows, keys, sums)
            group, third = keys[:count].T.copy()
            same = np.ones(count, np.int64)
            parts.append(
                [first_code(hole) * same, entries[group, 0], third, best_first[number] * same, entries[group, 1]]
            )
            parts[-1].append(sums[:count].copy())
    first, second, third, opening, reply, sums = (np.concatenate(column) for column in zip(*parts, strict=True))
    sums[:, feature_values.DEALS] *= MIDDLES
    return SeenStates(np.array(scheme.multiples, np.int64), first, second, third, opening, reply, sums)
