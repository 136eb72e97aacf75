"""Goes through a database from its first entry and says what is the first thing that does not hold: an entry that was
changed, removed, inserted or moved, a table that lost its tail, a balance that its postings do not make.

A log whose very end is cut off, chain of heads and all, is a shorter log that holds. What shows it is any receipt that
was given out: `check_receipt` looks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from crossfelt.ledger import Posting
from crossfelt.storage.chain import FIRST_HEAD, SCHEME, entry_hash, first_hash, heads_hash
from crossfelt.storage.port import Receipt, may_be_negative
from crossfelt.storage.schema import BALANCES, ENTRIES, HEADS, POSTINGS

_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Broken:
    """The first thing that does not hold."""

    table: str
    """Empty where it is the ledger or the chain of heads."""
    seq: int
    says: str

    def __str__(self) -> str:
        where = f"{self.table}, entry {self.seq}: " if self.table else ""
        return f"{where}{self.says}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A file in which everything holds."""

    tables: int
    entries: int
    head: bytes
    """The end of the chain of heads: two copies with the same one hold the same log."""


def verify(connection: Connection) -> Whole | Broken:
    """Checks the chain of every table, the chain of heads over them, and the ledger."""
    ends: dict[str, dict[int, bytes]] = {}
    count = 0
    for table in connection.scalars(select(ENTRIES.c.table_name).distinct().order_by(ENTRIES.c.table_name)).all():
        found = _chain(connection, table)
        if isinstance(found, Broken):
            return found
        ends[table] = found
        count += len(found)
    head = _heads(connection, ends)
    if isinstance(head, Broken):
        return head
    return _ledger(connection) or Whole(len(ends), count, head)


def check_receipt(connection: Connection, receipt: Receipt) -> Broken | None:
    """Whether the log still holds what a receipt says was written."""
    row = connection.execute(
        select(ENTRIES.c.hash).where(ENTRIES.c.table_name == receipt.table, ENTRIES.c.seq == receipt.last_seq)
    ).first()
    if row is None:
        return Broken(receipt.table, receipt.last_seq, "a receipt was given for it, and it is gone")
    if row.hash != receipt.head:
        return Broken(receipt.table, receipt.last_seq, "a receipt was given for another entry in this place")
    return None


def _chain(connection: Connection, table: str) -> dict[int, bytes] | Broken:
    """Number -> hash of every entry of a table."""
    head = first_hash(table)
    found: dict[int, bytes] = {}
    for row in _rows(connection, table):
        expected = len(found) + 1
        if row.seq != expected:
            return Broken(table, expected, "it is missing")
        if row.scheme != SCHEME:
            return Broken(table, row.seq, f"the scheme {row.scheme} is not known")
        # Whoever edits the file may also have changed the type of what stands there.
        is_typed = isinstance(row.body, bytes) and isinstance(row.kind, str) and isinstance(row.stamped_ms, int)
        head = entry_hash(head, table, row.seq, row.stamped_ms, row.kind, row.is_sealed, row.body) if is_typed else b""
        if row.hash != head:
            return Broken(table, row.seq, "it is not what was written")
        found[row.seq] = head
    return found


def _rows(connection: Connection, table: str) -> Iterator[Any]:
    after = 0
    while True:
        wanted = select(ENTRIES).where(ENTRIES.c.table_name == table, ENTRIES.c.seq > after)
        rows = connection.execute(wanted.order_by(ENTRIES.c.seq).limit(_PAGE)).all()
        yield from rows
        if len(rows) < _PAGE:
            return
        after = rows[-1].seq


def _heads(connection: Connection, ends: dict[str, dict[int, bytes]]) -> bytes | Broken:
    moved: dict[tuple[str, int], list[Posting]] = {}
    for row in connection.execute(select(POSTINGS).order_by(POSTINGS.c.number)):
        if row.cents <= 0 or row.source == row.destination:
            return Broken(row.table_name, row.seq, "one of its postings moves nothing")
        moved.setdefault((row.table_name, row.seq), []).append(Posting(row.source, row.destination, row.cents))
    chain = FIRST_HEAD
    last: dict[str, int] = {}
    for number, row in enumerate(connection.execute(select(HEADS).order_by(HEADS.c.number)), start=1):
        if row.number != number:
            return Broken("", 0, f"link {number} of the chain of heads is missing")
        chain = heads_hash(
            chain, number, row.table_name, row.seq, row.entry_hash, moved.pop((row.table_name, row.seq), ())
        )
        if row.hash != chain:
            return Broken(
                row.table_name, row.seq, "its link in the chain of heads, or a posting, is not what was written"
            )
        if ends.get(row.table_name, {}).get(row.seq) != row.entry_hash:
            return Broken(row.table_name, row.seq, "the chain of heads knows it, and it is gone")
        last[row.table_name] = row.seq
    for table, entries in ends.items():
        if len(entries) != last.get(table, 0):
            return Broken(table, last.get(table, 0) + 1, "no commit in the chain of heads ends with it or behind it")
    for table, seq in moved:
        return Broken(table, seq, "a posting belongs to it that no commit knows")
    return chain


def _ledger(connection: Connection) -> Broken | None:
    made: Counter[str] = Counter()
    for row in connection.execute(select(POSTINGS).order_by(POSTINGS.c.number)):
        made[row.source] -= row.cents
        made[row.destination] += row.cents
    kept = {row.account: row.cents for row in connection.execute(select(BALANCES))}
    for account in sorted({*made, *kept}):
        if made[account] != kept.get(account, 0):
            return Broken("", 0, f"{account} holds {kept.get(account, 0)} cents, its postings make {made[account]}")
        if made[account] < 0 and not may_be_negative(account):
            return Broken("", 0, f"{account} is {-made[account]} cents below nothing")
    return None
