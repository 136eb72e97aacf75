"""Reads what a start needs to know of all open tables: three statements, however many tables there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from crossfelt.storage.checksums import Checksums
from crossfelt.storage.entries import FARTHEST, entries_of, entry_of
from crossfelt.storage.port import Entry, OpenTable, Snapshot
from crossfelt.storage.schema import ENTRIES, HEADS, SNAPSHOTS
from crossfelt.storage.streaming import streamed

_LAST = ENTRIES.alias("last")
_TABLES = HEADS.join(_LAST, (_LAST.c.table_name == HEADS.c.table_name) & (_LAST.c.seq == HEADS.c.seq)).outerjoin(
    SNAPSHOTS, SNAPSHOTS.c.table_name == HEADS.c.table_name
)


def open_tables_of(connection: Connection, but: str, closing: str, checksums: Checksums) -> Iterator[OpenTable]:
    """Yield the tables whose last entry isn't of the kind `closing`, in the order of their names."""
    is_open = (_LAST.c.kind != closing) & (func.substr(HEADS.c.table_name, 1, len(but)) != but)
    query = select(HEADS.c.table_name, HEADS.c.hash, SNAPSHOTS).select_from(_TABLES).where(is_open)
    tables = connection.execute(query.order_by(HEADS.c.table_name)).all()
    firsts = _entries(connection, is_open, ENTRIES.c.seq == 1)
    rest = _entries(connection, is_open, ENTRIES.c.seq > func.coalesce(SNAPSHOTS.c.seq, 1))
    following = next(rest, None)
    for (table, head, *snapshot), first in zip(tables, firsts, strict=True):
        behind = []
        while following is not None and following.table == table:
            behind.append(following)
            following = next(rest, None)
        if snapshot[0] is None:
            yield OpenTable(table, head, None, (first, *behind))
        elif checksums.match("snapshots", *snapshot):
            yield OpenTable(table, head, Snapshot(snapshot[1], snapshot[2]), (first, *behind))
        else:
            # A snapshot that the server didn't write is ignored: the log has everything.
            yield OpenTable(table, head, None, tuple(entries_of(connection, table, 0, None, FARTHEST)))


def _entries(connection: Connection, is_open: ColumnElement[bool], position: ColumnElement[bool]) -> Iterator[Entry]:
    there = _TABLES.join(ENTRIES, (ENTRIES.c.table_name == HEADS.c.table_name) & position)
    query: Any = select(ENTRIES).select_from(there).where(is_open).order_by(HEADS.c.table_name, ENTRIES.c.seq)
    return (entry_of(row) for row in streamed(connection, query))
