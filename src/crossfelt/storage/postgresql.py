"""Everything in a PostgreSQL database, 15 or newer: the same tables, hashes and promises as in a SQLite file.

`PostgresqlStore` is for the server, `PostgresqlReader` for commands beside it. A session-level advisory lock keeps a
second server out of the database.
"""

from __future__ import annotations

import time
from contextlib import suppress
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
from crossfelt.storage.queries import Reader
from crossfelt.storage.sql_store import SqlStore

OLDEST_SERVER = 150_000
READ_MS = 60_000
"""How long one statement that reads may run: verifying a large log sorts it first."""
LOCK_SECONDS = 2.0
"""How long a start waits for the lock: PostgreSQL takes a moment to notice that the server before it was killed."""
_LOCK = 0x63726F7373666C74
"""The number of the advisory lock of a server: "crossflt"."""


class PostgresqlReader(Reader):
    """A database that is only read: beside a running server, or before one is started."""

    errors = (SQLAlchemyError, psycopg.Error)

    def __init__(self, url: str, key: bytes = b"") -> None:
        """Connect, or raise `StorageFailed` with the reason. Without a key no checkpoint is trusted."""
        super().__init__(reading_engine(url), shown(url), key)


class PostgresqlStore(SqlStore):
    """One database, one writer in each process."""

    errors = (SQLAlchemyError, psycopg.Error)

    def __init__(self, url: str, key: bytes = b"") -> None:
        """Connect, and bring the database to the newest form; `StorageFailed` says what is in the way."""
        name = shown(url)
        self._lock: psycopg.Connection[Any] | None = None
        connection: PostgresqlWriteConnection | None = None
        try:
            self._lock = _locked(url, name)
            migrate_database(url)
            connection = PostgresqlWriteConnection(url, name)
            super().__init__(reading_engine(url), name, key, connection)
        except (SQLAlchemyError, psycopg.Error) as error:
            self._let_go(connection)
            raise StorageFailed(f"{name}: {reason(error)}") from None
        except StorageError:
            self._let_go(connection)
            raise

    def close(self) -> None:
        """Finish what was handed in, then close the connections."""
        super().close()
        self._let_go(None)

    def _let_go(self, connection: PostgresqlWriteConnection | None) -> None:
        for open_connection in (connection, self._lock):
            if open_connection is not None:
                with suppress(psycopg.Error):
                    open_connection.close()


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


def _locked(url: str, name: str) -> psycopg.Connection[Any]:
    connection = connect(url)
    try:
        if connection.info.server_version < OLDEST_SERVER:
            version = connection.info.server_version // 10_000
            raise StorageFailed(f"{name}: PostgreSQL {version} is too old; Crossfelt needs 15 or newer")
        if _answer(connection, "SELECT pg_is_in_recovery()"):
            raise StorageFailed(f"{name}: it is a read-only standby; name the primary server")
        deadline = time.monotonic() + LOCK_SECONDS
        while not _answer(connection, "SELECT pg_try_advisory_lock(%s)", _LOCK):
            if time.monotonic() > deadline:
                raise StorageFailed(f"{name}: another server uses this database; stop it first")
            time.sleep(LOCK_SECONDS / 20)
    except BaseException:
        connection.close()
        raise
    return connection


def _answer(connection: psycopg.Connection[Any], question: LiteralString, *values: object) -> object:
    row = connection.execute(question, values).fetchone()
    return row[0] if row is not None else None
