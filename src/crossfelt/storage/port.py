"""The promises of every store: in memory, in SQLite and in PostgreSQL. One suite of tests runs on all three.

`append` is the only way to write to the log and the ledger: events of one action, their postings and the memory of the
action, all or nothing. It answers when everything is durable, and the same action asked again gets the same answer
forever. Players and settings are rows that may change, outside the log, so that personal data can be deleted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, Protocol

from crossfelt.errors import CrossfeltError
from crossfelt.ledger import Posting
from crossfelt.storage.peers import Lease, Peers

MINT = "mint"
"""The account that play money comes from and goes back to."""
ESCROW_OF_A_ROUND = "escrow:"
"""The prefix of escrow accounts, one for each round. Such an account loses its row when it is empty, or their number
would grow forever."""


def may_be_negative(account: str) -> bool:
    """Return whether an account may be overdrawn: the house of a table may lose more than it has won so far, and the
    mint owes all that is in circulation."""
    return account == MINT or account.startswith("house:")


class StorageError(CrossfeltError):
    """A refusal or failure of the store; nothing was written."""


class BadBatch(StorageError):
    """A batch that no storage takes: without entries, with a posting that moves nothing, with an unpaired surrogate."""


class StaleSequence(StorageError):
    """Another writer has appended to the table since the caller read it."""

    def __init__(self, table: str, expected: int, actual: int) -> None:
        super().__init__(f"{table} is at entry {actual}, not {expected}")
        self.actual = actual


class InsufficientFunds(StorageError):
    """A posting would take more from an account than there is."""

    def __init__(self, account: str, missing: int) -> None:
        super().__init__(f"{account} lacks {missing} cents")
        self.account, self.missing = account, missing


class AboveCeiling(StorageError):
    """An account would hold more than its batch allows."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} would hold too much")
        self.account = account


class ActionReused(StorageError):
    """The id of an earlier action came back with another body."""


class LeaseLost(StorageError):
    """Another process holds the lease that a batch needs."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another process holds the lease of {name}")


class StaleTree(StorageError):
    """Another process has changed the transparency log since the caller read it."""


class StorageFailed(StorageError):
    """The disk or the database failed: nothing more is written until the server is started again.

    Only then is it known whether a batch that failed reached the disk; asked again under the same id, it is written
    once in either case.
    """


class StorageUnavailable(StorageFailed):
    """The database can't be reached now. Writing continues automatically once it answers again."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One event to be stored."""

    kind: str
    body: bytes
    is_sealed: bool = False
    """Whether the body is encrypted because it has hidden cards."""
    postings: tuple[Posting, ...] = ()
    """The chips that this event moves."""


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
    asked: bytes = b""
    """On the first entry of a batch, the digest of the action that caused it; see `chain.asked_digest`."""
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """One player's share of a closed round."""

    player: str
    seat: int
    staked_cents: int
    returned_cents: int
    withheld: bool = False
    """Whether the player committed to a seed for the round and didn't reveal it."""


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """A round that an entry closes, for the list by which rounds are found again."""

    round: str
    first_seq: int
    last_seq: int
    shares: tuple[Share, ...] = ()

    @property
    def withheld(self) -> int:
        """The number of players who withheld a seed."""
        return sum(share.withheld for share in self.shares)


