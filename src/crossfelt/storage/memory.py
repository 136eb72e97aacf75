"""A storage that forgets everything when it is closed: for tests, practice and as the simplest form of the promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from dataclasses import replace
from itertools import islice
from threading import Lock
from typing import TypeVar

from crossfelt import merkle
from crossfelt.ledger import Posting
from crossfelt.storage.chain import chained_entries, first_hash, heads_digest
from crossfelt.storage.funds import balances_after, changes, check_batch, check_texts
from crossfelt.storage.leaves import growth_of
from crossfelt.storage.port import (
    ActionReused,
    BadBatch,
    Batch,
    Broken,
    Checkpoint,
    Entry,
    Leaf,
    OpenTable,
    PlayedRound,
    Player,
    Receipt,
    RoundRow,
    Share,
    Snapshot,
    StaleSequence,
    StatementLine,
    StorageError,
    StorageFailed,
    TreeHead,
    Whole,
)
from crossfelt.storage.tiles import Tile, TileHashes, last_tiles

T = TypeVar("T")


class MemoryStore:
    """Lists and dictionaries behind one lock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: dict[str, list[Entry]] = {}
        self._actions: dict[tuple[str, str], tuple[bytes, Receipt]] = {}
        self._balances: Counter[str] = Counter()
        self._postings: list[tuple[Entry, Posting]] = []
        self._rounds: dict[str, tuple[RoundRow, tuple[Share, ...]]] = {}
        self._players: dict[str, Player] = {}
        self._settings: dict[str, str] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._appends: list[tuple[str, int, bytes]] = []
        """Table, last entry and head of each append; the first ones have a leaf."""
        self._tree = TreeHead(0, merkle.EMPTY_ROOT)
        self._tiles: dict[Tile, bytes] = {}
        self._checkpoints: dict[int, Checkpoint] = {}
        self._is_closed = False

    @property
    def failure(self) -> str | None:
        """Memory does not fail; it may only be closed."""
        return "the storage is closed" if self._is_closed else None

    def append(self, batch: Batch) -> Future[Receipt]:
        """Append immediately: memory is as durable as it gets."""
        return self._done(lambda: self._append(batch))

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before."""
        known = self._actions.get((account, action_id))
        if known is None:
            return None
        if known[0] != action_hash:
            raise ActionReused(f"the action {action_id} was asked before with another body")
        return known[1]

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries behind one sequence number, up to another."""
        yield from self._entries.get(table, [])[after:upto]

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry."""
        entries = self._entries.get(table)
        return (entries[-1].seq, entries[-1].hash) if entries else (0, first_hash(table))

    def tables(self, but: str = "") -> tuple[str, ...]:
        """The names of all tables that have entries, without those that begin with `but`."""
        return tuple(name for name in sorted(self._entries) if not (but and name.startswith(but)))

    def open_tables(self, but: str, closing: str) -> Iterator[OpenTable]:
        """Yield the tables whose last entry isn't of the kind `closing`."""
        for name in self.tables(but):
            entries, snapshot = self._entries[name], self._snapshots.get(name)
            if entries[-1].kind != closing:
                behind = snapshot.seq if snapshot is not None else 1
                yield OpenTable(name, entries[-1].hash, snapshot, (entries[0], *entries[behind:]))

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""
        with self._lock:
            return {name: cents for name, cents in sorted(self._balances.items()) if name.startswith(prefix)}

    def balance(self, account: str) -> int:
        """The cents in one account."""
        return self._balances[account]

    def statement(self, account: str, before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """The movements of an account, the newest first, each with what the account held afterwards."""
        with self._lock:
            balance, lines = self._balances[account], []
            for number in range(len(self._postings), 0, -1):
                entry, move = self._postings[number - 1]
                if account not in (move.source, move.destination):
                    continue
                is_gain = move.destination == account
                cents = move.cents if is_gain else -move.cents
                if before is None or number < before:
                    other = move.source if is_gain else move.destination
                    where = entry.table, entry.seq, entry.stamped_ms
                    lines.append(StatementLine(number, *where, other, cents, balance))
                    if len(lines) == limit:
                        break
                balance -= cents
            return lines

    def round(self, round_id: str) -> RoundRow | None:
        """Return the place of a closed round in the log."""
        closed = self._rounds.get(round_id)
        return closed[0] if closed is not None else None

    def rounds_at(self, table: str, before: int | None = None, limit: int = 100) -> list[RoundRow]:
        """The closed rounds of a table, the newest first."""
        rows = (row for row, _ in self._closed(before) if row.table == table)
        return list(islice(rows, limit))

    def rounds_of(self, player: str, before: int | None = None, limit: int = 100) -> list[PlayedRound]:
        """The closed rounds in which a player had a share, the newest first."""
        rows = (
            PlayedRound(
                *(row.number, row.round, row.table, row.first_seq, row.last_seq, row.stamped_ms, row.withheld),
                *(share.seat, share.staked_cents, share.returned_cents, share.withheld),
            )
            for row, shares in self._closed(before)
            for share in shares
            if share.player == player
        )
        return list(islice(rows, limit))

    def withheld_at(self, table: str) -> int:
        """The number of seeds that were withheld in the closed rounds of a table."""
        return sum(row.withheld for row, _ in self._rounds.values() if row.table == table)

    def withheld_of(self, player: str) -> int:
        """The number of closed rounds in which a player withheld a seed."""
        every = (share for _, shares in self._rounds.values() for share in shares)
        return sum(share.withheld for share in every if share.player == player)

    def save_player(self, player: Player) -> Future[None]:
        """Save a player in place of the one with the same id."""

        def save() -> None:
            check_texts(player.id, player.name)
            self._players[player.id] = player

        return self._done(save)

    def player(self, player_id: str) -> Player | None:
        """The player with this id."""
        return self._players.get(player_id)

    def players(self, player_ids: Collection[str]) -> dict[str, Player]:
        """The players with these ids, by id."""
        return {player_id: self._players[player_id] for player_id in player_ids if player_id in self._players}

    def guest_ids(self, after: str = "", limit: int = 100) -> list[str]:
        """The ids of guests who were not deleted, in order, beginning behind one of them."""
        with self._lock:
            guests = [player for player in self._players.values() if player.kind == "guest"]
        return sorted(guest.id for guest in guests if guest.deleted_ms is None and guest.id > after)[:limit]

    def player_by_recovery(self, recovery_hash: bytes) -> Player | None:
        """The player whose recovery code has this hash."""
        with self._lock:
            return next((player for player in self._players.values() if player.recovery_hash == recovery_hash), None)

    def save_setting(self, name: str, value: str) -> Future[None]:
        """Save a small fact of the service in place of its older value."""

        def save() -> None:
            check_texts(name, value)
            self._settings[name] = value

        return self._done(save)

    def setting(self, name: str) -> str | None:
        """Return the value saved last under this name."""
        return self._settings.get(name)

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Save a state for a quick start."""
        self._snapshots[table] = snapshot

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the state saved last."""
        return self._snapshots.get(table)

    def mark_verified(self, in_background: bool = False) -> Future[None]:  # noqa: ARG002
        """Do nothing: no server starts from memory."""
        return self._done(lambda: None)

    def verified(self) -> Whole | Broken:
        """Check the sums only: no one else can change this memory."""
        with self._lock:
            total = sum(self._balances.values())
            if total != 0:
                return Broken("", 0, f"the accounts total {total} cents, not 0")
            heads = {table: self.head(table) for table in self._entries}
            return Whole(len(heads), sum(map(len, self._entries.values())), heads_digest(heads))

    def verified_from_mark(self) -> Whole | Broken:
        """There is no mark, so everything is verified."""
        return self.verified()

    def check_receipt(self, receipt: Receipt) -> Broken | None:
        """Return what is wrong when the log no longer has the entry of a receipt."""
        entry = next(self.entries(receipt.table, receipt.last_seq - 1, receipt.last_seq), None)
        return Broken.of_receipt(receipt, entry.hash if entry is not None else None)

    def join(self, lease_ms: int) -> None:
        """Return None: nobody else has this memory."""

    def grow_tree(self, most: int) -> int:
        """Give appends that have no leaf yet one each."""
        with self._lock:
            if self._is_closed:
                raise StorageFailed("the storage is closed")
            appends = self._appends[self._tree.size :][:most]
            if appends:
                partial_tiles = {tile: self._tiles[tile] for tile in last_tiles(self._tree.size)}
                growth = growth_of(self._tree, partial_tiles, appends)
                self._tree = growth.head
                self._tiles |= {Tile(level, number): hashes for level, number, hashes in growth.tiles}
            return len(appends)

    def tree(self) -> TreeHead:
        """The transparency log as it is now."""
        return self._tree

    def leaf(self, table: str, seq: int) -> Leaf | None:
        """The leaf of the append that has this entry of a table."""
        for number, (name, last, head) in enumerate(self._appends[: self._tree.size]):
            if name == table and last >= seq:
                return Leaf(number, name, last, head)
        return None

    def inclusion_path(self, number: int, size: int) -> list[bytes]:
        """The hashes that prove a leaf in the tree over the first `size` leaves."""
        return merkle.proof(merkle.inclusion_ranges(number, size), TileHashes(self._tiles.__getitem__))

    def consistency_path(self, old: int, new: int) -> list[bytes]:
        """The hashes that prove that the tree over `old` leaves is the beginning of the one over `new`."""
        return merkle.proof(merkle.consistency_ranges(old, new), TileHashes(self._tiles.__getitem__))

    def save_checkpoint(self, head: TreeHead, note: str) -> None:
        """Save a checkpoint."""
        self._checkpoints.setdefault(head.size, Checkpoint(head.size, note))

    def checkpoint(self, size: int | None = None) -> Checkpoint | None:
        """The checkpoint of a size, or the last one."""
        return self._checkpoints.get(max(self._checkpoints, default=-1) if size is None else size)

    def close(self) -> None:
        """From here on every append is refused."""
        self._is_closed = True

    def _done(self, work: Callable[[], T]) -> Future[T]:
        answer: Future[T] = Future()
        try:
            with self._lock:
                if self._is_closed:
                    raise StorageFailed("the storage is closed")
                answer.set_result(work())
        except StorageError as error:
            answer.set_exception(error)
        return answer

    def _closed(self, before: int | None) -> Iterator[tuple[RoundRow, tuple[Share, ...]]]:
        with self._lock:
            rounds = list(self._rounds.values())
        return (closed for closed in reversed(rounds) if before is None or closed[0].number < before)

    def _append(self, batch: Batch) -> Receipt:
        rounds = check_batch(batch)
        known = self.remembered(batch.account, batch.action_id, batch.action_hash)
        if known is not None:
            return replace(known, is_repeat=True)
        seq, head = self.head(batch.table)
        if seq != batch.expected_seq:
            raise StaleSequence(batch.table, batch.expected_seq, seq)
        for closed in rounds:
            if closed.round in self._rounds:
                raise BadBatch(f"the round {closed.round} is closed already")
        after, forgotten = balances_after(self._balances, changes(batch.postings), batch.ceilings)
        stored = chained_entries(batch, seq, head)
        receipt = Receipt(batch.table, seq + 1, seq + len(stored), stored[-1].hash)
        self._entries.setdefault(batch.table, []).extend(stored)
        for account, cents in after.items():
            self._balances[account] = cents
        for account in forgotten:
            del self._balances[account]
        self._postings += [(entry, move) for entry in stored for move in entry.postings]
        for closed in rounds:
            where = closed.round, batch.table, closed.first_seq, closed.last_seq, batch.stamped_ms, closed.withheld
            self._rounds[closed.round] = RoundRow(len(self._rounds) + 1, *where), closed.shares
        self._appends.append((batch.table, receipt.last_seq, receipt.head))
        self._actions[batch.account, batch.action_id] = (batch.action_hash, receipt)
        return replace(receipt, balances=after)
