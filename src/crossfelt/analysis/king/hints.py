"""Hints: the value of each legal square, its loss against the best, and the reasons for the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from crossfelt.analysis.king.reasons import Reason, compare, value_parts
from crossfelt.analysis.king.valuer import Candidate, Valuer
from crossfelt.cards import Card
from crossfelt.kernels.king.search import MOST_CANDIDATES
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Hint:
    """One legal placement, its value and the reasons."""

    square: int
    card: Card
    value: float
    """The expected final score."""
    loss: float
    """The difference from the best placement."""
    reasons: tuple[Reason, ...] = ()
    """The parts of the difference from `against`, the greatest first; they sum to that difference."""
    against: Candidate | None = None
    """The best placement, and for that one the second; None if there is no other, or no reasons were requested."""


def hints(
    score_card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card, explained: int = MOST_CANDIDATES
) -> tuple[Hint, ...]:
    """Return every legal placement, best first, by all possible next rolls; the first few with reasons."""
    valuer = _valuer(score_card, bonus)
    candidates = valuer.candidates_looking_ahead(sheet, rolled)
    best = candidates[0]
    parts = [value_parts(valuer, score_card, sheet, entry) for entry in candidates[: max(explained, 2)]]
    hints = []
    for number, entry in enumerate(candidates):
        loss = best.value - entry.value
        if number >= explained or len(candidates) == 1:
            hints.append(Hint(entry.square, entry.card, entry.value, loss))
        else:
            other = 0 if number else 1
            reasons = compare(parts[number], parts[other])
            hints.append(Hint(entry.square, entry.card, entry.value, loss, reasons, candidates[other]))
    return tuple(hints)


@lru_cache(maxsize=4)
def _valuer(score_card: ScoreCard, bonus: bool) -> Valuer:
    return Valuer(score_card, bonus)
