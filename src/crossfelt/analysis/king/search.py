"""The champion's search: two rolls ahead for the squares that look best, then games played on from there.

The learned value, taken over the next roll, has an error of about two points between two good squares. Over the next
two rolls the error is smaller. The rest comes from playing on: the luck of the dice in such a game is noise, so it is
subtracted, and the remainder is how much better or worse the sheets are to which a square leads. That takes a few dozen
games where whole playouts with their luck would take tens of thousands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import kernel_card
from crossfelt.analysis.king.valuer import Candidate, Valuer, empty_squares
from crossfelt.cards import Card
from crossfelt.kernels.king.position import copy_position, new_position, place
from crossfelt.kernels.king.search import ROLLS, Errors, Finalists, compare_by_playing_on, list_replies, margin
from crossfelt.kingcross.sheet import Sheet

FINALISTS = 6
"""The most squares that are searched further."""
_BATCH = 8
"""Games between two checks of the clock; divides the 48 first rolls."""
_TRUST = 12.0
"""The number of games that counts as much as the next two rolls."""
_CLEAR = 3.0
"""Standard errors by which a worse square is dropped."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget for one placement: a time, or a number of games played on, which gives the same answer each time."""

    seconds: float | None = None
    playouts: int | None = None


Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


class _Clock:
    """Measures whether a budget is spent, from its creation on."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._started = budget, time.perf_counter()

    def is_over(self, playouts: int) -> bool:
        """Return whether the budget is spent after this many games."""
        if self._budget.playouts is not None:
            return playouts >= self._budget.playouts
        assert self._budget.seconds is not None
        return time.perf_counter() - self._started >= self._budget.seconds


@dataclass(slots=True)
class _PlayedOn:
    """Games played on from the finalists, on common dice: their number, and the errors they showed."""

    games: int
    errors: Errors


def search(valuer: Valuer, sheet: Sheet, rolled: Card, budget: Budget, seed: int) -> Candidate:
    """Return the best placement within the budget."""
    clock = _Clock(budget)
    candidates = valuer.finalists(sheet, rolled, FINALISTS, margin(valuer.bonus))
    stage = empty_squares(sheet) - 1
    if len(candidates) == 1 or stage < 2:
        # With one square left after this one, the next roll has shown every end of the game.
        return candidates[0]
    weighed = _weigh_two_rolls(valuer, candidates, stage, clock)
    if weighed is None:
        return candidates[0]
    finalists, values = weighed
    # With two squares left, so have the next two rolls.
    judged = values if stage == 2 else _play_on(valuer, finalists, values, clock, seed)
    return candidates[int(np.argmax(judged))]


def _weigh_two_rolls(
    valuer: Valuer, candidates: Sequence[Candidate], stage: int, clock: _Clock
) -> tuple[Finalists, Floats] | None:
    """Return the finalists with a reply to each of the 48 rolls, and their values by the next two rolls; None if there
    is no time to do so for all of them."""
    count = len(candidates)
    places = np.array([(entry.square, kernel_card(entry.card)) for entry in candidates])
    finalists, values = Finalists(stage, places, np.zeros((count, 2, ROLLS), np.int64)), np.zeros(count)
    sheet = new_position()
    for number, (square, card) in enumerate(places):
        if clock.is_over(0):
            return None
        copy_position(valuer.position, sheet)
        place(sheet, valuer.value.lines, square, card)
        squares, cards = finalists.replies[number]
        values[number] = list_replies(sheet, valuer.value, stage - 1, valuer.room, squares, cards)
    return finalists, values


def _play_on(valuer: Valuer, finalists: Finalists, values: Floats, clock: _Clock, seed: int) -> Floats:
    """Return the values of the finalists that remain, and minus infinity for the others."""
    count = len(values)
    alive: Flags = values >= values.max() - margin(valuer.bonus)
    played = _PlayedOn(0, Errors(np.zeros(count), np.zeros((count, count))))
    state, spent, sheet = np.uint64(seed), 0, new_position()
    for first_rolls in _all_rolls_again_and_again(seed):
        if alive.sum() == 1 or clock.is_over(spent):
            break
        after = compare_by_playing_on(
            valuer.position, valuer.value, finalists, alive, first_rolls, state, sheet, valuer.room, played.errors
        )
        state = np.uint64(after)  # A kernel returns a Python int, which it wouldn't accept as 64 bits.
        played.games += _BATCH
        spent += _BATCH * int(alive.sum())
        alive &= ~_hopeless(played, alive, values)
    return _judged(played, alive, values)


def _all_rolls_again_and_again(seed: int) -> Iterator[Whole]:
    """Yield the next roll of each game: each of the 48 equally often, in a random order."""
    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        yield from generator.permutation(ROLLS).reshape(-1, _BATCH)


def _judged(played: _PlayedOn, alive: Flags, values: Floats) -> Floats:
    """Return the value of each remaining square: by the next two rolls, corrected by the error found by playing on."""
    return np.where(alive, values + played.errors.sums / (played.games + _TRUST), -np.inf)


def _hopeless(played: _PlayedOn, alive: Flags, values: Floats) -> Flags:
    """Return squares that are worse than the best by more than chance can explain."""
    judged = _judged(played, alive, values)
    best = int(np.argmax(judged))
    count, (sums, products) = played.games, played.errors
    diagonal = np.diagonal(products)
    squares = diagonal[best] + diagonal - 2 * products[best]
    variances = np.maximum(squares / count - ((sums[best] - sums) / count) ** 2, 1.0)
    hopeless: Flags = alive & (judged < judged[best] - _CLEAR * np.sqrt(variances / count))
    return hopeless
