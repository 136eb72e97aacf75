"""Random numbers for the kernels: splitmix64 with an explicit state, so that the same state gives the same games.

A 32-bit half of a draw is multiplied to the required range, which favors some outcomes by less than one in 80 million.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfelt.kernels.jit import inlined

LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
_ROLLS = 48


@inlined
def draw(state: Any) -> tuple[Any, Any]:
    """Return the next state of the generator, and the 64 bits of the draw."""
    after = state + _GAMMA
    mixed = (after ^ after >> np.uint64(30)) * _FIRST_FACTOR
    mixed = (mixed ^ mixed >> np.uint64(27)) * _SECOND_FACTOR
    return after, mixed ^ mixed >> np.uint64(31)


@inlined
def below(half: Any, count: Any) -> Any:
    """Return a number from 0 to count - 1 from 32 random bits."""
    return (half * np.uint64(count)) >> HALF


@inlined
def roll_from(bits: Any) -> Any:
    """Return a rolled card from the upper half of a draw."""
    return np.int64(below(bits >> HALF, _ROLLS))
