"""The seam between the append path and a database: one transaction, the few rows that it reads, the rows that it adds.

`append.Appender` decides what is written and `writer.Writer` when it is committed; a `WriteConnection` has the prepared
statements of one database. SQLite's is in `sqlite_connection.py`, PostgreSQL's in `postgresql_connection.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from crossfelt.storage.port import Batch, StorageFailed

Row = tuple[Any, ...]


class WriteConnection(Protocol):
    """The one connection of a process that writes. Used by one thread."""

    def begin(self, batches: Sequence[Batch]) -> None:
        """Begin a transaction that will append these batches, and lock what they touch."""

    def commit(self) -> None:
        """Make the transaction durable."""

    def rollback(self) -> None:
        """Forget the transaction. Never raises."""

    def after_commit(self, has_removed: bool) -> None:
        """Called after each commit; `has_removed` after one that removed something personal."""

    def idle(self) -> None:
        """Called when no job waits."""

    def is_unfit(self, error: Exception) -> bool:
        """Return whether the database can't store a value of the job, such as an unpaired surrogate."""

    def recovers(self, error: Exception) -> bool:
        """Return whether the transaction may be tried again: another process was faster, or the connection was lost
        and is back."""

    def failure(self, error: Exception) -> StorageFailed:
        """Return the error for people; a `StorageUnavailable` where the next job may succeed."""

    def close(self) -> None:
        """Close the connection to the database."""

    def last_entry(self, table: str) -> tuple[int, bytes] | None:
        """Return the number and hash of the last entry of a table."""

    def action(self, account: str, action_id: str) -> Row | None:
        """Return action hash, table, first entry, last entry and head of an accepted action."""

    def balance(self, account: str) -> int:
        """Return the cents in an account before this transaction."""

    def has_round(self, round_id: str) -> bool:
        """Return whether a round is in the list of closed rounds."""

    def add_entries(self, rows: Sequence[Row]) -> None:
        """Add rows to the log."""

    def add_action(self, row: Row) -> None:
        """Add an accepted action."""

    def add_postings(self, rows: Sequence[Row]) -> None:
        """Add postings to the ledger."""

    def put_balances(self, balances: Mapping[str, int]) -> None:
        """Replace balances; an account that is forgotten loses its row."""

    def add_round(self, row: Row, shares: Sequence[Row]) -> None:
        """Add a closed round with its shares, each without the number of the round."""

    def put_heads(self, rows: Sequence[Row]) -> None:
        """Replace the last entries of tables."""

    def put_snapshots(self, rows: Sequence[Row]) -> None:
        """Replace the snapshots of tables."""

    def put_checkpoint(self, row: Row) -> None:
        """Replace the checkpoint of the log."""

    def stored_balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """Return balances as the transaction has stored them; no row where an account is empty and forgotten."""

    def seal(self, table: str) -> Row | None:
        """Return count, total and checksum of the seal over a table, locked until the commit."""

    def row_checksum(self, table: str, key: object) -> bytes | None:
        """Return the checksum of a row of a table with a seal."""

    def put_row(self, table: str, row: Row) -> None:
        """Replace a row of a table with a seal."""

    def put_seal(self, row: Row) -> None:
        """Replace the seal over a table."""
