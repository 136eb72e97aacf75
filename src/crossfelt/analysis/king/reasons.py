"""Why one placement is worth more than another: the learned value split into parts that add up to it.

The value of a sheet is a sum (`kernels/king/values.py`): the value of each line alone, of lines that cross on an empty
square together, of the suits that lines need, and of the achievements. The expected score of a placement also counts
every possible next roll; the change from that is a part of its own.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from crossfelt.analysis.king.valuer import Candidate, Valuer
from crossfelt.kernels.king.geometry import CROSS_FIRST, CROSS_SECOND, CROSSINGS
from crossfelt.kernels.king.position import OPEN
from crossfelt.kernels.king.values import MOST_FEATURES, list_features
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import line_hand
from crossfelt.kingcross.sheet import LINE_COUNT, Sheet

Kind = Literal["line", "crossings", "suits", "achievements", "later_rolls"]
_SUIT_FEATURES = 5
_ACHIEVEMENT_FEATURES = 5


class Reason(NamedTuple):
    """One part of the difference between two placements, in points of the expected score."""

    kind: Kind
    line: int | None
    """For a line its number, 1 to 12 as people count."""
    points: float
    crossed: tuple[int, ...] = ()
    """For crossings: the lines that meet where most of the difference is made."""


class Parts(NamedTuple):
    """The value of a placement, taken apart."""

    values: dict[tuple[Kind, int | None], float]
    """The parts, which add up to the value."""
    crossings: dict[tuple[int, ...], float]
    """The part of the crossings, by the numbers of the lines that cross."""


def value_parts(valuer: Valuer, score_card: ScoreCard, sheet: Sheet, candidate: Candidate) -> Parts:
    """Take apart the value of a placement on this sheet."""
    after = sheet.place(candidate.square, candidate.card)
    stage = valuer.set_up(after)
    parts: dict[tuple[Kind, int | None], float] = {
        ("line", number + 1): _points_made(score_card, after, number) for number in range(LINE_COUNT)
    }
    if stage == 0:
        if valuer.bonus:
            parts["achievements", None] = candidate.value - sum(parts.values())
        return Parts(parts, {})
    features = np.zeros(MOST_FEATURES, np.int64)
    count = int(list_features(valuer.position, valuer.value.lines, stage, features))
    weights = valuer.value.weights[features[:count]].astype(float)
    open_lines = [number for number in range(LINE_COUNT) if valuer.position.lines[OPEN, number] > 0]
    for place, number in enumerate(open_lines):
        parts["line", number + 1] += float(weights[2 * place : 2 * place + 2].sum())
    end = count - (_ACHIEVEMENT_FEATURES if valuer.bonus else 0)
    crossing_weights = weights[2 * len(open_lines) : end - _SUIT_FEATURES]
    parts["crossings", None] = float(crossing_weights.sum())
    parts["suits", None] = float(weights[end - _SUIT_FEATURES : end].sum())
    if valuer.bonus:
        parts["achievements", None] = float(weights[end:].sum())
    parts["later_rolls", None] = candidate.value - sum(parts.values())
    return Parts(parts, dict(zip(_crossings(after), crossing_weights.tolist(), strict=True)))


def _crossings(sheet: Sheet) -> list[tuple[int, ...]]:
    """Return the lines that cross on each empty square, in the order in which `list_features` weighs them."""
    crossings: list[tuple[int, ...]] = []
    for square in sheet.empty:
        firsts, seconds = CROSS_FIRST[square] + 1, CROSS_SECOND[square] + 1
        crossings += [(int(firsts[pair]), int(seconds[pair])) for pair in range(CROSSINGS[square])]
        if CROSSINGS[square] == 3:
            crossings.append((int(firsts[0]), int(seconds[0]), int(seconds[1])))
    return crossings


def compare(parts: Parts, others: Parts) -> tuple[Reason, ...]:
    """Return what makes the first placement worth more or less than the other, the greatest difference first."""
    reasons = []
    for kind, line in parts.values:
        points = parts.values[kind, line] - others.values[kind, line]
        crossed = _most_crossed(parts, others, points) if kind == "crossings" else ()
        reasons.append(Reason(kind, line, points, crossed))
    return tuple(sorted((reason for reason in reasons if reason.points), key=lambda reason: -abs(reason.points)))


def _most_crossed(parts: Parts, others: Parts, points: float) -> tuple[int, ...]:
    """Return the lines whose crossing differs most, in the direction of the whole difference."""
    differences = {
        lines: parts.crossings.get(lines, 0.0) - others.crossings.get(lines, 0.0)
        for lines in (*parts.crossings, *others.crossings)
    }
    return max(differences, key=lambda lines: differences[lines] * (1 if points > 0 else -1), default=())


def _points_made(score_card: ScoreCard, sheet: Sheet, number: int) -> float:
    cards = [card for card in sheet.line(number) if card is not None]
    return float(score_card.points[line_hand(cards)]) if len(cards) == len(sheet.line(number)) else 0.0
