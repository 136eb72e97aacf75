"""The policies of Criss Cross Poker in environments. They decide by the arrays of `crossfelt simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.envs.spaces import Observation
from crossfelt.kernels.crisscross.environments import DECISIONS, OVER
from crossfelt.simulation.arrays import classes
from crossfelt.simulation.plan import SeatStrategy, plan_of
from crossfelt.simulation.seats import plays_of

if TYPE_CHECKING:
    from crossfelt.envs.crisscross import CrissCrossBatch


class AtRandom:
    """Takes any legal action with equal probability."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def act(self, observation: Observation, /) -> Any:
        """Choose one of the legal actions at random, or one for each row."""
        mask = observation["action_mask"]
        chosen = np.argmax(self._generator.random(mask.shape) * mask, axis=-1)
        return int(chosen) if mask.ndim == 1 else chosen


class FixedBet:
    """Makes the same bet at every decision."""

    def __init__(self, bet: int) -> None:
        self._action = bet + 1

    def act(self, observation: Observation, /) -> Any:
        """Return the action of that bet; 0 if the round is over."""
        chosen = np.where(observation["stage"] == OVER, 0, self._action)
        return int(chosen) if chosen.ndim == 0 else chosen


class CrissCrossBaseline:
    """Looks up decisions by the starting hand and the pairs across and down."""

    def __init__(self, batch: CrissCrossBatch, level: str) -> None:
        plan = plan_of(batch.book, batch.scheme, 1, (SeatStrategy(level),), 1, 0)
        plays = plays_of(plan)
        self._first, self._second, self._third = plays.first[0], plays.second[0], plays.third[0]
        self._places = classes()

    def act(self, observation: Observation, /) -> Any:
        """Return the action of the strategy; 0 if the round is over."""
        if observation["action_mask"].ndim == 1:
            return int(self.act({name: np.asarray(values)[None] for name, values in observation.items()})[0])
        stage, places = observation["stage"], self._places
        # A face-down card is looked up as some card, and the answer isn't used.
        x, y, a, b, c, d, _ = np.minimum(observation["cards"].astype(np.int64), 51).T
        own = places.of_cards[x, y].astype(np.int64)
        suited = ((x ^ y) & 3 == 0).astype(np.int64)

        def kind(card: NDArray[np.int64]) -> Any:
            return places.kinds[own, suited * ((card ^ x) & 3 == 0), card >> 2]

        across, down = places.pairs[suited, kind(a), kind(b)], places.pairs[suited, kind(c), kind(d)]
        across_seen = np.where(stage > 0, across, 0)
        both_seen = np.where(stage == 2, across * places.widths[own] + down, 0)
        answers = [
            self._first[own],
            self._second[places.second_at[own] + across_seen],
            self._third[places.third_at[own] + both_seen],
        ]
        return np.select([stage == number for number in range(DECISIONS)], answers, 0).astype(np.int64)
