"""Rule books with other odds or another aggregate limit, for analyses that ask what a change would do.

The document of the changed book includes the change, so its hash is never that of the published book.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crossfelt.crisscross.rulebook import AggregateLimit, RuleBook, limit_edge
from crossfelt.crisscross.rulebook_reader import read_limit_terms
from crossfelt.fields import Fields
from crossfelt.ranking import Hand

LIMIT_CHOICE = "aggregate_limit_cents"


def with_main_odds(book: RuleBook, odds: Mapping[Hand, int]) -> RuleBook:
    """Return the book with other odds for some hands of the table that pays its bets.

    A limit that no one set follows from the pay table (reading R12), so it follows the new one.
    """
    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    table = book.pay_tables[main]
    paid = tuple(odds.get(hand, table.odds[hand]) for hand in Hand)
    tables = {**book.pay_tables, main: replace(table, odds=paid)}
    printed = book.document["pay_tables"]
    changed = {**printed[main], **{hand.slug: value for hand, value in odds.items()}}
    document = {**book.document, "pay_tables": {**printed, main: changed}}
    return replace(book, document=document, pay_tables=tables, aggregate_limit=_limit(book, document, tables))


def with_aggregate_limit(book: RuleBook, limit_cents: int) -> RuleBook:
    """Return the book with another aggregate limit, even one that its rules don't allow."""
    limit = {**book.document["aggregate_limit"], "amount_cents": limit_cents}
    choices = book.choices if LIMIT_CHOICE not in book.choices else {**book.choices, LIMIT_CHOICE: limit_cents}
    document = {**book.document, "aggregate_limit": limit, "choices": choices}
    return replace(book, document=document, aggregate_limit=replace(book.aggregate_limit, amount_cents=limit_cents))


def with_progressive_terms(book: RuleBook, wager: str, **terms: object) -> RuleBook:
    """Return the book with other terms of a progressive wager in its document, such as the event that sets it off.

    The wager itself is priced elsewhere: only the document and its hash change.
    """
    offered = book.document.get("progressives", {})
    return replace(
        book, document={**book.document, "progressives": {**offered, wager: {**offered.get(wager, {}), **terms}}}
    )


def _limit(book: RuleBook, document: Mapping[str, Any], tables: Mapping[str, Any]) -> AggregateLimit:
    terms = read_limit_terms(Fields(document["aggregate_limit"], container="table"), document["spots"])
    edge = limit_edge(terms.bound_cents, book.spots, tables)
    return replace(book.aggregate_limit, amount_cents=terms.in_force(edge))
