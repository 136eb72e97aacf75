"""Many games of one policy on numbered dice, so that every policy meets the same rolls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from crossfelt.dice import game_dice
from crossfelt.kernels.king_search import play_games
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET
from crossfelt.kingmind.mind import Mind
from crossfelt.kingmind.players import EXPERT_CHOICES, new_player

_KEPT = {"steady": 0, "expert": EXPERT_CHOICES}
"""Policies that whole kernels play: how many placements they weigh by the next roll."""
_BATCH = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """Who plays, how, and on which dice."""

    policy: str
    card: ScoreCard
    bonus: bool
    seed: int
    games: int
    move_ms: float | None = None
    playouts: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The scores in the order of the games."""

    scores: tuple[int, ...]
    seconds_per_game: float
    """Of one worker."""

    @property
    def mean(self) -> float:
        """Of the scores."""
        return fmean(self.scores)

    @property
    def standard_error(self) -> float:
        """Of the mean; 0 for a single game."""
        return stdev(self.scores) / sqrt(len(self.scores)) if len(self.scores) > 1 else 0.0


def run(entry: Entry, workers: int, progress: Callable[[float], None] = lambda _share: None) -> Outcome:
    """Plays the games; the dice of game i depend on the seed and i alone."""
    batches = list(_batches(entry))
    scores: list[int] = []
    seconds = 0.0
    with ThreadPoolExecutor(workers) as pool:
        for found, taken in pool.map(lambda batch: _play(entry, batch), batches):
            scores += found
            seconds += taken
            progress(len(scores) / entry.games)
    return Outcome(tuple(scores), seconds / entry.games)


def _batches(entry: Entry) -> Iterator[range]:
    size = _BATCH if entry.policy in _KEPT else 1
    for first in range(0, entry.games, size):
        yield range(first, min(first + size, entry.games))


def _play(entry: Entry, batch: range) -> tuple[list[int], float]:
    dice = [game_dice(entry.seed, index) for index in batch]
    if entry.policy not in _KEPT:
        player = new_player(
            entry.policy, entry.card, entry.bonus, entry.seed + (batch[0] << 32), entry.move_ms, entry.playouts
        )
        started = time.perf_counter()
        sheet = BLANK_SHEET
        for roll in dice[0]:
            sheet = sheet.place(*player.choose(sheet, roll.card))
        return [total_of(entry.card, sheet, entry.bonus)], time.perf_counter() - started
    mind = Mind(entry.card, entry.bonus)
    rolls = np.array([[roll.number for roll in row] for row in dice], np.uint8)
    sheets, scores = np.zeros((len(batch), 25), np.uint8), np.zeros(len(batch))
    started = time.perf_counter()
    play_games(
        rolls, _KEPT[entry.policy], mind.tables, mind.scoring, mind.weights, mind.position, mind.after, mind.spare,
        mind.scratch, sheets, scores,
    )  # fmt: skip
    return [int(score) for score in scores], time.perf_counter() - started
