"""The champion's thinking: every next roll in full, then games to the end on the same dice for the best squares."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import Card
from crossfelt.kernels.king_search import play_out
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.encode import kernel_card
from crossfelt.kingmind.mind import Choice, Mind

FINALISTS = 6
ROUNDS = 3
"""Sequential halving: six squares, then three, then two share the playouts of a round."""
_BATCH = 16
_SAME = 0.005
_TRUST = 150.0
"""Playouts that count as much as the look-ahead: it errs by about 8 points, one difference of playouts by about 100."""
_CLEAR = 4.0
"""Standard errors by which a lead over every other square ends the search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one placement: a time, or a number of playouts, which gives the same answer each time."""

    seconds: float | None = None
    playouts: int | None = None


Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class _Tally:
    """Playouts on common dice: how many, their sums, and the sums of their products."""

    played: int
    sums: Floats
    products: Floats


def search(mind: Mind, sheet: Sheet, rolled: Card, budget: Budget, seed: int) -> Choice:
    """The best placement that the budget finds."""
    started = time.perf_counter()
    looked = mind.choices_looking_ahead(sheet, rolled)
    stage = mind.stage(sheet) - 1
    finalists = _different(looked)[:FINALISTS]
    if len(finalists) == 1 or stage < 2:
        # With one square left after this one, the look-ahead has seen every end of the game.
        return looked[0]
    squares = np.array([choice.square for choice in finalists])
    cards = np.array([kernel_card(choice.card) for choice in finalists])
    prior = np.array([choice.value for choice in finalists])
    alive = np.ones(len(finalists), np.bool_)
    rolls = np.zeros(24, np.int64)
    state = np.uint64(seed)
    tally = _Tally(0, np.zeros(len(finalists)), np.zeros((len(finalists), len(finalists))))
    for number in range(ROUNDS):
        spent = 0
        is_clear = False
        while not is_clear and not _is_over(budget, number, spent * int(alive.sum()), time.perf_counter() - started):
            after = play_out(
                mind.position, mind.tables, mind.scoring, mind.weights, stage, squares, cards, alive, state, _BATCH,
                mind.scratch, mind.after, rolls, tally.sums, tally.products,
            )  # fmt: skip
            state = np.uint64(after)  # A kernel gives back a Python int, which it would not take for 64 bits.
            tally.played += _BATCH
            spent += _BATCH
            is_clear = tally.played >= 8 * _BATCH and _is_clear(tally, alive)
        order = np.argsort(-_judged(tally, alive, prior), kind="stable")
        keep = 1 if is_clear or number == ROUNDS - 1 else (int(alive.sum()) + 1) // 2
        alive[order[keep:]] = False
        if keep == 1:
            break
    return finalists[int(np.argmax(alive))]


def _different(choices: Sequence[Choice]) -> list[Choice]:
    """One of each set of mirror images, which have the same value but for rounding."""
    found: list[Choice] = []
    for choice in choices:
        if not found or found[-1].value - choice.value > _SAME:
            found.append(choice)
    return found


def _is_over(budget: Budget, number: int, playouts: int, seconds: float) -> bool:
    """Whether a round has used its share."""
    if budget.playouts is not None:
        return playouts * ROUNDS >= budget.playouts
    assert budget.seconds is not None
    return seconds >= budget.seconds * (number + 1) / ROUNDS


def _judged(tally: _Tally, alive: Flags, prior: Floats) -> Floats:
    """Value of each square that is left, less their mean: playouts and look-ahead, each by its weight."""
    share = tally.played / (tally.played + _TRUST)
    means = tally.sums / max(tally.played, 1)
    judged = share * (means - means[alive].mean()) + (1 - share) * (prior - prior[alive].mean())
    return np.where(alive, judged, -np.inf)


def _is_clear(tally: _Tally, alive: Flags) -> bool:
    """Whether the best of the playouts leads every other by more than chance could."""
    best = int(np.argmax(np.where(alive, tally.sums, -np.inf)))
    count = tally.played
    for other in np.flatnonzero(alive):
        if other == best:
            continue
        squares = tally.products[best, best] + tally.products[other, other] - 2 * tally.products[best, other]
        lead = (tally.sums[best] - tally.sums[other]) / count
        variance = max(squares / count - lead**2, 1.0)
        if lead < _CLEAR * np.sqrt(variance / count):
            return False
    return True
