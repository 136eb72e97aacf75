"""Writes batches to the log and the ledger inside the transaction of the writer, with statements of sqlite3 itself: a
commit may hold hundreds of batches, and building each statement anew would take longer than the disk does."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from crossfelt.storage.chain import SCHEME, asked_digest, entry_hash, first_hash, postings_text
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.funds import balances_after, changes, is_forgotten
from crossfelt.storage.port import (
    ActionReused,
    BadBatch,
    Batch,
    ClosedRound,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageFailed,
)
from crossfelt.storage.rounds import closed_rounds

_LAST_ENTRY = "SELECT seq, hash FROM entries WHERE table_name = ? ORDER BY seq DESC LIMIT 1"
_ACTION = "SELECT action_hash, table_name, first_seq, last_seq, head FROM actions WHERE account = ? AND action_id = ?"
_BALANCE = "SELECT cents FROM balances WHERE account = ?"
_BALANCES = "SELECT account, cents FROM balances WHERE account IN (SELECT value FROM json_each(?))"
_ADD_ENTRY = (
    "INSERT INTO entries (table_name, seq, stamped_ms, kind, is_sealed, body, asked, postings, scheme, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_PUT_HEAD = (
    "INSERT INTO heads (table_name, seq, hash, checksum) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_name) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, checksum = excluded.checksum"
)
_ADD_ACTION = (
    "INSERT INTO actions (account, action_id, action_hash, table_name, first_seq, last_seq, head)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_ADD_POSTING = "INSERT INTO postings (table_name, seq, source, destination, cents) VALUES (?, ?, ?, ?, ?)"
_PUT_BALANCE = (
    "INSERT INTO balances (account, cents) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"
)
_FORGET_BALANCE = "DELETE FROM balances WHERE account = ?"
_ROUND = "SELECT 1 FROM rounds WHERE round = ?"
_ADD_ROUND = (
    "INSERT INTO rounds (round, table_name, first_seq, last_seq, stamped_ms, withheld) VALUES (?, ?, ?, ?, ?, ?)"
)
_ADD_SHARE = (
    "INSERT INTO shares (player, number, seat, staked_cents, returned_cents, withheld) VALUES (?, ?, ?, ?, ?, ?)"
)
_PUT_SNAPSHOT = (
    "INSERT INTO snapshots (table_name, seq, body, checksum) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_name) DO UPDATE SET seq = excluded.seq, body = excluded.body, checksum = excluded.checksum"
)


class Appender:
    """The ends of the chains, kept in memory, and the heads and balances that the transaction at hand has touched."""

    def __init__(self, connection: sqlite3.Connection, checksums: Checksums) -> None:
        self._connection, self._checksums = connection, checksums
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._moved: set[str] = set()
        """Tables that the transaction has written to."""
        self._before: dict[str, int] = {}
        """What the accounts held when the transaction began, as far as it touches them."""
        self._after: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        """States that wait for the next commit."""

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """A state that goes with the next commit; losing it loses nothing."""
        self._snapshots[table] = snapshot

    def begun(self) -> None:
        """Forgets which heads and balances the transaction before has touched."""
        self._moved = set()
        self._before, self._after = {}, {}

    def undone(self) -> None:
        """Forgets what was not committed."""
        self._heads = {}

    def finished(self) -> None:
        """Writes the heads, then reads every balance that was touched again: they come to what they came to before,
        none is below nothing that may not be, and each is what the postings made."""
        while self._snapshots:
            table, snapshot = self._snapshots.popitem()
            row = table, snapshot.seq, snapshot.body
            self._connection.execute(_PUT_SNAPSHOT, (*row, self._checksums.of("snapshots", *row)))
        heads = [(table, *self._heads[table]) for table in self._moved]
        self._connection.executemany(_PUT_HEAD, [(*head, self._checksums.of("heads", *head)) for head in heads])
        if not self._after:
            return
        stored = dict(self._connection.execute(_BALANCES, (json.dumps(list(self._after)),)))
        if any(stored.get(account, 0) != cents for account, cents in self._after.items()):
            raise StorageFailed("a balance is not what its postings make")
        if sum(stored.values()) != sum(self._before[account] for account in self._after):
            raise StorageFailed("chips were made or lost")

    def append(self, batch: Batch) -> Receipt:
        """Writes one batch, or raises before it has written anything of it."""
        run = self._connection.execute
        known = run(_ACTION, (batch.account, batch.action_id)).fetchone()
        if known is not None:
            if known[0] != batch.action_hash:
                raise ActionReused(f"the action {batch.action_id} was asked before with another body")
            return Receipt(*known[1:])
        table = batch.table
        seq, head = self._heads.get(table) or run(_LAST_ENTRY, (table,)).fetchone() or (0, first_hash(table))
        if seq != batch.expected_seq:
            raise StaleSequence(table, batch.expected_seq, seq)
        rounds = closed_rounds(batch)
        for closed in rounds:
            if run(_ROUND, (closed.round,)).fetchone() is not None:
                raise BadBatch(f"the round {closed.round} is closed already")
        change = changes(batch.postings)
        balances = balances_after(self._held(change), change, batch.ceilings)

        rows, moves = [], []
        asked = asked_digest(batch.account, batch.action_id, batch.action_hash)
        for number, entry in enumerate(batch.entries, start=seq + 1):
            fields = table, number, batch.stamped_ms, entry.kind, entry.is_sealed, entry.body, asked
            head = entry_hash(head, *fields, entry.postings)
            rows.append((*fields, postings_text(entry.postings), SCHEME, head))
            moves += [(table, number, move.source, move.destination, move.cents) for move in entry.postings]
            asked = b""
        receipt = Receipt(table, seq + 1, seq + len(rows), head, balances)
        self._connection.executemany(_ADD_ENTRY, rows)
        action = batch.account, batch.action_id, batch.action_hash
        run(_ADD_ACTION, (*action, table, receipt.first_seq, receipt.last_seq, head))
        self._connection.executemany(_ADD_POSTING, moves)
        for account, cents in balances.items():
            if is_forgotten(account, cents):
                run(_FORGET_BALANCE, (account,))
            else:
                run(_PUT_BALANCE, (account, cents))
        for closed in rounds:
            self._close_round(batch, closed)
        self._after.update(balances)
        self._heads[table] = receipt.last_seq, head
        self._moved.add(table)
        return receipt

    def _held(self, accounts: Iterable[str]) -> dict[str, int]:
        """What accounts hold now, by the file or by what this transaction has written."""
        held = {}
        for account in accounts:
            cents = self._after.get(account)
            if cents is None:
                row = self._connection.execute(_BALANCE, (account,)).fetchone()
                cents = row[0] if row is not None else 0
                self._before[account] = cents
            held[account] = cents
        return held

    def _close_round(self, batch: Batch, closed: ClosedRound) -> None:
        where = closed.round, batch.table, closed.first_seq, closed.last_seq, batch.stamped_ms, closed.withheld
        number = self._connection.execute(_ADD_ROUND, where).lastrowid
        shares = [
            (share.player, number, share.seat, share.staked_cents, share.returned_cents, int(share.withheld))
            for share in closed.shares
        ]
        self._connection.executemany(_ADD_SHARE, shares)
