"""Many games of one policy on numbered dice, so that every policy gets the same rolls.

Scores of single games differ by some 180 points, most of it the luck of the dice. So the luck of each game is measured
by the learned value: fair dice average zero, and the score minus the luck has the same mean with a spread about six
times smaller. That lets a few hundred games distinguish two good policies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import engine_card, kernel_sheet
from crossfelt.analysis.king.policies import new_policy
from crossfelt.analysis.king.valuer import Valuer
from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.kernels.king.games import game_luck, play_games
from crossfelt.kernels.king.values import STAGES
from crossfelt.kingcross.dice import Roll, game_dice
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET

_LOOKS_AHEAD = {"steady": False, "expert": True}
"""Policies that whole kernels play: whether they weigh the next roll."""
_BATCH_GAMES = 50

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Series:
    """The policy, its settings and its dice."""

    score_card: ScoreCard
    bonus: bool
    policy: str
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
        """Return the mean of numbers, one from each game."""
        return cls(fmean(numbers), stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a series of games, in the order of the games."""

    scores: tuple[int, ...]
    luck: tuple[float, ...] | None
    """The luck of the dice; None under options that the learned value doesn't support."""
    seconds_per_game: float
    """The time of one worker."""

    @property
    def score(self) -> Figure:
        """The mean of the scores."""
        return Figure.of(self.scores)

    @property
    def score_without_luck(self) -> Figure | None:
        """The mean score without the luck of the dice: the same expectation with a smaller error."""
        return None if self.luck is None else Figure.of(self.less_luck(len(self.scores)))

    def less_luck(self, games: int) -> tuple[float, ...]:
        """Return the scores of the first games, each minus its luck."""
        assert self.luck is not None
        return tuple(score - luck for score, luck in zip(self.scores[:games], self.luck[:games], strict=True))


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of games that were played in one go."""

    scores: list[int]
    luck: list[float]
    """Empty under options that the learned value doesn't support."""
    seconds: float


@dataclass(frozen=True, slots=True)
class PlayGames:
    """The job of playing games of a series, which other processes can do as well."""

    series: Series

    def prepare(self) -> None:
        """Load the data of the policy."""
        _load_kernels(self.series)

    def run(self, items: Sequence[range]) -> list[Batch]:
        """Play some batches of games."""
        return [_play(self.series, batch) for batch in items]


Spread = Callable[[PlayGames, Iterable[range]], Iterator[Batch]]
"""Plays batches elsewhere and yields their results in order."""


def play_series(
    series: Series,
    workers: int,
    progress: Callable[[float], None] = lambda _share: None,
    spread: Spread | None = None,
) -> Outcome:
    """Play the games, in threads unless `spread` plays them; the dice of game i depend only on the seed and i."""
    job = PlayGames(series)
    scores: list[int] = []
    luck: list[float] = []
    seconds = 0.0
    batches = list(_batches(series))
    for played in _in_threads(job, batches, workers) if spread is None else spread(job, batches):
        scores += played.scores
        luck += played.luck
        seconds += played.seconds
        progress(len(scores) / series.games)
    return Outcome(tuple(scores), tuple(luck) or None, seconds / series.games)


def _in_threads(job: PlayGames, batches: Iterable[range], workers: int) -> Iterator[Batch]:
    job.prepare()
    with ThreadPoolExecutor(workers) as pool:
        for played in pool.map(lambda batch: job.run([batch]), batches):
            yield from played


def _load_kernels(series: Series) -> None:
    """Load the kernels, whose first call takes half a second that isn't part of a policy's time."""
    if series.policy in _LOOKS_AHEAD:
        _play_by_kernel(series, np.zeros((1, STAGES), np.uint8))
    elif KING_CROSS_KIT.policy(series.policy).needs_worker:
        policy = new_policy(series.score_card, series.bonus, series.policy, series.seed, playouts=1)
        policy.placer.place(BLANK_SHEET, engine_card(0))


def _batches(series: Series) -> Iterator[range]:
    size = _BATCH_GAMES if series.policy in _LOOKS_AHEAD else 1
    for first in range(0, series.games, size):
        yield range(first, min(first + size, series.games))


def _play(series: Series, batch: range) -> Batch:
    if series.policy not in _LOOKS_AHEAD:
        return _play_by_policy(series, batch[0])
    dice = [game_dice(series.seed, number) for number in batch]
    return _play_by_kernel(series, np.array([_numbers(rolls) for rolls in dice]))


def _play_by_policy(series: Series, number: int) -> Batch:
    seed = series.seed + (number << 32)
    policy = new_policy(series.score_card, series.bonus, series.policy, seed, series.move_ms, series.playouts)
    dice = game_dice(series.seed, number)
    started = time.perf_counter()
    sheet, order = BLANK_SHEET, []
    for roll in dice:
        square, card = policy.placer.place(sheet, roll.card)
        sheet = sheet.place(square, card)
        order.append(square)
    seconds = time.perf_counter() - started
    luck = []
    if not series.score_card.wild_may_be_king:
        valuer = Valuer(series.score_card, series.bonus)
        luck.append(_luck(valuer, _numbers(dice), np.array(order, np.uint8), kernel_sheet(sheet)))
    return Batch([total_of(series.score_card, sheet, series.bonus)], luck, seconds)


def _play_by_kernel(series: Series, dice: Bytes) -> Batch:
    valuer = Valuer(series.score_card, series.bonus)
    sheets, order, scores = np.zeros((len(dice), 25), np.uint8), np.zeros_like(dice), np.zeros(len(dice))
    started = time.perf_counter()
    looks_ahead = _LOOKS_AHEAD[series.policy]
    play_games(dice, looks_ahead, valuer.value, valuer.position, valuer.room, sheets, order, scores)
    seconds = time.perf_counter() - started
    luck = [_luck(valuer, *game) for game in zip(dice, order, sheets, strict=True)]
    return Batch([int(score) for score in scores], luck, seconds)


def _numbers(dice: Iterable[Roll]) -> Bytes:
    return np.array([roll.number for roll in dice], np.uint8)


def _luck(valuer: Valuer, rolls: Bytes, order: Bytes, sheet: Bytes) -> float:
    return float(game_luck(rolls, order, sheet, valuer.value, valuer.position, valuer.room))
