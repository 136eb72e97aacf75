"""Words for errors of files and databases, for the person who fixes them."""

from __future__ import annotations

import sqlite3

_WORDS = {
    "SQLITE_NOTADB": "it is not a database of ours, or it is damaged",
    "SQLITE_CORRUPT": "the file is damaged; restore a backup",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "it may not be written to",
    "SQLITE_CANTOPEN": "it cannot be opened; does the folder exist, and may it be written to?",
    "SQLITE_BUSY": "another program has locked it",
    "SQLITE_IOERR": "the disk failed",
    "SQLITE_PERM": "it may not be opened",
}


def reason(error: BaseException) -> str:
    """Return the message of the database or the system, without the statement that SQLAlchemy adds."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return cause.strerror or str(cause)
    name = getattr(cause, "sqlite_errorname", None) if isinstance(cause, sqlite3.Error) else None
    if name is None:
        # PostgreSQL's messages have details and hints in further lines.
        return str(cause).strip().partition("\n")[0] or type(cause).__name__
    words = next((text for start, text in _WORDS.items() if name.startswith(start)), None)
    return f"{words} ({cause})" if words is not None else str(cause)
