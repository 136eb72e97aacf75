"""The players of the package as baselines: the same policies that sit at tables, acting on observations.

A King Cross player leaves to chance what it leaves to chance in `crossfelt king bench`, by the same seeds, so that its
scores in the environment are those of the bench. A Criss Cross player decides by the arrays of `crossfelt simulate`.
"""

from __future__ import annotations

from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray

from crossfelt.envs.batch import NUMBER, SEED, Batch
from crossfelt.envs.crisscross import CrissCrossBatch
from crossfelt.envs.king import KingBatch
from crossfelt.envs.king_drawing import sheet_of
from crossfelt.envs.single import Observation, SingleEnv
from crossfelt.envs.spaces import observation_row
from crossfelt.envs.vector import BatchVector
from crossfelt.errors import BadInput, describe
from crossfelt.kernels.crisscross.environments import DECISIONS, OVER
from crossfelt.kernels.king.environments import NO_ROLL, SUITS_AT, VALUES_AT
from crossfelt.kingcross.policies import SheetPolicy
from crossfelt.kingmind.encode import engine_card, kernel_card
from crossfelt.kingmind.policies import LEVELS, new_policy
from crossfelt.simulation.arrays import classes
from crossfelt.simulation.plan import NAMED, SeatStrategy, plan_of
from crossfelt.simulation.seats import plays_of

KING_LEVELS = tuple(LEVELS)
CRISS_CROSS_LEVELS = ("random", *NAMED)
AnyEnv = gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any]


class Baseline(Protocol):
    """Somebody who answers observations with actions."""

    def act(self, observation: Observation, /) -> Any:
        """A legal action for an observation; for the observations of a vector environment, one for each row."""


def baseline(env: AnyEnv, level: str, seed: int = 0, playouts: int | None = None) -> Baseline:
    """A player of the package for this environment, which may be wrapped or a vector environment.

    For King Cross: random, greedy, novice, casual, steady, expert or champion, who plays on so many times (`playouts`)
    or for a fifth of a second a placement. For Criss Cross: random, always-1x, never-fold, card or optimal. `seed` is
    for those that leave something to chance.
    """
    inner = env.unwrapped
    if not isinstance(inner, SingleEnv | BatchVector):
        raise BadInput(f"baseline: {describe(inner)} is none of the environments of this package")
    batch: Batch = inner.batch
    is_king = isinstance(batch, KingBatch)
    known = KING_LEVELS if is_king else CRISS_CROSS_LEVELS
    if level not in known:
        raise BadInput(f"level: must be one of {', '.join(known)}, not {describe(level)}")
    if isinstance(batch, KingBatch):
        return KingBaseline(batch, level, seed, playouts)
    assert isinstance(batch, CrissCrossBatch)
    if level == "random":
        return AtRandom(seed)
    return AlwaysSmallest() if level == "always-1x" else CrissCrossBaseline(batch, level)


class KingBaseline:
    """Asks a policy of its own in every row, a new one for each game."""

    def __init__(self, batch: KingBatch, level: str, seed: int, playouts: int | None) -> None:
        self._batch, self._level, self._seed, self._playouts = batch, level, seed, playouts
        self._games: dict[int, tuple[int, int]] = {}
        self._policies: dict[int, SheetPolicy] = {}
        self._planned: dict[int, int] = {}
        """Row -> the square for which a wild roll was changed."""

    def act(self, observation: Observation, /) -> Any:
        """The action of the policy; a wild roll takes two, of which the second follows from the first."""
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
        wanted = kernel_card(card)
        if wanted == rolled:
            return square
        self._planned[row] = square
        return VALUES_AT + (wanted >> 2) if wanted & 3 == rolled & 3 else SUITS_AT + (wanted & 3)

    def _policy(self, row: int) -> SheetPolicy:
        batch = self._batch
        game = int(batch.chance[row, SEED]), int(batch.chance[row, NUMBER])
        if self._games.get(row) != game:
            self._games[row] = game
            # As `kingmind.series` seeds them, so that chance falls as it does in the bench.
            seed = self._seed + game[0] + (game[1] << 32)
            self._policies[row] = new_policy(
                batch.score_card, batch.bonus, self._level, seed, playouts=self._playouts
            )  # fmt: skip
        return self._policies[row]


class AtRandom:
    """Any legal action, each as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def act(self, observation: Observation, /) -> Any:
        """Draws one of the legal actions, or one for each row."""
        mask = observation["action_mask"]
        chosen = np.argmax(self._generator.random(mask.shape) * mask, axis=-1)
        return int(chosen) if mask.ndim == 1 else chosen


class AlwaysSmallest:
    """Bets the least at every decision: `always-1x`."""

    def act(self, observation: Observation, /) -> Any:
        """The first bet; 0 where the round is over."""
        chosen = np.where(observation["stage"] == OVER, 0, 1)
        return int(chosen) if chosen.ndim == 0 else chosen


class CrissCrossBaseline:
    """Looks decisions up by the starting hand and the pairs across and down."""

    def __init__(self, batch: CrissCrossBatch, level: str) -> None:
        plan = plan_of(batch.book, batch.scheme, 1, (SeatStrategy(level),), 1, 0)
        plays = plays_of(plan)
        self._first, self._second, self._third = plays.first[0], plays.second[0], plays.third[0]
        self._places = classes()

    def act(self, observation: Observation, /) -> Any:
        """The action of the strategy; 0 where the round is over."""
        if observation["action_mask"].ndim == 1:
            return int(self.act({name: np.asarray(values)[None] for name, values in observation.items()})[0])
        stage, places = observation["stage"], self._places
        # What lies face down is looked up as some card, and the answer is not used.
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
