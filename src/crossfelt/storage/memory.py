"""A storage that forgets everything when it is closed: for tests, practice and as the simplest form of the promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Lock

from crossfelt.storage.chain import entry_hash, first_hash
from crossfelt.storage.port import (
    ActionReused,
    Batch,
    Entry,
    InsufficientFunds,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageError,
    StorageFailed,
    may_be_negative,
)


class MemoryStore:
    """Lists and dictionaries behind one lock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: dict[str, list[Entry]] = {}
        self._actions: dict[tuple[str, str], tuple[bytes, Receipt]] = {}
        self._balances: Counter[str] = Counter()
        self._snapshots: dict[str, Snapshot] = {}
        self._is_closed = False

    def append(self, batch: Batch) -> Future[Receipt]:
        """Done at once: memory is as durable as it gets."""
        answer: Future[Receipt] = Future()
        try:
            with self._lock:
                answer.set_result(self._append(batch))
        except StorageError as error:
            answer.set_exception(error)
        return answer

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before."""
        found = self._actions.get((account, action_id))
        if found is None:
            return None
        if found[0] != action_hash:
            raise ActionReused(f"the action {action_id} was asked before with another body")
        return found[1]

    def entries(self, table: str, after: int = 0) -> Iterator[Entry]:
        """The entries behind a sequence number."""
        yield from self._entries.get(table, [])[after:]

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry."""
        entries = self._entries.get(table)
        return (entries[-1].seq, entries[-1].hash) if entries else (0, first_hash(table))

    def tables(self) -> tuple[str, ...]:
        """The names of all tables that have entries."""
        return tuple(sorted(self._entries))

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""
        return {name: cents for name, cents in sorted(self._balances.items()) if name.startswith(prefix)}

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keeps a state for a quick start."""
        self._snapshots[table] = snapshot

    def snapshot(self, table: str) -> Snapshot | None:
        """The state kept last."""
        return self._snapshots.get(table)

    def close(self) -> None:
        """From here on every append is refused."""
        self._is_closed = True

    def _append(self, batch: Batch) -> Receipt:
        if self._is_closed:
            raise StorageFailed("the storage is closed")
        known = self.remembered(batch.account, batch.action_id, batch.action_hash)
        if known is not None:
            return known
        seq, head = self.head(batch.table)
        if seq != batch.expected_seq:
            raise StaleSequence(batch.table, batch.expected_seq, seq)
        after = self._balances.copy()
        for move in batch.postings:
            after[move.source] -= move.cents
            after[move.destination] += move.cents
        for account in {move.source for move in batch.postings}:
            if after[account] < 0 and not may_be_negative(account):
                raise InsufficientFunds(account, -after[account])
        assert sum(after.values()) == 0, "postings sum to zero"
        stored: list[Entry] = []
        for number, entry in enumerate(batch.entries, start=seq + 1):
            head = entry_hash(head, batch.table, number, batch.stamped_ms, entry.kind, entry.is_sealed, entry.body)
            stored.append(Entry(batch.table, number, batch.stamped_ms, entry.kind, entry.body, entry.is_sealed, head))
        receipt = Receipt(batch.table, seq + 1, seq + len(stored), head)
        self._entries.setdefault(batch.table, []).extend(stored)
        self._balances = after
        self._actions[batch.account, batch.action_id] = (batch.action_hash, receipt)
        return receipt
