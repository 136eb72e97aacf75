"""One game as a gymnasium environment: a batch of one, with copied arrays."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from crossfelt.envs.batch import Batch, check_options, game_number
from crossfelt.envs.spaces import LegalDiscrete, Observation, observation_row
from crossfelt.errors import BadInput, Fault, describe, not_one_of
from crossfelt.faults import FaultCode

RENDER_MODES = ("ansi", "rgb_array")
_EVERY_ROW = np.ones(1, np.bool_)
_WAITS = np.zeros(1, np.bool_)


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """The common part of both games' environments: seeds, masks, refusals."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(self, batch: Batch, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.batch = batch
        self.observation_space = batch.observation_space
        self.action_space = LegalDiscrete(batch.masks)
        self._has_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Observation]:
        """Begin game 0 of a seed, or the next game of the seed before; the option `game` sets another number."""
        given = check_options(options, ("game",))
        numbers = np.array([game_number(given["game"])], np.uint64) if "game" in given else None
        super().reset(seed=seed)
        if seed is None and not self._has_begun:
            seed = int(self.np_random.integers(2**63))
        self._has_begun = True
        seeds = None if seed is None else np.array([seed % 2**64], np.uint64)
        self.batch.seed(_EVERY_ROW, seeds, numbers)
        self.batch.begin(_EVERY_ROW)
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, SupportsFloat, bool, bool, Observation]:
        """Take a legal action; any other is refused (`IllegalAction`) and changes nothing."""
        if not self._has_begun:
            raise BadInput(Fault(FaultCode.RESET_NEEDED, "no game has begun; call reset first", "step"))
        actions = np.array([_whole(action)], np.int64)
        self.batch.check(actions, _WAITS)
        self.batch.advance(actions, False, 0, 1)
        ended = bool(self.batch.ended[0])
        info = self._info()
        if ended:
            info |= {name: values[0].item() for name, values in self.batch.final_info().items()}
        return self._observation(), float(self.batch.rewards[0]), ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, under the name that sb3-contrib uses."""
        legal: NDArray[np.bool_] = self.batch.masks[0] != 0
        return legal

    def render(self) -> Any:
        """Return the game as text or as a picture, by the render mode; None without one."""
        return None if self.render_mode is None else self.draw(self._observation(), self.render_mode)

    @abstractmethod
    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw an observation as text (`ansi`) or as a picture (`rgb_array`)."""

    def _observation(self) -> Observation:
        return observation_row(self.batch.observations, 0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].copy()}


def _whole(action: object) -> int:
    """Return an action as a number; one far out of range stays out of range."""
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action[()]
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        message, params = (
            f"must be a whole number, not {describe(action)}",
            {"expected": "whole_number", "value": action},
        )
        raise BadInput(Fault(FaultCode.WRONG_TYPE, message, "action", params=params))
    return max(-1, min(int(action), 2**62))


def check_render_mode(mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
    """Refuse an unknown render mode."""
    if mode is not None and mode not in modes:
        message = f"must be {' or '.join(modes)} or None, not {describe(mode)}"
        raise BadInput(not_one_of("render_mode", message, mode, (*modes, None)))
