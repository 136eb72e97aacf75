"""The seam between the append path and a database: one transaction, the few rows that it reads, the rows that it adds.

`append.Appender` decides what is written and `writer.Writer` when it is committed; a `WriteConnection` has the prepared
statements of one database. SQLite's is in `sqlite_connection.py`, PostgreSQL's in `postgresql_connection.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from crossfelt.storage.peers import Lease
from crossfelt.storage.port import Batch, StorageFailed

Row = tuple[Any, ...]


class WriteConnection(Protocol):
    """The one connection of a process that writes. Used by one thread."""

    has_upkeep: bool
    """Whether `idle` has something to do."""

    def begin(self, batches: Sequence[Batch]) -> None:
        """Begin a transaction that will append these batches, and lock what they touch."""

    def commit(self, has_removed: bool) -> None:
        """Make the transaction durable; `has_removed` for one that removed something personal."""

    def rollback(self) -> None:
        """Forget the transaction. Never raises."""

    def idle(self) -> None:
        """Do the upkeep that is due; called when no job waits."""

    def is_unfit(self, error: Exception) -> bool:
        """Return whether the database can't store a value of the job, such as an unpaired surrogate."""

    def recovers(self, error: Exception) -> bool:
        """Return whether the transaction may be tried again: another process was faster, or the connection was lost
        and is back."""

    def failure(self, error: Exception) -> StorageFailed:
        """Return the error for people; a `StorageUnavailable` where the next job may succeed."""

    def close(self) -> None:
        """Close the connection to the database."""

    def look_up(self, batch: Batch) -> tuple[Row | None, tuple[int, bytes] | None]:
        """Return action hash, table, first entry, last entry and head of a batch's action if it was accepted before,
        and the number and hash of the last entry of its table."""

    def holds(self, lease: Lease) -> bool:
        """Return whether a lease is as it was given out, and stays so until the commit."""

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """Return the cents in accounts before this transaction; 0 for a new one."""

    def has_round(self, round_id: str) -> bool:
        """Return whether a round is in the list of closed rounds."""

    def add_batch(
        self,
        entries: Sequence[Row],
        action: Row,
        postings: Sequence[Row],
        balances: Mapping[str, int],
        forgotten: Collection[str],
    ) -> None:
        """Add the entries of a batch to the log, its action and its postings, and replace balances; the accounts that
        are forgotten lose their row."""

    def add_round(self, row: Row, shares: Sequence[Row]) -> None:
        """Add a closed round with its shares, each without the number of the round."""

    def finish(self, heads: Sequence[Row], snapshots: Sequence[Row], accounts: Iterable[str]) -> dict[str, int]:
        """Replace the last entries and snapshots of tables, and return balances as the transaction has stored them; a
        forgotten account has none."""

    def put_mark(self, row: Row) -> None:
        """Replace the mark of the log."""

    def seal(self, table: str) -> Row | None:
        """Return count, total and checksum of the seal over a table, locked until the commit."""

    def row_checksum(self, table: str, key: object) -> bytes | None:
        """Return the checksum of a row of a table with a seal."""

    def put_row(self, table: str, row: Row) -> None:
        """Replace a row of a table with a seal."""

    def put_seal(self, row: Row) -> None:
        """Replace the seal over a table."""

    def tree(self) -> Row | None:
        """Return the row of the transparency log's tree, locked until the commit."""

    def put_tree(self, row: Row) -> None:
        """Replace the row of the tree."""

    def add_leaves(self, leaves: Sequence[Row], tiles: Sequence[Row]) -> None:
        """Add leaves, and replace the tiles that they change."""

    def has_checkpoint(self, size: int) -> bool:
        """Return whether there is a checkpoint of this size."""

    def add_checkpoint(self, row: Row) -> None:
        """Add a checkpoint."""
