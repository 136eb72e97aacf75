"""Games in parallel arrays, each with a seed and a number, stepped by single and vector environments alike."""

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
"""The first columns of the chance of a batch: together they determine every card or roll of a game."""
MOST_GAME = 2**63 - 1
_MOST_NAMED = 12
"""The most legal actions that a refusal names."""

Rows = NDArray[np.bool_]


class Baseline(Protocol):
    """A player that answers observations with actions."""

    def act(self, observation: Observation, /) -> Any:
        """Return a legal action for an observation; in a vector environment, one for each row."""


class Batch(ABC):
    """Many games of one kind. The arrays are written in place, so copy them before passing them on."""

    observation_space: spaces.Dict
    """The space of one game."""
    observations: dict[str, NDArray[Any]]
    """By the names of the space, one row for each game."""
    masks: NDArray[np.int8]
    chance: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    ended: Rows
    """Rows whose game ended in the last step."""
    count: int
    kit: GameKit
    """The kit of the game."""

    @abstractmethod
    def baseline(self, level: str, seed: int, playouts: int | None) -> Baseline:
        """Return the policy of this level as a player of these games. `playouts` is for a level that simulates
        games."""

    @abstractmethod
    def begin(self, chosen: Rows) -> None:
        """Begin the game of a seed and number in every chosen row."""

    @abstractmethod
    def advance(self, actions: NDArray[np.int64], at_once: bool, start: int, stop: int) -> None:
        """Take one legal action in each of these rows; several threads may each do some rows."""

    @abstractmethod
    def final_observations(self) -> dict[str, NDArray[Any]]:
        """Return the last observations, in new arrays, of games whose row has already started the next one."""

    @abstractmethod
    def final_info(self) -> dict[str, NDArray[Any]]:
        """Return the info of games that ended, by row."""

    @abstractmethod
    def action_name(self, action: int) -> str:
        """Return an action in words."""

    @abstractmethod
    def why_illegal(self, row: int, action: int) -> tuple[IllegalActionCode, str]:
        """Return why an action in range isn't legal in an unfinished game."""

    def seed(self, chosen: Rows, seeds: NDArray[np.uint64] | None, numbers: NDArray[np.uint64] | None) -> None:
        """Choose the next games of these rows: the first of new seeds, or the next of the old seed, or the numbers
        passed."""
        if seeds is not None:
            self.chance[chosen, SEED] = seeds[chosen]
            self.chance[chosen, NUMBER] = 0
        elif numbers is None:
            self.chance[chosen, NUMBER] += np.uint64(1)
        if numbers is not None:
            self.chance[chosen, NUMBER] = numbers[chosen]

    def check(self, actions: NDArray[np.int64], waits: Rows) -> None:
        """Refuse the actions if one of them isn't legal, before anything is changed."""
        row = int(first_illegal(actions, self.masks, waits))
        if row >= 0:
            raise self.refusal(row, int(actions[row]))

    def refusal(self, row: int, action: int, whose: str | None = None) -> IllegalAction:
        """Return why an action of an environment, or of the player that is named, can't be taken, and which can."""
        where = f"{whose or f'environment {row}'}: " if whose or self.count > 1 else ""
        legal = np.flatnonzero(self.masks[row]).tolist()
        if not legal:
            message = f"{where}action {action}: the game is over; call reset first"
            return IllegalAction(IllegalActionCode.ROUND_OVER, message)
        code, why = IllegalActionCode.UNKNOWN_ACTION, f"actions are 0 to {self.masks.shape[1] - 1}"
        if 0 <= action < self.masks.shape[1]:
            code, why = self.why_illegal(row, action)
        named = ", ".join(f"{number} ({self.action_name(number)})" for number in legal[:_MOST_NAMED])
        more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
        message = f"{where}action {action} is not legal: {why}; choose from {named}{more}"
        return IllegalAction(code, message)


def zeros(count: int, *shape: int, dtype: Any = np.uint8) -> NDArray[Any]:
    """Return an array with one row for each game."""
    return np.zeros((count, *shape), dtype)


def whole_number(value: object, name: str) -> int:
    """Return a whole number, 0 or more, of Python's or numpy's type."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise BadInput(out_of_range(name, f"must be a whole number, 0 or more, not {describe(value)}", value, 0))
    return int(value)


def game_number(value: object) -> int:
    """Return the number of the game of a seed."""
    number = whole_number(value, "game")
    if number > MOST_GAME:
        raise BadInput(
            out_of_range("game", f"must be at most {MOST_GAME}, not {describe(number)}", number, 0, MOST_GAME)
        )
    return number


def check_options(options: Mapping[str, Any] | None, known: tuple[str, ...]) -> dict[str, Any]:
    """Check the options of a reset; unknown ones are refused."""
    given = dict(options or {})
    for name in given:
        if name not in known:
            message = f"{describe(name)} is not an option; choose from {', '.join(known)}"
            params = {"key": name, "choices": known}
            raise BadInput(Fault(FaultCode.UNKNOWN_KEY, message, "reset options", field="options", params=params))
    return given
