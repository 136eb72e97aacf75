"""Policies of every strength. Each decides by one sheet and the roll in hand, and nothing else."""

from __future__ import annotations

import numpy as np

from crossfelt.cards import Card
from crossfelt.chance import Draws
from crossfelt.kingcross.policies import SIMPLE_PLACERS, Placer, SheetPolicy
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.search import Budget, search
from crossfelt.kingmind.valuer import Valuer

LEVELS = {
    "random": "any legal square",
    "greedy": "the square that makes most points at once",
    "novice": "knows what lines are worth, and often looks away",
    "casual": "knows what lines are worth, and sometimes looks away",
    "steady": "plays by the learned value of the sheet, without thinking ahead",
    "expert": "weighs every roll that may come next; answers at once",
    "champion": "weighs the next two rolls and plays on from the best squares; takes its time",
}
"""Weakest first but for `greedy`, which is about as strong as `novice`."""
CHAMPION_SECONDS = 0.2
_LOOKS_AWAY = {"novice": 0.35, "casual": 0.15}


def new_policy(
    score_card: ScoreCard,
    bonus: bool,
    level: str,
    seed: int,
    move_ms: float | None = None,
    playouts: int | None = None,
) -> SheetPolicy:
    """A policy of that level; `seed` is for those that leave something to chance, the rest is for the champion."""
    draws = _SeededDraws(seed)
    placer: Placer
    if level in SIMPLE_PLACERS:
        placer = SIMPLE_PLACERS[level](score_card, draws)
    elif level == "champion":
        seconds = CHAMPION_SECONDS if move_ms is None else move_ms / 1000
        budget = Budget(None if playouts is not None else seconds, playouts)
        placer = ChampionPlacer(Valuer(score_card, bonus), budget, draws)
    elif level == "expert":
        placer = ExpertPlacer(Valuer(score_card, bonus))
    else:
        placer = SteadyPlacer(Valuer(score_card, bonus), _LOOKS_AWAY.get(level, 0.0), draws)
    return SheetPolicy(score_card, placer)


class _SeededDraws:
    """Chance for policies, from a seed."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def below(self, count: int, /) -> int:
        """A whole number from 0 to count - 1."""
        return int(self._generator.integers(count))


class SteadyPlacer:
    """Plays by the learned value; looks away now and then and takes any legal square."""

    def __init__(self, valuer: Valuer, looks_away: float, draws: Draws) -> None:
        self._valuer, self._looks_away, self._draws = valuer, looks_away, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """The best square by value, or a random one."""
        candidates = self._valuer.candidates(sheet, rolled)
        looks_away = self._draws.below(1_000_000) < 1_000_000 * self._looks_away
        taken = candidates[self._draws.below(len(candidates)) if looks_away else 0]
        return taken.square, taken.card


class ExpertPlacer:
    """Weighs every roll that may come next."""

    def __init__(self, valuer: Valuer) -> None:
        self._valuer = valuer

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """The best square over all 48 rolls that may come next."""
        best = self._valuer.candidates_looking_ahead(sheet, rolled)[0]
        return best.square, best.card


class ChampionPlacer:
    """Weighs the next two rolls, and plays on from the squares that look best."""

    def __init__(self, valuer: Valuer, budget: Budget, draws: Draws) -> None:
        self._valuer, self._budget, self._draws = valuer, budget, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """The best square that its budget finds."""
        best = search(self._valuer, sheet, rolled, self._budget, self._draws.below(2**63))
        return best.square, best.card
