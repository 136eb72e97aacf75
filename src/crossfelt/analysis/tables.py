"""The arrays that the solver's kernels share, one set for each shape of hole cards, padded and in the right types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crossfelt import ranking
from crossfelt.analysis.symmetry import HoleClass, PairTable, hole_classes, kind_ranks, pair_table
from crossfelt.kernels.crisscross.solution import BLOCK

SHAPES = ("paired", "mixed", "suited")


@dataclass(frozen=True, slots=True, eq=False)
class ShapeTables:
    """All holes of one shape."""

    holes: tuple[HoleClass, ...]
    pairs: PairTable
    own: int
    """How many different ranks the hole has."""
    ranks: NDArray[np.int64]
    """[hole, kind] -> rank."""
    first: NDArray[np.uint64]
    second: NDArray[np.uint64]
    """Padded to `width`."""

    @property
    def width(self) -> int:
        """Pairs, padded to a multiple of the kernels' block."""
        return len(self.first)


@cache
def shape_tables(shape: str) -> ShapeTables:
    """The tables of a shape."""
    pairs = pair_table(shape)
    holes = tuple(hole for hole in hole_classes() if hole.shape == shape)
    width = -(-pairs.pairs // BLOCK) * BLOCK
    return ShapeTables(
        holes=holes,
        pairs=pairs,
        own=1 if shape == "paired" else 2,
        ranks=np.array([kind_ranks(hole) for hole in holes], np.int64),
        first=padded(pairs.first.astype(np.uint64), width),
        second=padded(pairs.second.astype(np.uint64), width),
    )


@cache
def triangles(shape: str, kind: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """`ways_after` for the second pair at or behind the first, and its transpose strictly behind; the rest is 0."""
    tables = shape_tables(shape)
    ways = tables.pairs.ways_after
    return (
        padded(np.triu(ways).astype(kind), tables.width),
        padded(np.triu(ways.T, 1).astype(kind), tables.width),
    )


@cache
def hand_tables(ace_low_straight: bool) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Keys of the ranks, hands by the sum of five keys, hands by the ranks of a suited hand."""
    built = ranking.tables(ace_low_straight)
    hands = np.frombuffer(built.hands, np.uint8)
    keys = np.array(ranking.RANK_KEYS, np.int64)
    return keys, hands[np.array(built.by_key_sum)], hands[np.array(built.by_rank_mask)]


def padded(array: NDArray[Any], width: int) -> NDArray[Any]:
    """The array with its last axis filled up with zeros."""
    result = np.zeros((*array.shape[:-1], width), array.dtype)
    result[..., : array.shape[-1]] = array
    return result


def scratch(
    tables: ShapeTables, number: DTypeLike, wide: DTypeLike
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Working space of the solver for one thread."""
    kinds, width = tables.pairs.kinds, tables.width
    return (
        np.zeros((3, -(-kinds // 8) * 8, width), number),
        np.zeros((width, kinds), wide),
        np.zeros((9, width), number),
        np.zeros((2, width), wide),
    )
