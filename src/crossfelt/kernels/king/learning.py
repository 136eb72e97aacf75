"""Self-play that learns the weights: first each line from its own outcome, then all tables together.

`learn_lines` credits each line with its final score: fast, but it ignores lines that compete for a square.
`learn_together` follows, TD(lambda) over the values after placements, computed back from the end of each game. Each
weight has its own step size by temporal coherence: the absolute sum of its errors over the sum of their absolute
values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import kernel
from crossfelt.kernels.king.generator import LOW_HALF, below, draw, roll_from
from crossfelt.kernels.king.geometry import LINE_COUNT, SQUARE_COUNT
from crossfelt.kernels.king.position import OPEN, POINTS, SHEET, Position, clear, is_open, place
from crossfelt.kernels.king.sheets import sheet_hands
from crossfelt.kernels.king.values import (
    MOST_FEATURES,
    STAGES,
    LearnedValue,
    Scratch,
    best_placement,
    final_score,
    line_at,
    list_features,
    place_best,
)

_UNIT = 1.0 / 9007199254740992.0


class Coherence(NamedTuple):
    """For each weight, the sum of its errors, and the sum of their sizes."""

    coherent: NDArray[np.float32]
    absolute: NDArray[np.float32]


@kernel
def random_square(position: Position, card: int, bits: Any) -> int:
    """Return a uniformly random square that is open to the card."""
    count = 0
    for square in range(SQUARE_COUNT):
        count += is_open(position, square, card)
    skipped = np.int64(below(bits & LOW_HALF, count))
    for square in range(SQUARE_COUNT):
        if is_open(position, square, card):
            if skipped == 0:
                return square
            skipped -= 1
    return -1


@kernel
def learn_lines(
    games: int, state: Any, explore: float, least_step: float, value: LearnedValue, visits: Any, position: Position,
    scratch: Scratch,
) -> float:  # fmt: skip
    """Play games with the weights as they change, now and then on a random square, and move each line's weight towards
    its score. Return the mean of the line points."""
    tables, sheet_tables, weights, lines = value.lines, value.sheets, value.weights, position.lines
    keys = np.full((STAGES, LINE_COUNT), -1, np.int64)
    outcome = np.zeros(LINE_COUNT, np.float32)
    total = 0.0
    for _ in range(games):
        clear(position, tables)
        for stage in range(STAGES - 1, -1, -1):
            state, bits = draw(state)
            square, card, _value = best_placement(position, tables, weights, stage, roll_from(bits), scratch)
            state, bits = draw(state)
            if (bits >> np.uint64(11)) * _UNIT < explore:
                state, bits = draw(state)
                square = random_square(position, card, bits)
            place(position, tables, square, card)
            for line in range(LINE_COUNT):
                keys[stage, line] = line_at(lines, stage, line) if lines[OPEN, line] > 0 else -1
        total += lines[SHEET, POINTS]
        hands = sheet_hands(position.squares, sheet_tables)
        for line in range(LINE_COUNT):
            outcome[line] = sheet_tables.points[hands >> 4 * line & 15]
        for stage in range(STAGES):
            for line in range(LINE_COUNT):
                if keys[stage, line] >= 0:
                    index = keys[stage, line]
                    visits[index] += 1
                    step = max(1.0 / visits[index], least_step)
                    weights[index] += np.float32(step) * (outcome[line] - weights[index])
    return total / games


@kernel
def learn_together(
    games: int, state: Any, step_size: float, trace: float, value: LearnedValue, coherence: Coherence,
    position: Position, scratch: Scratch,
) -> float:  # fmt: skip
    """Play games with the weights as they change, and move them towards a mixture of the next value (1 - trace) and the
    final score. Return the mean score."""
    tables, weights, lines = value.lines, value.weights, position.lines
    coherent, absolute = coherence.coherent, coherence.absolute
    features = np.zeros((STAGES, MOST_FEATURES), np.int32)
    counts = np.zeros(STAGES, np.int64)
    points = np.zeros(STAGES, np.float64)
    total = 0.0
    for _ in range(games):
        clear(position, tables)
        for stage in range(STAGES - 1, -1, -1):
            state, bits = draw(state)
            place_best(position, tables, weights, stage, roll_from(bits), scratch)
            points[stage] = lines[SHEET, POINTS]
            if stage > 0:
                counts[stage] = list_features(position, tables, stage, features[stage])
        score = final_score(position, value)
        total += score
        target = score
        for stage in range(1, STAGES):
            expected = points[stage]
            for number in range(counts[stage]):
                expected += weights[features[stage, number]]
            error = np.float32(target - expected)
            step = np.float32(step_size) * error / np.float32(counts[stage])
            corrected = points[stage]
            for number in range(counts[stage]):
                index = features[stage, number]
                met = absolute[index]
                rate = abs(coherent[index]) / met if met > 0 else np.float32(1)
                weights[index] += step * rate
                coherent[index] += error
                absolute[index] = met + abs(error)
                corrected += weights[index]
            target = trace * target + (1.0 - trace) * corrected
    return total / games
