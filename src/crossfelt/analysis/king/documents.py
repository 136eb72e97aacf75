"""The results of the learned players as plain JSON data: advice, reviews, best sheets and measured strength.

The command line prints these documents with `--json`. A published key keeps its name and its meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from crossfelt.analysis.king.hindsight import BestSheet
from crossfelt.analysis.king.hints import Hint
from crossfelt.analysis.king.match_review import SeatReview
from crossfelt.analysis.king.reasons import Reason
from crossfelt.analysis.king.series import Outcome, Series
from crossfelt.cards import Card, card_name
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet, square_name

Document = dict[str, Any]


def hint_document(score_card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card, hints: Sequence[Hint]) -> Document:
    """Return advice on one roll, the best placement first; values are expected final scores.

    The points of the reasons add up to the difference from the placement that `against` names: from the best one, and
    for the best one from the second.
    """
    best = hints[0]
    return {
        "roll": card_name(rolled),
        "is_wild": sheet.is_wild(rolled),
        "bonus": bonus,
        "best": {"square": square_name(best.square), "card": card_name(best.card), "value": best.value},
        "placements": [
            {
                "square": square_name(entry.square),
                "card": card_name(entry.card),
                "value": entry.value,
                "loss": entry.loss,
                "against": None if entry.against is None else square_name(entry.against.square),
                "reasons": [_reason(reason) for reason in entry.reasons],
            }
            for entry in hints
        ],
        **_score_card(score_card),
    }


def review_document(rules: MatchRules, seats: Sequence[SeatReview]) -> Document:
    """Return the review of a whole match, seat by seat."""
    return {
        "mode": rules.mode,
        "bonus": rules.bonus,
        **_score_card(rules.score_card),
        "seats": [_seat_review(entry) for entry in seats],
    }


def _seat_review(entry: SeatReview) -> Document:
    """Return the review of one sheet; the table placed some rolls of a player who had left."""
    review, best = entry.review, entry.best
    return {
        "seat": entry.seat,
        "total": review.total,
        "start": review.start,
        "luck": review.luck,
        "points_lost": review.points_lost,
        "moves": [
            {
                "number": move.number,
                "rolled": card_name(move.rolled),
                "square": square_name(move.square),
                "card": card_name(move.card),
                "decided_by": "table" if move.number in entry.placed_by_table else "player",
                "best_square": square_name(move.best_square),
                "best_card": card_name(move.best_card),
                "expected": move.expected,
                "loss": move.loss,
                "luck": move.luck,
                "reasons": [_reason(reason) for reason in move.reasons],
            }
            for move in review.moves
        ],
        "best": None if best is None else _best_sheet(best),
    }


def best_document(score_card: ScoreCard, bonus: bool, result: BestSheet) -> Document:
    """Return the best sheet found in hindsight, and a total that no sheet of those cards exceeds."""
    return {**_best_sheet(result), "bonus": bonus, **_score_card(score_card)}


def bench_document(series: Series, outcome: Outcome) -> Document:
    """Return the strength of a policy: every score, the mean with its standard error, and the same without luck."""
    without_luck = outcome.score_without_luck
    return {
        "policy": series.policy,
        "games": series.games,
        "seed": series.seed,
        "bonus": series.bonus,
        "mean": outcome.score.mean,
        "standard_error": outcome.score.standard_error,
        "scores": list(outcome.scores),
        "luck": None if outcome.luck is None else list(outcome.luck),
        "without_luck": None if without_luck is None else asdict(without_luck),
        "seconds_per_game": outcome.seconds_per_game,
    }


def _reason(reason: Reason) -> Document:
    """Return a part of a difference; a line has its number under `hand`, as in the score of a sheet."""
    named = {"kind": reason.kind} if reason.line is None else {"kind": reason.kind, "hand": reason.line}
    return {**named, "points": reason.points}


def _best_sheet(best: BestSheet) -> Document:
    return {
        "grid": [list(row) for row in best.sheet.grid()],
        "total": best.total,
        "proven": best.is_proven,
        "bound": best.bound,
    }


def _score_card(score_card: ScoreCard) -> Document:
    return {"score_card": f"{score_card.id}-{score_card.version}", "score_card_hash": score_card.hash}
