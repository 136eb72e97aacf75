"""Cards for many rounds: the cards of round n depend only on the seed and on n, never on the worker.

A draw has 58 bits. Multiplied by the number of cards left, it gives the next card in its upper bits and keeps the
randomness for the following ones in the lower: four cards come from one draw, and no card is favored by more than one
part in 10**10.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfelt.kernels.jit import inlined
from crossfelt.kernels.king.generator import draw

CARDS = 52
FRACTION_BITS = np.uint64(58)
_SPARE_BITS = np.uint64(6)
_FRACTION = np.uint64((1 << 58) - 1)
_EACH = 4
"""Cards that come from one draw."""
_ROUND_FACTOR = np.uint64(0xD1342543DE82EF95)


@inlined
def first_state(seed: Any, number: Any) -> Any:
    """Return the generator state of a round: seed and number mixed, so that consecutive rounds have nothing in
    common."""
    _, mixed = draw(np.uint64(seed) ^ (np.uint64(number) * _ROUND_FACTOR))
    return mixed


@inlined
def deal(state: Any, deck: Any, count: int) -> Any:
    """Put `count` cards on top of a deck of all 52, and return the new generator state."""
    fraction = np.uint64(0)
    for place in range(count):
        if place % _EACH == 0:
            state, bits = draw(state)
            fraction = bits >> _SPARE_BITS
        scaled = fraction * np.uint64(CARDS - place)
        other = place + np.int64(scaled >> FRACTION_BITS)
        fraction = scaled & _FRACTION
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
    return state
