"""Draws the comparison of two rule books: every difference with its clauses, and every edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.drawing import plain_table, section

Document = Mapping[str, Any]
MOST_LISTED = 8
"""A topic that only one book has is listed up to this many entries, and counted beyond that."""


def report(document: Document, a: str, b: str) -> Group:
    """Draw the comparison; `a` and `b` are the books as they were named."""
    books = [
        Text(f"{sign} is {name}: {book['title']}, {book['name']}, {book['hash'][:12]}")
        for sign, name, book in (("A", a, document["a"]), ("B", b, document["b"]))
    ]
    if document["same"]:
        return Group(*books, Text("\nThe rules are the same: their hashes are equal."))
    if not document["differences"]:
        return Group(*books, Text("\nThe rules are the same; only the way a choice is written differs."))
    by_topic = groupby(document["differences"], key=lambda entry: entry["topic"])
    parts: list[RenderableType] = [section(topic, *_topic(list(entries))) for topic, entries in by_topic]
    return Group(*books, *parts, section("House edge of every wager", *_edges(document["edges"])))


def _topic(entries: Sequence[Document]) -> Iterator[RenderableType]:
    for side in ("a", "b"):
        if len(entries) > MOST_LISTED and all(entry[side] is None for entry in entries):
            other = "B" if side == "a" else "A"
            yield Text(f"Only in {other}: {len(entries)} entries, listed by crossfelt rules show.")
            return
    table = plain_table("what", "A", "B")
    for entry in entries:
        table.add_row(entry["name"], _said(entry["a"]), _said(entry["b"]))
    yield table


def _said(fact: Document | None) -> str:
    return "nothing" if fact is None else f"{fact['says']} ({fact['clause']})"


def _edges(rows: Sequence[Document]) -> Iterator[RenderableType]:
    for base, entries in groupby(rows, key=lambda row: row["base"]):
        yield Text(f"% of {base}")
        table: Table = plain_table("wager", ">A", ">B", ">change")
        for row in entries:
            change = "" if row["change"] is None else f"{100 * row['change']['value']:+.4f}"
            table.add_row(row["wager"], _edge(row["a"]), _edge(row["b"]), change)
        yield table


def _edge(share: Document | None) -> str:
    return "not offered" if share is None else f"{100 * share['value']:.4f}"
