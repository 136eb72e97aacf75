"""Everything in a PostgreSQL database, 15 or newer: the same tables, hashes and promises as in a SQLite file.

`PostgresqlStore` is for server processes, `PostgresqlReader` for commands beside them. While a store is opened, an
advisory lock keeps others from opening: one at a time brings the database to the newest form and checks the key.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, LiteralString
from urllib.parse import urlsplit

import psycopg
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from crossfelt.storage.errors import reason
from crossfelt.storage.migrate import migrate
from crossfelt.storage.port import StorageError, StorageFailed
from crossfelt.storage.postgresql_connection import PostgresqlWriteConnection, connect
from crossfelt.storage.postgresql_peers import PostgresqlPeers, are_servers_running, make_tables
from crossfelt.storage.queries import Reader
from crossfelt.storage.sql_store import SqlStore

OLDEST_SERVER = 150_000
READ_MS = 60_000
"""How long one statement that reads may run: verifying a large log sorts it first."""
LOCK_SECONDS = 60.0
"""How long a start waits while others are opening the database."""
LOCK_RETRY_SECONDS = 0.05
_LOCK = 0x63726F7373666C74
"""The number of the advisory lock of a start: "crossflt"."""


class PostgresqlReader(Reader):
    """A database that is only read: beside a running server, or before one is started."""

    errors = (SQLAlchemyError, psycopg.Error)

    def __init__(self, url: str, key: bytes = b"") -> None:
        """Connect, or raise `StorageFailed` with the reason. Without a key no mark is trusted."""
        super().__init__(reading_engine(url), shown(url), key)


class PostgresqlStore(SqlStore):
    """One database, one writer in each process. Any number of processes may use it at once."""

    errors = (SQLAlchemyError, psycopg.Error)

    def __init__(self, url: str, key: bytes = b"", *, is_alone: bool = False) -> None:
        """Connect, and bring the database to the newest form; `StorageFailed` says what is in the way. `is_alone` is
        for changes that running servers wouldn't notice: refuse while there are any."""
        name = shown(url)
        self._url = url
        connection: PostgresqlWriteConnection | None = None
        try:
            with _locked(url, name) as lock:
                migrate_database(url)
                make_tables(lock)
                if is_alone and are_servers_running(lock):
                    raise StorageFailed(f"{name}: servers use this database; stop them first")
                connection = PostgresqlWriteConnection(url, name)
                super().__init__(reading_engine(url), name, key, connection)
        except (SQLAlchemyError, psycopg.Error, StorageError) as error:
            if connection is not None:
                with suppress(psycopg.Error):
                    connection.close()
            if isinstance(error, StorageError):
                raise
            raise StorageFailed(f"{name}: {reason(error)}") from None

    def join(self, lease_ms: int) -> PostgresqlPeers:
        """Join the server processes that share the database."""
        return PostgresqlPeers(self._url, self.name, lease_ms)


def migrate_database(url: str) -> tuple[str | None, str]:
    """Bring a database to the newest form; return the form that it had and the one that it has."""
    try:
        return migrate(writing_engine(url), shown(url))
    except (SQLAlchemyError, psycopg.Error) as error:
        raise StorageFailed(f"{shown(url)}: {reason(error)}") from None


def writing_engine(url: str) -> Engine:
    """Return connections for migrations and copies. A copy of a large database outlasts the usual time limits."""

    def open_connection() -> psycopg.Connection[Any]:
        connection = connect(url, statement_ms=0)
        connection.autocommit = False
        return connection

    return create_engine("postgresql+psycopg://", creator=open_connection, poolclass=NullPool)


def reading_engine(url: str) -> Engine:
    """Return connections that can't write, a few of which stay open. Everything read in one transaction is of one
    moment."""

    def open_connection() -> psycopg.Connection[Any]:
        connection = connect(url, READ_MS)
        connection.autocommit = False
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        return connection

    return create_engine(
        "postgresql+psycopg://", creator=open_connection, pool_size=4, max_overflow=20, pool_pre_ping=True
    )


def shown(url: str) -> str:
    """Return the address of a database without its user and password.

    >>> shown("postgresql://ann:secret@db.example:5433/tables?sslmode=require")
    'postgresql://db.example:5433/tables'
    """
    parts = urlsplit(url)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


@contextmanager
def _locked(url: str, name: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection that holds the lock of a start."""
    with closing(connect(url)) as connection:
        if connection.info.server_version < OLDEST_SERVER:
            version = connection.info.server_version // 10_000
            raise StorageFailed(f"{name}: PostgreSQL {version} is too old; Crossfelt needs 15 or newer")
        if _answer(connection, "SELECT pg_is_in_recovery()"):
            raise StorageFailed(f"{name}: it is a read-only standby; name the primary server")
        deadline = time.monotonic() + LOCK_SECONDS
        while not _answer(connection, "SELECT pg_try_advisory_lock(%s)", _LOCK):
            if time.monotonic() > deadline:
                raise StorageFailed(f"{name}: another server is opening this database; try again later")
            time.sleep(LOCK_RETRY_SECONDS)
        yield connection


def _answer(connection: psycopg.Connection[Any], question: LiteralString, *values: object) -> object:
    row = connection.execute(question, values).fetchone()
    return row[0] if row is not None else None
