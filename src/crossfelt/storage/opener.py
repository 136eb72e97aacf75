"""Opens the database that a URL names: `sqlite:///PATH`, a plain path, `postgresql://...` or `memory:`.

`open_store` is for the server, `open_reader` for commands that only read, and `migrate_database` brings a database to
the newest form without opening it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from crossfelt.storage.errors import reason
from crossfelt.storage.lock import FileLock
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.migrate import migrate_sqlite
from crossfelt.storage.paths import KEY_VARIABLE, database_path, is_postgresql, known_key, named_key, server_key
from crossfelt.storage.port import StorageFailed, Store
from crossfelt.storage.sqlite import SqliteReader, SqliteStore

if TYPE_CHECKING:
    from crossfelt.storage.queries import Reader


def open_store(url: str, key: bytes, *, is_alone: bool = False) -> Store:
    """Open a database to write to it; `StorageFailed` says in one line why that isn't possible. `is_alone` refuses a
    database that servers use; only PostgreSQL lets more than one use it at all."""
    if is_postgresql(url):
        store: Store = _postgresql().PostgresqlStore(url, key, is_alone=is_alone)
        return store
    path = database_path(url)
    return MemoryStore() if path is None else SqliteStore(path, key)


def open_reader(url: str, key: bytes = b"") -> Reader:
    """Open a database that is there to read it, also beside a running server."""
    if is_postgresql(url):
        reader: Reader = _postgresql().PostgresqlReader(url, key)
        return reader
    return SqliteReader(_file(url), key)


def shown(url: str) -> str:
    """Return what messages call a database: without a password."""
    if is_postgresql(url):
        name: str = _postgresql().shown(url)
        return name
    path = database_path(url)
    return str(path) if path is not None else "memory, and gone when the server stops"


def key_of_server(url: str, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the server key of a database; a new file gets a new one beside it. Servers that share a PostgreSQL
    database get theirs from the environment."""
    if not is_postgresql(url):
        return server_key(database_path(url), environment)
    key = named_key(environment)
    if key is None:
        raise StorageFailed(
            f"Set {KEY_VARIABLE} to the server key, 64 hexadecimal digits: a PostgreSQL database has no key file."
            " `openssl rand -hex 32` makes one; keep a copy where the database can't be read."
        )
    return key


def key_where_known(url: str, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the server key where there is one, else nothing: for commands that only read."""
    if is_postgresql(url):
        return named_key(environment) or b""
    return known_key(_file(url), environment)


def migrate_database(url: str) -> tuple[str | None, str]:
    """Bring a database that is there to the newest form; return the form that it had and the one that it has."""
    if is_postgresql(url):
        forms: tuple[str | None, str] = _postgresql().migrate_database(url)
        return forms
    path = _file(url)
    if not path.exists():
        raise StorageFailed(f"{path}: there is no such file")
    lock = FileLock(path)
    try:
        return migrate_sqlite(path)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StorageFailed(f"{path}: {reason(error)}") from None
    finally:
        lock.release()


def _file(url: str) -> Path:
    path = database_path(url)
    if path is None:
        raise StorageFailed("a database in memory has no file to work on")
    return path


def _postgresql() -> ModuleType:
    """Return the adapter, which needs an optional package."""
    try:
        from crossfelt.storage import postgresql  # noqa: PLC0415
    except ImportError:
        raise StorageFailed("PostgreSQL needs the package psycopg: pip install 'crossfelt[postgresql]'") from None
    return postgresql
