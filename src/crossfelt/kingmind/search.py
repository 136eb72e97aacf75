"""The champion's thinking: two rolls ahead for the squares that look best, then games played on from there.

The learned value, looked at through the next roll, errs by about two points between two good squares. The next two
rolls err less. What is left is found by playing on: the dice of such a game tell nothing, so their luck is taken away,
and what stays is how much better or worse than they looked the sheets turned out that a square leads to. That takes a
few dozen games where whole playouts with their luck would take tens of thousands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import Card
from crossfelt.kernels.king.position import copy_position, new_position, place
from crossfelt.kernels.king.search import ROLLS, compare_by_playing_on, list_replies, margin
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.encode import kernel_card
from crossfelt.kingmind.mind import Choice, Mind

FINALISTS = 6
"""Squares that are thought about, at most."""
_BATCH = 8
"""Games between two looks at the clock; divides the 48 first rolls."""
_TRUST = 12.0
"""Games that count as much as the next two rolls do."""
_CLEAR = 3.0
"""Standard errors by which a square that is behind is given up."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one placement: a time, or a number of games played on, which gives the same answer each
    time."""

    seconds: float | None = None
    playouts: int | None = None


Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


class _Clock:
    """Tells when a budget is spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._started = budget, time.perf_counter()

    def is_over(self, playouts: int) -> bool:
        """After so many games played on."""
        if self._budget.playouts is not None:
            return playouts >= self._budget.playouts
        assert self._budget.seconds is not None
        return time.perf_counter() - self._started >= self._budget.seconds


@dataclass(slots=True)
class _Finals:
    """The finalists as squares and cards, their values by the next two rolls, and a reply to each of the 48 rolls: a
    row of squares and a row of cards for each finalist."""

    stage: int
    """How many squares are empty after a finalist."""
    places: Whole
    values: Floats
    replies: Whole


@dataclass(slots=True)
class _Tally:
    """Games played on from the finalists, on common dice: how many, the sums of the errors found, and of their
    products."""

    played: int
    sums: Floats
    products: Floats


def search(mind: Mind, sheet: Sheet, rolled: Card, budget: Budget, seed: int) -> Choice:
    """The best placement that the budget finds."""
    clock = _Clock(budget)
    finalists = mind.finalists(sheet, rolled, FINALISTS, margin(mind.with_bonus))
    stage = mind.stage(sheet) - 1
    if len(finalists) == 1 or stage < 2:
        # With one square left after this one, the next roll has shown every end of the game.
        return finalists[0]
    finals = _weigh_two_rolls(mind, finalists, stage, clock)
    if finals is None:
        return finalists[0]
    # With two squares left, so have the next two rolls.
    judged = finals.values if stage == 2 else _play_on(mind, finals, clock, seed)
    return finalists[int(np.argmax(judged))]


def _weigh_two_rolls(mind: Mind, finalists: Sequence[Choice], stage: int, clock: _Clock) -> _Finals | None:
    """None when there is no time to do so for all of them."""
    count = len(finalists)
    places = np.array([(choice.square, kernel_card(choice.card)) for choice in finalists])
    finals = _Finals(stage, places, np.zeros(count), np.zeros((count, 2, ROLLS), np.int64))
    sheet = new_position()
    for number, (square, card) in enumerate(places):
        if clock.is_over(0):
            return None
        copy_position(mind.position, sheet)
        place(sheet, mind.tables, square, card)
        finals.values[number] = list_replies(
            sheet, mind.tables, mind.scoring, mind.weights, stage - 1, mind.scratch, mind.after, mind.spare, mind.room,
            finals.replies[number, 0], finals.replies[number, 1],
        )  # fmt: skip
    return finals


def _play_on(mind: Mind, finals: _Finals, clock: _Clock, seed: int) -> Floats:
    """The values of the finalists that are left in the end, and minus infinity for the others."""
    count = len(finals.values)
    alive: Flags = finals.values >= finals.values.max() - margin(mind.with_bonus)
    tally = _Tally(0, np.zeros(count), np.zeros((count, count)))
    state, spent, sheet = np.uint64(seed), 0, new_position()
    for first_rolls in _all_rolls_again_and_again(seed):
        if alive.sum() == 1 or clock.is_over(spent):
            break
        after = compare_by_playing_on(
            mind.position, mind.tables, mind.scoring, mind.weights, finals.stage, finals.places, finals.replies, alive,
            first_rolls, state, mind.scratch, sheet, mind.after, mind.spare, mind.room, tally.sums, tally.products,
        )  # fmt: skip
        state = np.uint64(after)  # A kernel gives back a Python int, which it would not take for 64 bits.
        tally.played += _BATCH
        spent += _BATCH * int(alive.sum())
        alive &= ~_hopeless(tally, alive, finals.values)
    return _judged(tally, alive, finals.values)


def _all_rolls_again_and_again(seed: int) -> Iterator[Whole]:
    """The next roll of each game: every one of the 48 as often as the others, in a random order."""
    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        yield from generator.permutation(ROLLS).reshape(-1, _BATCH)


def _judged(tally: _Tally, alive: Flags, values: Floats) -> Floats:
    """Value of each square that is left: by the next two rolls, and what playing on found them to err by."""
    return np.where(alive, values + tally.sums / (tally.played + _TRUST), -np.inf)


def _hopeless(tally: _Tally, alive: Flags, values: Floats) -> Flags:
    """Squares that are behind the best by more than chance could make of it."""
    judged = _judged(tally, alive, values)
    best = int(np.argmax(judged))
    count = tally.played
    diagonal = np.diagonal(tally.products)
    squares = diagonal[best] + diagonal - 2 * tally.products[best]
    variances = np.maximum(squares / count - ((tally.sums[best] - tally.sums) / count) ** 2, 1.0)
    found: Flags = alive & (judged < judged[best] - _CLEAR * np.sqrt(variances / count))
    return found
