"""Parse citations such as `12.B, reading R11`, and look them up in the register."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from crossfelt.register import clauses, readings, registered

READING = "reading "


def cited_names(citation: str) -> list[str]:
    """Return the clauses and readings that a citation names.

    >>> cited_names("12.B, reading R11")
    ['12.B', 'reading R11']
    """
    return citation.split(", ")


def explained(rules: str, citations: Iterable[str]) -> list[tuple[str, str]]:
    """Return each cited clause and reading in our words, once each, in the order of the rule text; nothing for rules
    without a register. An item without an entry of its own, such as one symbol of a wheel, is part of its clause."""
    if rules not in registered():
        return []
    entries = {clause.id for clause in clauses(rules).clauses}
    cited = {_entry_of(name, entries) for citation in citations for name in cited_names(citation)}
    of_clauses = [(clause.id, clause.says) for clause in clauses(rules).clauses if clause.id in cited]
    named = ((f"{READING}{reading.id}", reading.says) for reading in readings(rules))
    return [*of_clauses, *((name, text) for name, text in named if name in cited)]


def _entry_of(name: str, entries: Collection[str]) -> str:
    """Return the entry of a clause: its own, or that of the nearest enclosing clause."""
    clause = name
    while clause not in entries and clause.endswith(")"):
        clause = clause[: clause.rfind("(")]
    return clause if clause in entries else name
