"""Figures as all documents write them: exactly, with their denominator, and beside that as a number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand

Document = dict[str, Any]


def exact(value: Fraction) -> Document:
    """A fraction in lowest terms, and as a number."""
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


def over_deals(numerator: int, deals: int = DEALS) -> Document:
    """A fraction over all deals, not reduced, and as a number."""
    return {"numerator": numerator, "denominator": deals, "value": numerator / deals}


def house_edge(value: Fraction) -> dict[str, float]:
    """The house's edge by both usual bases, from the player's net antes a round."""
    return {"one_ante": float(-value), "both_antes": float(-value / 2)}


def heading(book: RuleBook, scheme: Scheme) -> Document:
    """How a document about the main game begins: the rule book, and the odds of every hand as they were solved."""
    return {"rules": book.id, "pay": scheme.named_pay()}


def main_odds(book: RuleBook, scheme: Scheme) -> dict[str, int]:
    """The main table as it was solved: every hand that the rule book's table names, also one that was made to lose."""
    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    named = book.document["pay_tables"][main]
    return {hand.slug: scheme.pay[hand] for hand in reversed(Hand) if hand.slug in named}
