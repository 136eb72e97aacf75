"""Masks of legal actions, one row for each of many games: what breaks them, and what may be drawn from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfelt.kernels.jit import kernel
from crossfelt.kernels.king.generator import HALF, below, draw


@kernel
def first_illegal(actions: Any, masks: Any, waits: Any) -> int:
    """The first row whose action its mask does not allow, or -1. Rows that wait for their next game take any."""
    for row in range(actions.shape[0]):
        action = actions[row]
        if not waits[row] and (action < 0 or action >= masks.shape[1] or not masks[row, action]):
            return row
    return -1


@kernel
def draw_actions(state: Any, masks: Any, actions: Any) -> None:
    """A legal action for each row, each as likely as any other, and 0 where none is legal. The state of the generator
    stands in an array of one, and moves on."""
    moved = state[0]
    for row in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[row, action]
        moved, bits = draw(moved)
        # Without a way out of the loop, whose end the processor would have to guess: the action is the first up to
        # which there is one more legal action than are to be passed over.
        left = np.int64(below(bits >> HALF, count))
        chosen, seen = 0, 0
        for action in range(masks.shape[1]):
            seen += masks[row, action]
            chosen += seen <= left
        actions[row] = chosen if count else 0
    state[0] = moved
