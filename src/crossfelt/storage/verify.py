"""Reads the log of every table and names the first thing that doesn't hold: an entry that was changed, removed,
inserted or moved, a table that lost its tail, a row of an index or a balance that isn't what the log says.

A table whose last entries are removed with every trace of them is a shorter log that holds. What shows the cut is any
receipt that was given out, and a mark behind it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select, text

from crossfelt.errors import BadInput
from crossfelt.storage.chain import SCHEME, entry_hash, first_hash, heads_digest, parse_postings
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.funds import is_forgotten
from crossfelt.storage.indexes import ActionRows, Index, LeafRows, PostingRows, RoundRows, raw
from crossfelt.storage.port import Broken, Entry, Receipt, Whole, may_be_negative
from crossfelt.storage.row_checks import check_rows
from crossfelt.storage.schema import BALANCES, ENTRIES, HEADS
from crossfelt.storage.streaming import PAGE, streamed
from crossfelt.storage.tree_checks import SignatureCheck, check_tree

_ENTRIES_BETWEEN_RESTS = 64
"""Entries that are checked between two rests."""

Report = Callable[[float], None]
"""Receives the share of the work that is done."""
Rest = Callable[[], None]
"""Gives way to other threads; called again and again."""
End = tuple[int, bytes]
"""Number and hash of the last entry of a table."""

# Jumps from name to name in the primary key, instead of reading every entry.
_ENDS = text(
    "WITH RECURSIVE names(name) AS (SELECT MIN(table_name) FROM entries UNION ALL"
    " SELECT (SELECT MIN(table_name) FROM entries WHERE table_name > name) FROM names WHERE name IS NOT NULL)"
    " SELECT name, last.seq, last.hash FROM names JOIN entries AS last ON last.table_name = name"
    " AND last.seq = (SELECT MAX(seq) FROM entries WHERE table_name = name)"
)
_COLUMNS = ", ".join(f"entries.{column.name}" for column in ENTRIES.c)
_BEHIND = {
    # The outer loop is the list of tables, which is sorted, so that the entries come in order without a sort.
    "sqlite": text(
        f"SELECT {_COLUMNS} FROM json_each(:starts) AS start"
        " CROSS JOIN entries ON entries.table_name = json_extract(start.value, '$[0]')"
        " AND entries.seq > json_extract(start.value, '$[1]')"
    ),
    "postgresql": text(
        f"SELECT {_COLUMNS} FROM json_array_elements(CAST(:starts AS json)) AS start JOIN entries"
        " ON entries.table_name = start ->> 0 AND entries.seq > CAST(start ->> 1 AS int)"
        " ORDER BY entries.table_name, entries.seq"
    ),
}
"""The entries behind a list of tables and sequence numbers."""
_GONE = {
    "sqlite": text(
        "SELECT json_extract(was.value, '$[0]'), json_extract(was.value, '$[1]') FROM json_each(:ends) AS was"
        " LEFT JOIN entries ON entries.table_name = json_extract(was.value, '$[0]')"
        " AND entries.seq = json_extract(was.value, '$[1]')"
        " WHERE entries.hash IS NULL OR lower(hex(entries.hash)) <> json_extract(was.value, '$[2]') LIMIT 1"
    ),
    "postgresql": text(
        "SELECT was ->> 0, CAST(was ->> 1 AS int) FROM json_array_elements(CAST(:ends AS json)) AS was"
        " LEFT JOIN entries ON entries.table_name = was ->> 0 AND entries.seq = CAST(was ->> 1 AS int)"
        " WHERE entries.hash IS NULL OR encode(entries.hash, 'hex') <> was ->> 2 LIMIT 1"
    ),
}
"""The first of a list of entries that isn't there any more."""


@dataclass(slots=True)
class Position:
    """A position in the log up to which everything was verified."""

    posting: int = 0
    """The number of the last posting."""
    ends: dict[str, End] = field(default_factory=dict)

    def starts(self, ends: Mapping[str, End]) -> list[tuple[str, int]]:
        """Return the tables that have more entries than were read, each with the last one that was."""
        read = ((table, self.ends[table][0] if table in self.ends else 0) for table in sorted(ends))
        return [(table, seq) for table, seq in read if ends[table][0] > seq]

    def whole(self) -> Whole:
        """Return the result when everything was read."""
        return Whole(len(self.ends), sum(seq for seq, _ in self.ends.values()), heads_digest(self.ends))


