"""Many games of one policy on numbered dice, so that every policy meets the same rolls.

Scores of single games differ by some 180 points, most of it the luck of the dice. So each game also tells how much luck
it had by the learned value: fair dice bring none on average, and the score less the luck has the same mean with a
spread about six times smaller. That lets a few hundred games tell two good players apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.king.games import game_luck, play_games
from crossfelt.kernels.king.values import STAGES
from crossfelt.kingcross.dice import Roll, game_dice
from crossfelt.kingcross.policies import SIMPLE_PLACERS
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET
from crossfelt.kingmind.encode import engine_card, kernel_sheet
from crossfelt.kingmind.mind import Mind
from crossfelt.kingmind.players import new_player

_LOOKS_AHEAD = {"steady": False, "expert": True}
"""Policies that whole kernels play: whether they weigh the next roll."""
_BATCH = 50

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Entry:
    """Who plays, how, and on which dice."""

    policy: str
    score_card: ScoreCard
    bonus: bool
    seed: int
    games: int
    move_ms: float | None = None
    playouts: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over games and its standard error, 0 for a single game."""

    mean: float
    standard_error: float

    @classmethod
    def of(cls, numbers: tuple[float, ...]) -> Figure:
        """The mean of numbers, one from each game."""
        return cls(fmean(numbers), stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The games in the order of their numbers."""

    scores: tuple[int, ...]
    luck: tuple[float, ...] | None
    """What the dice brought; None under options that the learned value does not know."""
    seconds_per_game: float
    """Of one worker."""

    @property
    def score(self) -> Figure:
        """Of the scores as they are."""
        return Figure.of(self.scores)

    @property
    def score_without_luck(self) -> Figure | None:
        """The same mean, known better."""
        return None if self.luck is None else Figure.of(self.less_luck(len(self.scores)))

    def less_luck(self, games: int) -> tuple[float, ...]:
        """The first scores, each less its luck."""
        assert self.luck is not None
        return tuple(score - luck for score, luck in zip(self.scores[:games], self.luck[:games], strict=True))

    def lead(self, other: Outcome) -> Figure:
        """How much more than the other's, on the dice that both have met."""
        pairs = zip(self.scores, other.scores, strict=False)
        return Figure.of(tuple(ours - theirs for ours, theirs in pairs))

    def lead_without_luck(self, other: Outcome) -> Figure:
        """The same mean, known better: on the same dice two players still have luck of their own."""
        games = min(len(self.scores), len(other.scores))
        pairs = zip(self.less_luck(games), other.less_luck(games), strict=True)
        return Figure.of(tuple(ours - theirs for ours, theirs in pairs))


@dataclass(frozen=True, slots=True)
class _Batch:
    """Games played in one go."""

    scores: list[int]
    luck: list[float]
    """Empty under options that the learned value does not know."""
    seconds: float


def run(entry: Entry, workers: int, progress: Callable[[float], None] = lambda _share: None) -> Outcome:
    """Plays the games; the dice of game i depend on the seed and i alone."""
    _load_kernels(entry)
    batches = list(_batches(entry))
    scores: list[int] = []
    luck: list[float] = []
    seconds = 0.0
    with ThreadPoolExecutor(workers) as pool:
        for played in pool.map(lambda batch: _play(entry, batch), batches):
            scores += played.scores
            luck += played.luck
            seconds += played.seconds
            progress(len(scores) / entry.games)
    return Outcome(tuple(scores), tuple(luck) or None, seconds / entry.games)


def _load_kernels(entry: Entry) -> None:
    """Kernels load at their first call, half a second that is none of a player's time."""
    if entry.policy in _LOOKS_AHEAD:
        _play_by_kernel(entry, np.zeros((1, STAGES), np.uint8))
    elif entry.policy not in SIMPLE_PLACERS:
        player = new_player(entry.policy, entry.score_card, entry.bonus, entry.seed, playouts=1)
        player.choose(BLANK_SHEET, engine_card(0))


def _batches(entry: Entry) -> Iterator[range]:
    size = _BATCH if entry.policy in _LOOKS_AHEAD else 1
    for first in range(0, entry.games, size):
        yield range(first, min(first + size, entry.games))


def _play(entry: Entry, batch: range) -> _Batch:
    if entry.policy not in _LOOKS_AHEAD:
        return _play_by_player(entry, batch[0])
    dice = [game_dice(entry.seed, number) for number in batch]
    return _play_by_kernel(entry, np.array([_numbers(rolls) for rolls in dice]))


def _play_by_player(entry: Entry, number: int) -> _Batch:
    player = new_player(
        entry.policy, entry.score_card, entry.bonus, entry.seed + (number << 32), entry.move_ms, entry.playouts
    )
    dice = game_dice(entry.seed, number)
    started = time.perf_counter()
    sheet, order = BLANK_SHEET, []
    for roll in dice:
        square, card = player.choose(sheet, roll.card)
        sheet = sheet.place(square, card)
        order.append(square)
    seconds = time.perf_counter() - started
    luck = []
    if not entry.score_card.wild_may_be_king:
        mind = Mind(entry.score_card, entry.bonus)
        luck.append(_luck(mind, _numbers(dice), np.array(order, np.uint8), kernel_sheet(sheet)))
    return _Batch([total_of(entry.score_card, sheet, entry.bonus)], luck, seconds)


def _play_by_kernel(entry: Entry, dice: Bytes) -> _Batch:
    mind = Mind(entry.score_card, entry.bonus)
    sheets, order, scores = np.zeros((len(dice), 25), np.uint8), np.zeros_like(dice), np.zeros(len(dice))
    started = time.perf_counter()
    play_games(
        dice, _LOOKS_AHEAD[entry.policy], mind.tables, mind.scoring, mind.weights, mind.position, mind.after,
        mind.spare, mind.scratch, mind.room, sheets, order, scores,
    )  # fmt: skip
    seconds = time.perf_counter() - started
    luck = [_luck(mind, *game) for game in zip(dice, order, sheets, strict=True)]
    return _Batch([int(score) for score in scores], luck, seconds)


def _numbers(dice: Iterable[Roll]) -> Bytes:
    return np.array([roll.number for roll in dice], np.uint8)


def _luck(mind: Mind, rolls: Bytes, order: Bytes, sheet: Bytes) -> float:
    return float(
        game_luck(rolls, order, sheet, mind.tables, mind.scoring, mind.weights, mind.position, mind.spare, mind.scratch)
    )
