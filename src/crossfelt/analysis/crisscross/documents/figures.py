"""Figures as all documents write them: exactly, with their denominator, and as a number beside that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand

Document = dict[str, Any]


def exact(value: Fraction) -> Document:
    """Return a fraction in lowest terms, and as a number."""
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


def over_deals(numerator: int, deals: int = DEALS) -> Document:
    """Return a fraction over all deals, not reduced, and as a number."""
    return {"numerator": numerator, "denominator": deals, "value": numerator / deals}


def house_edge(value: Fraction) -> dict[str, float]:
    """Return the house edge by both usual bases, from the player's net antes per round."""
    return {"one_ante": float(-value), "both_antes": float(-value / 2)}


def heading(book: RuleBook, scheme: Scheme) -> Document:
    """Return the first keys of a document about the main game: the rule book, and the odds of every hand as solved."""
    return {"rules": book.id, "pay": scheme.named_pay()}


def main_odds(book: RuleBook, scheme: Scheme) -> dict[str, int]:
    """Return the main table as solved: every hand that the rule book's table names, including one that was made to
    lose."""
    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    named = book.document["pay_tables"][main]
    return {hand.slug: scheme.pay[hand] for hand in reversed(Hand) if hand.slug in named}
