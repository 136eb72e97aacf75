"""The connection that writes to a SQLite file, with statements of sqlite3 itself.

A commit may hold hundreds of batches, and building each statement again would take longer than the disk does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from crossfelt.storage.checksums import SEALED
from crossfelt.storage.connect import connect_to_write
from crossfelt.storage.errors import reason
from crossfelt.storage.peers import Lease
from crossfelt.storage.port import Batch, StorageFailed
from crossfelt.storage.write_connection import Row

MOST_LOG_PAGES = 8_000
"""Pages of the write-ahead log (32 MB) at which SQLite copies it into the file inside a commit, because the writer had
no moment without a job in which to do it."""
COMMITS_BETWEEN_COPIES = 100
"""Commits after which the write-ahead log is copied into the file, as soon as no job waits. SQLite would copy it inside
a commit, and every answer of that commit would wait for it."""

_UNFIT = (TypeError, ValueError, OverflowError, sqlite3.InterfaceError, sqlite3.ProgrammingError)
"""Errors of Python and SQLite for a value that no file can hold, such as an unpaired surrogate."""

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
    "INSERT INTO shares (number, player, seat, staked_cents, returned_cents, withheld) VALUES (?, ?, ?, ?, ?, ?)"
)
_PUT_SNAPSHOT = (
    "INSERT INTO snapshots (table_name, seq, body, checksum) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_name) DO UPDATE SET seq = excluded.seq, body = excluded.body, checksum = excluded.checksum"
)
_PUT_MARK = (
    "INSERT INTO marks (name, body, signature) VALUES ('last', ?, ?) ON CONFLICT (name)"
    " DO UPDATE SET body = excluded.body, signature = excluded.signature"
)
_SEAL = "SELECT count, total, checksum FROM seals WHERE name = ?"
_PUT_SEAL = (
    "INSERT INTO seals (name, count, total, checksum) VALUES (?, ?, ?, ?) ON CONFLICT (name)"
    " DO UPDATE SET count = excluded.count, total = excluded.total, checksum = excluded.checksum"
)
_TREE = "SELECT name, size, root, checkpoints, checksum FROM trees"
_PUT_TREE = (
    "INSERT INTO trees (name, size, root, checkpoints, checksum) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name)"
    " DO UPDATE SET size = excluded.size, root = excluded.root, checkpoints = excluded.checkpoints,"
    " checksum = excluded.checksum"
)
_ADD_LEAF = "INSERT INTO leaves (table_name, seq, number) VALUES (?, ?, ?)"
_PUT_TILE = (
    "INSERT INTO tiles (level, number, hashes) VALUES (?, ?, ?)"
    " ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes"
)
_CHECKPOINT = "SELECT 1 FROM checkpoints WHERE size = ?"
_ADD_CHECKPOINT = "INSERT INTO checkpoints (size, root, note, checksum) VALUES (?, ?, ?, ?)"


class SqliteWriteConnection:
    """The one connection that writes to a file."""

    def __init__(self, path: Path, synchronous: str) -> None:
        self._path = path
        self.connection = connect_to_write(path)
        self._heads: dict[str, tuple[int, bytes]] = {}
        """The ends of the chains that were written. No other connection writes, so they stay true."""
        self.has_upkeep = False
        self._uncopied = 0
        """Commits since the write-ahead log was copied."""
        try:
            [mode] = self.connection.execute("PRAGMA journal_mode=WAL").fetchone()
            if mode != "wal":
                raise StorageFailed(f"{path}: this disk does not allow a write-ahead log")
            self.connection.execute(f"PRAGMA synchronous={synchronous}")
            # Removed rows are overwritten: deleting a player removes the name from the file.
            self.connection.execute("PRAGMA secure_delete=ON")
            self.connection.execute(f"PRAGMA wal_autocheckpoint={MOST_LOG_PAGES}")
        except BaseException:
            self.connection.close()
            raise

    def begin(self, _batches: Sequence[Batch]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def commit(self, has_removed: bool) -> None:
        self.connection.execute("COMMIT")
        self._uncopied += 1
        self.has_upkeep = self._uncopied >= COMMITS_BETWEEN_COPIES
        if has_removed:
            # While another connection reads, the write-ahead log keeps older rows until it starts over.
            with suppress(sqlite3.Error):
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rollback(self) -> None:
        self._heads = {}
        with suppress(sqlite3.Error):
            self.connection.rollback()

    def idle(self) -> None:
        """Copy the write-ahead log into the file. What can't be copied now stays in the log, as durable as before."""
        self._uncopied, self.has_upkeep = 0, False
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def is_unfit(self, error: Exception) -> bool:
        return isinstance(error, _UNFIT)

    def recovers(self, _error: Exception) -> bool:
        return False

    def failure(self, error: Exception) -> StorageFailed:
        return StorageFailed(f"{self._path}: {reason(error)}; nothing more is written")

    def close(self) -> None:
        self.connection.close()

    def look_up(self, batch: Batch) -> tuple[Row | None, tuple[int, bytes] | None]:
        run = self.connection.execute
        action: Row | None = run(_ACTION, (batch.account, batch.action_id)).fetchone()
        return action, self._heads.get(batch.table) or run(_LAST_ENTRY, (batch.table,)).fetchone()

    def holds(self, lease: Lease) -> bool:  # noqa: ARG002
        return True  # One process has the file.

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        rows = {account: self.connection.execute(_BALANCE, (account,)).fetchone() for account in accounts}
        return {account: row[0] if row is not None else 0 for account, row in rows.items()}

    def has_round(self, round_id: str) -> bool:
        return self.connection.execute(_ROUND, (round_id,)).fetchone() is not None

    def add_batch(
        self,
        entries: Sequence[Row],
        action: Row,
        postings: Sequence[Row],
        balances: Mapping[str, int],
        forgotten: Collection[str],
    ) -> None:
        self.connection.executemany(_ADD_ENTRY, entries)
        self.connection.execute(_ADD_ACTION, action)
        self.connection.executemany(_ADD_POSTING, postings)
        last = entries[-1]
        self._heads[last[0]] = last[1], last[-1]
        for account, cents in balances.items():
            if account in forgotten:
                self.connection.execute(_FORGET_BALANCE, (account,))
            else:
                self.connection.execute(_PUT_BALANCE, (account, cents))

    def add_round(self, row: Row, shares: Sequence[Row]) -> None:
        number = self.connection.execute(_ADD_ROUND, row).lastrowid
        self.connection.executemany(_ADD_SHARE, [(number, *share) for share in shares])

    def finish(self, heads: Sequence[Row], snapshots: Sequence[Row], accounts: Iterable[str]) -> dict[str, int]:
        self.connection.executemany(_PUT_HEAD, heads)
        self.connection.executemany(_PUT_SNAPSHOT, snapshots)
        return dict(self.connection.execute(_BALANCES, (json.dumps(list(accounts)),)))

    def put_mark(self, row: Row) -> None:
        self.connection.execute(_PUT_MARK, row)

    def seal(self, table: str) -> Row | None:
        row: Row | None = self.connection.execute(_SEAL, (table,)).fetchone()
        return row

    def row_checksum(self, table: str, key: object) -> bytes | None:
        query = f"SELECT checksum FROM {table} WHERE {SEALED[table]} = ?"
        row = self.connection.execute(query, (key,)).fetchone()
        return row[0] if row is not None else None

    def put_row(self, table: str, row: Row) -> None:
        marks = ", ".join("?" * len(row))
        self.connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)

    def put_seal(self, row: Row) -> None:
        self.connection.execute(_PUT_SEAL, row)

    def tree(self) -> Row | None:
        row: Row | None = self.connection.execute(_TREE).fetchone()
        return row

    def put_tree(self, row: Row) -> None:
        self.connection.execute(_PUT_TREE, row)

    def add_leaves(self, leaves: Sequence[Row], tiles: Sequence[Row]) -> None:
        self.connection.executemany(_ADD_LEAF, leaves)
        self.connection.executemany(_PUT_TILE, tiles)

    def has_checkpoint(self, size: int) -> bool:
        return self.connection.execute(_CHECKPOINT, (size,)).fetchone() is not None

    def add_checkpoint(self, row: Row) -> None:
        self.connection.execute(_ADD_CHECKPOINT, row)
