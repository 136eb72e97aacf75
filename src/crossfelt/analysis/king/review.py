"""Review a finished game: the loss of each placement, and the luck of each roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crossfelt.analysis.king.reasons import Reason, compare, value_parts
from crossfelt.analysis.king.valuer import Candidate, Valuer
from crossfelt.cards import Card
from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.kingcross.dice import SHEET_ROLLS
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet


class Move(NamedTuple):
    """One roll and its placement."""

    rolled: Card
    square: int
    card: Card
    """Differs from the roll if the roll was wild."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One roll with its evaluation, in points of the expected final score."""

    number: int
    """1 to 24."""
    rolled: Card
    square: int
    card: Card
    best_square: int
    best_card: Card
    expected: float
    """The expected score after the best placement."""
    loss: float
    """The loss of the placement; 0 for the best one."""
    luck: float
    """The luck of the roll, against the average of all 48."""
    reasons: tuple[Reason, ...] = ()
    """The parts of the difference from the best placement, the greatest first; their sum is minus the loss."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game. Start + luck - points lost differs from the total by the error of the learned values."""

    moves: tuple[ReviewedMove, ...]
    total: int
    start: float
    """The expected score before the first roll."""
    points_lost: float
    luck: float


def review(
    score_card: ScoreCard, bonus: bool, moves: Sequence[Move], progress: Callable[[float], None] = lambda _share: None
) -> Review:
    """Review the 24 placements of one sheet, each by all rolls that might have come next."""
    valuer = Valuer(score_card, bonus)
    sheet = BLANK_SHEET
    moves_reviewed = []
    start = expected = valuer.expected_score(sheet)
    for number, move in enumerate(moves, start=1):
        if (move.square, move.card) not in sheet.placements(move.rolled, score_card.wild_may_be_king):
            params = {"step": number}
            raise BadInput(
                Fault(
                    FaultCode.ACTION_REFUSED, "is not legal", f"move {number}", field=f"moves[{number}]", params=params
                )
            )
        candidates = valuer.candidates_looking_ahead(sheet, move.rolled)
        best = candidates[0]
        made = next(entry for entry in candidates if (entry.square, entry.card) == (move.square, move.card))
        moves_reviewed.append(
            ReviewedMove(
                number, move.rolled, move.square, move.card, best.square, best.card, best.value,
                best.value - made.value, best.value - expected, _reasons(valuer, score_card, sheet, made, best),
            )
        )  # fmt: skip
        sheet = sheet.place(move.square, move.card)
        expected = made.value
        progress(number / len(moves))
    if not sheet.is_full:
        params = {"least": SHEET_ROLLS, "most": SHEET_ROLLS, "count": len(moves)}
        raise BadInput("a review needs a full sheet: 24 moves", FaultCode.WRONG_COUNT, "moves", **params)
    return Review(
        tuple(moves_reviewed),
        total_of(score_card, sheet, bonus),
        start,
        sum(entry.loss for entry in moves_reviewed),
        sum(entry.luck for entry in moves_reviewed),
    )


def _reasons(
    valuer: Valuer, score_card: ScoreCard, sheet: Sheet, made: Candidate, best: Candidate
) -> tuple[Reason, ...]:
    if made == best:
        return ()
    return compare(value_parts(valuer, score_card, sheet, made), value_parts(valuer, score_card, sheet, best))
