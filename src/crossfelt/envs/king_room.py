"""King Cross Poker for several sheets as a PettingZoo parallel environment.

Each agent is a seat, and all act at once. With communal dice (Variation 1) everyone places the same roll. A wild roll
takes its seat two steps, the change and the placement, so the other seats take `WAIT` meanwhile. What others placed is
shown once everyone has placed the roll (reading K16).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from crossfelt.envs.batch import game_number, whole_number, zeros
from crossfelt.envs.king import KingBatch, Reward
from crossfelt.envs.king_drawing import draw_king
from crossfelt.envs.single import check_render_mode
from crossfelt.envs.spaces import LegalDiscrete, Observation, card_box, observation_row
from crossfelt.errors import BadInput, Fault, IllegalAction, IllegalActionCode, describe, not_one_of, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.kernels.king.environments import ACTIONS, NO_CARD, NO_ROLL
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES
from crossfelt.kingcross.sheet import SQUARE_COUNT

WAIT = ACTIONS
"""The one action of a seat that has placed a roll which is still wild for another seat."""
ROOM_MODES = tuple(mode for mode in MODES if mode != "solo")


class KingCrossRoom(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match of two seats or more. Agents are `seat_1`, `seat_2` and so on."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "king_cross_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        seats: int = 2,
        mode: str = "communal",
        bonus: bool = False,
        reward: Reward = "final",
        choices: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`mode` is "communal" (Variation 1) or "own_dice" (Variation 2); the rest is as in `KingCrossEnv`."""
        if mode not in ROOM_MODES:
            message = f"must be {' or '.join(ROOM_MODES)}, not {describe(mode)}"
            raise BadInput(not_one_of("mode", message, mode, ROOM_MODES))
        check_render_mode(render_mode, ("ansi",))
        most = load_score_card(choices=choices).most_seats
        if not 2 <= whole_number(seats, "seats") <= most:
            message = f"must be a whole number from 2 to {most}, not {describe(seats)}"
            raise BadInput(out_of_range("seats", message, seats, 2, most))
        self.render_mode, self.mode = render_mode, mode
        self._batch = KingBatch(seats, bonus, reward, choices)
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self.agents: list[str] = []
        self._masks = zeros(seats, ACTIONS + 1, dtype=np.int8)
        self._shown = zeros(seats, SQUARE_COUNT)
        self._placed = zeros(seats, dtype=np.int64)
        self._waits = zeros(seats, dtype=np.bool_)
        self._has_begun = False
        self._observation_spaces = {agent: self._space(seats) for agent in self.possible_agents}
        self._action_spaces = {
            agent: LegalDiscrete(self._masks[row : row + 1]) for row, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of a seat: that of the single environment, and the sheets of the other seats."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """Return the actions of a seat; `sample()` draws a legal one."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin game 0 of a seed, or the next game of the seed before; the option `game` sets another number.

        Other options are ignored: PettingZoo's own tools pass some to every environment.
        """
        given = options or {}
        count = len(self.possible_agents)
        everyone = np.ones(count, np.bool_)
        numbers = np.full(count, game_number(given["game"]), np.uint64) if "game" in given else None
        if seed is None and not self._has_begun:
            seed = int(np_random()[0].integers(2**63))
        self._has_begun = True
        seeds = None
        if seed is not None:
            # With dice of their own, seat n of seed s rolls what a single environment rolls with seed s + n - 1.
            offsets = np.arange(count, dtype=np.uint64) * np.uint64(self.mode == "own_dice")
            seeds = np.uint64(seed % 2**64) + offsets
        self._batch.seed(everyone, seeds, numbers)
        self._batch.begin(everyone)
        self._placed[:] = 0
        self.agents = list(self.possible_agents)
        self._refresh()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take one legal action for every seat; if one isn't legal, all are refused and nothing changes."""
        if not self.agents:
            raise BadInput(Fault(FaultCode.RESET_NEEDED, "no game has begun; call reset first", "step"))
        chosen = self._checked(actions)
        self._batch.rewards[:] = 0
        for row in np.flatnonzero(chosen != WAIT).tolist():
            self._batch.advance(chosen, False, row, row + 1)
            self._placed[row] += chosen[row] < SQUARE_COUNT
        self._refresh()
        has_ended = bool((self._batch.observations["roll"] == NO_ROLL).all())
        observations, infos = self._observations(), self._infos()
        rewards = {agent: float(self._batch.rewards[row]) for row, agent in enumerate(self.agents)}
        ends, cuts = dict.fromkeys(self.agents, has_ended), dict.fromkeys(self.agents, False)
        if has_ended:
            points = self._batch.final_info()
            for row, agent in enumerate(self.agents):
                infos[agent] |= {name: values[row].item() for name, values in points.items()}
            self.agents = []
        return observations, rewards, ends, cuts, infos

    def render(self) -> str | None:
        """Return every sheet as text where the render mode is `ansi`, otherwise None."""
        if self.render_mode is None:
            return None
        rows = [observation_row(self._batch.observations, row) for row in range(len(self.possible_agents))]
        sheets = [draw_king(observation, self.render_mode, self._batch.score_card) for observation in rows]
        return "\n".join(f"{agent}\n{sheet}" for agent, sheet in zip(self.possible_agents, sheets, strict=True))

    def _space(self, seats: int) -> spaces.Dict:
        single = dict(self._batch.observation_space.spaces)
        others = spaces.Box(0, NO_CARD, (seats - 1, SQUARE_COUNT), np.uint8)
        mask = spaces.MultiBinary(ACTIONS + 1)
        return spaces.Dict({**single, "sheet": card_box(SQUARE_COUNT, NO_CARD), "others": others, "action_mask": mask})

    def _refresh(self) -> None:
        """Work out what each seat may do, and show the sheets once everyone has placed the same rolls."""
        is_done = self._batch.observations["roll"] == NO_ROLL
        if self.mode == "communal":
            self._waits[:] = self._placed > self._placed.min()
        self._masks[:, :ACTIONS] = np.where(self._waits[:, None], 0, self._batch.masks)
        self._masks[:, WAIT] = self._waits | is_done
        if not self._waits.any():
            self._shown[:] = self._batch.observations["sheet"]

    def _checked(self, actions: Mapping[str, int]) -> NDArray[np.int64]:
        if set(actions) != set(self.agents):
            message = f"needs one action for each of {', '.join(self.agents)}"
            raise IllegalAction(IllegalActionCode.UNKNOWN_ACTION, message)
        chosen = np.array([int(actions[agent]) for agent in self.agents], np.int64)
        for row, action in enumerate(chosen.tolist()):
            if 0 <= action <= WAIT and self._masks[row, action]:
                continue
            if self._masks[row, WAIT]:
                message = f"{self.agents[row]} has placed this roll and waits; its action is {WAIT}, not {action}"
                raise IllegalAction(IllegalActionCode.UNKNOWN_ACTION, message)
            raise self._batch.refusal(row, action, self.agents[row])
        return chosen

    def _observations(self) -> dict[str, Observation]:
        arrays = self._batch.observations
        return {
            agent: {
                "sheet": arrays["sheet"][row].copy(),
                # The next roll is drawn already, but nobody sees it before everyone has placed this one.
                "roll": np.int64(NO_ROLL) if self._waits[row] else arrays["roll"][row].copy(),
                "others": np.delete(self._shown, row, axis=0),
                "action_mask": self._masks[row].copy(),
            }
            for row, agent in enumerate(self.agents)
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._masks[row].copy()} for row, agent in enumerate(self.agents)}
