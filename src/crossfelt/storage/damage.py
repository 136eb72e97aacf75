"""Finds pages of the file that no longer hold what SQLite wrote there. A changed value on a sound page is found by the
hashes and checksums instead."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from crossfelt.storage.errors import reason
from crossfelt.storage.port import StorageFailed

MOST_BYTES = 64_000_000
"""Up to this size the whole file is checked at start, at about 0.5 s for each 100 MB. Of a larger one only the tables
that a start reads are."""
_READ_AT_START = ("heads", "balances", "snapshots", "marks", "seals", "settings", "players", "rounds")


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StorageFailed` when a page of the file is damaged."""
    tables = ("",) if path.stat().st_size <= MOST_BYTES else _READ_AT_START
    for table in tables:
        try:
            [answer] = connection.execute(f"PRAGMA quick_check{f'({table})' if table else '(1)'}").fetchone()
        except sqlite3.DatabaseError as error:
            raise StorageFailed(f"{path}: {reason(error)}") from None
        if answer != "ok":
            raise StorageFailed(f"{path}: the file is damaged; restore a backup ({_first_line(answer)})")


def page_fault(connection: Connection) -> str | None:
    """Return a fault in the pages of the file or in an index over a table; None when they are sound. PostgreSQL checks
    its own pages."""
    if connection.dialect.name != "sqlite":
        return None
    answer = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    return None if answer == "ok" else _first_line(str(answer))


def _first_line(answer: str) -> str:
    """The first fault, without the line that only names the database."""
    lines = [line for line in answer.splitlines() if not line.startswith("***")]
    return lines[0] if lines else answer
