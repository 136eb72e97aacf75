"""The tables of the database that only repeat what the log says, compared with it row by row while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from sqlalchemy import Connection, Select, Table, select, type_coerce
from sqlalchemy.types import NullType

from crossfelt.ledger import Posting
from crossfelt.storage.port import Broken, Entry
from crossfelt.storage.schema import POSTINGS

PAGE = 2000
"""Rows that are fetched at a time."""


class Index(Protocol):
    """Rows in the order of the log, compared with its entries one after the other."""

    def entry(self, entry: Entry) -> Broken | None:
        """Compares the rows of one entry."""

    def table_end(self, table: str) -> Broken | None:
        """Refuses rows that belong to a table and to none of its entries."""

    def end(self) -> Broken | None:
        """Refuses rows that belong to no table of the log."""


class Rows:
    """Rows sorted by the table and the entry that they belong to, of which the next can be looked at."""

    def __init__(self, connection: Connection, wanted: Select[Any]) -> None:
        self._rows: Iterator[Any] = iter(connection.execute(wanted.execution_options(yield_per=PAGE)))
        self.next: Any = None
        self.step()

    def step(self) -> None:
        self.next = next(self._rows, None)

    def is_before(self, table: str, seq: int) -> bool:
        """Whether the next row belongs to an earlier entry of the table, or to none."""
        row = self.next
        return row is not None and row[0] == table and (type(row[1]) is not int or row[1] < seq)

    def is_of(self, table: str, seq: int) -> bool:
        row = self.next
        return row is not None and row[0] == table and row[1] == seq

    def stray(self, says: str) -> Broken:
        """The next row as what is wrong with the database."""
        table, seq = self.next[:2]
        return Broken(table, seq, says) if type(table) is str and type(seq) is int else Broken("", 0, says)


class PostingRows:
    """The postings, which must be those that the entries hold, numbered without a gap."""

    _STRAY = "the ledger has a posting for it that the log doesn't have"

    def __init__(self, connection: Connection, after: int) -> None:
        columns = POSTINGS.c
        place = columns.table_name, columns.seq
        wanted = raw(POSTINGS, *place, columns.number, columns.source, columns.destination, columns.cents)
        self._rows = Rows(connection, wanted.where(columns.number > after).order_by(*place, columns.number))
        self._first = self.last = after
        self._count = 0
        self._table, self._number = "", 0
        """The table at hand and the last number seen there."""

    def entry(self, entry: Entry) -> Broken | None:
        rows = self._rows
        if rows.is_before(entry.table, entry.seq):
            return rows.stray(self._STRAY)
        if entry.table != self._table:
            self._table, self._number = entry.table, 0
        found = []
        while rows.is_of(entry.table, entry.seq):
            _, _, number, *move = rows.next
            if number <= self._number:
                return Broken(entry.table, entry.seq, "its postings in the ledger are out of order")
            self._number, self.last, self._count = number, max(number, self.last), self._count + 1
            found.append(tuple(move))
            rows.step()
        if found != [_parts(move) for move in entry.postings]:
            return Broken(entry.table, entry.seq, "its postings in the ledger are not what the log says")
        return None

    def table_end(self, table: str) -> Broken | None:
        row = self._rows.next
        return self._rows.stray(self._STRAY) if row is not None and row[0] == table else None

    def end(self) -> Broken | None:
        if self._rows.next is not None:
            return self._rows.stray(self._STRAY)
        if self.last - self._first != self._count:
            return Broken("", 0, "the postings of the ledger are not numbered without a gap")
        return None


def _parts(move: Posting) -> tuple[str, str, int]:
    return move.source, move.destination, move.cents


def raw(table: Table, *columns: Any) -> Select[Any]:
    """The columns as the file holds them, whatever their type should be."""
    chosen: list[Any] = [type_coerce(column, NullType()).label(column.name) for column in columns or table.c]
    return select(*chosen)
