"""Spaces of the environments: actions of which only some are legal now."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Observation = dict[str, Any]


class LegalDiscrete(spaces.Discrete):
    """The actions 0 to n - 1. Without a mask of its own, `sample` draws among those that are legal in the environment
    now: `env.action_space.sample()` is always an action that `step` takes, as long as the game goes on."""

    def __init__(self, masks: NDArray[np.int8]) -> None:
        super().__init__(masks.shape[1])
        self.masks = masks
        """(row, action) -> 1 where it is legal; the environment writes it in place. The first row counts; the whole
        array is kept, because a view of one row would lose its environment when both are copied."""

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """An action, among the legal ones unless something else is asked for."""
        if mask is None and probability is None:
            mask = self.masks[0]
        return super().sample(mask, probability)


def card_box(count: int, most: int) -> spaces.Box:
    """So many cards, by number, one byte each."""
    return spaces.Box(0, most, (count,), np.uint8)


def observation_row(observations: dict[str, NDArray[Any]], row: int) -> dict[str, Any]:
    """What one of many games shows, in arrays of its own."""
    return {name: values[row].copy() for name, values in observations.items()}
