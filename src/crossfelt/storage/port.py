"""What any storage promises. Two keep it, in memory and in SQLite; one suite of tests runs on both.

`append` is the only way to write: events of one action, their postings and the memory of the action, all or nothing.
It answers when everything is durable, and the same action asked again gets the same answer for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from crossfelt.errors import CrossfeltError
from crossfelt.ledger import Posting

MINT = "mint"
"""Where play money comes from and goes back to."""


def may_be_negative(account: str) -> bool:
    """The house of a table may lose more than it has won so far, and the mint owes all that is in circulation; nobody
    else spends what is not there."""
    return account == MINT or account.startswith("house:")


class StorageError(CrossfeltError):
    """What storage refuses or cannot do; nothing was written."""


class StaleSequence(StorageError):
    """Somebody else has written to the table since the caller looked."""

    def __init__(self, table: str, expected: int, found: int) -> None:
        super().__init__(f"{table} is at entry {found}, not {expected}")
        self.found = found


class InsufficientFunds(StorageError):
    """A posting would take more from an account than there is."""

    def __init__(self, account: str, missing: int) -> None:
        super().__init__(f"{account} lacks {missing} cents")
        self.account, self.missing = account, missing


class ActionReused(StorageError):
    """The id of an earlier action came back with another body."""


class StorageFailed(StorageError):
    """The disk or the file let us down: nothing more is written until the server is started again."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One event to be stored."""

    kind: str
    body: bytes
    is_sealed: bool = False
    """Whether the body is encrypted: it holds something hidden."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it is stored."""

    table: str
    seq: int
    """Counts the entries of the table from 1."""
    stamped_ms: int
    """Milliseconds since 1970, UTC; order is by `seq` alone."""
    kind: str
    body: bytes
    is_sealed: bool
    hash: bytes


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that one action brings about."""

    table: str
    expected_seq: int
    """The last entry that the caller knew of; 0 for a table that is new."""
    account: str
    """Who asks, `system` for the table itself."""
    action_id: str
    action_hash: bytes
    """SHA-256 of what was asked, so that an id that comes back with another body is noticed."""
    stamped_ms: int
    entries: Sequence[NewEntry]
    postings: Sequence[Posting] = field(default=())


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action: where it stands in the log. Whoever keeps it can prove that the log still holds it."""

    table: str
    first_seq: int
    last_seq: int
    head: bytes
    """The hash of the last entry."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state that may be thrown away at any time: the log alone is the truth."""

    seq: int
    body: bytes


class Store(Protocol):
    """One log of tables and one ledger."""

    def append(self, batch: Batch) -> Future[Receipt]:
        """Writes everything of a batch or nothing; the future is done when it is durable. It fails with one of the
        errors above, in this order: an action already remembered, a stale sequence number, missing funds."""

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before; `ActionReused` when its body was another."""

    def entries(self, table: str, after: int = 0) -> Iterator[Entry]:
        """The entries of a table in order, beginning behind a sequence number."""

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry; 0 and the first hash for a table without any."""

    def tables(self) -> tuple[str, ...]:
        """The names of all tables that have entries."""

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keeps a state for a quick start; the next one takes its place."""

    def snapshot(self, table: str) -> Snapshot | None:
        """The state kept last."""

    def close(self) -> None:
        """Finishes what was handed in and lets go of the file."""
