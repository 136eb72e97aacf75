"""Cites clauses by a short name, and prints what they say."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group

from crossfelt.cli.shared.drawing import plain_table, section
from crossfelt.cli.shared.lazy import deferred

with deferred():
    from crossfelt.register import citations as lookup


def short_citation(clauses: str) -> str:
    """Shorten clauses for a citation: a clause with a name of its own goes without its heading.

    >>> [short_citation(clause) for clause in ("12.B, reading R11", "Round of Play/9", "Pay Tables/5 Card Bonus")]
    ['12.B, reading R11', 'Round of Play/9', '5 Card Bonus']
    """
    return ", ".join(map(_short, clauses.split(", ")))


def cited_clauses(rules: str, citations: Iterable[str]) -> Group:
    """Draw the cited clauses and readings with what they say, in the order of the text, each once."""
    table = plain_table("clause", "what it says, in our words")
    for name, text in lookup.explained(rules, citations):
        table.add_row(_short(name), text)
    return section("What the clauses say", table)


def all_citations(document: object) -> Iterable[str]:
    """Yield every clause and reading in the document of a rule book or a score card."""
    if isinstance(document, dict):
        for name, value in document.items():
            if isinstance(value, str) and (name == "clause" or name.endswith("_clause")):
                yield value
            elif isinstance(value, str) and name == "reading":
                yield f"reading {value}"
            else:
                yield from all_citations(value)
    elif isinstance(document, list):
        for value in document:
            yield from all_citations(value)


def _short(clause: str) -> str:
    name = clause.rpartition("/")[2]
    return name if name[:1].isalpha() or " " in name else clause