def verify(
    connection: Connection,
    checksums: Checksums,
    report: Report | None = None,
    is_signed: SignatureCheck | None = None,
) -> Whole | Broken:
    """Check the chain of every table from its first entry, and everything else against the log."""
    position = Position()
    indexes: list[Index] = [ActionRows(connection), RoundRows(connection), LeafRows(connection)]
    moved = walk(connection, position, checksums, indexes, report=report)
    if isinstance(moved, Broken):
        return moved
    stored = balances(connection)
    for account in sorted({*moved, *stored}):
        held, made = stored.get(account), moved.get(account)
        if held != made:
            return Broken("", 0, f"{account} holds {held or 0} cents, its postings make {made or 0}")
    wrong = overdrawn(stored) or check_rows(connection, checksums) or check_tree(connection, checksums, is_signed)
    return wrong or position.whole()


def walk(
    connection: Connection,
    at: Position,
    checksums: Checksums,
    indexes: Sequence[Index] = (),
    *,
    report: Report | None = None,
    rest: Rest | None = None,
) -> Counter[str] | Broken:
    """Walk from a position to the end of every table, compare the postings and further indexes with the log, and return
    the sum of the postings on the way by account."""
    ends = _ends(connection)
    heads = {row[0]: tuple(row[1:]) for row in connection.execute(raw(HEADS))}
    postings = PostingRows(connection, at.posting, at.starts(ends) if at.ends else None)
    walking = _Walk(at, [postings, *indexes], _Heads(heads, checksums), _Progress(at, ends, report, rest))
    entries = _Entries(connection, at, ends)
    for table in sorted({*ends, *heads, *at.ends}, key=str):
        if not isinstance(table, str):
            return Broken("", 0, f"the table {table!a} has a name that is no text")
        wrong = walking.table(table, entries.of(table)) or walking.table_end(table)
        if wrong is not None:
            return wrong
    at.posting = postings.last
    wrongs = (wrong for index in (postings, *indexes) if (wrong := index.end()) is not None)
    return next(wrongs, walking.moved)


class _Walk:
    """Checks entries in their order, and adds up what they move."""

    def __init__(self, at: Position, indexes: Sequence[Index], heads: _Heads, progress: _Progress) -> None:
        self._at, self._indexes, self._heads, self._progress = at, indexes, heads, progress
        self.moved: Counter[str] = Counter()

    def table(self, table: str, rows: Iterator[Any]) -> Broken | None:
        seq, head = self._at.ends.get(table) or (0, first_hash(table))
        for row in rows:
            seq += 1
            entry = _checked(row, table, seq, head)
            if isinstance(entry, Broken):
                return entry
            head = entry.hash
            for index in self._indexes:
                wrong = index.entry(entry)
                if wrong is not None:
                    return wrong
            for move in entry.postings:
                self.moved[move.source] -= move.cents
                self.moved[move.destination] += move.cents
            self._progress.step()
        if seq:
            self._at.ends[table] = seq, head
        # Most accounts are the escrow of one round, which is forgotten when it is empty.
        for account in [account for account, cents in self.moved.items() if is_forgotten(account, cents)]:
            del self.moved[account]
        return None

    def table_end(self, table: str) -> Broken | None:
        """Compare the end of a table with its row in the index of heads, and look for rows without an entry."""
        wrong = self._heads.check(table, self._at.ends.get(table))
        left = (stray for index in self._indexes if (stray := index.table_end(table)) is not None)
        return wrong or next(left, None)


def _checked(row: Any, table: str, seq: int, head: bytes) -> Entry | Broken:
    """One row of the log as the entry that must be there."""
    _, stored_seq, stamped_ms, kind, is_sealed, body, asked, moves, scheme, written = row
    if stored_seq != seq:
        return Broken(table, seq, "it is missing")
    if scheme != SCHEME:
        return Broken(table, seq, f"the scheme {scheme} is not known")
    # An edit of the file may have changed the type of a value.
    is_typed = type(body) is bytes and type(kind) is str and type(stamped_ms) is int and is_sealed in (0, 1)
    if is_typed and type(asked) is bytes and type(moves) is str:
        try:
            postings = parse_postings(moves)
        except BadInput as error:
            return Broken(table, seq, str(error))
        head = entry_hash(head, table, seq, stamped_ms, kind, bool(is_sealed), body, asked, postings)
        if written == head:
            return Entry(table, seq, stamped_ms, kind, body, bool(is_sealed), head, asked, postings)
    return Broken(table, seq, "it is not what was written")


