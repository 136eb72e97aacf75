"""Decides whether a batch may be appended and which rows it adds, inside the transaction of the writer. Nothing here
depends on the database: its statements are behind `write_connection.WriteConnection`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from crossfelt.storage.chain import chained_rows, first_hash
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.funds import balances_after, changes
from crossfelt.storage.port import (
    ActionReused,
    BadBatch,
    Batch,
    ClosedRound,
    LeaseLost,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageFailed,
)
from crossfelt.storage.rounds import share_row
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
        """Write heads and snapshots, then compare every balance that was touched with its row: their total is what it
        was before, and each is what the postings made."""
        sealed = self._checksums.of
        heads = [(table, *head) for table, head in self._heads.items()]
        snapshots = []
        while self._snapshots:
            table, snapshot = self._snapshots.popitem()
            snapshots.append((table, snapshot.seq, snapshot.body))
        stored = self._connection.finish(
            [(*head, sealed("heads", *head)) for head in heads],
            [(*row, sealed("snapshots", *row)) for row in snapshots],
            self._after,
        )
        if any(stored.get(account, 0) != cents for account, cents in self._after.items()):
            raise StorageFailed("a balance is not what its postings make")
        if sum(stored.values()) != sum(self._before[account] for account in self._after):
            raise StorageFailed("chips were made or lost")

    def append(self, batch: Batch, rounds: Sequence[ClosedRound]) -> Receipt:
        """Write one batch, which closes these rounds, or raise before anything of it is written."""
        connection, table = self._connection, batch.table
        known, last = connection.look_up(batch)
        if known is not None:
            if known[0] != batch.action_hash:
                raise ActionReused(f"the action {batch.action_id} was asked before with another body")
            return replace(Receipt(*known[1:]), is_repeat=True)
        if batch.lease is not None and not connection.holds(batch.lease):
            raise LeaseLost(batch.lease.name)
        seq, head = self._heads.get(table) or last or (0, first_hash(table))
        if seq != batch.expected_seq:
            raise StaleSequence(table, batch.expected_seq, seq)
        for closed in rounds:
            if connection.has_round(closed.round):
                raise BadBatch(f"the round {closed.round} is closed already")
        change = changes(batch.postings)
        balances, forgotten = balances_after(self._held(change), change, batch.ceilings)

        rows = chained_rows(batch, seq, head)
        receipt = Receipt(table, seq + 1, seq + len(rows), rows[-1][-1], balances)
        action = batch.account, batch.action_id, batch.action_hash, table, receipt.first_seq, receipt.last_seq
        moves = [
            (table, number, move.source, move.destination, move.cents)
            for number, entry in enumerate(batch.entries, start=receipt.first_seq)
            for move in entry.postings
        ]
        connection.add_batch(rows, (*action, receipt.head), moves, balances, forgotten)
        for closed in rounds:
            where = closed.round, table, closed.first_seq, closed.last_seq, batch.stamped_ms, closed.withheld
            connection.add_round(where, [share_row(share) for share in closed.shares])
        self._after.update(balances)
        self._heads[table] = receipt.last_seq, receipt.head
        return receipt

    def _held(self, accounts: Iterable[str]) -> dict[str, int]:
        """Return the balances of accounts, as the database has them or as this transaction has changed them."""
        unknown = [account for account in accounts if account not in self._after]
        stored = self._connection.balances(unknown) if unknown else {}
        self._before.update(stored)
        return {**self._after, **stored}
