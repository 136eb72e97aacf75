"""The expected win of a table on antes and bets, beside the actual one: the range in `crossfelt floor summary`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from crossfelt.analysis.crisscross import encode, sessions, solver, tally
from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.analysis.crisscross.table_hold import Antes, table_hold
from crossfelt.crisscross.resolve import rule_book_from_document

CONFIDENCE = 0.99


def solved_round(
    rules_document: Mapping[str, Any], progress: Callable[[float], None] | None = None
) -> sessions.RoundResults:
    """Return the results of one seat's round with the best play, by the rules of a table."""
    scheme = encode.encode(rule_book_from_document(rules_document), {})
    return sessions.round_results(scheme, tally.best_tally(solver.solve(scheme, progress=progress)))


def band_document(
    results: sessions.RoundResults, main: Mapping[str, int], confidence: float = CONFIDENCE
) -> Document | None:
    """Return the expected range of a table's main game; None before the first wager. `main` is that part of the table's
    report."""
    antes = Antes(main["seat_rounds"], main["ante_cents"], main["ante_squares"], main["round_ante_squares"])
    # The solution ignores the aggregate limit, so the amount it took off is added back for the comparison.
    held = table_hold(results, antes, main["win_cents"] - main["cut_cents"], confidence)
    if held is None:
        return None
    return {
        "base": "one ante of each seat and round",
        "base_cents": antes.cents,
        "seat_rounds": antes.seat_rounds,
        "win_cents": held.win_cents,
        "expected_cents": round(held.expected_cents),
        "standard_deviation_cents": round(held.deviation_cents),
        "most_standard_deviation_cents": round(held.most_deviation_cents),
        "low_cents": round(held.low_cents),
        "high_cents": round(held.high_cents),
        "confidence": held.confidence,
        "is_exact": held.is_exact,
        "within": held.is_within,
    }
