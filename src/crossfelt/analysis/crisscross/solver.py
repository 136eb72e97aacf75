"""The exact optimum of the main game: every decision, every deal, integers throughout.

Call `solve`. A *value* is a sum over deals, in antes: divide by the number of deals for an average. The unit is one
ante, of which two are staked. Folding is worth minus the chips already on the table; playing on is worth the result
with the best later decisions. If two actions have the same value, the smaller wager is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, DOWN_PAIRS, MIDDLES, HoleClass, hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, number_type, setting_of, shape_tables, triangles, wide_type
from crossfelt.kernels.crisscross.lines import ROW
from crossfelt.kernels.crisscross.solution import Opening, solve_holes

FOLD = 0
"""Actions are numbered: 0 folds, i + 1 bets multiple i of the scheme."""


Rows = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The kernel's results for some holes: the sums of the second decision, and the values of the first."""


@dataclass(frozen=True, slots=True, eq=False)
class ShapeSolution:
    """The solution for all holes of one shape."""

    shape: str
    second: NDArray[np.int64]
    """[hole, action across - 1, smallest or largest down, across pair] -> value of betting down, over all down pairs
    and middle cards. No multiple between the two ends is worth more: the value is convex in the bet."""
    first: NDArray[np.int64]
    """[hole, action] -> value of the first decision, over all that follows."""

    def second_best(self, multiples: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """Return [hole, action across - 1, across pair] -> value of the best second decision, and that action."""
        smallest, largest = self.second[:, :, 0], self.second[:, :, 1]
        action = np.where(largest > smallest, len(multiples), 1)
        is_worth_it = np.maximum(smallest, largest) > _second_fold(multiples)
        return _second_values(self.second, multiples), np.where(is_worth_it, action, FOLD).astype(np.int8)


@dataclass(frozen=True, eq=False)
class Solution:
    """The game solved for one scheme."""

    scheme: Scheme
    shapes: dict[str, ShapeSolution]

    @cached_property
    def numerator(self) -> int:
        """The value of the game over all 84,284,272,800 deals."""
        best = np.concatenate([self.shapes[shape].first.max(1) for shape in SHAPES])
        return sum(hole.holes * value for hole, value in zip(hole_classes(), best.tolist(), strict=True))

    @property
    def denominator(self) -> int:
        """The number of all deals."""
        return DEALS

    def first_values(self, hole: HoleClass) -> list[int]:
        """Return the value of each first action with this hole, over its 63,562,800 deals: fold, then each multiple."""
        row = self.shapes[hole.shape].first[self.row(hole)]
        return [int(value) for value in row]

    def first_action(self, hole: HoleClass) -> int:
        """Return the best first action; among equals the smallest."""
        values = self.first_values(hole)
        return values.index(max(values))

    @staticmethod
    def row(hole: HoleClass) -> int:
        """Return the hole's index among those of its shape."""
        return hole.index - shape_tables(hole.shape).holes[0].index


def solve(scheme: Scheme, threads: int = 1, progress: Callable[[float], None] | None = None) -> Solution:
    """Solve the whole game. The result is the same for any number of threads."""
    number = number_type(scheme)
    jobs = [
        (shape, start, stop)
        for shape in reversed(SHAPES)
        for start, stop in _cuts(len(shape_tables(shape).holes), threads if threads > 1 else 1)
    ]

    def run(job: tuple[str, int, int]) -> Rows:
        return solve_rows(scheme, *job, number)

    if threads > 1:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(run, jobs))
    else:
        parts = []
        for job in jobs:
            parts.append(run(job))
            if progress:
                progress(len(parts) / len(jobs))
    by_shape: dict[str, list[Rows]] = {shape: [] for shape in SHAPES}
    for (shape, _, _), part in zip(jobs, parts, strict=True):
        by_shape[shape].append(part)
    return Solution(scheme, {shape: _joined(shape, rows) for shape, rows in by_shape.items()})


def solve_rows(scheme: Scheme, shape: str, start: int, stop: int, number: np.dtype[Any]) -> Rows:
    """Return the kernel's sums for some holes of one shape, and the value of each first bet."""
    whole, bets = setting_of(scheme, shape, number), len(scheme.multiples)
    some = whole._replace(kinds=whole.kinds._replace(ranks=whole.kinds.ranks[start:stop]))
    sums = np.empty((stop - start, bets, 2, whole.kinds.pairs), np.int64)
    firsts = np.empty((stop - start, bets), np.int64)
    opening = Opening(shape_tables(shape).pairs.ways.astype(np.int64), _second_fold(scheme.multiples).ravel())
    totals = np.empty(6 * max(bets - 2, 1) * ROW, wide_type(number))
    solve_holes(some, *triangles(shape, number), opening, totals, sums, firsts)
    return sums, firsts


def _joined(shape: str, rows: list[Rows]) -> ShapeSolution:
    """Join the holes of one shape, which several threads may have solved in parts."""
    second, values = rows[0] if len(rows) == 1 else map(np.concatenate, zip(*rows, strict=True))
    fold = np.full((len(values), 1), -2 * DEALS_PER_HOLE, np.int64)
    return ShapeSolution(shape, second, np.concatenate([fold, values], 1))


def _second_values(second: NDArray[np.int64], multiples: tuple[int, ...]) -> NDArray[np.int64]:
    """Return [hole, action across - 1, across pair] -> value of the best second decision."""
    return np.maximum(np.maximum(second[:, :, 0], second[:, :, 1]), _second_fold(multiples))


def _second_fold(multiples: tuple[int, ...]) -> NDArray[np.int64]:
    """Return [-, action across - 1, -] -> value of folding at the second decision."""
    return -(2 + np.array(multiples, np.int64))[None, :, None] * DOWN_PAIRS * MIDDLES


def _cuts(count: int, parts: int) -> list[tuple[int, int]]:
    edges = [count * part // parts for part in range(parts + 1)]
    return [(start, stop) for start, stop in pairwise(edges) if stop > start]
