"""The documents of the edge as a function of the pay table: `crossfelt sensitivity --json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from crossfelt.analysis.crisscross.documents.figures import Document, heading, over_deals
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.sensitivity import Point, Search, Slope
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand


def slopes_document(book: RuleBook, scheme: Scheme, slopes: Sequence[Slope]) -> Document:
    """Return how the house edge, as a share of both antes, changes with the odds of each hand."""
    rows = [
        {
            "hand": slope.hand.slug,
            "odds": slope.odds,
            "edge_per_odds": float(-slope.per_odds / 2),
            "edge_with_one_less": None if slope.less is None else float(slope.less / 2),
            "edge_with_one_more": None if slope.more is None else float(-slope.more / 2),
        }
        for slope in slopes
    ]
    return {**_heading(book, scheme), "slopes": rows}


def curve_document(book: RuleBook, scheme: Scheme, hand: Hand, points: Sequence[Point]) -> Document:
    """Return the house edge along a range of odds for one hand."""
    rows = [{"odds": point.pay[hand], **_point(point)} for point in points]
    return {**_heading(book, scheme), "hand": hand.slug, "points": rows}


def search_document(
    book: RuleBook,
    scheme: Scheme,
    target: Fraction,
    tolerance: Fraction,
    bounds: Mapping[Hand, tuple[int, int]],
    result: Search,
) -> Document:
    """Return every pay table within bounds that has a target house edge, as a share of both antes."""
    return {
        **_heading(book, scheme),
        "edge": float(target),
        "tolerance": float(tolerance),
        "bounds": {hand.slug: list(ends) for hand, ends in bounds.items()},
        "tables": result.tables,
        "solved": result.solved,
        "found": [{"pay": {hand.slug: point.pay[hand] for hand in bounds}, **_point(point)} for point in result.points],
    }


def _heading(book: RuleBook, scheme: Scheme) -> Document:
    return {**heading(book, scheme), "base": "both_antes"}


def _point(point: Point) -> Document:
    return {
        "ev": over_deals(point.numerator),
        "house_edge": {"one_ante": float(-point.value), "both_antes": float(point.edge)},
    }
