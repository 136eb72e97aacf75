"""Policies of every strength. Each decides only by one sheet and the roll in hand."""

from __future__ import annotations

import numpy as np

from crossfelt.analysis.king.search import Budget, search
from crossfelt.analysis.king.valuer import Valuer
from crossfelt.cards import Card
from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.chance import Draws
from crossfelt.kingcross.policies import SheetPolicy
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet

CHAMPION_SECONDS = 0.2
CHAMPION = "champion"
"""The one level whose strength depends on time or on a number of games."""


def new_policy(
    score_card: ScoreCard,
    bonus: bool,
    level: str,
    seed: int,
    move_ms: float | None = None,
    playouts: int | None = None,
) -> SheetPolicy:
    """Return a policy of that level; `seed` is for those that choose at random, the rest is for the champion.

    The levels are the policies of the game's kit; `BadInput` lists them if `level` isn't one.
    """
    rules, draws = MatchRules(score_card, bonus=bonus), _SeededDraws(seed)
    if level == CHAMPION:
        seconds = CHAMPION_SECONDS if move_ms is None else move_ms / 1000
        return champion_policy(rules, draws, Budget(None if playouts is not None else seconds, playouts))
    policy = KING_CROSS_KIT.policy(level).load()(rules, draws)
    assert isinstance(policy, SheetPolicy)
    return policy


def novice_policy(rules: MatchRules, draws: Draws) -> SheetPolicy:
    """Return a policy that plays by the learned value, and takes any square at 35% of its placements: `novice`."""
    return _steady_policy(rules, draws, looks_away=0.35)


def casual_policy(rules: MatchRules, draws: Draws) -> SheetPolicy:
    """Return a policy that plays by the learned value, and takes any square at 15% of its placements: `casual`."""
    return _steady_policy(rules, draws, looks_away=0.15)


def steady_policy(rules: MatchRules, draws: Draws) -> SheetPolicy:
    """Return a policy that plays by the learned value of the sheet, without looking ahead: `steady`."""
    return _steady_policy(rules, draws, looks_away=0.0)


def _steady_policy(rules: MatchRules, draws: Draws, looks_away: float) -> SheetPolicy:
    return SheetPolicy(rules.score_card, SteadyPlacer(Valuer(rules.score_card, rules.bonus), looks_away, draws))


def expert_policy(rules: MatchRules, _: Draws) -> SheetPolicy:
    """Return a policy that weighs every possible next roll: `expert`."""
    return SheetPolicy(rules.score_card, ExpertPlacer(Valuer(rules.score_card, rules.bonus)))


def champion_policy(rules: MatchRules, draws: Draws, budget: Budget | None = None) -> SheetPolicy:
    """Return a policy that weighs the next two rolls and plays on from the best squares: `champion`."""
    valuer = Valuer(rules.score_card, rules.bonus)
    return SheetPolicy(rules.score_card, ChampionPlacer(valuer, budget or Budget(CHAMPION_SECONDS), draws))


class _SeededDraws:
    """Random numbers for policies, from a seed."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def below(self, count: int, /) -> int:
        """Return a whole number from 0 to count - 1."""
        return int(self._generator.integers(count))


class SteadyPlacer:
    """Plays by the learned value; sometimes takes any legal square instead."""

    def __init__(self, valuer: Valuer, looks_away: float, draws: Draws) -> None:
        self._valuer, self._looks_away, self._draws = valuer, looks_away, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Return the best square by value, or a random one."""
        candidates = self._valuer.candidates(sheet, rolled)
        looks_away = self._draws.below(1_000_000) < 1_000_000 * self._looks_away
        taken = candidates[self._draws.below(len(candidates)) if looks_away else 0]
        return taken.square, taken.card


class ExpertPlacer:
    """Weighs every possible next roll."""

    def __init__(self, valuer: Valuer) -> None:
        self._valuer = valuer

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Return the best square over all 48 next rolls."""
        best = self._valuer.candidates_looking_ahead(sheet, rolled)[0]
        return best.square, best.card


class ChampionPlacer:
    """Weighs the next two rolls, and plays on from the best squares."""

    def __init__(self, valuer: Valuer, budget: Budget, draws: Draws) -> None:
        self._valuer, self._budget, self._draws = valuer, budget, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Return the best square within its budget."""
        best = search(self._valuer, sheet, rolled, self._budget, self._draws.below(2**63))
        return best.square, best.card
