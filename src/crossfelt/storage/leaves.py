"""The transparency log in SQL: one leaf for each append, in the order in which a checkpointer reads them.

A leaf names the last entry of an append, so it can be made at any time later. Which appends have none follows from the
entries and the leaves alone: there is no queue that a crash could lose or repeat. `tiles.py` has the tree over the
leaves, and `tree_checks.py` verifies both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, select, text

from crossfelt.merkle import EMPTY_ROOT, leaf_hash, root_of
from crossfelt.storage.chain import head_text
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.port import Checkpoint, Leaf, StorageFailed, TreeHead
from crossfelt.storage.schema import CHECKPOINTS, ENTRIES, LEAVES, TILES, TREES
from crossfelt.storage.tiles import Tile, TileHashes, Tiles, grown, last_tiles

TREE = "log"
"""The name of the one tree."""

# The last entry of an append is followed by one that an action begins, or by none.
_NEW_APPENDS = text(
    "SELECT entries.table_name, entries.seq, entries.hash FROM ("
    " SELECT heads.table_name, heads.seq, COALESCE((SELECT MAX(leaves.seq) FROM leaves"
    "  WHERE leaves.table_name = heads.table_name), 0) AS included FROM heads) AS grown"
    " JOIN entries ON entries.table_name = grown.table_name AND entries.seq > grown.included"
    " WHERE grown.included < grown.seq AND (entries.seq = grown.seq OR EXISTS (SELECT 1 FROM entries AS following"
    "  WHERE following.table_name = entries.table_name AND following.seq = entries.seq + 1"
    "  AND LENGTH(following.asked) > 0))"
    " ORDER BY entries.table_name, entries.seq LIMIT :most"
)
_TILE = select(TILES.c.hashes)
_LEAF = select(LEAVES.c.number, LEAVES.c.seq, ENTRIES.c.hash).join(
    ENTRIES, (ENTRIES.c.table_name == LEAVES.c.table_name) & (ENTRIES.c.seq == LEAVES.c.seq)
)


@dataclass(frozen=True, slots=True)
class StoredTree:
    """The row of the tree."""

    head: TreeHead
    checkpoints: int

    def row(self, checksums: Checksums) -> tuple[str, int, bytes, int, bytes]:
        """Return the row with its checksum."""
        fields = TREE, self.head.size, self.head.root, self.checkpoints
        return *fields, checksums.of("trees", *fields)


@dataclass(frozen=True, slots=True)
class Growth:
    """The leaves that a tree gets, with the rows that change."""

    size: int
    """The size of the tree before."""
    head: TreeHead
    leaves: Sequence[tuple[str, int, int]]
    tiles: Sequence[tuple[int, int, bytes]]


def new_appends(connection: Connection, most: int) -> list[tuple[str, int, bytes]]:
    """Return table, last entry and head of appends that have no leaf yet, table by table."""
    return [(row[0], row[1], row[2]) for row in connection.execute(_NEW_APPENDS, {"most": most})]


def tree_of(connection: Connection, checksums: Checksums) -> StoredTree:
    """Return the tree as it is stored."""
    row = connection.execute(select(TREES)).first()
    return read_tree(tuple(row) if row is not None else None, checksums)


def read_tree(row: tuple[Any, ...] | None, checksums: Checksums) -> StoredTree:
    """Return the tree of a row; `StorageFailed` when it isn't what a server wrote."""
    if row is None:
        return StoredTree(TreeHead(0, EMPTY_ROOT), 0)
    if not checksums.match("trees", *row):
        raise StorageFailed("the transparency log was changed outside the server; run `crossfelt db verify`")
    return StoredTree(TreeHead(row[1], row[2]), row[3])


def growth_of(head: TreeHead, partial: Mapping[Tile, bytes], appends: Sequence[tuple[str, int, bytes]]) -> Growth:
    """Return what changes when appends get their leaves; `partial` has the last tiles of the tree."""
    size = head.size + len(appends)
    if root_of(head.size, TileHashes(partial.__getitem__)) != head.root:
        raise StorageFailed("the transparency log was changed outside the server; run `crossfelt db verify`")
    changed = grown(head.size, partial, [hash_of_leaf(*append) for append in appends])
    hashes = TileHashes({**partial, **changed}.__getitem__)
    root = root_of(size, hashes)
    leaves = [(table, seq, number) for number, (table, seq, _) in enumerate(appends, start=head.size)]
    return Growth(head.size, TreeHead(size, root), leaves, [(*tile, row) for tile, row in changed.items()])


def hash_of_leaf(table: str, seq: int, head: bytes) -> bytes:
    """Return the leaf of an append: the hash of the text that its receipt signs."""
    return leaf_hash(head_text(table, seq, head.hex()).encode())


def last_tiles_of(connection: Connection, size: int) -> dict[Tile, bytes]:
    """Return the tiles that aren't full."""
    tiles = tiles_of(connection)
    return {tile: tiles(tile) for tile in last_tiles(size)}


def tiles_of(connection: Connection) -> Tiles:
    """Return a reader of tiles; it raises `StorageFailed` for one that is missing."""

    def read(tile: Tile) -> bytes:
        hashes: bytes | None = connection.scalar(
            _TILE.where(TILES.c.level == tile.level, TILES.c.number == tile.number)
        )
        if hashes is None:
            raise StorageFailed("the transparency log has lost hashes; run `crossfelt db verify`")
        return hashes

    return read


def leaf_of(connection: Connection, table: str, seq: int) -> Leaf | None:
    """Return the first leaf of a table that covers an entry."""
    return _leaf(connection, table, _LEAF.where(LEAVES.c.seq >= seq).order_by(LEAVES.c.seq))


def last_leaf_of(connection: Connection, table: str, size: int) -> Leaf | None:
    """Return the last leaf of a table in the tree over `size` leaves."""
    return _leaf(connection, table, _LEAF.where(LEAVES.c.number < size).order_by(LEAVES.c.seq.desc()))


def _leaf(connection: Connection, table: str, query: Select[Any]) -> Leaf | None:
    row = connection.execute(query.where(LEAVES.c.table_name == table).limit(1)).first()
    return Leaf(row.number, table, row.seq, row.hash) if row is not None else None


def checkpoint_of(connection: Connection, size: int | None) -> Checkpoint | None:
    """Return the checkpoint of a size, or the last one."""
    query = select(CHECKPOINTS.c.size, CHECKPOINTS.c.note)
    query = query.where(CHECKPOINTS.c.size == size) if size is not None else query.order_by(CHECKPOINTS.c.size.desc())
    row = connection.execute(query.limit(1)).first()
    return Checkpoint(row.size, row.note) if row is not None else None
