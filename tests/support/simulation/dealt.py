"""The cards of a simulated round, and the chance that follows them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from crossfelt.cards import Card
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.kernels.king.generator import draw


@njit
def _deal(seed: Any, number: int, count: int, deck: Any) -> Any:
    for card in range(CARDS):
        deck[card] = card
    return deal(first_state(seed, number), deck, count)


@njit
def _draw(state: Any) -> Any:
    return draw(state)


def dealt(seed: int, number: int, count: int) -> list[Card]:
    """The first cards of a round: the cross, then two for each seat."""
    return Chance(seed, number, count).cards


class Chance:
    """Draws that follow the cards of one simulated round."""

    def __init__(self, seed: int, number: int, count: int) -> None:
        deck = np.empty(CARDS, np.uint8)
        self._state = np.uint64(_deal(np.uint64(seed), number, count, deck))
        self.cards = [Card(int(card)) for card in deck[:count]]

    def below(self, bound: int) -> int:
        self._state, bits = _draw(np.uint64(self._state))
        return (int(bits) >> 24) * bound >> 40

    def spin(self, wheel: Wheel) -> str:
        return wheel.at(self.below(wheel.total)).symbol
