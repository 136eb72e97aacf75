"""Everything in one SQLite file: one thread writes, many batches in one commit, and nothing is answered before it is
on the disk.

The file is in WAL mode with `synchronous=FULL`. Exactly one connection of one process writes; readers open it
read-only. `SqliteStore` is for the server, `SqliteReader` for commands beside it.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from crossfelt.storage.connect import connect_to_read
from crossfelt.storage.damage import check_pages
from crossfelt.storage.errors import reason
from crossfelt.storage.lock import FileLock
from crossfelt.storage.migrate import migrate_sqlite
from crossfelt.storage.paths import check_place, make_file
from crossfelt.storage.port import StorageError, StorageFailed
from crossfelt.storage.queries import Reader
from crossfelt.storage.sql_store import SqlStore
from crossfelt.storage.sqlite_connection import SqliteWriteConnection


class SqliteReader(Reader):
    """A file that is only read: beside a running server, or before one is started. Takes no lock and writes nothing."""

    def __init__(self, path: Path, key: bytes = b"") -> None:
        """Open an existing file, or raise `StorageFailed` with the reason. Without a key no mark is trusted."""
        if not path.exists():
            raise StorageFailed(f"{path}: there is no such file")
        self.path = path
        super().__init__(reading_engine(path), str(path), key)


class SqliteStore(SqlStore):
    """One file, one writer."""

    _connection: SqliteWriteConnection

    def __init__(self, path: Path, key: bytes = b"", *, synchronous: str = "FULL") -> None:
        """Open the file, or make it, and bring it to the newest form; `StorageFailed` says what is in the way."""
        check_place(path)
        make_file(path)
        self.path = path
        self._lock = FileLock(path)
        try:
            migrate_sqlite(path)
            connection = SqliteWriteConnection(path, synchronous)
            try:
                check_pages(connection.connection, path)
                super().__init__(reading_engine(path), str(path), key, connection)
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.close()
                raise
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            self._lock.release()
            raise StorageFailed(f"{path}: {reason(error)}") from None
        except StorageError:
            self._lock.release()
            raise

    def close(self) -> None:
        """Finish what was handed in, then let go of the file."""
        super().close()
        self._lock.release()


def reading_engine(path: Path) -> Engine:
    """Return connections that can't write, a few of which stay open."""

    def connect() -> sqlite3.Connection:
        connection = connect_to_read(path)
        # The file may hold bytes that are not text: verifying then reports them like any other edit.
        connection.text_factory = _text
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=4, max_overflow=20)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Everything read in one transaction is of one moment.
        connection.exec_driver_sql("BEGIN")

    return engine


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")
