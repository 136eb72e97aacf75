"""Hints: what each legal square is worth, what the others lose, and which lines make the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from crossfelt.cards import Card
from crossfelt.kernels.king.position import set_up
from crossfelt.kernels.king.search import MOST_CHOICES, line_outcomes
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import LINE_COUNT, LINES_THROUGH, Sheet
from crossfelt.kingmind.encode import kernel_sheet
from crossfelt.kingmind.mind import Mind

_PLAYOUTS = 500
"""Enough to know a line to within some three points."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a placement does to one line: the points to be expected from it before the roll and after the placement."""

    hand: int
    """1 to 12."""
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Hint:
    """One legal placement."""

    square: int
    card: Card
    value: float
    """The final score to be expected."""
    loss: float
    """How much less than with the best placement."""
    reasons: tuple[Reason, ...]
    """The lines through the square, the greatest change first."""


def hints(
    score_card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card, explained: int = MOST_CHOICES
) -> tuple[Hint, ...]:
    """Every legal placement, best first, by all rolls that may come next; the first so many with reasons."""
    mind = _mind(score_card, bonus)
    choices = mind.choices_looking_ahead(sheet, rolled)
    before = line_values(mind, sheet)
    found = []
    for number, choice in enumerate(choices):
        reasons: list[Reason] = []
        if number < explained:
            after = line_values(mind, sheet.place(choice.square, choice.card))
            reasons = [Reason(line + 1, before[line], after[line]) for line in LINES_THROUGH[choice.square]]
            reasons.sort(key=lambda reason: -abs(reason.after - reason.before))
        found.append(Hint(choice.square, choice.card, choice.value, choices[0].value - choice.value, tuple(reasons)))
    return tuple(found)


def line_values(mind: Mind, sheet: Sheet) -> tuple[float, ...]:
    """The points to be expected from each line: the mean over playouts on fixed dice, so an estimate; exact when the
    sheet is full."""
    set_up(mind.position, mind.tables, kernel_sheet(sheet))
    sums = np.zeros(LINE_COUNT)
    playouts = _PLAYOUTS if mind.stage(sheet) else 1
    line_outcomes(
        mind.position, mind.tables, mind.scoring, mind.weights, mind.stage(sheet), np.uint64(1), playouts, mind.scratch,
        mind.after, sums,
    )  # fmt: skip
    return tuple(float(total) / playouts for total in sums)


@lru_cache(maxsize=4)
def _mind(score_card: ScoreCard, bonus: bool) -> Mind:
    return Mind(score_card, bonus)
