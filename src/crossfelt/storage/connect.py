"""How a database file is opened, to be read or to be written. Transactions are begun by whoever opens it, never by
`sqlite3` itself."""

from __future__ import annotations

import sqlite3
from pathlib import Path

PATIENCE_SECONDS = 5.0
"""How long we wait for another program that has locked the file."""


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, for a file that is there."""
    return _connected(f"{path.absolute().as_uri()}?mode=ro")


def connect_to_write(path: Path) -> sqlite3.Connection:
    """A connection that may write, for a file that is there."""
    return _connected(f"{path.absolute().as_uri()}?mode=rw")


def _connected(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
