"""Everything in one SQLite file: one thread writes, many batches in one commit, and nothing is answered before it is
on the disk.

The file is in WAL mode with `synchronous=FULL`. Exactly one connection of one process writes; readers open it
read-only.
"""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from crossfelt.storage.append import Appender
from crossfelt.storage.checkpoint import make_checkpoint
from crossfelt.storage.checksums import Checksums, put_row
from crossfelt.storage.connect import connect_to_write
from crossfelt.storage.damage import check_pages
from crossfelt.storage.errors import reason
from crossfelt.storage.funds import check_batch
from crossfelt.storage.keycheck import KEY_CHECK, check_value, opens
from crossfelt.storage.lock import FileLock
from crossfelt.storage.migrate import migrated
from crossfelt.storage.paths import check_place, make_file
from crossfelt.storage.port import Batch, Broken, Player, Receipt, Snapshot, StorageError, StorageFailed
from crossfelt.storage.queries import SqliteReader, setting_of
from crossfelt.storage.writer import Writer

_PUT_CHECKPOINT = (
    "INSERT INTO checkpoints (name, body, signature) VALUES ('last', ?, ?) ON CONFLICT (name)"
    " DO UPDATE SET body = excluded.body, signature = excluded.signature"
)


MOST_LOG_PAGES = 8_000
"""Pages of the write-ahead log (32 MB) at which SQLite copies it into the file inside a commit, because the writer had
no moment without a job in which to do it."""
REST_SECONDS = 0.005
"""How long a thread that verifies at leisure rests after a stretch of work: it and the threads that answer share one
interpreter, for which an action would otherwise wait at every turn from the loop to the writer and back."""


class SqliteStore(SqliteReader):
    """One file, one writer."""

    def __init__(self, path: Path, key: bytes = b"", *, synchronous: str = "FULL") -> None:
        """Opens the file, or makes it, and brings it to the newest form; `StorageFailed` says what is in the way.
        Without a key no checkpoint is kept or believed."""
        check_place(path)
        make_file(path)
        self._lock = FileLock(path)
        try:
            migrated(path)
            self._connection = _opened(path, synchronous)
            check_pages(self._connection, path)
            super().__init__(path, key)
            self._appender = Appender(self._connection, self._checksums)
            self._check_key()
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            self._let_go()
            raise StorageFailed(f"{path}: {reason(error)}") from None
        except StorageError:
            self._let_go()
            raise
        self._checking: list[threading.Thread] = []
        """Threads that verify for a checkpoint."""
        self._is_closing = threading.Event()
        self._writer = Writer(self._connection, str(path), self._appender)

    @property
    def failure(self) -> str | None:
        """Why nothing is written any more; None while all is well."""
        return str(self._writer.failure) if self._writer.failure is not None else None

    def append(self, batch: Batch) -> Future[Receipt]:
        """Hands the batch to the writer; the future is done after the commit that holds it."""
        try:
            check_batch(batch)
        except StorageError as refusal:
            answer: Future[Receipt] = Future()
            answer.set_exception(refusal)
            return answer
        return self._writer.do(lambda: self._appender.append(batch))

    def save_player(self, player: Player) -> Future[None]:
        """Keeps a player in place of what was known of the same id, of which nothing stays in the file."""
        row = player.id, player.name, player.kind, player.recovery_hash, player.created_ms, player.deleted_ms

        def save() -> None:
            put_row(self._connection, self._checksums, "players", row)
            self._writer.forgets |= player.deleted_ms is not None

        return self._writer.do(save)

    def save_setting(self, name: str, value: str) -> Future[None]:
        """Keeps a small fact of the service in place of what it was."""
        return self._writer.do(lambda: put_row(self._connection, self._checksums, "settings", (name, value)))

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keeps a state for a quick start: it goes with the next commit, and losing it loses nothing."""
        self._appender.keep_snapshot(table, snapshot)

    def checkpoint(self, at_leisure: bool = False) -> Future[None]:
        """Verifies in a thread of its own what is behind the last checkpoint, then has the next one written; whoever
        asks may go on meanwhile. At leisure, that thread rests between short stretches of work."""
        answer: Future[None] = Future()
        if not self._key:
            answer.set_result(None)
            return answer
        if self._writer.failure is not None:
            answer.set_exception(self._writer.failure)
            return answer
        thread = threading.Thread(
            target=self._make_checkpoint, args=(answer, at_leisure), name="crossfelt-checkpoint", daemon=True
        )
        self._checking = [*filter(threading.Thread.is_alive, self._checking), thread]
        thread.start()
        return answer

    def _make_checkpoint(self, answer: Future[None], at_leisure: bool) -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            with self.reading() as reader:
                checkpoint = make_checkpoint(reader, self._key, self._rest if at_leisure else None)
            if isinstance(checkpoint, Broken):
                raise StorageFailed(f"{self.path}: {checkpoint}")
            row = checkpoint.body, checkpoint.signature
            self._writer.do(lambda: _nothing(self._connection.execute(_PUT_CHECKPOINT, row))).result()
        except Exception as error:  # whatever it is: somebody waits for the answer
            answer.set_exception(error)
        else:
            answer.set_result(None)

    def _rest(self) -> None:
        self._is_closing.wait(REST_SECONDS)

    def close(self) -> None:
        """Waits for what was handed in, then lets go of the file."""
        self._is_closing.set()
        for thread in self._checking:
            thread.join()
        self._writer.close()
        # The readers go first: whoever closes last writes what is in the write-ahead log into the file.
        self._let_go()

    def _check_key(self) -> None:
        if not self._key:
            return
        with self.reading() as reader:
            is_right = opens(self._key, lambda name: setting_of(reader, name, Checksums(b"")))
        if is_right is None:
            put_row(self._connection, self._checksums, "settings", (KEY_CHECK, check_value(self._key)))
        elif not is_right:
            raise StorageFailed(f"{self.path}: the key is not the one that this database was made with")

    def _let_go(self) -> None:
        with suppress(AttributeError):
            super().close()
        with suppress(AttributeError):
            self._connection.close()
        self._lock.release()


def _opened(path: Path, synchronous: str) -> sqlite3.Connection:
    """The one connection that writes."""
    connection = connect_to_write(path)
    try:
        [mode] = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            raise StorageFailed(f"{path}: this disk does not allow a write-ahead log")
        connection.execute(f"PRAGMA synchronous={synchronous}")
        # What is removed is overwritten: deleting a player means that the name is gone.
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute(f"PRAGMA wal_autocheckpoint={MOST_LOG_PAGES}")
    except BaseException:
        connection.close()
        raise
    return connection


def _nothing(_done: object) -> None:
    return None
