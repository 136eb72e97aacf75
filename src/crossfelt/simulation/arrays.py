"""Convert strategies of the exact analysis to the arrays by which the kernel of whole tables decides."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from crossfelt import ranking
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.strategy import Strategy
from crossfelt.analysis.crisscross.symmetry import LANES, class_of, hole_classes, kind_ranks, pair_table
from crossfelt.cards import DECK
from crossfelt.kernels.crisscross.table_rounds import Classes, Hands
from crossfelt.kernels.hands import hand_arrays
from crossfelt.ranking import Hand

_RANKS = 13


@cache
def hands(ace_low_straight: bool) -> Hands:
    """Return the hand tables with one key for each card."""
    return Hands(np.array(ranking.tables(ace_low_straight).card_keys, np.int32), *hand_arrays(ace_low_straight))


def nets(scheme: Scheme) -> NDArray[np.int64]:
    """Return the win of each outcome of the kernel, in antes."""
    pay, ante, bets = (np.array(values, np.int64) for values in (scheme.pay, scheme.ante, scheme.multiples))
    first, second, third = np.meshgrid(bets, bets, bets, indexing="ij")
    higher = pay[np.maximum.outer(np.arange(len(Hand)), np.arange(len(Hand)))]
    played = (
        ante[:, None]
        + ante[None, :]
        + first[..., None, None] * pay[:, None]
        + second[..., None, None] * pay[None, :]
        + third[..., None, None] * higher
    )
    folded = [np.array([-2]), -2 - bets, (-2 - bets[:, None] - bets[None, :]).ravel()]
    return np.concatenate([played.ravel(), *folded])


@cache
def classes() -> Classes:
    """Return the starting hands, the same for every rule book."""
    known = hole_classes()
    kinds = np.zeros((len(known), 2, _RANKS), np.uint8)
    widths, second_at, third_at = (np.zeros(len(known), np.int64) for _ in range(3))
    second = third = 0
    for entry in known:
        ranks = kind_ranks(entry)
        for kind, rank in enumerate(ranks[:_RANKS]):
            kinds[entry.index, :, rank] = kind
        for kind, rank in enumerate(ranks[_RANKS:], _RANKS):
            kinds[entry.index, 1, rank] = kind
        width = pair_table(entry.shape).pairs
        widths[entry.index], second_at[entry.index], third_at[entry.index] = width, second, third
        second, third = second + width, third + width * width
    return Classes(_class_of_cards(), kinds, _pair_numbers(), widths, second_at, third_at)


def decisions(strategy: Strategy) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return the decisions of a strategy end to end, in the order of the starting hands."""
    places = dict.fromkeys(strategy, 0)
    first, second, third = [], [], []
    for entry in hole_classes():
        part, row = strategy[entry.shape], places[entry.shape]
        width = pair_table(entry.shape).pairs
        places[entry.shape] += 1
        first.append(part.first[row : row + 1])
        second.append(part.second[row, :width])
        third.append(part.third[row, :width, :width].ravel())
    return np.concatenate(first), np.concatenate(second), np.concatenate(third)


def _class_of_cards() -> NDArray[np.uint8]:
    class_numbers = np.zeros((len(DECK), len(DECK)), np.uint8)
    for one in DECK:
        for other in DECK:
            if one != other:
                class_numbers[one, other] = class_of(one, other).index
    return class_numbers


def _pair_numbers() -> NDArray[np.int64]:
    """Return numbers of pairs by their two kinds: beside unsuited starting hands, which all have the same, and suited
    ones."""
    numbers = np.zeros((2, LANES, LANES), np.int64)
    for row, shape in enumerate(("mixed", "suited")):
        table = pair_table(shape)
        numbers[row, table.first, table.second] = numbers[row, table.second, table.first] = np.arange(table.pairs)
    return numbers
