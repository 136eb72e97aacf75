"""Verifies the transparency log: makes every hash of the tree again from the entries, and compares each checkpoint with
the root at its size. `indexes.LeafRows` checks that each append has one leaf."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, func, select

from crossfelt.merkle import EMPTY_ROOT, HASH_BYTES, joined, node_hash
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.indexes import raw
from crossfelt.storage.leaves import TREE, hash_of_leaf
from crossfelt.storage.port import Broken
from crossfelt.storage.schema import CHECKPOINTS, ENTRIES, LEAVES, TILES, TREES
from crossfelt.storage.streaming import streamed
from crossfelt.storage.tiles import WIDTH, folded

SignatureCheck = Callable[[str], bool]
"""Returns whether the server signed a note."""
_TREE_CHANGED = "the size and root of the transparency log are not what the server wrote"


def check_tree(connection: Connection, checksums: Checksums, is_signed: SignatureCheck | None) -> Broken | None:
    """Return the first leaf, hash or checkpoint that isn't what the entries make. The entries and the places of the
    leaves have been verified."""
    notes = _Notes(connection, checksums, is_signed)
    tree, tiles = _Frontier(), _Tiles(connection)
    wrong = notes.at(tree)
    for number, table, seq, head in _leaves(connection):
        if wrong is not None:
            return wrong
        if number != tree.size:
            return Broken("", 0, f"the transparency log has no leaf {tree.size}")
        leaf = hash_of_leaf(table, seq, head)
        tree.add(leaf)
        wrong = tiles.add(leaf, table, seq) or notes.at(tree)
    return wrong or tiles.end() or notes.end(tree.size) or _check_row(connection, checksums, tree, notes.count)


def _leaves(connection: Connection) -> Iterator[Any]:
    """Yield number, table, entry and head of each leaf in the order of the numbers."""
    leaves = LEAVES.c
    there = (ENTRIES.c.table_name == leaves.table_name) & (ENTRIES.c.seq == leaves.seq)
    query = raw(LEAVES, leaves.number, leaves.table_name, leaves.seq, ENTRIES.c.hash).join(ENTRIES, there)
    return streamed(connection, query.order_by(leaves.number))


def _check_row(connection: Connection, checksums: Checksums, tree: _Frontier, checkpoints: int) -> Broken | None:
    rows = [tuple(row) for row in connection.execute(raw(TREES))]
    if not rows and not tree.size and not checkpoints:
        return None
    if len(rows) != 1 or rows[0][:4] != (TREE, tree.size, tree.root, checkpoints):
        return Broken("", 0, _TREE_CHANGED)
    return None if checksums.match("trees", *rows[0]) else Broken("", 0, _TREE_CHANGED)


class _Frontier:
    """The complete subtrees of a growing tree, the largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._hashes: list[bytes] = []

    @property
    def root(self) -> bytes:
        return joined(self._hashes) if self._hashes else EMPTY_ROOT

    def add(self, leaf: bytes) -> None:
        made, size = leaf, self.size
        while size & 1:
            made, size = node_hash(self._hashes.pop(), made), size >> 1
        self._hashes.append(made)
        self.size += 1


class _Tiles:
    """The tiles, compared with those that the leaves make."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._hashes: dict[int, list[bytes]] = defaultdict(list)
        self._number: dict[int, int] = defaultdict(int)
        self._count = 0
        self._leaves = b""
        """The stored tile of level 0 at hand."""

    def add(self, leaf: bytes, table: str, seq: int) -> Broken | None:
        place = len(self._hashes[0]) * HASH_BYTES
        if place == 0:
            self._leaves = self._stored(0)
        stored = self._leaves[place : place + HASH_BYTES]
        if stored != leaf:
            has = "is another" if len(stored) == HASH_BYTES else "is missing"
            return Broken(table, seq, f"its hash in the transparency log {has}")
        level, made = 0, leaf
        while True:
            self._hashes[level].append(made)
            if len(self._hashes[level]) < WIDTH:
                return None
            wrong = self._compare(level)
            if wrong is not None:
                return wrong
            made, self._hashes[level] = folded(self._hashes[level]), []
            self._number[level] += 1
            level += 1

    def end(self) -> Broken | None:
        wrongs = (self._compare(level) for level, hashes in self._hashes.items() if hashes)
        wrong = next((wrong for wrong in wrongs if wrong is not None), None)
        if wrong is not None:
            return wrong
        stored = self._connection.scalar(select(func.count()).select_from(TILES))
        return None if stored == self._count else Broken("", 0, "the transparency log has hashes for no leaf")

    def _stored(self, level: int) -> bytes:
        query = raw(TILES, TILES.c.hashes).where(TILES.c.level == level, TILES.c.number == self._number[level])
        stored = self._connection.execute(query).scalar()
        return stored if isinstance(stored, bytes) else b""

    def _compare(self, level: int) -> Broken | None:
        self._count += 1
        stored = self._leaves if level == 0 else self._stored(level)
        if stored == b"".join(self._hashes[level]):
            return None
        number = self._number[level]
        return Broken("", 0, f"hashes of the transparency log were changed: tile {number} of level {level}")


class _Notes:
    """The checkpoints, compared in the order of their sizes."""

    def __init__(self, connection: Connection, checksums: Checksums, is_signed: SignatureCheck | None) -> None:
        self._rows = streamed(connection, raw(CHECKPOINTS).order_by(CHECKPOINTS.c.size))
        self._next: Any = next(self._rows, None)
        self._checksums, self._is_signed = checksums, is_signed
        self.count = 0

    def at(self, tree: _Frontier) -> Broken | None:
        """Compare the checkpoint of the tree at hand, if there is one."""
        row = self._next
        if row is None or row[0] != tree.size:
            return None
        self._next, self.count = next(self._rows, None), self.count + 1
        size, root = tree.size, tree.root
        _, stored_root, note, _ = row
        is_right = stored_root == root and isinstance(note, str) and _states(note, size, root)
        if not is_right or not self._checksums.match("checkpoints", *row):
            return Broken("", 0, f"the checkpoint of {size} leaves is not what the server wrote")
        if self._is_signed is not None and not self._is_signed(note):
            return Broken("", 0, f"the checkpoint of {size} leaves isn't signed by the server")
        return None

    def end(self, size: int) -> Broken | None:
        row = self._next
        if row is None:
            return None
        return Broken("", 0, f"there is a checkpoint of {row[0]!a} leaves, and the transparency log has {size}")


def _states(note: str, size: int, root: bytes) -> bool:
    """Return whether a note is about this size and root."""
    return note.split("\n")[1:4] == [str(size), base64.b64encode(root).decode(), ""]
