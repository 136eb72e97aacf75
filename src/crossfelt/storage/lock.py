"""Locks a database file for one server, whatever path leads to it. The locks are released when their process ends,
however it ends.

There are two: on a file beside the database, which is there before the database is and holds the number of the process,
and on the database file itself, so that a hard link, a symbolic link or a mount of the same file is refused too.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from crossfelt.storage.errors import reason
from crossfelt.storage.port import StorageFailed


class FileLock:
    """Held from the opening of a database for writing until it is closed."""

    def __init__(self, database: Path) -> None:
        """Take the locks, the one on the database only where there is a file; `StorageFailed` when another
        process has one of them."""
        path = database.with_name(database.name + ".lock")
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageFailed(f"{path}: {reason(error)}") from None
        if not _taken(file):
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            os.close(file)
            raise _in_use(database, f" (process {holder})" if holder.isdigit() else "")
        self._files = [file]
        self._inode: tuple[int, int] | None = None
        # Only a hint for the server that is refused: a full disk must not stop a server from opening its database.
        with suppress(OSError):
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())
        try:
            self._lock_database(database)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let the next server in. The file stays, so that no server locks one that is about to be removed."""
        files, self._files = self._files, []
        for file in files:
            os.close(file)
        if self._inode is not None:
            _HELD.discard(self._inode)
            self._inode = None

    def _lock_database(self, database: Path) -> None:
        if sys.platform == "win32" or not database.is_file():
            return
        stat = database.stat()
        inode = stat.st_dev, stat.st_ino
        # Closing any descriptor of the file drops the locks that SQLite holds on it in this process, so that a second
        # one is not even opened here, and one that was refused stays open.
        if inode in _HELD:
            raise _in_use(database, f" (process {os.getpid()})")
        try:
            file = os.open(database, os.O_RDWR)
        except OSError as error:
            raise StorageFailed(f"{database}: {reason(error)}") from None
        if not _taken(file):
            raise _in_use(database, " under this name or another")
        _HELD.add(inode)
        self._inode = inode
        self._files.append(file)


_HELD: set[tuple[int, int]] = set()
"""Device and inode of each database that this process has locked."""


def _in_use(database: Path, by: str) -> StorageFailed:
    return StorageFailed(f"{database}: another server has it open{by}; one file takes one server")


if sys.platform == "win32":
    import msvcrt

    def _taken(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
