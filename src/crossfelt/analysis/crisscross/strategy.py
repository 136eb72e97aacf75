"""A whole strategy as arrays: the action in every state of the game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import FOLD, Solution
from crossfelt.analysis.crisscross.tables import SHAPES, setting_of, shape_tables
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.kernels.crisscross.tally import best_third

Strategy = dict[str, Decisions]
"""The three decisions of all holes, by shape."""


def best_strategy(solution: Solution) -> Strategy:
    """Return the decisions of a solved game; among equals the smallest wager."""
    strategy: Strategy = {}
    for shape in SHAPES:
        first, second = best_openings(solution, shape)
        strategy[shape] = Decisions(first, second, best_middle(solution.scheme, shape, first, second))
    return strategy


def best_openings(solution: Solution, shape: str) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the first two decisions for all holes of one shape: [hole], and [hole, across pair]."""
    first = np.array([solution.first_action(hole) for hole in shape_tables(shape).holes], np.int8)
    _, second_by_bet = solution.shapes[shape].second_best(solution.scheme.multiples)
    second = second_by_bet[np.arange(len(first)), np.maximum(first - 1, 0)]
    second[first == FOLD] = FOLD
    return first, second


def best_middle(scheme: Scheme, shape: str, first: NDArray[np.int8], second: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the best third decision after any first and second ones."""
    setting = setting_of(scheme, shape)
    third = np.zeros((*second.shape, setting.kinds.pairs), np.int8)
    width = len(setting.kinds.first)
    replies = np.zeros(width, setting.room.line.dtype)
    best_third(setting, Decisions(first, second, third), replies, np.zeros((width, width), np.int8))
    return third
