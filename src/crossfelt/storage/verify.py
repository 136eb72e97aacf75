"""Goes through a log in the order of its commits and says what is the first thing that does not hold: an entry that was
changed, removed, inserted or moved, a table that lost its tail, a posting or a balance that is not what was written.

A log whose very end is cut off, chain of heads and all, is a shorter log that holds. What shows it is any receipt that
was given out, and a checkpoint behind the cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, Table, func, select, type_coerce
from sqlalchemy.types import NullType

from crossfelt.ledger import Posting
from crossfelt.storage.chain import FIRST_HEAD, SCHEME, entry_hash, first_hash, heads_hash
from crossfelt.storage.port import Broken, Receipt, Whole, may_be_negative
from crossfelt.storage.queries import head_of, tables_of
from crossfelt.storage.schema import BALANCES, ENTRIES, HEADS, POSTINGS

_PAGE = 2000
"""Links of the chain of heads, or postings, that are fetched at a time."""

_LINKS_AT_A_STRETCH = 32
"""Links that are checked between two rests."""

Report = Callable[[float], None]
"""Is told which share of the work is done."""
Rest = Callable[[], None]
"""Lets others go first; called again and again on the way."""


@dataclass(slots=True)
class Position:
    """Where a walk through the log stands: everything up to here holds."""

    number: int = 0
    """The last link in the chain of heads."""
    chain: bytes = FIRST_HEAD
    posting: int = 0
    """The last posting."""
    ends: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Table -> number and hash of its last entry."""

    def whole(self) -> Whole:
        """The finding when nothing is left to walk."""
        return Whole(len(self.ends), sum(seq for seq, _ in self.ends.values()), self.chain)


def verify(connection: Connection, report: Report | None = None) -> Whole | Broken:
    """Checks the chain of every table, the chain of heads over them, and the ledger, from the first entry on."""
    position = Position()
    found = walk(connection, position, report)
    if isinstance(found, Broken):
        return found
    kept = balances(connection)
    for account in sorted({*found, *kept}):
        if found[account] != kept.get(account, 0):
            return Broken("", 0, f"{account} holds {kept.get(account, 0)} cents, its postings make {found[account]}")
    return overdrawn(kept) or position.whole()


def walk(
    connection: Connection, at: Position, report: Report | None = None, rest: Rest | None = None
) -> Counter[str] | Broken:
    """Goes from a position to the end of the log, and returns what the postings on the way moved."""
    moved: Counter[str] = Counter()
    postings = _Postings(connection, at)
    last = connection.scalar(select(func.max(HEADS.c.number))) or 0
    first, total = at.number, max(1, last - at.number)
    while links := connection.execute(_after(HEADS, HEADS.c.number > at.number)).all():
        entries = _entries_of(connection, links, at.ends)
        for link in links:
            found = _step(link, entries, postings, at, moved)
            if found is not None:
                return found
            if rest is not None and link.number % _LINKS_AT_A_STRETCH == 0:
                rest()
        # Most accounts are the escrow of one round and are empty again after it; only what holds something is kept.
        for account in [account for account, cents in moved.items() if cents == 0]:
            del moved[account]
        if report is not None:
            report((at.number - first) / total)
    for table in tables_of(connection):
        seq, head = at.ends.get(table, (0, first_hash(table)))
        end, hash_there = head_of(connection, table)
        if end > seq:
            return Broken(table, seq + 1, "no commit in the chain of heads ends with it or behind it")
        if (end, hash_there) != (seq, head):
            return Broken(table, seq, "it is missing or not what was written")
    missing = sorted(set(at.ends) - set(tables_of(connection)))
    if missing:
        return Broken(missing[0], at.ends[missing[0]][0], "it is missing")
    left = postings.next
    if left is not None:
        return Broken(left.table_name, left.seq, "a posting belongs to it that no commit knows")
    return moved


def balances(connection: Connection) -> dict[str, int]:
    """What is kept as the balance of each account, the empty ones left out."""
    return {account: cents for account, cents in connection.execute(raw(BALANCES)) if cents != 0}


def overdrawn(kept: Mapping[str, int]) -> Broken | None:
    """The first account that spent what it had not."""
    for account, cents in kept.items():
        if cents < 0 and not may_be_negative(account):
            return Broken("", 0, f"{account} is {-cents} cents below nothing")
    return None


