"""Players of every strength. Each sees one sheet and the roll in hand, and nothing else."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from crossfelt.cards import Card
from crossfelt.kingcross.policies import SIMPLE_PLACERS
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.mind import Mind
from crossfelt.kingmind.search import Budget, search

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


class Player(Protocol):
    """Somebody who places cards."""

    def choose(self, sheet: Sheet, rolled: Card) -> tuple[int, Card]:
        """The square, and the card that goes there: another one than rolled when the roll is wild."""


def new_player(
    level: str, score_card: ScoreCard, bonus: bool, seed: int, move_ms: float | None = None, playouts: int | None = None
) -> Player:
    """A player of that level; `seed` is for those that leave something to chance, the rest is for the champion."""
    if level in SIMPLE_PLACERS:
        return _Simple(level, score_card, seed)
    mind = Mind(score_card, bonus)
    if level == "champion":
        seconds = CHAMPION_SECONDS if move_ms is None else move_ms / 1000
        return _Champion(mind, Budget(None if playouts is not None else seconds, playouts), seed)
    if level == "expert":
        return _Expert(mind)
    return _Steady(mind, _LOOKS_AWAY.get(level, 0.0), seed)


class _Draws:
    """Chance for players, from a seed."""

    def __init__(self, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def below(self, count: int, /) -> int:
        """A whole number from 0 to count - 1."""
        return int(self._generator.integers(count))


class _Simple:
    """The players of the engine that need no learning."""

    def __init__(self, level: str, score_card: ScoreCard, seed: int) -> None:
        self._placer = SIMPLE_PLACERS[level](score_card, _Draws(seed))

    def choose(self, sheet: Sheet, rolled: Card) -> tuple[int, Card]:
        """One of the legal placements."""
        return self._placer.place(sheet, rolled)


class _Steady:
    """Plays by the learned value; looks away now and then and takes any legal square."""

    def __init__(self, mind: Mind, looks_away: float, seed: int) -> None:
        self._mind, self._looks_away, self._draws = mind, looks_away, _Draws(seed)

    def choose(self, sheet: Sheet, rolled: Card) -> tuple[int, Card]:
        """The best square by value, or a random one."""
        choices = self._mind.choices(sheet, rolled)
        looks_away = self._draws.below(1_000_000) < 1_000_000 * self._looks_away
        choice = choices[self._draws.below(len(choices)) if looks_away else 0]
        return choice.square, choice.card


class _Expert:
    """Weighs the next roll."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def choose(self, sheet: Sheet, rolled: Card) -> tuple[int, Card]:
        """The best square over all 48 rolls that may come next."""
        choice = self._mind.choices_looking_ahead(sheet, rolled)[0]
        return choice.square, choice.card


class _Champion:
    """Searches."""

    def __init__(self, mind: Mind, budget: Budget, seed: int) -> None:
        self._mind, self._budget, self._draws = mind, budget, _Draws(seed)

    def choose(self, sheet: Sheet, rolled: Card) -> tuple[int, Card]:
        """The best square that its budget finds."""
        choice = search(self._mind, sheet, rolled, self._budget, self._draws.below(2**63))
        return choice.square, choice.card
