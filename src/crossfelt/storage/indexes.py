"""The tables of the database that only repeat what the log says, compared with it row by row while it is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import JSON, Connection, Integer, Select, Table, cast, func, select, type_coerce
from sqlalchemy.types import NullType

from crossfelt.errors import BadInput
from crossfelt.ledger import Posting
from crossfelt.storage.chain import asked_digest
from crossfelt.storage.port import Broken, ClosedRound, Entry, NewEntry
from crossfelt.storage.rounds import closed_round, share_row
from crossfelt.storage.schema import ACTIONS, LEAVES, POSTINGS, ROUNDS, SHARES
from crossfelt.storage.streaming import streamed


class Index(Protocol):
    """Rows in the order of the log, compared with its entries one after the other."""

    def entry(self, entry: Entry) -> Broken | None:
        """Compare the rows of one entry."""

    def table_end(self, table: str) -> Broken | None:
        """Refuse rows that belong to a table and to none of its entries."""

    def end(self) -> Broken | None:
        """Refuse rows that belong to no table of the log."""


class Rows:
    """Rows sorted by the table and the entry that they belong to, of which the next can be looked at."""

    def __init__(self, connection: Connection, query: Select[Any]) -> None:
        self._rows = streamed(connection, query)
        self.next: Any = None
        self.step()

    def step(self) -> None:
        self.next = next(self._rows, None)

    def is_before(self, table: str, seq: int) -> bool:
        """Return whether the next row belongs to an earlier entry of the table, or to none."""
        row = self.next
        return row is not None and row[0] == table and (type(row[1]) is not int or row[1] < seq)

    def is_of(self, table: str, seq: int) -> bool:
        row = self.next
        return row is not None and row[0] == table and row[1] == seq

    def stray(self, message: str) -> Broken:
        """The fault that the next row is there at all."""
        table, seq = self.next[:2]
        return Broken(table, seq, message) if type(table) is str and type(seq) is int else Broken("", 0, message)

    def stray_of(self, table: str, message: str) -> Broken | None:
        """The fault that the next row still belongs to a table whose log has ended."""
        return self.stray(message) if self.next is not None and self.next[0] == table else None


def counts_without_gaps(connection: Connection) -> bool:
    """Return whether the database numbers rows without a gap. PostgreSQL loses the numbers of a transaction that was
    rolled back, and several processes draw them at once."""
    return connection.dialect.name == "sqlite"


class PostingRows:
    """The postings, which must be those that the entries hold; in SQLite they are numbered without a gap."""

    _STRAY = "the ledger has a posting for it that the log doesn't have"

    def __init__(self, connection: Connection, after: int, starts: Sequence[tuple[str, int]] | None) -> None:
        """Begin behind the posting `after`. Where numbers have gaps, `starts` lists the tables to read instead, each
        with the last entry that was read; None for everything."""
        columns = POSTINGS.c
        place = columns.table_name, columns.seq
        query = raw(POSTINGS, *place, columns.number, columns.source, columns.destination, columns.cents)
        self._has_gaps = not counts_without_gaps(connection)
        if not self._has_gaps:
            query = query.where(columns.number > after)
        elif starts is not None:
            start = func.json_array_elements(cast([list(start) for start in starts], JSON)).column_valued("start")
            table, seq = start.op("->>")(0), cast(start.op("->>")(1), Integer)
            query = query.where(columns.table_name == table, columns.seq > seq)
        self._rows = Rows(connection, query.order_by(*place, columns.number))
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
        moves = []
        while rows.is_of(entry.table, entry.seq):
            _, _, number, *move = rows.next
            if number <= self._number:
                return Broken(entry.table, entry.seq, "its postings in the ledger are out of order")
            self._number, self.last, self._count = number, max(number, self.last), self._count + 1
            moves.append(tuple(move))
            rows.step()
        if moves != [_parts(move) for move in entry.postings]:
            return Broken(entry.table, entry.seq, "its postings in the ledger are not what the log says")
        return None

    def table_end(self, table: str) -> Broken | None:
        return self._rows.stray_of(table, self._STRAY)

    def end(self) -> Broken | None:
        if self._rows.next is not None:
            return self._rows.stray(self._STRAY)
        if not self._has_gaps and self.last - self._first != self._count:
            return Broken("", 0, "the postings of the ledger are not numbered without a gap")
        return None


class ActionRows:
    """The remembered actions, one for each batch of the log: which entries it wrote, and which action that was."""

    _STRAY = "the list of actions has one that begins with it, and the log doesn't"

    def __init__(self, connection: Connection) -> None:
        columns = ACTIONS.c
        place = columns.table_name, columns.first_seq
        query = raw(
            ACTIONS, *place, columns.account, columns.action_id, columns.action_hash, columns.last_seq, columns.head
        )
        self._rows = Rows(connection, query.order_by(*place))
        self._first = 0
        """The first entry of the batch at hand."""
        self._answer: tuple[object, object] = 0, b""
        """The last entry of the batch by its action."""
        self._last: tuple[object, object] = 0, b""

    def entry(self, entry: Entry) -> Broken | None:
        rows = self._rows
        if rows.is_before(entry.table, entry.seq):
            return rows.stray(self._STRAY)
        if entry.seq == 1:
            self._last = self._answer = 0, b""
        if entry.asked or entry.seq == 1:
            wrong = self._batch_end(entry.table) or self._begin(entry)
            if wrong is not None:
                return wrong
        self._last = entry.seq, entry.hash
        return None

    def table_end(self, table: str) -> Broken | None:
        wrong = self._batch_end(table)
        self._last = self._answer = 0, b""
        return wrong or self._rows.stray_of(table, self._STRAY)

    def end(self) -> Broken | None:
        return self._rows.stray(self._STRAY) if self._rows.next is not None else None

    def _begin(self, entry: Entry) -> Broken | None:
        if not self._rows.is_of(entry.table, entry.seq):
            return Broken(entry.table, entry.seq, "the list of actions doesn't have the one that it begins with")
        _, _, account, action_id, action_hash, last_seq, head = self._rows.next
        is_typed = type(account) is str and type(action_id) is str and type(action_hash) is bytes
        if not is_typed or asked_digest(account, action_id, action_hash) != entry.asked:
            return Broken(entry.table, entry.seq, "its action in the list of actions is not what the log says")
        self._rows.step()
        self._first, self._answer = entry.seq, (last_seq, head)
        return None

    def _batch_end(self, table: str) -> Broken | None:
        if self._answer != self._last:
            return Broken(table, self._first, "the list of actions has another answer to it than the log")
        return None


class RoundRows:
    """The list of closed rounds with the shares in them, which must be what the log says, numbered without a gap."""

    _STRAY = "the list of rounds has one that ends with it, and the log doesn't"

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        rounds, shares = ROUNDS.c, SHARES.c
        place = rounds.table_name, rounds.last_seq
        had = shares.player, shares.seat, shares.staked_cents, shares.returned_cents, shares.withheld
        query = raw(
            ROUNDS, *place, rounds.number, rounds.round, rounds.first_seq, rounds.stamped_ms, rounds.withheld, *had
        )
        joined = query.select_from(ROUNDS).outerjoin(SHARES, shares.number == rounds.number)
        self._rows = Rows(connection, joined.order_by(*place, rounds.number))
        self._count = self._most = 0
        self._table, self._number = "", 0

    def entry(self, entry: Entry) -> Broken | None:
        rows = self._rows
        if rows.is_before(entry.table, entry.seq):
            return rows.stray(self._STRAY)
        closed = _closed(entry)
        if closed is None:
            return rows.stray(self._STRAY) if rows.is_of(entry.table, entry.seq) else None
        rounds, numbers = [], set[int]()
        while rows.is_of(entry.table, entry.seq):
            numbers.add(rows.next[2])
            rounds.append(tuple(rows.next[3:]))
            rows.step()
        shares: list[tuple[object, ...]] = [share_row(share) for share in closed.shares] or [(None,) * 5]
        expected = {(closed.round, closed.first_seq, entry.stamped_ms, closed.withheld, *share) for share in shares}
        if set(rounds) != expected or len(rounds) != len(expected) or not self._counted(entry.table, numbers):
            return Broken(
                entry.table, entry.seq, "its round in the list of rounds, or a share, is not what the log says"
            )
        return None

    def table_end(self, table: str) -> Broken | None:
        return self._rows.stray_of(table, self._STRAY)

    def end(self) -> Broken | None:
        if self._rows.next is not None:
            return self._rows.stray(self._STRAY)
        if counts_without_gaps(self._connection) and self._most != self._count:
            return Broken("", 0, "the rounds are not numbered without a gap")
        of_none = SHARES.c.number.not_in(select(ROUNDS.c.number))
        stray = self._connection.execute(raw(SHARES).where(of_none).limit(1)).first()
        return (
            None
            if stray is None
            else Broken("", 0, f"{stray[0]} has a share in round number {stray[1]}, which isn't there")
        )

    def _counted(self, table: str, numbers: set[int]) -> bool:
        """Count a round, whose number must be behind those of the earlier rounds of its table."""
        if table != self._table:
            self._table, self._number = table, 0
        if len(numbers) != 1:
            return False
        [number] = numbers
        is_next, self._number = number > self._number, number
        self._count, self._most = self._count + 1, max(self._most, number)
        return is_next


class LeafRows:
    """The leaves of the transparency log: the first appends of each table, none left out, in their order."""

    _STRAY = "the transparency log has a leaf for it, and it isn't the last entry of an append"

    def __init__(self, connection: Connection) -> None:
        columns = LEAVES.c
        place = columns.table_name, columns.seq
        self._rows = Rows(connection, raw(LEAVES, *place, columns.number).order_by(*place))
        self._last = self._missing = 0
        """The entry before, and the last entry of the first append without a leaf."""
        self._number = -1

    def entry(self, entry: Entry) -> Broken | None:
        if entry.seq == 1:
            self._last = self._missing = 0
            self._number = -1
        wrong = self._append_end(entry.table) if entry.asked and self._last else None
        self._last = entry.seq
        return wrong

    def table_end(self, table: str) -> Broken | None:
        wrong = self._append_end(table) if self._last else None
        self._last = 0
        return wrong or self._rows.stray_of(table, self._STRAY)

    def end(self) -> Broken | None:
        return self._rows.stray(self._STRAY) if self._rows.next is not None else None

    def _append_end(self, table: str) -> Broken | None:
        """Compare the leaf of the append whose last entry was read."""
        rows = self._rows
        if rows.is_before(table, self._last):
            return rows.stray(self._STRAY)
        if not rows.is_of(table, self._last):
            self._missing = self._missing or self._last
            return None
        number = rows.next[2]
        rows.step()
        if self._missing:
            return Broken(table, self._missing, "it has no leaf in the transparency log, and a later append has")
        if type(number) is not int or number <= self._number:
            return Broken(table, self._last, "its leaf in the transparency log is out of order")
        self._number = number
        return None


def _closed(entry: Entry) -> ClosedRound | None:
    try:
        return closed_round(NewEntry(entry.kind, entry.body, entry.is_sealed), entry.seq)
    except BadInput:
        # No server writes such a body: then no row may belong to it.
        return None


def _parts(move: Posting) -> tuple[str, str, int]:
    return move.source, move.destination, move.cents


def raw(table: Table, *columns: Any) -> Select[Any]:
    """The columns as the file holds them, whatever their type should be."""
    chosen: list[Any] = [type_coerce(column, NullType()).label(column.name) for column in columns or table.c]
    return select(*chosen)
