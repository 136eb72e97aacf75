"""King Cross Poker alone against the dice: 24 rolls, one sheet.

Observation: `sheet`, 25 cards row by row (0 to 47 value by value, 48 the printed King, 49 empty); `roll`, the card in
hand (48 when the sheet is full); `action_mask`. Actions 0 to 24 are squares. A wild roll (reading K5) takes two
actions: first 25 to 28, another suit, or 29 to 40, another value; then the square.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import engine_card, sheet_tables, squares_seen
from crossfelt.cards import card_name
from crossfelt.catalog.kingcross import ENVIRONMENT, KING_CROSS_KIT
from crossfelt.envs.batch import Baseline, Batch, Rows, zeros
from crossfelt.envs.king_baselines import KingBaseline
from crossfelt.envs.king_drawing import draw_king
from crossfelt.envs.single import SingleEnv
from crossfelt.envs.spaces import Observation, card_box
from crossfelt.envs.vector import BatchVector, check_count
from crossfelt.errors import BadInput, IllegalActionCode, describe, not_one_of
from crossfelt.kernels.king import environments as kernels
from crossfelt.kernels.king.environments import ACTIONS, NO_CARD, NO_ROLL, SUITS_AT, VALUES_AT
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import REPEATED_RANKS
from crossfelt.kingcross.sheet import SQUARE_COUNT, square_name

KING_CROSS = ENVIRONMENT.id
"""The environment's id for `gymnasium.make`."""
Reward = Literal["final", "growth"]
REWARDS: tuple[Reward, ...] = ("final", "growth")
SUIT_NAMES = ("hearts", "clubs", "diamonds", "spades")
VALUE_NAMES = ("ace", *map(str, range(2, 11)), "jack", "queen")
_EQUAL_PAIRS = {sum(comb(size, 2) for size in sizes): hand for sizes, hand in REPEATED_RANKS.items()}
"""Pairs of cards of one value in a line -> the hand that they make."""


class KingBatch(Batch):
    """Sheets in parallel."""

    kit = KING_CROSS_KIT

    def __init__(self, count: int, bonus: bool, reward: Reward, choices: Mapping[str, object] | None) -> None:
        if reward not in REWARDS:
            message = f"must be {' or '.join(REWARDS)}, not {describe(reward)}"
            raise BadInput(not_one_of("reward", message, reward, REWARDS))
        self.count, self.bonus = count, bool(bonus)
        self.score_card = load_score_card(choices=choices)
        self._scoring = kernels.Scoring(
            sheet_tables(self.score_card), squares_seen(), _made_points(self.score_card), self.bonus, reward == "growth"
        )
        self._rows = rows = kernels.Rows(
            sheets=zeros(count, SQUARE_COUNT),
            rolls=zeros(count, dtype=np.int64),
            masks=zeros(count, ACTIONS, dtype=np.int8),
            closed=zeros(count, 48, dtype=np.uint32),
            chance=zeros(count, 4, dtype=np.uint64),
            rewards=zeros(count, dtype=np.float64),
            ended=zeros(count, dtype=np.bool_),
            points=zeros(count, 2, dtype=np.int64),
            final_sheets=zeros(count, SQUARE_COUNT),
        )
        self.masks, self.chance, self.rewards, self.ended = rows.masks, rows.chance, rows.rewards, rows.ended
        self.observations = {"sheet": rows.sheets, "roll": rows.rolls, "action_mask": rows.masks}
        self.observation_space = spaces.Dict(
            {
                "sheet": card_box(SQUARE_COUNT, NO_CARD),
                "roll": spaces.Discrete(NO_ROLL + 1),
                "action_mask": spaces.MultiBinary(ACTIONS),
            }
        )

    def begin(self, chosen: Rows) -> None:
        """Start with blank sheets and first rolls."""
        kernels.begin_games(self._rows, chosen)

    def advance(self, actions: NDArray[np.int64], at_once: bool, start: int, stop: int) -> None:
        """Place cards, change wild rolls, or start new games."""
        kernels.step_games(actions, self._rows, self._scoring, at_once, start, stop)

    def final_observations(self) -> dict[str, NDArray[Any]]:
        """Return the full sheets of the games that ended."""
        return {
            "sheet": self._rows.final_sheets.copy(),
            "roll": np.full(self.count, NO_ROLL, np.int64),
            "action_mask": zeros(self.count, ACTIONS, dtype=np.int8),
        }

    def final_info(self) -> dict[str, NDArray[Any]]:
        """Return the points of the hands and of the achievements."""
        return {"line_points": self._rows.points[:, 0], "bonus_points": self._rows.points[:, 1]}

    def baseline(self, level: str, seed: int, playouts: int | None) -> Baseline:
        """Return a policy that plays as in `crossfelt king bench`."""
        return KingBaseline(self, level, seed, playouts)

    def action_name(self, action: int) -> str:
        """Return `b4`, or the card that a wild roll becomes."""
        if action < SUITS_AT:
            return square_name(action)
        return f"to {SUIT_NAMES[action - SUITS_AT] if action < VALUES_AT else VALUE_NAMES[action - VALUES_AT]}"

    def why_illegal(self, row: int, action: int) -> tuple[IllegalActionCode, str]:
        """Return the reason: a taken square, the same card in a line, or a change that isn't allowed."""
        name = card_name(engine_card(int(self._rows.rolls[row])))
        if action >= SUITS_AT:
            is_wild = not self.masks[row, :SUITS_AT].any()
            return IllegalActionCode.BAD_CHANGE, (
                f"the wild {name} can't change {self.action_name(action)}"
                if is_wild
                else f"{name} isn't wild, so it can't change"
            )
        if self._rows.sheets[row, action] != NO_CARD:
            return IllegalActionCode.SQUARE_TAKEN, f"{square_name(action)} is taken"
        return IllegalActionCode.CARD_IN_LINE, f"{name} is already in a line through {square_name(action)}"


class KingCrossEnv(SingleEnv):
    """`Crossfelt/KingCross-v0`: a sheet is an episode of 24 placements, and one more step for each wild roll."""

    batch: KingBatch

    def __init__(
        self,
        bonus: bool = False,
        reward: Reward = "final",
        choices: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`bonus` counts achievements; `reward` "growth" pays the points of each placement at once; `choices` are
        options of the score card."""
        super().__init__(KingBatch(1, bonus, reward, choices), render_mode)

    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw the sheet with its King, and the roll."""
        return draw_king(observation, mode, self.batch.score_card)


class KingCrossVector(BatchVector):
    """Many sheets at once, with the same keywords."""

    batch: KingBatch

    def __init__(
        self,
        num_envs: int = 1,
        bonus: bool = False,
        reward: Reward = "final",
        choices: Mapping[str, object] | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """`copy=False` returns the live arrays, which the next step overwrites; `threads` share large batches."""
        batch = KingBatch(check_count(num_envs), bonus, reward, choices)
        super().__init__(batch, autoreset_mode, copy, threads, render_mode)

    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw one of the sheets."""
        return draw_king(observation, mode, self.batch.score_card)


def _made_points(score_card: ScoreCard) -> NDArray[np.int64]:
    points = np.zeros(11, np.int64)
    for equal, hand in _EQUAL_PAIRS.items():
        points[equal] = score_card.points[hand]
    return points
