"""Values of states with two bets made and the best Middle decision."""

from __future__ import annotations

import numpy as np

from crossfelt.kernels.crisscross.lines import Ints
from crossfelt.kernels.jit import kernel


@kernel
def choose_middle(
    base: Ints, here: Ints, there: Ints, middles: Ints, bet: int, reply: int, ends: tuple[int, int], fold: int,
    worth: Ints,
) -> None:  # fmt: skip
    """Write the value of each state with these two bets and the best Middle decision."""
    low, high = ends
    for q in range(np.uint64(worth.shape[0])):
        middle = max(middles[q] * low, middles[q] * high)
        worth[q] = max(base[q] + bet * here[q] + reply * there[q] + middle, fold)
