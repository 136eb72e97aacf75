"""The connection of one process that writes to PostgreSQL: a group of batches costs a handful of round trips.

`begin` locks the heads and balances of the whole group, each in one statement and in the order of their names, so that
two processes never wait for each other in a circle. Rows are collected and sent in one pipeline before the commit.
Every statement is prepared by the server at its first use.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, LiteralString

import psycopg
from psycopg import errors

from crossfelt.ledger import Posting
from crossfelt.storage.checksums import SEALED
from crossfelt.storage.errors import reason
from crossfelt.storage.peers import Lease
from crossfelt.storage.port import Batch, StorageFailed, StorageUnavailable
from crossfelt.storage.rounds import closed_rounds
from crossfelt.storage.write_connection import Row

CONNECT_SECONDS = 3
"""How long a connection attempt may take."""
STATEMENT_MS = 10_000
LOCK_MS = 5_000
"""How long a statement may run, and how long it may wait for another process."""
IDLE_MS = 2_000
"""How long this process may stop in the middle of a transaction before the others get the rows that it has locked."""
PATIENCE_SECONDS = 5.0
"""How long callers wait for a lost connection before they are told that the database is unavailable."""
RETRY_SECONDS = 0.2

_LOST = (psycopg.OperationalError, psycopg.InterfaceError, errors.IdleInTransactionSessionTimeout)
_RACES = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected, errors.LockNotAvailable)
"""Another process wrote the same rows first."""
_FULL = (errors.DiskFull, errors.OutOfMemory, errors.TooManyConnections, errors.InsufficientResources)
"""The server refuses writes for now and has lost nothing."""

_LOCK_HEADS = "SELECT table_name, seq, hash FROM heads WHERE table_name = ANY(%s) ORDER BY table_name FOR UPDATE"
_LOCK_BALANCES = "SELECT account, cents FROM balances WHERE account = ANY(%s) ORDER BY account FOR UPDATE"
_ACTIONS = (
    "SELECT a.account, a.action_id, action_hash, table_name, first_seq, last_seq, head FROM actions AS a"
    " JOIN unnest(%s::text[], %s::text[]) AS asked (account, action_id) USING (account, action_id)"
)
_LEASES = "SELECT name, holder, epoch FROM leases WHERE name = ANY(%s) ORDER BY name FOR SHARE"
_ROUNDS = "SELECT round FROM rounds WHERE round = ANY(%s)"
_BALANCES = "SELECT account, cents FROM balances WHERE account = ANY(%s)"
_ADD_ENTRY = (
    "INSERT INTO entries (table_name, seq, stamped_ms, kind, is_sealed, body, asked, postings, scheme, hash)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
_PUT_HEAD = (
    "INSERT INTO heads (table_name, seq, hash, checksum) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT (table_name) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, checksum = excluded.checksum"
)
_ADD_ACTION = (
    "INSERT INTO actions (account, action_id, action_hash, table_name, first_seq, last_seq, head)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
_ADD_POSTING = "INSERT INTO postings (table_name, seq, source, destination, cents) VALUES (%s, %s, %s, %s, %s)"
# No ON CONFLICT: an account that another process has just made is a race, and the group is tried again.
_ADD_BALANCE = "INSERT INTO balances (cents, account) VALUES (%s, %s)"
_SET_BALANCE = "UPDATE balances SET cents = %s WHERE account = %s"
_FORGET_BALANCE = "DELETE FROM balances WHERE account = %s"
_ADD_ROUND = (
    "WITH closed AS (INSERT INTO rounds (round, table_name, first_seq, last_seq, stamped_ms, withheld)"
    " VALUES (%s, %s, %s, %s, %s, %s) RETURNING number)"
    " INSERT INTO shares (number, player, seat, staked_cents, returned_cents, withheld)"
    " SELECT closed.number, share.* FROM closed,"
    " unnest(%s::text[], %s::int[], %s::bigint[], %s::bigint[], %s::int[]) AS share"
)
_PUT_SNAPSHOT = (
    "INSERT INTO snapshots (table_name, seq, body, checksum) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT (table_name) DO UPDATE SET seq = excluded.seq, body = excluded.body, checksum = excluded.checksum"
)
_PUT_MARK = (
    "INSERT INTO marks (name, body, signature) VALUES ('last', %s, %s) ON CONFLICT (name)"
    " DO UPDATE SET body = excluded.body, signature = excluded.signature"
)
_SEAL = "SELECT count, total, checksum FROM seals WHERE name = %s FOR UPDATE"
_PUT_SEAL = (
    "INSERT INTO seals (name, count, total, checksum) VALUES (%s, %s, %s, %s) ON CONFLICT (name)"
    " DO UPDATE SET count = excluded.count, total = excluded.total, checksum = excluded.checksum"
)
_TREE = "SELECT name, size, root, checkpoints, checksum FROM trees FOR UPDATE"
_PUT_TREE = (
    "INSERT INTO trees (name, size, root, checkpoints, checksum) VALUES (%s, %s, %s, %s, %s) ON CONFLICT (name)"
    " DO UPDATE SET size = excluded.size, root = excluded.root, checkpoints = excluded.checkpoints,"
    " checksum = excluded.checksum"
)
_ADD_LEAVES = "INSERT INTO leaves (table_name, seq, number) SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[])"
_PUT_TILE = (
    "INSERT INTO tiles (level, number, hashes) VALUES (%s, %s, %s)"
    " ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes"
)
_CHECKPOINT = "SELECT 1 FROM checkpoints WHERE size = %s"
_ADD_CHECKPOINT = "INSERT INTO checkpoints (size, root, note, checksum) VALUES (%s, %s, %s, %s)"
_ROWS: Mapping[str, tuple[LiteralString, LiteralString]] = {
    "players": (
        "SELECT checksum FROM players WHERE id = %s",
        "INSERT INTO players (id, name, kind, recovery_hash, created_ms, deleted_ms, checksum)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
        " kind = excluded.kind, recovery_hash = excluded.recovery_hash, created_ms = excluded.created_ms,"
        " deleted_ms = excluded.deleted_ms, checksum = excluded.checksum",
    ),
    "settings": (
        "SELECT checksum FROM settings WHERE name = %s",
        "INSERT INTO settings (name, value, checksum) VALUES (%s, %s, %s)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value, checksum = excluded.checksum",
    ),
}
"""For each table with a seal: how the checksum of a row is read, and how a row is replaced."""
assert set(_ROWS) == set(SEALED)


class PostgresqlWriteConnection:
    """The one connection of this process that writes."""

    has_upkeep = False

    def __init__(self, url: str, name: str) -> None:
        """`name` is what messages call the database. Raises `psycopg.Error` when it can't be reached."""
        self._url, self._name = url, name
        self._connection = connect(url, idle_ms=IDLE_MS)
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._actions: dict[tuple[str, str], Row] = {}
        self._balances: dict[str, int] = {}
        self._rounds: set[str] = set()
        self._leases: set[Lease] = set()
        self._rows: dict[LiteralString, list[Row]] = defaultdict(list)
        """The rows to be sent, by statement and in the order of the first row of each."""

    def begin(self, batches: Sequence[Batch]) -> None:
        if self._connection.closed:
            self._connection = connect(self._url, idle_ms=IDLE_MS)
        self._rows.clear()
        tables = sorted({batch.table for batch in batches})
        accounts = sorted({name for batch in batches for move in batch.postings for name in _sides(move)})
        leases = sorted({batch.lease.name for batch in batches if batch.lease is not None})
        asked = {(batch.account, batch.action_id) for batch in batches}
        rounds = {closed.round for batch in batches for closed in closed_rounds(batch)}
        run = self._connection.execute
        run("BEGIN")
        if not batches:
            return
        with self._connection.pipeline():
            heads = run(_LOCK_HEADS, (tables,), prepare=True)
            balances = run(_LOCK_BALANCES, (accounts,), prepare=True)
            held = run(_LEASES, (leases,), prepare=True) if leases else ()
            # After the locks: whatever another process wrote to these tables before is visible now.
            actions = run(_ACTIONS, ([key[0] for key in asked], [key[1] for key in asked]), prepare=True)
            closed = run(_ROUNDS, (list(rounds),), prepare=True)
        self._heads = {table: (seq, head) for table, seq, head in heads}
        self._balances = dict(balances.fetchall())
        self._actions = {(row[0], row[1]): row[2:] for row in actions}
        self._rounds = {row[0] for row in closed}
        self._leases = {Lease(*row) for row in held}

    def commit(self, has_removed: bool) -> None:  # noqa: ARG002
        """Commit. Removed rows are gone with the server's next vacuum."""
        self._send()
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        self._rows.clear()
        with suppress(psycopg.Error):
            self._connection.execute("ROLLBACK")

    def idle(self) -> None:
        """Do nothing: the server looks after its own log."""

    def is_unfit(self, error: Exception) -> bool:
        return isinstance(error, TypeError | ValueError | OverflowError | psycopg.DataError)

    def recovers(self, error: Exception) -> bool:
        if isinstance(error, _RACES):
            return True
        if not isinstance(error, _LOST) or isinstance(error, _FULL) or not _is_lost(error, self._connection):
            return False
        # The fate of the commit is unknown. Each action is looked up by its id when the group is done again.
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            with suppress(psycopg.Error):
                self._connection.close()
                self._connection = connect(self._url, idle_ms=IDLE_MS)
                return True
            time.sleep(RETRY_SECONDS)
        return False

    def failure(self, error: Exception) -> StorageFailed:
        if isinstance(error, _LOST):
            return StorageUnavailable(f"{self._name}: {reason(error)}; writing continues when the database is back")
        return StorageFailed(f"{self._name}: {reason(error)}; nothing more is written")

    def close(self) -> None:
        self._connection.close()

    def look_up(self, batch: Batch) -> tuple[Row | None, tuple[int, bytes] | None]:
        return self._actions.get((batch.account, batch.action_id)), self._heads.get(batch.table)

    def holds(self, lease: Lease) -> bool:
        return lease in self._leases

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        return {account: self._balances.get(account, 0) for account in accounts}

    def has_round(self, round_id: str) -> bool:
        return round_id in self._rounds

    def add_batch(
        self,
        entries: Sequence[Row],
        action: Row,
        postings: Sequence[Row],
        balances: Mapping[str, int],
        forgotten: Collection[str],
    ) -> None:
        self._rows[_ADD_ENTRY] += entries
        self._rows[_ADD_ACTION].append(action)
        self._rows[_ADD_POSTING] += postings
        self._actions[action[0], action[1]] = action[2:]
        for account, cents in balances.items():
            if account in forgotten:
                self._rows[_FORGET_BALANCE].append((account,))
                self._balances.pop(account, None)
            else:
                is_there = account in self._balances
                self._rows[_SET_BALANCE if is_there else _ADD_BALANCE].append((cents, account))
                self._balances[account] = cents

    def add_round(self, row: Row, shares: Sequence[Row]) -> None:
        columns = [list(column) for column in zip(*shares, strict=True)] or [[], [], [], [], []]
        self._rows[_ADD_ROUND].append((*row, *columns))
        self._rounds.add(row[0])

    def finish(self, heads: Sequence[Row], snapshots: Sequence[Row], accounts: Iterable[str]) -> dict[str, int]:
        self._rows[_PUT_HEAD] += sorted(heads)
        self._rows[_PUT_SNAPSHOT] += sorted(snapshots)
        self._send()
        names = list(accounts)
        return dict(self._connection.execute(_BALANCES, (names,), prepare=True).fetchall()) if names else {}

    def put_mark(self, row: Row) -> None:
        self._rows[_PUT_MARK].append(row)

    def seal(self, table: str) -> Row | None:
        self._send()
        return self._connection.execute(_SEAL, (table,)).fetchone()

    def row_checksum(self, table: str, key: object) -> bytes | None:
        row = self._connection.execute(_ROWS[table][0], (key,)).fetchone()
        return row[0] if row is not None else None

    def put_row(self, table: str, row: Row) -> None:
        self._connection.execute(_ROWS[table][1], row)

    def put_seal(self, row: Row) -> None:
        self._connection.execute(_PUT_SEAL, row)

    def tree(self) -> Row | None:
        self._send()
        return self._connection.execute(_TREE).fetchone()

    def put_tree(self, row: Row) -> None:
        self._connection.execute(_PUT_TREE, row)

    def add_leaves(self, leaves: Sequence[Row], tiles: Sequence[Row]) -> None:
        columns = [list(column) for column in zip(*leaves, strict=True)]
        with self._connection.pipeline(), self._connection.cursor() as cursor:
            cursor.execute(_ADD_LEAVES, columns)
            for tile in tiles:
                cursor.execute(_PUT_TILE, tile)

    def has_checkpoint(self, size: int) -> bool:
        return self._connection.execute(_CHECKPOINT, (size,)).fetchone() is not None

    def add_checkpoint(self, row: Row) -> None:
        self._connection.execute(_ADD_CHECKPOINT, row)

    def _send(self) -> None:
        """Send the collected rows in one pipeline."""
        if not self._rows:
            return
        with self._connection.pipeline(), self._connection.cursor() as cursor:
            for statement, rows in self._rows.items():
                for row in rows:
                    cursor.execute(statement, row, prepare=True)
        self._rows.clear()


def connect(url: str, statement_ms: int = STATEMENT_MS, idle_ms: int = 0) -> psycopg.Connection[Any]:
    """Open a connection whose commits are durable and whose statements end in time; 0 for no limit. The server ends a
    connection that keeps a transaction open and sends nothing for `idle_ms`."""
    limits = (
        f"-c statement_timeout={statement_ms} -c lock_timeout={LOCK_MS} -c synchronous_commit=on"
        f" -c idle_in_transaction_session_timeout={idle_ms} -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1"
    )
    return psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        options=limits,
        application_name=f"crossfelt {os.getpid()}",
    )


def _is_lost(error: Exception, connection: psycopg.Connection[Any]) -> bool:
    """Return whether the connection is gone, or the server shuts down, starts or is only a standby."""
    return connection.broken or connection.closed or isinstance(error, errors.OperatorIntervention)


def _sides(move: Posting) -> tuple[str, str]:
    return move.source, move.destination
