"""Spaces of the environments: discrete actions of which only some are legal at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Observation = dict[str, Any]


class LegalDiscrete(spaces.Discrete):
    """The actions 0 to n - 1. Without a mask of its own, `sample` draws among the actions that are legal in the
    environment now, so `env.action_space.sample()` is always valid in `step` until the game is over."""

    def __init__(self, masks: NDArray[np.int8]) -> None:
        super().__init__(masks.shape[1])
        self.masks = masks
        """(row, action) -> 1 where it is legal; the environment writes it in place. The first row counts; the whole
        array is stored, because a view of one row would lose its environment when both are copied."""

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """Draw an action, among the legal ones unless a mask is passed."""
        if mask is None and probability is None:
            mask = self.masks[0]
        return super().sample(mask, probability)


def card_box(count: int, most: int) -> spaces.Box:
    """Return the space of this many cards, by number, one byte each."""
    return spaces.Box(0, most, (count,), np.uint8)


def observation_row(observations: dict[str, NDArray[Any]], row: int) -> dict[str, Any]:
    """Return the observation of one of many games, in arrays of its own."""
    return {name: values[row].copy() for name, values in observations.items()}
