"""The arrays that the kernels of Criss Cross share, padded and in the right types, for each shape of hole cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme, value_type
from crossfelt.analysis.crisscross.symmetry import HoleClass, PairTable, hole_classes, kind_ranks, pair_table
from crossfelt.kernels.crisscross.lines import BLOCK, ROW, ROWS, HandTables, Kinds, Odds, Room, Setting, Ways
from crossfelt.kernels.hands import hand_arrays
from crossfelt.ranking import RANK_KEYS

SHAPES = ("paired", "mixed", "suited")
INT16, INT32, INT64 = np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class ShapeTables:
    """All holes of one shape."""

    holes: tuple[HoleClass, ...]
    pairs: PairTable
    own: int
    """The number of different ranks in the hole."""
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
    """Return the tables of a shape."""
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


def number_type(scheme: Scheme) -> np.dtype[Any]:
    """Return the smallest integer type in which no value of the scheme overflows."""
    return np.dtype(value_type(scheme.pay, scheme.ante, scheme.multiples))


def wide_type(number: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of twice the size, which holds two numbers side by side, or the sum of a whole row."""
    return np.dtype(f"i{2 * number.itemsize}")


@cache
def kinds_of(shape: str, number: np.dtype[Any]) -> Kinds:
    """Return the kinds and pairs of a shape, with their counts in the given type."""
    tables = shape_tables(shape)
    counts = tables.pairs.counts.astype(number)
    return Kinds(tables.ranks, tables.own, counts, tables.first, tables.second, tables.pairs.pairs)


def setting_of(
    scheme: Scheme, shape: str, number: np.dtype[Any] | None = None, sums: np.dtype[Any] | None = None
) -> Setting:
    """Return the input of the kernels for a scheme and a shape: counts and odds in one type, working space in another.

    By default both are the smallest type in which no value overflows; computing that takes a tenth of a millisecond.
    """
    number = number_type(scheme) if number is None else number
    return Setting(
        kinds_of(shape, number),
        hand_tables(scheme.ace_low_straight),
        odds_of(scheme, number),
        new_room(shape, number if sums is None else sums),
    )


@cache
def hand_tables(ace_low_straight: bool) -> HandTables:
    """Return the hand tables with one key for each rank."""
    return HandTables(np.array(RANK_KEYS, np.int64), *hand_arrays(ace_low_straight))


def odds_of(scheme: Scheme, number: np.dtype[Any]) -> Odds:
    """Return the odds and multiples of a scheme in the given type."""
    pay, ante, multiples = (np.array(entry, number) for entry in (scheme.pay, scheme.ante, scheme.multiples))
    return Odds(pay, ante, multiples, rises(scheme.pay))


def rises(pay: tuple[int, ...]) -> bool:
    """Return whether a higher hand never pays less."""
    return all(lower <= higher for lower, higher in pairwise(pay))


@cache
def ways_of(shape: str, number: np.dtype[Any] = INT64) -> Ways:
    """Return the number of deals of each combination, with the ways to draw the down pair in the given type."""
    tables = shape_tables(shape)
    holes = np.array([hole.holes for hole in tables.holes], np.int64)
    return Ways(tables.pairs.ways.astype(np.int64), tables.pairs.ways_after.astype(number), holes)


@cache
def triangles(shape: str, number: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return `ways_after` for the second pair at or after the first, and its transpose strictly after; the rest is
    0."""
    tables = shape_tables(shape)
    ways = tables.pairs.ways_after
    return (
        padded(np.triu(ways).astype(number), tables.width),
        padded(np.triu(ways.T, 1).astype(number), tables.width),
    )


def padded(array: NDArray[Any], width: int) -> NDArray[Any]:
    """Return the array with its last axis padded with zeros."""
    wider = np.zeros((*array.shape[:-1], width), array.dtype)
    wider[..., : array.shape[-1]] = array
    return wider


def new_room(shape: str, number: np.dtype[Any]) -> Room:
    """Return working space for one thread, for sums of the given type."""
    tables = shape_tables(shape)
    kinds, width, wide = tables.pairs.kinds, tables.width, wide_type(number)
    assert width <= ROW
    packs, line, gone = np.zeros((width, kinds), wide), np.zeros((ROWS, ROW), number), np.zeros((2, width), wide)
    return Room(
        pays=np.zeros((3, -(-kinds // 8) * 8, width), number),
        packs=packs,
        halves=packs.view(number),
        line=line,
        flat=line.reshape(-1),
        gone=gone,
        gone_halves=gone.view(number),
        made=new_hands(shape),
    )


def new_hands(shape: str) -> NDArray[np.uint8]:
    """Return space for the hands of one hole, by kind of the middle card and pair."""
    tables = shape_tables(shape)
    return np.zeros((tables.pairs.kinds, tables.width), np.uint8)