@dataclass(frozen=True, slots=True)
class Batch:
    """All entries of one action."""

    table: str
    expected_seq: int
    """The last entry that the caller has read; 0 for a new table."""
    account: str
    """The account that acts; `system` for the table itself."""
    action_id: str
    action_hash: bytes
    """SHA-256 of what was asked, so that an id that comes back with another body is noticed."""
    stamped_ms: int
    entries: Sequence[NewEntry]
    """At least one: chips move only where the log says why. An entry of the kind `round_closed` puts its round into the
    list of rounds; see `rounds.py`."""
    ceilings: Mapping[str, int] = field(default_factory=dict)
    """The most that accounts of this batch may hold after it; `AboveCeiling` refuses it otherwise."""
    lease: Lease | None = None
    """A lease that the batch needs: `LeaseLost` refuses it when another process holds it by the commit."""

    @property
    def postings(self) -> tuple[Posting, ...]:
        """The chips that the whole batch moves, in the order of its entries."""
        return tuple(move for entry in self.entries for move in entry.postings)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action: its place in the log. It proves later whether the log still has the action."""

    table: str
    first_seq: int
    last_seq: int
    head: bytes
    """The hash of the last entry."""
    balances: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The cents in each account that this action changed; empty when it was accepted before."""
    is_repeat: bool = field(default=False, compare=False, repr=False)
    """Whether the log already had the action: only the log says what it did."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A closed round, as the index lists it."""

    number: int
    """Counts the closed rounds of all tables; a page of the list begins before such a number."""
    round: str
    table: str
    first_seq: int
    last_seq: int
    stamped_ms: int
    withheld: int
    """The number of players who committed to a seed and didn't reveal it."""


@dataclass(frozen=True, slots=True)
class PlayedRound(RoundRow):
    """A closed round with the share of one player."""

    seat: int
    staked_cents: int
    returned_cents: int
    has_withheld: bool
    """Whether this player withheld a seed."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of chips, seen from one of its two accounts."""

    number: int
    """Counts the postings of all accounts; a page of the statement begins before such a number."""
    table: str
    seq: int
    """The entry that moved the chips."""
    stamped_ms: int
    other: str
    """The account on the other side."""
    cents: int
    """Positive where the account gained."""
    balance_cents: int
    """The balance after this movement."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player. After deletion, name and recovery code are gone and only the id is left."""

    id: str
    name: str
    kind: Literal["guest", "bot"]
    recovery_hash: bytes | None
    created_ms: int
    deleted_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state that may be deleted at any time: the log alone is the truth."""

    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything that a start needs to restore a table."""

    table: str
    head: bytes
    """The hash of the last entry."""
    snapshot: Snapshot | None
    entries: tuple[Entry, ...]
    """The first entry, and all behind the snapshot; all of them where there is no snapshot."""


@dataclass(frozen=True, slots=True)
class TreeHead:
    """The transparency log at one size: the number of its leaves, and the root of the tree over them."""

    size: int
    root: bytes


@dataclass(frozen=True, slots=True)
class Leaf:
    """The leaf of an append in the transparency log."""

    number: int
    """Counts the leaves from 0."""
    table: str
    seq: int
    """The last entry of the append."""
    head: bytes
    """The hash of that entry."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A signed note about the transparency log at one size."""

    size: int
    note: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first thing in a log that does not hold."""

    table: str
    """Empty where it is not the log of one table."""
    seq: int
    says: str

    def __str__(self) -> str:
        where = f"{self.table}, entry {self.seq}: " if self.table else ""
        return f"{where}{self.says}"

    @classmethod
    def of_receipt(cls, receipt: Receipt, stored_hash: bytes | None) -> Broken | None:
        """Return the fault when the stored hash isn't the one in a receipt; None when the two agree."""
        if stored_hash is None:
            return cls(receipt.table, receipt.last_seq, "a receipt was given for it, and it is gone")
        if stored_hash != receipt.head:
            return cls(receipt.table, receipt.last_seq, "a receipt was given for another entry in this place")
        return None


@dataclass(frozen=True, slots=True)
class Whole:
    """A log without a fault."""

    tables: int
    entries: int
    head: bytes
    """A digest over the last entry of every table: two copies with the same one hold the same logs."""


