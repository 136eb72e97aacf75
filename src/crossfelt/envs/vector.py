"""Many games as a gymnasium vector environment: one kernel call for all of them, no Python per game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from crossfelt.envs.batch import Batch, Rows, check_options, game_number, whole_number
from crossfelt.envs.single import RENDER_MODES, check_render_mode
from crossfelt.envs.spaces import LegalDiscrete, Observation, observation_row
from crossfelt.errors import BadInput, Fault, describe, not_one_of, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.kernels.legal_actions import draw_actions

Arrays = dict[str, NDArray[Any]]
MOST_ENVIRONMENTS = 1 << 24
_FEWEST_ROWS = 2048
"""The fewest rows that justify a thread."""


class BatchVector(VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """The common part of both games' vector environments: seeds, new games, threads, masks, refusals."""

    def __init__(
        self,
        batch: Batch,
        autoreset_mode: AutoresetMode | str,
        copy: bool,
        threads: int,
        render_mode: str | None,
    ) -> None:
        check_render_mode(render_mode)
        if whole_number(threads, "threads") < 1:
            raise BadInput(out_of_range("threads", f"must be at least 1, not {threads}", threads, 1))
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.num_envs = batch.count
        self.batch, self.copy = batch, copy
        self.single_observation_space = batch.observation_space
        self.observation_space = batch_space(batch.observation_space, batch.count)
        self.single_action_space = LegalDiscrete(batch.masks)
        self.action_space = batch_space(self.single_action_space, batch.count)
        self._begun = np.zeros(batch.count, np.bool_)
        self._never = np.zeros(batch.count, np.bool_)
        self._draws: NDArray[np.uint64] | None = None
        parts = max(1, min(threads, batch.count // _FEWEST_ROWS))
        bounds = [batch.count * part // parts for part in range(parts + 1)]
        self._parts = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game in every row, or where the option `reset_mask` is true.

        Seed s gives row i the seed s + i, as gymnasium does; a list names one for each row. The option `game`, a number
        or one for each row, begins with that game of the seed instead of with game 0.
        """
        given = check_options(options, ("game", "reset_mask"))
        chosen = self._chosen(given)
        numbers = self._numbers(given)
        seeds = self._seeds(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seeds is not None:
            self._draws = None
        fresh = chosen & ~self._begun
        if seeds is None and fresh.any():
            drawn = self.np_random.integers(2**63, size=self.num_envs, dtype=np.int64).astype(np.uint64)
            self.batch.seed(fresh, drawn, numbers)
            self.batch.seed(chosen & self._begun, None, numbers)
        else:
            self.batch.seed(chosen, seeds, numbers)
        self._begun |= chosen
        self.batch.begin(chosen)
        observations = self._observations()
        return observations, self._info(observations)

    def step(self, actions: ArrayLike) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action in each row. If one isn't legal, all are refused (`IllegalAction`) and nothing changes."""
        chosen = self._actions(actions)
        waits = self.batch.ended if self.autoreset_mode is AutoresetMode.NEXT_STEP else self._never
        self.batch.check(chosen, waits)
        at_once = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._advance(chosen, at_once)
        ended, observations = self.batch.ended, self._observations()
        infos = self._info(observations)
        if ended.any():
            final_info = self.batch.final_info()
            final: dict[str, Any] = {name: values.copy() for name, values in final_info.items()}
            final |= {f"_{name}": ended.copy() for name in final_info}
            if at_once:
                infos |= {
                    "final_obs": self.batch.final_observations(),
                    "_final_obs": ended.copy(),
                    "final_info": final,
                    "_final_info": ended.copy(),
                }
            else:
                infos |= final
        return observations, self.batch.rewards.copy(), ended.copy(), np.zeros_like(ended), infos

    def _advance(self, actions: NDArray[np.int64], at_once: bool) -> None:
        """Step all rows, each thread its share; the kernels release the interpreter lock."""
        first, *rest = self._parts
        others = [self._pool.submit(self.batch.advance, actions, at_once, *part) for part in rest] if self._pool else []
        self.batch.advance(actions, at_once, *first)
        for other in others:
            other.result()

    def draw_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each row, with equal probability, from the environment's own generator."""
        if self._draws is None:
            self._draws = self.np_random.integers(2**63, size=1, dtype=np.int64).astype(np.uint64)
        actions = np.empty(self.num_envs, np.int64)
        draw_actions(self._draws, self.batch.masks, actions)
        return actions

    def render(self) -> tuple[Any, ...] | None:
        """Return every game as text or as a picture, by the render mode."""
        if self.render_mode is None:
            return None
        mode = self.render_mode
        return tuple(self.draw(observation_row(self.batch.observations, row), mode) for row in range(self.num_envs))

    @abstractmethod
    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw one of the games as text (`ansi`) or as a picture (`rgb_array`)."""

    def close_extras(self, **_: Any) -> None:
        """Shut down the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _observations(self) -> Arrays:
        live = self.batch.observations
        return {name: values.copy() for name, values in live.items()} if self.copy else dict(live)

    def _info(self, observations: Arrays) -> dict[str, Any]:
        """Return the mask in the info too, for libraries that look for it there."""
        return {"action_mask": observations["action_mask"], "_action_mask": ~self._never}

    def _actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            message = f"must be {self.num_envs} whole numbers, not {chosen.dtype} of shape {chosen.shape}"
            params = {"expected": "array", "value": f"{chosen.dtype} {chosen.shape}"}
            raise BadInput(Fault(FaultCode.WRONG_TYPE, message, "actions", params=params))
        if not self._begun.all():
            message = "no game has begun in some environments; call reset first"
            raise BadInput(Fault(FaultCode.RESET_NEEDED, message, "step"))
        # Always the same type of array, because numba would compile again for another.
        return np.ascontiguousarray(chosen, np.int64)

    def _chosen(self, options: dict[str, Any]) -> Rows:
        mask = options.get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            message, params = f"must be an array of {self.num_envs} booleans", {"expected": "array", "value": mask}
            raise BadInput(Fault(FaultCode.WRONG_TYPE, message, "reset_mask", params=params))
        return mask

    def _numbers(self, options: dict[str, Any]) -> NDArray[np.uint64] | None:
        if "game" not in options:
            return None
        numbers = options["game"]
        each = [numbers] * self.num_envs if np.ndim(numbers) == 0 else list(numbers)
        if len(each) != self.num_envs:
            raise self._wrong_count("game", len(each))
        return np.array([game_number(number) for number in each], np.uint64)

    def _seeds(self, seed: object) -> NDArray[np.uint64] | None:
        """Return the seed of each row; None if no seed is passed."""
        if seed is None:
            return None
        if isinstance(seed, int | np.integer):
            first = whole_number(seed, "seed")
            return (np.uint64(first % 2**64) + np.arange(self.num_envs, dtype=np.uint64)).astype(np.uint64)
        each = list(seed) if isinstance(seed, Sequence | np.ndarray) else [seed]
        if len(each) != self.num_envs:
            raise self._wrong_count("seed", len(each))
        return np.array([whole_number(number, "seed") % 2**64 for number in each], np.uint64)

    def _wrong_count(self, name: str, count: int) -> BadInput:
        message = f"must be one number or {self.num_envs}, not {count}"
        params = {"least": self.num_envs, "most": self.num_envs, "count": count}
        return BadInput(Fault(FaultCode.WRONG_COUNT, message, name, params=params))


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [known.value for known in AutoresetMode]
        message = f"must be one of {', '.join(known)}, not {describe(mode)}"
        raise BadInput(not_one_of("autoreset_mode", message, mode, known)) from None


def check_count(count: object) -> int:
    """Check the number of games."""
    number = whole_number(count, "num_envs")
    if not 1 <= number <= MOST_ENVIRONMENTS:
        message = f"must be 1 to {MOST_ENVIRONMENTS:,}, not {number:,}"
        raise BadInput(out_of_range("num_envs", message, number, 1, MOST_ENVIRONMENTS))
    return number
