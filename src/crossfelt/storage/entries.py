"""Reads the entries of one table's log, a page at a time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Connection, bindparam, select

from crossfelt.storage.chain import parse_postings
from crossfelt.storage.port import Entry
from crossfelt.storage.schema import ENTRIES

FARTHEST = 2**62
"""Greater than every sequence number, round number and posting number."""

_ENTRIES = (
    select(ENTRIES)
    .where(
        ENTRIES.c.table_name == bindparam("table"),
        ENTRIES.c.seq > bindparam("after"),
        ENTRIES.c.seq <= bindparam("upto", type_=BigInteger),
    )
    .order_by(ENTRIES.c.seq)
    .limit(bindparam("most", type_=BigInteger))
)


def entries_of(connection: Connection, table: str, after: int, upto: int | None, most: int) -> list[Entry]:
    """Return a page of the entries of a table."""
    bounds = {"table": table, "after": after, "upto": FARTHEST if upto is None else upto, "most": most}
    return [entry_of(row) for row in connection.execute(_ENTRIES, bounds)]


def entry_of(row: Any) -> Entry:
    """Return one row of the log as an entry."""
    return Entry(
        *(row.table_name, row.seq, row.stamped_ms, row.kind, row.body, row.is_sealed, row.hash),
        *(row.asked, parse_postings(row.postings)),
    )
