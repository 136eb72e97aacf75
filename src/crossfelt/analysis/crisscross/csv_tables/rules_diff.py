"""The tables of `crossfelt rules diff`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable

Document = Mapping[str, Any]


def diff_tables(document: Document) -> Iterator[CsvTable]:
    """Return both books, their differences, and the edge of every wager under each."""
    yield CsvTable(
        "books",
        [
            {
                "book": side,
                "title": document[side]["title"],
                "rules": document[side]["name"],
                "rules_hash": document[side]["hash"],
            }
            for side in ("a", "b")
        ],
    )
    yield CsvTable(
        "differences",
        [
            {
                "topic": row["topic"],
                "name": row["name"],
                **{f"{side}_says": None if row[side] is None else row[side]["says"] for side in ("a", "b")},
                **{f"{side}_clause": None if row[side] is None else row[side]["clause"] for side in ("a", "b")},
            }
            for row in document["differences"]
        ],
    )
    yield CsvTable(
        "edges",
        [
            {
                "wager": row["wager"],
                "base_of_the_shares": row["base"],
                "house_edge_a_share": _share(row["a"]),
                "house_edge_b_share": _share(row["b"]),
                "change_share": _share(row["change"]),
            }
            for row in document["edges"]
        ],
    )


def _share(share: Document | None) -> float | None:
    return None if share is None else share["value"]
