"""Citations such as `12.B, reading R11`, taken apart and looked up in the register."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from crossfelt.register import clauses, readings, registered

READING = "reading "


def cited_names(citation: str) -> list[str]:
    """The clauses and readings that a citation names.

    >>> cited_names("12.B, reading R11")
    ['12.B', 'reading R11']
    """
    return citation.split(", ")


def explained(rules: str, citations: Iterable[str]) -> list[tuple[str, str]]:
    """What each cited clause and reading says in our words, in the order of the text and each once; nothing for rules
    without a register. An item without an entry of its own, such as one symbol of a wheel, is in that of its clause."""
    if rules not in registered():
        return []
    entries = {clause.id for clause in clauses(rules).clauses}
    cited = {_entry_of(name, entries) for citation in citations for name in cited_names(citation)}
    of_clauses = [(clause.id, clause.says) for clause in clauses(rules).clauses if clause.id in cited]
    named = ((f"{READING}{reading.id}", reading.says) for reading in readings(rules))
    return [*of_clauses, *((name, text) for name, text in named if name in cited)]


def _entry_of(name: str, entries: Collection[str]) -> str:
    """The entry that has a clause: its own, or that of the nearest clause it is an item of."""
    clause = name
    while clause not in entries and clause.endswith(")"):
        clause = clause[: clause.rfind("(")]
    return clause if clause in entries else name
