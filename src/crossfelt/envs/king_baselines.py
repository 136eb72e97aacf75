"""The policies of King Cross Poker in environments.

A policy uses the same random seeds as in `crossfelt king bench`, so its scores in the environment are those of the
bench.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crossfelt.analysis.king.encode import engine_card, kernel_card
from crossfelt.analysis.king.policies import new_policy
from crossfelt.envs.batch import NUMBER, SEED
from crossfelt.envs.king_drawing import sheet_of
from crossfelt.envs.spaces import Observation, observation_row
from crossfelt.kernels.king.environments import NO_ROLL, SUITS_AT, VALUES_AT
from crossfelt.kingcross.policies import SheetPolicy

if TYPE_CHECKING:
    from crossfelt.envs.king import KingBatch


class KingBaseline:
    """Uses a policy of its own in every row, a new one for each game."""

    def __init__(self, batch: KingBatch, level: str, seed: int, playouts: int | None) -> None:
        self._batch, self._level, self._seed, self._playouts = batch, level, seed, playouts
        self._games: dict[int, tuple[int, int]] = {}
        self._policies: dict[int, SheetPolicy] = {}
        self._planned: dict[int, int] = {}
        """Row -> the square for which a wild roll was changed."""

    def act(self, observation: Observation, /) -> Any:
        """Return the action of the policy; a wild roll takes two, the second of which follows from the first."""
        if observation["action_mask"].ndim == 1:
            return self._act(0, observation)
        rows = range(len(observation["action_mask"]))
        return np.array([self._act(row, observation_row(observation, row)) for row in rows], np.int64)

    def _act(self, row: int, observation: Observation) -> int:
        rolled = int(observation["roll"])
        if rolled == NO_ROLL:
            return 0
        if row in self._planned:
            return self._planned.pop(row)
        square, card = self._policy(row).placer.place(sheet_of(observation), engine_card(rolled))
        placed = kernel_card(card)
        if placed == rolled:
            return square
        self._planned[row] = square
        return VALUES_AT + (placed >> 2) if placed & 3 == rolled & 3 else SUITS_AT + (placed & 3)

    def _policy(self, row: int) -> SheetPolicy:
        batch = self._batch
        game = int(batch.chance[row, SEED]), int(batch.chance[row, NUMBER])
        if self._games.get(row) != game:
            self._games[row] = game
            # Seeded as in `analysis.king.series`, so that random choices are those of the bench.
            seed = self._seed + game[0] + (game[1] << 32)
            self._policies[row] = new_policy(
                batch.score_card, batch.bonus, self._level, seed, playouts=self._playouts
            )  # fmt: skip
        return self._policies[row]
