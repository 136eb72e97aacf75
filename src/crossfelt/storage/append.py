"""Decides whether a batch may be appended and which rows it adds, inside the transaction of the writer. Nothing here
depends on the database: its statements are behind `write_connection.WriteConnection`."""

from __future__ import annotations

from collections.abc import Iterable

from crossfelt.storage.chain import SCHEME, asked_digest, entry_hash, first_hash, postings_text
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.funds import balances_after, changes
from crossfelt.storage.port import (
    ActionReused,
    BadBatch,
    Batch,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageFailed,
)
from crossfelt.storage.rounds import closed_rounds, share_row
from crossfelt.storage.write_connection import WriteConnection


class Appender:
    """The heads and balances that the transaction at hand has touched."""

    def __init__(self, connection: WriteConnection, checksums: Checksums) -> None:
        self._connection, self._checksums = connection, checksums
        self._heads: dict[str, tuple[int, bytes]] = {}
        """The new ends of the tables that the transaction has written to."""
        self._before: dict[str, int] = {}
        """The balances that the transaction found in the accounts it touches."""
        self._after: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        """States that wait for the next commit."""

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Save a state with the next commit; losing it loses nothing."""
        self._snapshots[table] = snapshot

    def begun(self) -> None:
        """Forget which heads and balances the transaction before has touched."""
        self._heads, self._before, self._after = {}, {}, {}

    def finished(self) -> None:
        """Write heads and snapshots, then read every balance that was touched again: their total is what it was before,
        and each is what the postings made."""
        snapshots = []
        while self._snapshots:
            table, snapshot = self._snapshots.popitem()
            snapshots.append((table, snapshot.seq, snapshot.body))
        sealed = self._checksums.of
        if snapshots:
            self._connection.put_snapshots([(*row, sealed("snapshots", *row)) for row in snapshots])
        heads = [(table, *head) for table, head in self._heads.items()]
        if heads:
            self._connection.put_heads([(*head, sealed("heads", *head)) for head in heads])
        if not self._after:
            return
        stored = self._connection.stored_balances(self._after)
        if any(stored.get(account, 0) != cents for account, cents in self._after.items()):
            raise StorageFailed("a balance is not what its postings make")
        if sum(stored.values()) != sum(self._before[account] for account in self._after):
            raise StorageFailed("chips were made or lost")

    def append(self, batch: Batch) -> Receipt:
        """Write one batch, or raise before anything of it is written."""
        connection, table = self._connection, batch.table
        known = connection.action(batch.account, batch.action_id)
        if known is not None:
            if known[0] != batch.action_hash:
                raise ActionReused(f"the action {batch.action_id} was asked before with another body")
            return Receipt(*known[1:])
        seq, head = self._heads.get(table) or connection.last_entry(table) or (0, first_hash(table))
        if seq != batch.expected_seq:
            raise StaleSequence(table, batch.expected_seq, seq)
        rounds = closed_rounds(batch)
        for closed in rounds:
            if connection.has_round(closed.round):
                raise BadBatch(f"the round {closed.round} is closed already")
        change = changes(batch.postings)
        balances = balances_after(self._held(change), change, batch.ceilings)

        rows, moves = [], []
        asked = asked_digest(batch.account, batch.action_id, batch.action_hash)
        for number, entry in enumerate(batch.entries, start=seq + 1):
            fields = table, number, batch.stamped_ms, entry.kind, entry.is_sealed, entry.body, asked
            head = entry_hash(head, *fields, entry.postings)
            rows.append((*fields, postings_text(entry.postings), SCHEME, head))
            moves += [(table, number, move.source, move.destination, move.cents) for move in entry.postings]
            asked = b""
        receipt = Receipt(table, seq + 1, seq + len(rows), head, balances)
        connection.add_entries(rows)
        action = batch.account, batch.action_id, batch.action_hash
        connection.add_action((*action, table, receipt.first_seq, receipt.last_seq, head))
        if moves:
            connection.add_postings(moves)
            connection.put_balances(balances)
        for closed in rounds:
            where = closed.round, table, closed.first_seq, closed.last_seq, batch.stamped_ms, closed.withheld
            connection.add_round(where, [share_row(share) for share in closed.shares])
        self._after.update(balances)
        self._heads[table] = receipt.last_seq, head
        return receipt

    def _held(self, accounts: Iterable[str]) -> dict[str, int]:
        """Return the balances of accounts, as the database has them or as this transaction has changed them."""
        held = {}
        for account in accounts:
            cents = self._after.get(account)
            if cents is None:
                cents = self._before[account] = self._connection.balance(account)
            held[account] = cents
        return held
