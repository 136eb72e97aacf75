"""Opens the storage that a database URL names. Nothing else decides which of the two it is."""

from __future__ import annotations

from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.places import database_path
from crossfelt.storage.sqlite import SqliteStore


def open_store(url: str, key: bytes) -> SqliteStore | MemoryStore:
    """`sqlite:///PATH`, a plain path, or `memory:`; `StorageFailed` says in one line why it cannot be opened."""
    path = database_path(url)
    if path is None:
        return MemoryStore()
    return SqliteStore(path, key)
