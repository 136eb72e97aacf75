"""Opens the storage that a database URL names, or brings its file to the newest form without opening it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from crossfelt.storage.errors import reason
from crossfelt.storage.lock import FileLock
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.migrate import migrated
from crossfelt.storage.paths import database_path
from crossfelt.storage.port import StorageFailed
from crossfelt.storage.sqlite import SqliteStore


def open_store(url: str, key: bytes) -> SqliteStore | MemoryStore:
    """`sqlite:///PATH`, a plain path, or `memory:`; `StorageFailed` says in one line why it cannot be opened."""
    path = database_path(url)
    if path is None:
        return MemoryStore()
    return SqliteStore(path, key)


def migrate_file(path: Path) -> tuple[str | None, str]:
    """Brings a database that is there to the newest form; returns the form that it had and the one that it has."""
    if not path.exists():
        raise StorageFailed(f"{path}: there is no such file")
    lock = FileLock(path)
    try:
        return migrated(path)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StorageFailed(f"{path}: {reason(error)}") from None
    finally:
        lock.release()
