"""A lock beside the database: one server for each file. It is let go of when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from crossfelt.storage.port import StorageFailed
from crossfelt.storage.trouble import reason


class FileLock:
    """Held from the opening of a database for writing until it is closed."""

    def __init__(self, database: Path) -> None:
        """Takes the lock at once; `StorageFailed` when another process has it."""
        path = database.with_name(database.name + ".lock")
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageFailed(f"{path}: {reason(error)}") from None
        if not _taken(file):
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            os.close(file)
            by = f" (process {holder})" if holder.isdigit() else ""
            raise StorageFailed(f"{database}: another server has it open{by}; one file takes one server")
        self._file: int | None = file
        # Only a hint for whoever is refused: a full disk must not keep a server from opening what it has.
        with suppress(OSError):
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())

    def release(self) -> None:
        """Lets the next one in; the file stays, so that nobody locks one that is about to go."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


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
