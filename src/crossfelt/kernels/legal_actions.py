"""Masks of legal actions, one row for each of many games: check actions against them, and draw from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfelt.kernels.jit import kernel
from crossfelt.kernels.king.generator import HALF, below, draw


@kernel
def first_illegal(actions: Any, masks: Any, waits: Any) -> int:
    """Return the first row whose mask doesn't allow its action, or -1. Rows that wait for their next game accept
    any."""
    for row in range(actions.shape[0]):
        action = actions[row]
        if not waits[row] and (action < 0 or action >= masks.shape[1] or not masks[row, action]):
            return row
    return -1


@kernel
def draw_actions(state: Any, masks: Any, actions: Any) -> None:
    """Draw a legal action for each row with equal probability, and 0 if none is legal. The state of the generator is an
    array of one, which is updated."""
    moved = state[0]
    for row in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[row, action]
        moved, bits = draw(moved)
        # The loop has no early exit, which the processor would have to predict: the action is the first one up to which
        # there is one more legal action than are to be skipped.
        left = np.int64(below(bits >> HALF, count))
        chosen, seen = 0, 0
        for action in range(masks.shape[1]):
            seen += masks[row, action]
            chosen += seen <= left
        actions[row] = chosen if count else 0
    state[0] = moved
