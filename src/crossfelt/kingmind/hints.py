"""Hints: what each legal square is worth, what the others lose, and which lines make the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from crossfelt.cards import Card
from crossfelt.kernels.king_position import set_up
from crossfelt.kernels.king_values import line_expectation
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import line_hand
from crossfelt.kingcross.sheet import LINE_COUNT, LINES_THROUGH, Sheet
from crossfelt.kingmind.encode import kernel_sheet
from crossfelt.kingmind.mind import Mind


@dataclass(frozen=True, slots=True)
class Reason:
    """What a placement does to one line: the points to be expected from it before and after."""

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


def hints(card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card) -> tuple[Hint, ...]:
    """Every legal placement, best first, by all rolls that may come next."""
    mind = _mind(card, bonus)
    choices = mind.choices_looking_ahead(sheet, rolled)
    before = line_values(mind, sheet)
    found = []
    for choice in choices:
        after = line_values(mind, sheet.place(choice.square, choice.card))
        reasons = [Reason(line + 1, before[line], after[line]) for line in LINES_THROUGH[choice.square]]
        reasons.sort(key=lambda reason: -abs(reason.after - reason.before))
        found.append(Hint(choice.square, choice.card, choice.value, choices[0].value - choice.value, tuple(reasons)))
    return tuple(found)


def line_values(mind: Mind, sheet: Sheet) -> tuple[float, ...]:
    """The points to be expected from each line: learned for those with room, exact for full ones.

    The learned part is the weight of the line itself, of its class and shape, and its share of each crossing on it.
    """
    set_up(mind.position, mind.tables, kernel_sheet(sheet))
    stage = mind.stage(sheet)
    values = []
    for line in range(LINE_COUNT):
        cards = [card for card in sheet.line(line) if card is not None]
        if len(cards) == 5:
            values.append(float(mind.card.points[line_hand(cards)]))
        else:
            values.append(float(line_expectation(mind.position, mind.tables, mind.weights, stage, line)))
    return tuple(values)


@lru_cache(maxsize=4)
def _mind(card: ScoreCard, bonus: bool) -> Mind:
    return Mind(card, bonus)
