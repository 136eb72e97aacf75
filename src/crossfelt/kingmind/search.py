"""The champion's thinking: two rolls ahead for the squares that look best, then games played on from there.

The learned value, looked at through the next roll, errs by about two points between two good squares. The next two
rolls err less. What is left is found by playing on: the dice of such a game tell nothing, so their luck is taken away,
and what stays is how much better or worse than they looked the sheets turned out that a square leads to. That takes a
few dozen games where whole playouts with their luck would take tens of thousands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import Card
from crossfelt.kernels.king_position import copy_position, new_position, place
from crossfelt.kernels.king_search import ROLLS, compare_by_playing_on, list_replies
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.encode import kernel_card
from crossfelt.kingmind.mind import Choice, Mind

FINALISTS = 5
MARGIN = 12.0
"""Squares that are thought about: so many, none of which looks further below the best."""
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
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class _Tally:
    """Games played on from the finalists, on common dice: how many, the sums of the errors found, and of their
    products."""

    played: int
    sums: Floats
    products: Floats


def search(mind: Mind, sheet: Sheet, rolled: Card, budget: Budget, seed: int) -> Choice:
    """The best placement that the budget finds."""
    started = time.perf_counter()

    def is_over(playouts: int) -> bool:
        if budget.playouts is not None:
            return playouts >= budget.playouts
        assert budget.seconds is not None
        return time.perf_counter() - started >= budget.seconds

    finalists = mind.finalists(sheet, rolled, FINALISTS, MARGIN)
    stage = mind.stage(sheet) - 1
    if len(finalists) == 1 or stage < 2:
        # With one square left after this one, the next roll has shown every end of the game.
        return finalists[0]
    places = np.array([(choice.square, kernel_card(choice.card)) for choice in finalists])
    values, replies = np.zeros(len(finalists)), np.zeros((len(finalists), 2, ROLLS), np.int64)
    work = new_position()
    for number, (square, card) in enumerate(places):
        if is_over(0):
            return finalists[0]
        copy_position(mind.position, work)
        place(work, mind.tables, square, card)
        values[number] = list_replies(
            work, mind.tables, mind.scoring, mind.weights, stage - 1, mind.scratch, mind.after, mind.spare, mind.room,
            replies[number, 0], replies[number, 1],
        )  # fmt: skip
    alive = values >= values.max() - MARGIN
    tally = _Tally(0, np.zeros(len(finalists)), np.zeros((len(finalists), len(finalists))))
    state, spent = np.uint64(seed), 0
    if stage > 2:
        for first_rolls in _all_rolls_again_and_again(seed):
            if alive.sum() == 1 or is_over(spent):
                break
            after = compare_by_playing_on(
                mind.position, mind.tables, mind.scoring, mind.weights, stage, places, replies, alive, first_rolls,
                state, mind.scratch, work, mind.after, mind.spare, mind.room, tally.sums, tally.products,
            )  # fmt: skip
            state = np.uint64(after)  # A kernel gives back a Python int, which it would not take for 64 bits.
            tally.played += _BATCH
            spent += _BATCH * int(alive.sum())
            alive &= ~_hopeless(tally, alive, values)
    return finalists[int(np.argmax(_judged(tally, alive, values)))]


def _all_rolls_again_and_again(seed: int) -> Iterator[NDArray[np.int64]]:
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
