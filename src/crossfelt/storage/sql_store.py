"""The writing half of a store in a SQL database: one writer thread, one key, marks in the background.

`SqliteStore` and `PostgresqlStore` open their database and hand it over as an engine to read with and a
`WriteConnection`; everything else is the same for both.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from sqlalchemy import Engine

from crossfelt.storage.append import Appender
from crossfelt.storage.checksums import Checksums, put_row
from crossfelt.storage.funds import check_batch, check_texts
from crossfelt.storage.keycheck import KEY_CHECK, check_value, opens
from crossfelt.storage.leaves import Growth, StoredTree, growth_of, last_tiles_of, new_appends, read_tree, tree_of
from crossfelt.storage.mark import make_mark
from crossfelt.storage.peers import Peers
from crossfelt.storage.port import (
    Batch,
    Broken,
    Player,
    Receipt,
    Snapshot,
    StaleTree,
    StorageError,
    StorageFailed,
    TreeHead,
)
from crossfelt.storage.queries import Reader, setting_of
from crossfelt.storage.write_connection import WriteConnection
from crossfelt.storage.writer import Writer

REST_SECONDS = 0.005
"""How long a thread that verifies in the background rests after a stretch of work: it and the threads that answer share
one interpreter, for which an action would otherwise wait at every turn from the loop to the writer and back."""


class SqlStore(Reader):
    """A store in a SQL database: one thread of this process writes."""

    def __init__(self, engine: Engine, name: str, key: bytes, connection: WriteConnection) -> None:
        """Without a key no mark is made or trusted."""
        super().__init__(engine, name, key)
        self._connection = connection
        self._appender = Appender(connection, self._checksums)
        self._writer = Writer(connection, self._appender)
        self._checking: list[threading.Thread] = []
        """Threads that verify for a mark."""
        self._is_closing = threading.Event()
        try:
            self._check_key()
        except BaseException:
            self.close()
            raise

    @property
    def failure(self) -> str | None:
        """Why nothing is written now; None while all is well."""
        return str(self._writer.failure) if self._writer.failure is not None else None

    def append(self, batch: Batch) -> Future[Receipt]:
        """Hand the batch to the writer; the future is done after the commit that holds it."""
        try:
            rounds = check_batch(batch)
        except StorageError as refusal:
            return _refused(refusal)
        return self._writer.do(partial(self._appender.append, batch, rounds), batch)

    def save_player(self, player: Player) -> Future[None]:
        """Save a player in place of the row with the same id, of which nothing stays in the file."""
        row = player.id, player.name, player.kind, player.recovery_hash, player.created_ms, player.deleted_ms

        def save() -> None:
            put_row(self._connection, self._checksums, "players", row)
            self._writer.forgets |= player.deleted_ms is not None

        return self._saved(save, player.id, player.name)

    def save_setting(self, name: str, value: str) -> Future[None]:
        """Save a small fact of the service in place of its older value."""
        return self._saved(lambda: put_row(self._connection, self._checksums, "settings", (name, value)), name, value)

    def _saved(self, save: Callable[[], None], *texts: str) -> Future[None]:
        try:
            check_texts(*texts)
        except StorageError as refusal:
            return _refused(refusal)
        return self._writer.do(save)

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Save a state for a quick start: it goes with the next commit, and losing it loses nothing."""
        self._appender.keep_snapshot(table, snapshot)

    def mark_verified(self, in_background: bool = False) -> Future[None]:
        """Verify in a thread of its own what is behind the last mark, then write the next one. In the
        background, that thread rests between short stretches of work."""
        answer: Future[None] = Future()
        if not self._key:
            answer.set_result(None)
            return answer
        if self._writer.failure is not None:
            answer.set_exception(self._writer.failure)
            return answer
        thread = threading.Thread(
            target=self._make_mark, args=(answer, in_background), name="crossfelt-mark", daemon=True
        )
        self._checking = [*filter(threading.Thread.is_alive, self._checking), thread]
        thread.start()
        return answer

    def _make_mark(self, answer: Future[None], in_background: bool) -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            with self.reading() as reader:
                mark = make_mark(reader, self._key, self._rest if in_background else None)
            if isinstance(mark, Broken):
                raise StorageFailed(f"{self.name}: {mark}")
            row = mark.body, mark.signature
            self._writer.do(lambda: self._connection.put_mark(row)).result()
        except Exception as error:  # whatever it is: a caller waits for the answer
            answer.set_exception(error)
        else:
            answer.set_result(None)

    def _rest(self) -> None:
        self._is_closing.wait(REST_SECONDS)

    def join(self, lease_ms: int) -> Peers | None:  # noqa: ARG002
        """Return None: only one process has the database."""
        return None

    def grow_tree(self, most: int) -> int:
        """Read appends without a leaf beside the writer, and hand it only the rows to write."""
        with self.reading() as reader:
            head = tree_of(reader, self._checksums).head
            appends = new_appends(reader, most)
            partial_tiles = last_tiles_of(reader, head.size) if appends else {}
        if appends:
            growth = growth_of(head, partial_tiles, appends)
            self._writer.do(lambda: self._add_leaves(growth)).result()
        return len(appends)

    def _add_leaves(self, growth: Growth) -> None:
        stored = read_tree(self._connection.tree(), self._checksums)
        if stored.head.size != growth.size:
            raise StaleTree(f"the transparency log has {stored.head.size} leaves, not {growth.size}")
        self._connection.add_leaves(growth.leaves, growth.tiles)
        self._connection.put_tree(StoredTree(growth.head, stored.checkpoints).row(self._checksums))

    def save_checkpoint(self, head: TreeHead, note: str) -> None:
        """Add a checkpoint and count it."""

        def save() -> None:
            stored = read_tree(self._connection.tree(), self._checksums)
            if stored.head.size < head.size:
                raise StaleTree(f"the transparency log has {stored.head.size} leaves, not {head.size}")
            if not self._connection.has_checkpoint(head.size):
                row = head.size, head.root, note
                self._connection.add_checkpoint((*row, self._checksums.of("checkpoints", *row)))
                self._connection.put_tree(StoredTree(stored.head, stored.checkpoints + 1).row(self._checksums))

        self._writer.do(save).result()

    def close(self) -> None:
        """Finish what was handed in, then close the connections."""
        self._is_closing.set()
        for thread in self._checking:
            thread.join()
        self._writer.close()
        # The readers go first: SQLite's last connection copies the write-ahead log into the file.
        super().close()
        self._connection.close()

    def _check_key(self) -> None:
        """Refuse a key that isn't the one of the database; a new database gets this one."""
        if not self._key:
            return
        with self.reading() as reader:
            is_right = opens(self._key, lambda name: setting_of(reader, name, Checksums(b"")))
        if is_right is None:
            self.save_setting(KEY_CHECK, check_value(self._key)).result()
        elif not is_right:
            raise StorageFailed(f"{self.name}: the key is not the one that this database was made with")


def _refused(refusal: StorageError) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_exception(refusal)
    return answer
