"""A database that is only read: beside a running server, or before one is started. It takes no lock and writes
nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from crossfelt.errors import BadInput
from crossfelt.storage import queries
from crossfelt.storage.checkpoint import verify_all, verify_from_checkpoint
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.connecting import connect_to_read
from crossfelt.storage.migrate import check_newest
from crossfelt.storage.open_tables import open_tables_of
from crossfelt.storage.port import (
    Broken,
    Entry,
    OpenTable,
    PlayedRound,
    Player,
    Receipt,
    RoundRow,
    Snapshot,
    StatementLine,
    StorageFailed,
    Whole,
)
from crossfelt.storage.schema import PLAYERS
from crossfelt.storage.trouble import reason
from crossfelt.storage.verify import Report, check_receipt

_PAGE = 500
"""Entries that are fetched at a time."""


class SqliteReader:
    """Everything that the port reads, each in one look at the file."""

    def __init__(self, path: Path, key: bytes = b"") -> None:
        """Opens a file that is there; `StorageFailed` says what is in the way. Without a key no checkpoint is
        believed."""
        self.path, self._key, self._checksums = path, key, Checksums(key)
        if not path.exists():
            raise StorageFailed(f"{path}: there is no such file")
        self._readers = reading_engine(path)
        with self.reading() as reader:
            check_newest(reader, path)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the file as it is now, whatever is written meanwhile."""
        try:
            with self._readers.connect() as reader:
                yield reader
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageFailed(f"{self.path}: {reason(error)}") from None
        except BadInput as error:
            raise StorageFailed(
                f"{self.path}: a row of the log is damaged ({error}); run `crossfelt db verify`"
            ) from None

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before."""
        with self.reading() as reader:
            return queries.remembered(reader, account, action_id, action_hash)

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries behind one sequence number up to another, a page at a time."""
        while True:
            with self.reading() as reader:
                page = queries.entries_of(reader, table, after, upto, _PAGE)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].seq

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry."""
        with self.reading() as reader:
            return queries.head_of(reader, table)

    def tables(self, but: str = "") -> tuple[str, ...]:
        """The names of all tables that have entries, without those that begin with `but`."""
        with self.reading() as reader:
            return queries.tables_of(reader, but)

    def open_tables(self, but: str, closing: str) -> Iterator[OpenTable]:
        """Yields the tables whose last entry isn't of the kind `closing`, all from one look at the file."""
        with self.reading() as reader:
            yield from open_tables_of(reader, but, closing, self._checksums)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""
        with self.reading() as reader:
            return queries.balances_of(reader, prefix)

    def balance(self, account: str) -> int:
        """The cents in one account."""
        with self.reading() as reader:
            return queries.balance_of(reader, account)

    def statement(self, account: str, before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """The movements of an account, the newest first."""
        with self.reading() as reader:
            return queries.statement_of(reader, account, before, limit)

    def round(self, round_id: str) -> RoundRow | None:
        """Where a closed round stands in the log."""
        with self.reading() as reader:
            return queries.round_of(reader, round_id)

    def rounds_at(self, table: str, before: int | None = None, limit: int = 100) -> list[RoundRow]:
        """The closed rounds of a table, the newest first."""
        with self.reading() as reader:
            return queries.rounds_at(reader, table, before, limit)

    def rounds_of(self, player: str, before: int | None = None, limit: int = 100) -> list[PlayedRound]:
        """The closed rounds in which a player had a share, the newest first."""
        with self.reading() as reader:
            return queries.rounds_of(reader, player, before, limit)

    def withheld_at(self, table: str) -> int:
        """The number of seeds that were withheld in the closed rounds of a table."""
        with self.reading() as reader:
            return queries.withheld_at(reader, table)

    def withheld_of(self, player: str) -> int:
        """The number of closed rounds in which a player withheld a seed."""
        with self.reading() as reader:
            return queries.withheld_of(reader, player)

    def player(self, player_id: str) -> Player | None:
        """The player with this id."""
        with self.reading() as reader:
            return queries.player_where(reader, PLAYERS.c.id == player_id, self._checksums)

    def guest_ids(self, after: str = "", limit: int = 100) -> list[str]:
        """The ids of guests who were not deleted, in order, beginning behind one of them."""
        with self.reading() as reader:
            return queries.guests_after(reader, after, limit)

    def player_by_recovery(self, recovery_hash: bytes) -> Player | None:
        """The player whose recovery code has this hash."""
        with self.reading() as reader:
            return queries.player_where(reader, PLAYERS.c.recovery_hash == recovery_hash, self._checksums)

    def setting(self, name: str) -> str | None:
        """The fact kept last under this name."""
        with self.reading() as reader:
            return queries.setting_of(reader, name, self._checksums)

    def snapshot(self, table: str) -> Snapshot | None:
        """The state of a table kept last."""
        with self.reading() as reader:
            return queries.snapshot_of(reader, table, self._checksums)

    def verified(self, report: Report | None = None) -> Whole | Broken:
        """Whether everything in the file holds, or the first thing that does not."""
        with self.reading() as reader:
            return verify_all(reader, self._key, report)

    def verified_from_checkpoint(self) -> Whole | Broken:
        """Whether everything behind the last checkpoint holds, or the first thing that does not."""
        with self.reading() as reader:
            return verify_from_checkpoint(reader, self._key)

    def check_receipt(self, receipt: Receipt) -> Broken | None:
        """Whether the log still holds what a receipt says was written."""
        with self.reading() as reader:
            return check_receipt(reader, receipt)

    def close(self) -> None:
        """Lets go of the file."""
        self._readers.dispose()


def reading_engine(path: Path) -> Engine:
    """Connections that cannot write, a few of them kept open."""

    def connect() -> sqlite3.Connection:
        connection = connect_to_read(path)
        # Somebody may have put bytes into the file that are no text: they are then found like any other edit.
        connection.text_factory = _text
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=4, max_overflow=20)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # All that is read in one transaction is of one moment.
        connection.exec_driver_sql("BEGIN")

    return engine


def _text(found: bytes) -> str:
    return found.decode("utf-8", "replace")