class Store(Protocol):
    """One log of tables, one ledger, and the few rows beside them that may change."""

    @property
    def failure(self) -> str | None:
        """Why nothing is written now; None while all is well."""

    def append(self, batch: Batch) -> Future[Receipt]:
        """Writes everything of a batch or nothing; the future is done when it is durable. It fails with one of the
        errors above, in this order: a bad batch, an action already remembered, a lost lease, a stale sequence number,
        missing funds."""

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before; `ActionReused` when its body was another."""

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries of a table in order, beginning behind one sequence number and ending with another."""

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry; 0 and the first hash for a table without any."""

    def tables(self, but: str = "") -> tuple[str, ...]:
        """The names of all tables that have entries, without those that begin with `but`."""

    def open_tables(self, but: str, closing: str) -> Iterator[OpenTable]:
        """Yields the tables whose last entry isn't of the kind `closing`, without those whose names begin with `but`,
        in the order of their names. A few statements, however many tables there are."""

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""

    def balance(self, account: str) -> int:
        """The cents in one account; 0 where nothing was ever moved."""

    def statement(self, account: str, before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """The movements of an account, the newest first: each balance less its cents is the balance of the next
        line."""

    def round(self, round_id: str) -> RoundRow | None:
        """Return the place of a closed round in the log."""

    def rounds_at(self, table: str, before: int | None = None, limit: int = 100) -> list[RoundRow]:
        """The closed rounds of a table, the newest first."""

    def rounds_of(self, player: str, before: int | None = None, limit: int = 100) -> list[PlayedRound]:
        """The closed rounds in which a player had a share, the newest first."""

    def withheld_at(self, table: str) -> int:
        """The number of seeds that were withheld in the closed rounds of a table."""

    def withheld_of(self, player: str) -> int:
        """The number of closed rounds in which a player withheld a seed."""

    def save_player(self, player: Player) -> Future[None]:
        """Save a player in place of the one with the same id; the future is done when it is durable. The older row is
        gone from the file then."""

    def player(self, player_id: str) -> Player | None:
        """The player with this id."""

    def players(self, player_ids: Collection[str]) -> dict[str, Player]:
        """The players with these ids, by id."""

    def guest_ids(self, after: str = "", limit: int = 100) -> list[str]:
        """The ids of guests who were not deleted, in order, beginning behind one of them."""

    def player_by_recovery(self, recovery_hash: bytes) -> Player | None:
        """The player whose recovery code has this hash."""

    def save_setting(self, name: str, value: str) -> Future[None]:
        """Save a small fact of the service in place of its older value; the future is done when it is durable."""

    def setting(self, name: str) -> str | None:
        """Return the value saved last under this name."""

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Save a state for a quick start; the next one takes its place."""

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the state saved last."""

    def mark_verified(self, in_background: bool = False) -> Future[None]:
        """Verify what is behind the last mark and save, signed, how far that was. The future takes as long as
        verifying does, and fails with `StorageFailed` when there is a fault. In the background, everything else goes
        first."""

    def verified(self) -> Whole | Broken:
        """Verify everything; return the first fault, if any."""

    def verified_from_mark(self) -> Whole | Broken:
        """Verify what is behind the last mark; everything where its signature isn't ours."""

    def check_receipt(self, receipt: Receipt) -> Broken | None:
        """Return what is wrong when the log no longer has the entry of a receipt; None when it has."""

    def join(self, lease_ms: int) -> Peers | None:
        """Join the server processes that share the database, with leases of this length; None where only one process
        can use it."""

    def grow_tree(self, most: int) -> int:
        """Give appends that have no leaf in the transparency log one each, up to `most`, and return their number.
        Returns when they are durable; `StaleTree` when another process has added leaves meanwhile."""

    def tree(self) -> TreeHead:
        """Return the transparency log as it is now."""

    def leaf(self, table: str, seq: int) -> Leaf | None:
        """Return the leaf of the append that has this entry of a table; None while it has none."""

    def inclusion_path(self, number: int, size: int) -> list[bytes]:
        """Return the hashes that prove a leaf in the tree over the first `size` leaves."""

    def consistency_path(self, old: int, new: int) -> list[bytes]:
        """Return the hashes that prove that the tree over `old` leaves is the beginning of the one over `new`."""

    def save_checkpoint(self, head: TreeHead, note: str) -> None:
        """Save a checkpoint forever; returns when it is durable. One of the same size is there already: nothing
        changes."""

    def checkpoint(self, size: int | None = None) -> Checkpoint | None:
        """Return the checkpoint of a size, or the last one."""

    def close(self) -> None:
        """Finish what was handed in and close the database."""
