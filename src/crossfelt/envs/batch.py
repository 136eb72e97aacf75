"""Games side by side in arrays, each with a seed and a number: what single and vector environments both step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crossfelt.catalog import GameKit
from crossfelt.envs.spaces import Observation
from crossfelt.errors import BadInput, Fault, IllegalAction, IllegalActionCode, describe, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.kernels.legal_actions import first_illegal

SEED, NUMBER = range(2)
"""The first columns of the chance of a batch: together they decide every card or roll of a game."""
MOST_GAME = 2**63 - 1
_MOST_NAMED = 12
"""Legal actions that a refusal names at most."""

Rows = NDArray[np.bool_]


class Baseline(Protocol):
    """A player that answers observations with actions."""

    def act(self, observation: Observation, /) -> Any:
        """Return a legal action for an observation; for those of a vector environment, one for each row."""


class Batch(ABC):
    """Many games of one kind. The arrays are written in place; whoever hands them on makes copies."""

    observation_space: spaces.Dict
    """Of one game."""
    observations: dict[str, NDArray[Any]]
    """By the names of the space, one row for each game."""
    masks: NDArray[np.int8]
    chance: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    ended: Rows
    """Whose game ended in the last step."""
    count: int
    kit: GameKit
    """The kit of the game."""

    @abstractmethod
    def baseline(self, level: str, seed: int, playouts: int | None) -> Baseline:
        """Return the policy of this level as a player of these games. `playouts` is for a level that plays games."""

    @abstractmethod
    def begin(self, chosen: Rows) -> None:
        """Begins the game that seed and number name in every chosen row."""

    @abstractmethod
    def advance(self, actions: NDArray[np.int64], at_once: bool, start: int, stop: int) -> None:
        """One legal action in each of these rows; several threads may each do some rows."""

    @abstractmethod
    def final_observations(self) -> dict[str, NDArray[Any]]:
        """The last observation of games whose row went on to the next at once, in new arrays."""

    @abstractmethod
    def final_info(self) -> dict[str, NDArray[Any]]:
        """What is told of games that ended, by row."""

    @abstractmethod
    def action_name(self, action: int) -> str:
        """An action in words."""

    @abstractmethod
    def why_illegal(self, row: int, action: int) -> tuple[IllegalActionCode, str]:
        """Why an action between the first and the last is not legal in a game that goes on."""

    def seed(self, chosen: Rows, seeds: NDArray[np.uint64] | None, numbers: NDArray[np.uint64] | None) -> None:
        """Chooses the next games of these rows: those of new seeds from the first on, or the next of the old seed;
        numbers that are given count instead."""
        if seeds is not None:
            self.chance[chosen, SEED] = seeds[chosen]
            self.chance[chosen, NUMBER] = 0
        elif numbers is None:
            self.chance[chosen, NUMBER] += np.uint64(1)
        if numbers is not None:
            self.chance[chosen, NUMBER] = numbers[chosen]

    def check(self, actions: NDArray[np.int64], waits: Rows) -> None:
        """Refuses actions of which one is not legal, before anything is changed."""
        row = int(first_illegal(actions, self.masks, waits))
        if row >= 0:
            raise self.refusal(row, int(actions[row]))

    def refusal(self, row: int, action: int) -> IllegalAction:
        """Why an action cannot be taken, and which can."""
        where = f"environment {row}: " if self.count > 1 else ""
        legal = np.flatnonzero(self.masks[row]).tolist()
        if not legal:
            message = f"{where}action {action}: the game is over, call reset first"
            return IllegalAction(IllegalActionCode.ROUND_OVER, message)
        code, why = IllegalActionCode.UNKNOWN_ACTION, f"there are actions 0 to {self.masks.shape[1] - 1}"
        if 0 <= action < self.masks.shape[1]:
            code, why = self.why_illegal(row, action)
        named = ", ".join(f"{number} ({self.action_name(number)})" for number in legal[:_MOST_NAMED])
        more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
        message = f"{where}action {action} is not legal, {why}; legal are {named}{more}"
        return IllegalAction(code, message)


def zeros(count: int, *shape: int, dtype: Any = np.uint8) -> NDArray[Any]:
    """An array with one row for each game."""
    return np.zeros((count, *shape), dtype)


def whole_number(value: object, name: str) -> int:
    """A whole number from 0 on, of Python's kind or numpy's."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise BadInput(out_of_range(name, f"must be a whole number from 0 on, not {describe(value)}", value, 0))
    return int(value)


def game_number(value: object) -> int:
    """Which game of a seed is meant."""
    number = whole_number(value, "game")
    if number > MOST_GAME:
        raise BadInput(
            out_of_range("game", f"must be at most {MOST_GAME}, not {describe(number)}", number, 0, MOST_GAME)
        )
    return number


def check_options(options: Mapping[str, Any] | None, known: tuple[str, ...]) -> dict[str, Any]:
    """The options of a reset; unknown ones are refused."""
    given = dict(options or {})
    for name in given:
        if name not in known:
            message = f"there is no {describe(name)}, there is {', '.join(known)}"
            params = {"key": name, "choices": known}
            raise BadInput(Fault(FaultCode.UNKNOWN_KEY, message, "reset options", field="options", params=params))
    return given