def check_receipt(connection: Connection, receipt: Receipt) -> Broken | None:
    """Whether the log still holds what a receipt says was written."""
    found = connection.scalar(
        select(ENTRIES.c.hash).where(ENTRIES.c.table_name == receipt.table, ENTRIES.c.seq == receipt.last_seq)
    )
    return Broken.of_receipt(receipt, found)


class _Postings:
    """The postings in their order, one batch at a time."""

    def __init__(self, connection: Connection, at: Position) -> None:
        self._rows = self._all(connection, at.posting)
        self.next = next(self._rows, None)
        self._at = at

    def of(self, table: str, seq: int) -> list[Posting] | None:
        """The postings of the batch that ends so; None when one of them is none."""
        found = []
        while (row := self.next) is not None and row[1] == table and row[2] == seq:
            number, _, _, source, destination, cents = row
            is_typed = type(cents) is int and type(source) is str and type(destination) is str
            if not is_typed or cents <= 0 or source == destination:
                return None
            found.append(Posting(source, destination, cents))
            self._at.posting = number
            self.next = next(self._rows, None)
        return found

    @staticmethod
    def _all(connection: Connection, after: int) -> Iterator[Any]:
        while rows := connection.execute(_after(POSTINGS, POSTINGS.c.number > after)).all():
            yield from rows
            after = rows[-1].number


def _step(
    link: Any, entries: Mapping[str, Iterator[Any]], postings: _Postings, at: Position, moved: Counter[str]
) -> Broken | None:
    """Checks one link, the entries that it covers and the postings of its batch."""
    if link.number != at.number + 1:
        return Broken("", 0, f"link {at.number + 1} of the chain of heads is missing")
    table = link.table_name
    if not isinstance(table, str) or not isinstance(link.seq, int) or not isinstance(link.entry_hash, bytes):
        return Broken("", 0, f"link {link.number} of the chain of heads is not what was written")
    seq, head = at.ends.get(table) or (0, first_hash(table))
    for expected in range(seq + 1, link.seq + 1):
        row = next(entries[table], None)
        if row is None or row[1] != expected:
            return Broken(table, expected, "it is missing")
        _, _, stamped_ms, kind, is_sealed, body, scheme, written = row
        if scheme != SCHEME:
            return Broken(table, expected, f"the scheme {scheme} is not known")
        # Whoever edits the file may also have changed the type of what stands there.
        is_typed = type(body) is bytes and type(kind) is str and type(stamped_ms) is int and is_sealed in (0, 1)
        head = entry_hash(head, table, expected, stamped_ms, kind, bool(is_sealed), body) if is_typed else b""
        if written != head:
            return Broken(table, expected, "it is not what was written")
    moves = postings.of(table, link.seq)
    if moves is None:
        return Broken(table, link.seq, "one of its postings moves nothing")
    at.chain = heads_hash(at.chain, link.number, table, link.seq, link.entry_hash, moves)
    if link.hash != at.chain or link.entry_hash != head or link.seq <= seq:
        return Broken(table, link.seq, "its link in the chain of heads, or a posting, is not what was written")
    at.number, at.ends[table] = link.number, (link.seq, head)
    for move in moves:
        moved[move.source] -= move.cents
        moved[move.destination] += move.cents
    return None


def _entries_of(
    connection: Connection, links: Sequence[Any], ends: Mapping[str, tuple[int, bytes]]
) -> dict[str, Iterator[Any]]:
    """Table -> the entries that these links cover, fetched table by table."""
    last: dict[str, int] = {}
    for link in links:
        if isinstance(link.table_name, str) and isinstance(link.seq, int):
            last[link.table_name] = max(link.seq, last.get(link.table_name, 0))
    found = {}
    for table, seq in last.items():
        start = ends[table][0] if table in ends else 0
        there = ENTRIES.c.table_name == table, ENTRIES.c.seq > start, ENTRIES.c.seq <= seq
        found[table] = iter(connection.execute(raw(ENTRIES).where(*there).order_by(ENTRIES.c.seq)).all())
    return found


def raw(table: Table) -> Select[Any]:
    """The columns as the file holds them, whatever their type should be."""
    columns: list[Any] = [type_coerce(column, NullType()).label(column.name) for column in table.c]
    return select(*columns)


def _after(table: Table, condition: Any) -> Select[Any]:
    return raw(table).where(condition).order_by(table.c.number).limit(_PAGE)
