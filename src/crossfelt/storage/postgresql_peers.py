"""The server processes on one PostgreSQL database: which of them are alive, their leases, and how they wake each other.

The tables here are unlogged and outside the migrations: they say nothing about the past. All times are the database's
own. A process is alive until its row expires, and with it end its leases and its connections. The process
that takes over a lease counts up its epoch, which `PostgresqlWriteConnection` compares in the transaction that appends.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Any

import psycopg

from crossfelt.storage.errors import reason
from crossfelt.storage.peers import TASK, Beat, Connected, Lease
from crossfelt.storage.port import StorageUnavailable
from crossfelt.storage.postgresql_connection import connect

LOG = logging.getLogger("crossfelt.peers")
CHANNEL = "crossfelt"
PAYLOAD_BYTES = 7_900
"""PostgreSQL takes up to 8,000 bytes in one notification."""
ROTATION_SECONDS = 600.0
"""How long one connection listens before the next takes over, so that none grows old unnoticed."""
LISTEN_SECONDS = 1.0
RETRY_SECONDS = 0.2
STATEMENT_MS = 2_000
"""How long a statement may take: a process that waits longer loses its leases."""

TABLES = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS processes (id text PRIMARY KEY, expires timestamptz NOT NULL)",
    "CREATE UNLOGGED TABLE IF NOT EXISTS leases (name text PRIMARY KEY, holder text NOT NULL, epoch bigint NOT NULL)",
    "CREATE UNLOGGED TABLE IF NOT EXISTS connections (process text, table_name text, players text[] NOT NULL,"
    " PRIMARY KEY (process, table_name))",
    "CREATE UNLOGGED TABLE IF NOT EXISTS clocks"
    " (table_name text PRIMARY KEY, read_at timestamptz NOT NULL, left_ms text NOT NULL)",
)
_RENEW = (
    "INSERT INTO processes (id, expires) VALUES (%s, clock_timestamp() + %s * interval '1 ms')"
    " ON CONFLICT (id) DO UPDATE SET expires = excluded.expires"
)
_ALIVE = "expires > clock_timestamp()"
_COUNT = f"SELECT count(*) FROM processes WHERE {_ALIVE}"
_LEASES = (
    "SELECT l.name, l.holder, l.epoch, h.seq, p.id IS NOT NULL FROM leases AS l"
    " LEFT JOIN heads AS h ON h.table_name = l.name"
    f" LEFT JOIN processes AS p ON p.id = l.holder AND p.{_ALIVE}"
)
_TAKE = (
    "WITH free AS (SELECT l.name FROM leases AS l JOIN unnest(%s::text[], %s::bigint[]) AS f (name, epoch)"
    " ON l.name = f.name AND l.epoch = f.epoch ORDER BY l.name FOR UPDATE OF l SKIP LOCKED)"
    " UPDATE leases SET holder = %s, epoch = leases.epoch + 1 FROM free WHERE leases.name = free.name"
    " RETURNING leases.name, leases.epoch"
)
_REGISTER = "INSERT INTO leases (name, holder, epoch) SELECT unnest(%s::text[]), '', 0 ON CONFLICT DO NOTHING"
_LISTED = "SELECT 1 FROM leases JOIN heads ON table_name = name WHERE name = %s"
_CLAIM = "INSERT INTO leases (name, holder, epoch) VALUES (%s, %s, 1)"
_RELEASE = "UPDATE leases SET holder = '' WHERE name = ANY(%s) AND holder = %s"
_REMOVE = ("DELETE FROM leases WHERE name = %s", "DELETE FROM clocks WHERE table_name = %s")
_ELSEWHERE = (
    "SELECT c.table_name, c.players FROM connections AS c"
    f" JOIN processes AS p ON p.id = c.process AND p.{_ALIVE} WHERE c.process <> %s"
)
_CLOCKS = (
    "SELECT c.table_name, c.left_ms, extract(epoch FROM clock_timestamp() - c.read_at) * 1000 FROM clocks AS c"
    " JOIN leases AS l ON l.name = c.table_name AND l.holder <> %s"
)
_SEALS = "SELECT name, checksum FROM seals"
_PUT_CONNECTED = (
    "INSERT INTO connections (process, table_name, players) VALUES (%s, %s, %s)"
    " ON CONFLICT (process, table_name) DO UPDATE SET players = excluded.players"
)
_PUT_CLOCKS = (
    "INSERT INTO clocks (table_name, read_at, left_ms) VALUES (%s, clock_timestamp(), %s)"
    " ON CONFLICT (table_name) DO UPDATE SET read_at = excluded.read_at, left_ms = excluded.left_ms"
)
_NOTIFY = "SELECT pg_notify(%s, %s)"
_FORGET_DEAD = (
    "DELETE FROM connections WHERE process NOT IN (SELECT id FROM processes)",
    "DELETE FROM processes WHERE expires < clock_timestamp() - interval '1 minute'",
)
_LEAVE = (
    "UPDATE leases SET holder = '' WHERE holder = %s",
    "DELETE FROM connections WHERE process = %s",
    "DELETE FROM processes WHERE id = %s",
)


class PostgresqlPeers:
    """One process among those that share a database."""

    def __init__(self, url: str, name: str, lease_ms: int) -> None:
        """`name` is what messages call the database."""
        self.process = f"{os.getpid()}-{token_hex(8)}"
        self._url, self._name, self._lease_ms = url, name, lease_ms
        self._connection: psycopg.Connection[Any] | None = None
        self._using = threading.Lock()
        self._listener: threading.Thread | None = None
        self._is_leaving = threading.Event()
        self._has_left = False
        self._beats = 0

    def beat(self, claimable: Collection[str]) -> Beat:
        """Renew this process, take over free leases up to its share, and read what the others have changed."""
        with self._connected() as connection:
            self._beats += 1
            if self._beats % 60 == 1:
                for statement in _FORGET_DEAD:
                    connection.execute(statement)
            connection.execute(_RENEW, (self.process, self._lease_ms))
            with connection.pipeline():
                count = connection.execute(_COUNT)
                leases = connection.execute(_LEASES)
                elsewhere = connection.execute(_ELSEWHERE, (self.process,))
                clocks = connection.execute(_CLOCKS, (self.process,))
                seals = connection.execute(_SEALS)
            processes = (count.fetchone() or (1,))[0]
            rows = leases.fetchall()
            held = {name: Lease(name, holder, epoch) for name, holder, epoch, _, _ in rows if holder == self.process}
            held |= self._taken(connection, rows, frozenset(claimable), len(held), processes)
            return Beat(
                leases=held,
                tables={name: seq for name, _, _, seq, _ in rows if seq is not None},
                elsewhere=_merged(elsewhere),
                left_ms={table: _left(text, float(passed)) for table, text, passed in clocks},
                seals=dict(seals.fetchall()),
                processes=processes,
            )

    def _taken(
        self,
        connection: psycopg.Connection[Any],
        rows: Collection[tuple[str, str, int, int | None, bool]],
        claimable: frozenset[str],
        held: int,
        processes: int,
    ) -> dict[str, Lease]:
        """Take over free leases. No process takes more than its share of all tables, so that a crash is spread over
        those that are left."""
        free = [(name, epoch) for name, _, epoch, _, is_alive in rows if not is_alive and name in claimable]
        most = -(-len(rows) // max(1, processes)) - held
        tasks = [row for row in free if row[0].startswith(TASK)]
        picked = [*tasks, *(row for row in free if not row[0].startswith(TASK))][: max(most, len(tasks))]
        if not picked:
            return {}
        names, epochs = [name for name, _ in picked], [epoch for _, epoch in picked]
        taken = connection.execute(_TAKE, (names, epochs, self.process)).fetchall()
        return {name: Lease(name, self.process, epoch) for name, epoch in taken}

    def register(self, tables: Collection[str]) -> None:
        """List open tables whose leases are free."""
        with self._connected() as connection:
            connection.execute(_REGISTER, (sorted(tables),))

    def is_listed(self, table: str) -> bool:
        """Return whether a table is in the list and its log has begun."""
        with self._connected() as connection:
            return connection.execute(_LISTED, (table,)).fetchone() is not None

    def claim(self, table: str) -> Lease:
        """List a table that is about to be opened, with a lease of this process."""
        with self._connected() as connection:
            connection.execute(_CLAIM, (table, self.process))
        return Lease(table, self.process, 1)

    def release(self, names: Collection[str]) -> None:
        """Let go of leases."""
        with self._connected() as connection:
            connection.execute(_RELEASE, (sorted(names), self.process))

    def remove(self, table: str) -> None:
        """Remove a closed table from the list."""
        with self._connected() as connection, connection.pipeline():
            for statement in _REMOVE:
                connection.execute(statement, (table,))

    def publish(
        self, hints: Collection[str], here: Mapping[str, Connected], left_ms: Mapping[str, Mapping[str, int]]
    ) -> None:
        """Write connections and clocks, then wake up the others."""
        with self._connected() as connection, connection.pipeline():
            for table, players in sorted(here.items()):
                connection.execute(_PUT_CONNECTED, (self.process, table, list(players)), prepare=True)
            for table, clocks in sorted(left_ms.items()):
                connection.execute(_PUT_CLOCKS, (table, json.dumps(clocks)), prepare=True)
            for payload in _payloads(self.process, hints):
                connection.execute(_NOTIFY, (CHANNEL, payload), prepare=True)

    def elsewhere(self, tables: Collection[str]) -> Mapping[str, Connected]:
        """Read the connections to tables at other processes."""
        with self._connected() as connection:
            query = f"{_ELSEWHERE} AND c.table_name = ANY(%s)"
            return _merged(connection.execute(query, (self.process, sorted(tables)), prepare=True))

    def listen(self, heard: Callable[[frozenset[str]], None]) -> None:
        """Start the thread that listens."""
        self._listener = threading.Thread(target=self._listen, args=(heard,), name="crossfelt-peers", daemon=True)
        self._listener.start()

    def leave(self) -> None:
        """Give up all leases and stop listening."""
        self._is_leaving.set()
        with suppress(StorageUnavailable), self._connected() as connection:
            # What still waits for the connection finds it gone, and can't bring this process back to life.
            self._has_left = True
            for statement in _LEAVE:
                connection.execute(statement, (self.process,))
            connection.execute(_NOTIFY, (CHANNEL, f"{self.process} beat"))
        with self._using:
            self._has_left = True
            self._disconnect()
        if self._listener is not None:
            self._listener.join()

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        """The connection of everything but listening, made again where it was lost."""
        with self._using:
            try:
                if self._has_left:
                    raise StorageUnavailable(f"{self._name}: this process has left")
                if self._connection is None or self._connection.closed:
                    self._connection = connect(self._url, STATEMENT_MS)
                    self._connection.execute("SET synchronous_commit = off")
                yield self._connection
            except psycopg.Error as error:
                self._disconnect()
                raise StorageUnavailable(f"{self._name}: {reason(error)}") from None

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None

    def _listen(self, heard: Callable[[frozenset[str]], None]) -> None:
        """Listen on one connection after the other. The next one listens before the last one is closed."""
        old: psycopg.Connection[Any] | None = None
        while not self._is_leaving.is_set():
            try:
                connection = connect(self._url)
                try:
                    connection.execute(f"LISTEN {CHANNEL}")
                finally:
                    if old is not None:
                        old.close()
                    old = connection
                heard(frozenset({"beat"}))  # Something may have been missed before.
                self._hear(connection, heard)
            except psycopg.Error as error:
                LOG.info("listening is interrupted: %s", reason(error))
                self._is_leaving.wait(RETRY_SECONDS)
        if old is not None:
            old.close()

    def _hear(self, connection: psycopg.Connection[Any], heard: Callable[[frozenset[str]], None]) -> None:
        end = time.monotonic() + ROTATION_SECONDS
        while not self._is_leaving.is_set() and time.monotonic() < end:
            for notification in connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                process, *hints = notification.payload.split(" ")
                if process != self.process:
                    heard(frozenset(hints))


def make_tables(connection: psycopg.Connection[Any]) -> None:
    """Make what is missing of the tables of running processes."""
    for statement in TABLES:
        connection.execute(statement)


def are_servers_running(connection: psycopg.Connection[Any]) -> bool:
    """Return whether a server process uses the database now."""
    row = connection.execute(_COUNT).fetchone()
    return row is not None and row[0] > 0


def _merged(rows: Iterable[Any]) -> dict[str, Connected]:
    """Join the connections of several processes, by table."""
    by_table: dict[str, list[str | None]] = defaultdict(list)
    for table, players in rows:
        by_table[table] += players
    return {table: tuple(players) for table, players in by_table.items()}


def _left(text: str, passed_ms: float) -> dict[str, int]:
    return {key: max(0, int(left - passed_ms)) for key, left in json.loads(text).items()}


def _payloads(process: str, hints: Collection[str]) -> Iterator[str]:
    """Join hints into as few notifications as fit."""
    payload = process
    for hint in sorted(hints):
        if len(payload) + len(hint) + 1 > PAYLOAD_BYTES:
            yield payload
            payload = process
        payload += f" {hint}"
    if payload != process:
        yield payload
