"""Spaces of the environments: actions of which only some are legal now."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class LegalDiscrete(spaces.Discrete):
    """The actions 0 to n - 1. Without a mask of its own, `sample` draws among those that are legal in the environment
    now: `env.action_space.sample()` is always an action that `step` takes, as long as the game goes on."""

    def __init__(self, legal: NDArray[np.int8]) -> None:
        super().__init__(len(legal))
        self.legal = legal
        """1 for each legal action; the environment writes it in place."""

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """An action, among the legal ones unless something else is asked for."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


def card_box(count: int, most: int) -> spaces.Box:
    """So many cards, by number, one byte each."""
    return spaces.Box(0, most, (count,), np.uint8)


def observation_row(observations: dict[str, NDArray[Any]], row: int) -> dict[str, Any]:
    """What one of many games shows, in arrays of its own."""
    return {name: values[row].copy() for name, values in observations.items()}
