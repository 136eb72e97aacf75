"""Opens a database file to read or to write. The caller begins transactions, never `sqlite3` itself."""

from __future__ import annotations

import sqlite3
from pathlib import Path

PATIENCE_SECONDS = 5.0
"""Seconds to wait for another program that has locked the file."""


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection to an existing file that can't write."""
    return _connected(f"{path.absolute().as_uri()}?mode=ro")


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Return a connection to an existing file that may write."""
    return _connected(f"{path.absolute().as_uri()}?mode=rw")


def _connected(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
