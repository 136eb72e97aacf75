"""The document of `crossfelt rules diff`: the differences of two rule books, and their effect on every edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.analysis.crisscross.bonus import bonus_results
from crossfelt.analysis.crisscross.documents.figures import Document, exact
from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.results import Results, results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.wheels import price, wheels_in_use
from crossfelt.crisscross.facts import Fact, differences
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.money import dollars
from crossfelt.rulefiles import NamedRules


@dataclass(frozen=True, slots=True)
class Edge:
    """The house's share of a wager, exactly."""

    wager: str
    base: str
    """The base of the share."""
    share: Fraction


def diff_document(one: NamedRules, other: NamedRules) -> Document:
    """Return both books, their differences with clauses, and the edge of every wager under each."""
    a, b = one.rules, other.rules
    assert isinstance(a, RuleBook) and isinstance(b, RuleBook)
    edges = [{edge.wager: edge for edge in _edges(book, solved)} for book, solved in _solved(a, b)]
    return {
        "a": _book(one),
        "b": _book(other),
        "same": a == b,
        "differences": [
            {"topic": entry.topic, "name": entry.name, "a": _fact(entry.a), "b": _fact(entry.b)}
            for entry in differences(a, b)
        ],
        "edges": [_row(edges[0].get(name), edges[1].get(name)) for name in dict.fromkeys((*edges[0], *edges[1]))],
    }


def _book(named: NamedRules) -> Document:
    book = named.rules
    return {
        "rules": book.id,
        "version": book.version,
        "title": book.title,
        "name": named.name,
        "hash": book.hash,
    }


def _fact(fact: Fact | None) -> Document | None:
    return None if fact is None else {"says": fact.says, "clause": fact.clause}


def _row(a: Edge | None, b: Edge | None) -> Document:
    known = a or b
    assert known is not None, "every row has an edge"
    return {
        "wager": known.wager,
        "base": known.base,
        "a": None if a is None else exact(a.share),
        "b": None if b is None else exact(b.share),
        "change": None if a is None or b is None else exact(b.share - a.share),
    }


def _solved(*books: RuleBook) -> Iterator[tuple[RuleBook, Results]]:
    """Return each book with its main game solved, once for books that have the same."""
    known: dict[Scheme, Results] = {}
    for book in books:
        scheme = encode(book)
        if scheme not in known:
            known[scheme] = results(solve(scheme))
        yield book, known[scheme]


def _edges(book: RuleBook, result: Results) -> Iterator[Edge]:
    yield Edge("main game", "both antes", -result.mean / 2)
    for spot, wager in result.wagers.items():
        yield Edge(spot.replace("_", " "), "all that is staked on it", wager.edge)
    for bonus in bonus_results(book).values():
        yield Edge(bonus.spot.replace("_", " "), "this wager", bonus.house_edge)
    yield from progressive_edges(book)


def progressive_edges(book: RuleBook) -> Iterator[Edge]:
    """Return each size of each progressive wager, alone at the table and with its meter at the reset amount.

    Pay from the spins of other seats isn't counted, so a Bonus Spin wager too small to spin is lost altogether.
    """
    spin = book.progressives.bonus_spin if book.progressives is not None else None
    if spin is not None:
        for cents in sorted(set(spin.community) - {spin.spins_cents}):
            yield Edge(f"bonus spin of {dollars(cents)}", _PROGRESSIVE_BASE, Fraction(1))
    for wager in wheels_in_use(book):
        name = "bonus spin" if wager.kind == "bonus_spin" else "bonus spin xtreme"
        yield Edge(f"{name} of {dollars(wager.wager_cents)}", _PROGRESSIVE_BASE, 1 - price(wager).returned)


_PROGRESSIVE_BASE = "this wager, alone at the table, its meter at the reset amount"
