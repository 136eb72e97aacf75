"""Evaluate a player: one game in every row of a vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray

from crossfelt.envs.batch import Baseline


def play_games(env: VectorEnv[Any, Any, Any], player: Baseline, seed: int) -> NDArray[np.float64]:
    """Return the sum of the rewards of each game. Row i plays game i of the seed, so every player gets the same dice or
    cards, and those of `crossfelt king bench` or of one seat in `crossfelt simulate` with that seed."""
    count = env.num_envs
    observation, _ = env.reset(seed=[seed] * count, options={"game": np.arange(count)})  # type: ignore[arg-type]
    totals, is_over = np.zeros(count), np.zeros(count, np.bool_)
    while not is_over.all():
        observation, rewards, ended, _, _ = env.step(player.act(observation))
        totals += np.where(is_over, 0, rewards)
        is_over |= ended
    return totals