class _Heads:
    """The index of heads: the last entry of every table, with a checksum of the server key."""

    def __init__(self, rows: Mapping[Any, tuple[Any, ...]], checksums: Checksums) -> None:
        self._rows, self._checksums = rows, checksums

    def check(self, table: str, end: End | None) -> Broken | None:
        seq = end[0] if end is not None else 0
        row = self._rows.get(table)
        if row is None:
            return Broken(table, seq, "the index of heads doesn't have its table")
        if type(row[0]) is int and row[0] > seq:
            return Broken(table, seq + 1, "it is missing")
        if row[:2] != end:
            return Broken(table, seq, "the index of heads has another entry as the last of its table")
        if not self._checksums.match("heads", table, *row):
            return Broken(
                table, seq, "the index of heads has it as the last of its table, and the server didn't write that"
            )
        return None


class _Entries:
    """All entries behind a position, read in one query, table by table."""

    def __init__(self, connection: Connection, at: Position, ends: Mapping[str, End]) -> None:
        if at.ends:
            starts = {"starts": json.dumps(at.starts(ends))}
            self._rows = streamed(connection, _BEHIND[connection.dialect.name], starts)
        else:
            self._rows = streamed(connection, raw(ENTRIES).order_by(ENTRIES.c.table_name, ENTRIES.c.seq))
        self._next: Any = next(self._rows, None)

    def of(self, table: str) -> Iterator[Any]:
        while self._next is not None and self._next[0] == table:
            yield self._next
            self._next = next(self._rows, None)


class _Progress:
    """Reports the share of the entries that were read, and rests between stretches of work."""

    def __init__(self, at: Position, ends: Mapping[str, End], report: Report | None, rest: Rest | None) -> None:
        read = sum(seq for seq, _ in at.ends.values())
        self._total = max(1, sum(end[0] for end in ends.values()) - read)
        self._report, self._rest, self._done = report, rest, 0

    def step(self) -> None:
        self._done += 1
        if self._rest is not None and self._done % _ENTRIES_BETWEEN_RESTS == 0:
            self._rest()
        if self._report is not None and self._done % PAGE == 0:
            self._report(min(1.0, self._done / self._total))


def _ends(connection: Connection) -> dict[str, End]:
    """The last entry of every table, from the log itself."""
    return {row[0]: (row[1], row[2]) for row in connection.execute(_ENDS)}


def cut(connection: Connection, position: Position) -> Broken | None:
    """Return the first entry that was verified before and isn't in the log any more."""
    ends = [[table, seq, head.hex()] for table, (seq, head) in sorted(position.ends.items())]
    gone = connection.execute(_GONE[connection.dialect.name], {"ends": json.dumps(ends)}).first()
    if gone is None:
        return None
    return Broken(gone[0], gone[1], "the log was verified up to this entry, which is not there any more")


def balances(connection: Connection) -> dict[str, int]:
    """The balance that is stored for each account."""
    return {row[0]: row[1] for row in connection.execute(raw(BALANCES))}


def overdrawn(stored: Mapping[str, int]) -> Broken | None:
    """Return the first account that is overdrawn."""
    for account, cents in stored.items():
        if type(cents) is not int:
            return Broken("", 0, f"{account} holds {cents!a}, which is no number of cents")
        if cents < 0 and not may_be_negative(account):
            return Broken("", 0, f"{account} is overdrawn by {-cents} cents")
    return None


def check_receipt(connection: Connection, receipt: Receipt) -> Broken | None:
    """Return what is wrong when the log no longer has the entry of a receipt; None when it has."""
    stored_hash = connection.scalar(
        select(ENTRIES.c.hash).where(ENTRIES.c.table_name == receipt.table, ENTRIES.c.seq == receipt.last_seq)
    )
    return Broken.of_receipt(receipt, stored_hash)
