"""Two rule books compared, for people: what each says with its clause, and every edge under both."""

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
"""Entries of a topic that only one book has, above which they are counted and not listed."""


def report(document: Document, a: str, b: str) -> Group:
    """What `crossfelt rules diff` prints; `a` and `b` are the books as they were named."""
    books = [
        Text(f"{sign} is {name}: {book['title']}, {book['name']}, {book['hash'][:12]}")
        for sign, name, book in (("A", a, document["a"]), ("B", b, document["b"]))
    ]
    if document["same"]:
        return Group(*books, Text("\nThey are the same rules: their hashes are equal."))
    if not document["differences"]:
        return Group(
            *books, Text("\nThey say the same in other words: only the way in which a choice is written differs.")
        )
    by_topic = groupby(document["differences"], key=lambda entry: entry["topic"])
    parts: list[RenderableType] = [section(topic, *_topic(list(entries))) for topic, entries in by_topic]
    return Group(*books, *parts, section("House edge of every wager", *_edges(document["edges"])))


def _topic(entries: Sequence[Document]) -> Iterator[RenderableType]:
    for side in ("a", "b"):
        if len(entries) > MOST_LISTED and all(entry[side] is None for entry in entries):
            other = "B" if side == "a" else "A"
            yield Text(f"Only in {other}, with {len(entries)} entries: crossfelt rules show has all of them.")
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
