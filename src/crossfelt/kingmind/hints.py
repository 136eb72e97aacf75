"""Hints: what each legal square is worth, what the others lose, and which lines make the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from crossfelt.cards import Card
from crossfelt.kernels.king.search import MOST_CANDIDATES, line_outcomes
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import LINE_COUNT, LINES_THROUGH, Sheet
from crossfelt.kingmind.valuer import Valuer

_PLAYOUTS = 500
"""Enough to know a line to within some three points."""


class Reason(NamedTuple):
    """What a placement does to one line: the points to be expected from it before the roll and after the placement."""

    line: int
    """Numbered from 1 to 12, as people count."""
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Hint:
    """One legal placement, what it is worth and why."""

    square: int
    card: Card
    value: float
    """The final score to be expected."""
    loss: float
    """How much less than with the best placement."""
    reasons: tuple[Reason, ...]
    """The lines through the square, the greatest change first."""


def hints(
    score_card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card, explained: int = MOST_CANDIDATES
) -> tuple[Hint, ...]:
    """Every legal placement, best first, by all rolls that may come next; the first so many with reasons."""
    valuer = _valuer(score_card, bonus)
    candidates = valuer.candidates_looking_ahead(sheet, rolled)
    before, best = line_values(valuer, sheet), candidates[0].value
    found = []
    for number, entry in enumerate(candidates):
        reasons: list[Reason] = []
        if number < explained:
            after = line_values(valuer, sheet.place(entry.square, entry.card))
            reasons = [Reason(line + 1, before[line], after[line]) for line in LINES_THROUGH[entry.square]]
            reasons.sort(key=lambda reason: -abs(reason.after - reason.before))
        found.append(Hint(entry.square, entry.card, entry.value, best - entry.value, tuple(reasons)))
    return tuple(found)


def line_values(valuer: Valuer, sheet: Sheet) -> tuple[float, ...]:
    """The points to be expected from each line: the mean over playouts on fixed dice, so an estimate; exact when the
    sheet is full."""
    stage = valuer.set_up(sheet)
    sums = np.zeros(LINE_COUNT)
    playouts = _PLAYOUTS if stage else 1
    line_outcomes(valuer.position, valuer.value, stage, np.uint64(1), playouts, valuer.room, sums)
    return tuple(float(total) / playouts for total in sums)


@lru_cache(maxsize=4)
def _valuer(score_card: ScoreCard, bonus: bool) -> Valuer:
    return Valuer(score_card, bonus)
