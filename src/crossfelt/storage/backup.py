"""Copies of a database that are known to be whole: made while a server runs, verified before they have their name, and
never put over anything that is there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from crossfelt.storage.connect import connect_to_read, connect_to_write
from crossfelt.storage.errors import reason
from crossfelt.storage.keycheck import opens
from crossfelt.storage.lock import FileLock
from crossfelt.storage.paths import KEY_VARIABLE, check_place, key_file_for, sync_folder, write_key
from crossfelt.storage.port import Broken, StorageFailed, Whole
from crossfelt.storage.sqlite import SqliteReader

Report = Callable[[float], None]
_PAGES = 2000
"""Pages of the file that are copied between two reports."""


def back_up(database: Path, target: Path, key: bytes, *, with_key: bool, report: Report) -> Whole:
    """Copy a database as it is at this moment, its key beside the copy where that is asked for."""
    if with_key and not key:
        raise StorageFailed(f"{database}: there is no key to put beside the copy")
    SqliteReader(database).close()
    _refuse_existing(target, key_file_for(target) if with_key else target)
    copied = _copied(database, target, key, report)
    if with_key:
        write_key(key_file_for(target), key)
    return copied


def restore(backup: Path, database: Path, key: bytes, *, write_key_too: bool, report: Report) -> Whole:
    """Put a backup where no database is. Its key has to open it, or nothing is written."""
    reader = SqliteReader(backup)
    is_ours = opens(key, reader.setting)
    reader.close()
    if is_ours is False and not key:
        beside = key_file_for(backup)
        raise StorageFailed(f"{backup}: its key is missing; put it beside it as {beside.name}, or set {KEY_VARIABLE}")
    if is_ours is False:
        raise StorageFailed(f"{backup}: the key is not the one that this database was made with")
    check_place(database)
    _refuse_existing(database, key_file_for(database) if write_key_too else database)
    lock = FileLock(database)
    try:
        copied = _copied(backup, database, key, report)
        if write_key_too:
            write_key(key_file_for(database), key)
    finally:
        lock.release()
    return copied


def _copied(source: Path, target: Path, key: bytes, report: Report) -> Whole:
    with _unfinished(target) as partial:
        try:
            _copy(source, partial, lambda share: report(share / 2))
            reader = SqliteReader(partial, key)
            try:
                verified = reader.verified(lambda share: report(0.5 + share / 2))
            finally:
                reader.close()
            if isinstance(verified, Broken):
                raise StorageFailed(f"{source}: {verified}")
            _name(partial, target)
            sync_folder(target.parent)
        except (OSError, sqlite3.Error) as error:
            raise StorageFailed(f"{target}: {reason(error)}") from None
    return verified


def _copy(source: Path, target: Path, report: Report) -> None:
    with (
        closing(connect_to_read(source)) as reading,
        closing(connect_to_write(target)) as writing,
    ):
        # Reading has begun, so that all of the copy is of this moment, whatever is written meanwhile.
        reading.execute("BEGIN")
        reading.execute("SELECT COUNT(*) FROM alembic_version").fetchone()
        reading.backup(writing, pages=_PAGES, progress=lambda _, left, total: report(1 - left / max(1, total)))
        # One file and no write-ahead log beside it; a server that opens it makes its own.
        writing.execute("PRAGMA journal_mode=DELETE")
    file = os.open(target, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _name(partial: Path, target: Path) -> None:
    """Give a file its name. A link, unlike a new name, is never put over a file that has come there meanwhile."""
    try:
        os.link(partial, target)
    except FileExistsError:
        raise StorageFailed(f"{target}: it is there already, and nothing is written over") from None
    except OSError:  # a disk that knows no links
        partial.rename(target)


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A name beside the target for what is not known to be whole yet; nothing is left there afterwards."""
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise StorageFailed(f"{target}: {reason(error)}") from None
    try:
        yield partial
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            partial.with_name(partial.name + end).unlink(missing_ok=True)


def _refuse_existing(*paths: Path) -> None:
    for path in paths:
        for file in (path, path.with_name(path.name + "-wal")):
            if os.path.lexists(file):
                raise StorageFailed(f"{file}: it is there already, and nothing is written over")
