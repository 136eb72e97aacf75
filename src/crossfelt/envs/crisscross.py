"""Criss Cross Poker, one seat against the house: two antes of one unit each, and three decisions.

Observation: `cards`, the seat's two, two across, two down, the middle (0 to 51, 52 face down); `bets`, in antes;
`stage`, the number of decisions made, 3 when the round is over; `action_mask`. Action 0 folds, action i bets the i-th
multiple of the rule book. The reward comes at the end: the net result of the round, in antes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.catalog.crisscross import CRISS_CROSS_KIT, ENVIRONMENT
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.wagers import betting_faults, unit_faults
from crossfelt.envs.batch import Baseline, Batch, Rows, whole_number, zeros
from crossfelt.envs.crisscross_baselines import AtRandom, CrissCrossBaseline, FixedBet
from crossfelt.envs.crisscross_drawing import draw_round
from crossfelt.envs.single import SingleEnv
from crossfelt.envs.spaces import Observation, card_box
from crossfelt.envs.vector import BatchVector, check_count
from crossfelt.errors import BadInput, Fault, IllegalActionCode
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross import environments as kernels
from crossfelt.kernels.crisscross.environments import DECISIONS, FACE_DOWN, OVER, SEEN
from crossfelt.kernels.crisscross.table_rounds import PLACES
from crossfelt.simulation.arrays import hands
from crossfelt.simulation.plan import SeatStrategy, plan_of
from crossfelt.simulation.run import prepare

CRISS_CROSS = ENVIRONMENT.id
"""The environment's id for `gymnasium.make`."""


class CrissCrossBatch(Batch):
    """Rounds in parallel."""

    kit = CRISS_CROSS_KIT

    def __init__(
        self, count: int, rules: str | RuleBook, choices: Mapping[str, object] | None, ante_cents: int | None
    ) -> None:
        if isinstance(rules, RuleBook) and choices:
            message = "apply only to a rule set passed by name; this rule book is already resolved"
            raise BadInput(Fault(FaultCode.NOT_TOGETHER, message, "choices"))
        self.count = count
        self.book = rules if isinstance(rules, RuleBook) else load_rule_book(rules, choices)
        self.scheme = encode(self.book)
        self.multiples = self.scheme.multiples
        actions = len(self.multiples) + 1
        self._pays = kernels.Pays(
            hands(self.scheme.ace_low_straight), np.array(self.multiples, np.int64), self._nets(ante_cents)
        )
        self._rows = rows = kernels.Rows(
            cards=zeros(count, SEEN),
            bets=zeros(count, DECISIONS),
            stages=zeros(count, dtype=np.int64),
            masks=zeros(count, actions, dtype=np.int8),
            dealt=zeros(count, SEEN),
            numbers=zeros(count, dtype=np.int64),
            chance=zeros(count, 2, dtype=np.uint64),
            rewards=zeros(count, dtype=np.float64),
            ended=zeros(count, dtype=np.bool_),
            final_cards=zeros(count, SEEN),
            final_bets=zeros(count, DECISIONS),
        )
        self.masks, self.chance, self.rewards, self.ended = rows.masks, rows.chance, rows.rewards, rows.ended
        self.observations = {"cards": rows.cards, "bets": rows.bets, "stage": rows.stages, "action_mask": rows.masks}
        self.observation_space = spaces.Dict(
            {
                "cards": card_box(SEEN, FACE_DOWN),
                "bets": spaces.Box(0, max(self.multiples), (DECISIONS,), np.uint8),
                "stage": spaces.Discrete(OVER + 1),
                "action_mask": spaces.MultiBinary(actions),
            }
        )

    def begin(self, chosen: Rows) -> None:
        """Deal new rounds to the chosen rows."""
        kernels.begin_rounds(self._rows, chosen)

    def advance(self, actions: NDArray[np.int64], at_once: bool, start: int, stop: int) -> None:
        """Fold, bet or start new rounds."""
        kernels.step_rounds(actions, self._rows, self._pays, at_once, start, stop)

    def final_observations(self) -> dict[str, NDArray[Any]]:
        """Return what the seat saw at the end of its round."""
        return {
            "cards": self._rows.final_cards.copy(),
            "bets": self._rows.final_bets.copy(),
            "stage": np.full(self.count, OVER, np.int64),
            "action_mask": np.zeros_like(self.masks),
        }

    def final_info(self) -> dict[str, NDArray[Any]]:
        """Return nothing: the reward says it all."""
        return {}

    def baseline(self, level: str, seed: int, playouts: int | None) -> Baseline:  # noqa: ARG002
        """Return a policy that decides by the arrays of simulations, or at random."""
        policy = self.kit.policy(level)
        if policy.fixed_bet is not None:
            return FixedBet(policy.fixed_bet)
        return CrissCrossBaseline(self, level) if policy.is_simulated else AtRandom(seed)

    def action_name(self, action: int) -> str:
        """Return `fold` or the multiple that is bet."""
        return f"bet {self.multiples[action - 1]}x" if action else "fold"

    def why_illegal(self, row: int, action: int) -> tuple[IllegalActionCode, str]:
        """Assert that there is no reason: every action is legal at every decision."""
        raise AssertionError(f"action {action} of an unfinished round is legal in row {row}")

    def _nets(self, ante_cents: int | None) -> NDArray[np.float64]:
        """Return the win of each outcome in antes, as the simulation of whole tables computes it."""
        if ante_cents is not None:
            stake = whole_number(ante_cents, "ante_cents")
            antes = {spot.id: stake for spot in self.book.betting_spots if spot.kind == "ante"}
            faults = [*betting_faults(self.book, antes), *unit_faults(self.book, antes)]
            if faults:
                raise BadInput(fault.prefixed("ante_cents", "ante_cents") for fault in faults)
        # The pay doesn't depend on the player.
        plan = plan_of(self.book, self.scheme, 1, (SeatStrategy("always-1x"),), 1, 0, ante_cents=ante_cents)
        prepared = prepare(plan)
        played = prepared.nets[: len(self.multiples) ** DECISIONS * PLACES]
        return np.asarray(played * float(prepared.unit), np.float64)


class CrissCrossEnv(SingleEnv):
    """`Crossfelt/CrissCross-v0`: a round is an episode of up to three decisions."""

    batch: CrissCrossBatch

    def __init__(
        self,
        rules: str | RuleBook = "maryland",
        choices: Mapping[str, object] | None = None,
        ante_cents: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`rules` and `choices` name the rule book; with an ante its aggregate limit counts too."""
        super().__init__(CrissCrossBatch(1, rules, choices, ante_cents), render_mode)

    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw the cross with its cards, and the bets."""
        return draw_round(observation, mode, self.batch.scheme.ace_low_straight)


class CrissCrossVector(BatchVector):
    """Many rounds at once, with the same keywords."""

    batch: CrissCrossBatch

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | RuleBook = "maryland",
        choices: Mapping[str, object] | None = None,
        ante_cents: int | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """`copy=False` returns the live arrays, which the next step overwrites; `threads` share large batches."""
        batch = CrissCrossBatch(check_count(num_envs), rules, choices, ante_cents)
        super().__init__(batch, autoreset_mode, copy, threads, render_mode)

    def draw(self, observation: Observation, mode: str) -> Any:
        """Draw one of the rounds."""
        return draw_round(observation, mode, self.batch.scheme.ace_low_straight)
