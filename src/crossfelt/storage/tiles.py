"""The tree of the transparency log in tiles, as C2SP tlog-tiles defines them: 256 hashes of one level in each.

Level 0 has the hashes of the leaves, and each hash of a higher level covers one full tile of the level below. Hashes
are only added at the end, so the tiles of today also make the proofs of any earlier size, and a proof reads a few of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from crossfelt.merkle import HASH_BYTES, Node, node_hash

_HEIGHT = 8
WIDTH = 1 << _HEIGHT
"""Hashes in a full tile."""


class Tile(NamedTuple):
    """The place of a tile."""

    level: int
    number: int


Tiles = Callable[[Tile], bytes]
"""Returns the hashes of a tile, one after the other."""


class TileHashes:
    """The hashes of nodes, made from tiles. Each tile is read once."""

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles
        self._read: dict[Tile, bytes] = {}

    def __call__(self, node: Node) -> bytes:
        """Return the hash of a node; `LookupError` when its tile is missing or too short."""
        level, height = divmod(node.level, _HEIGHT)
        first = node.number << height
        tile = Tile(level, first // WIDTH)
        if tile not in self._read:
            self._read[tile] = self._tiles(tile)
        start = first % WIDTH * HASH_BYTES
        hashes = split(self._read[tile][start : start + (HASH_BYTES << height)])
        if len(hashes) != 1 << height:
            raise LookupError(f"tile {tile.number} of level {tile.level} has fewer hashes than the tree")
        return folded(hashes)


def last_tiles(size: int) -> list[Tile]:
    """Return the tiles of a tree that aren't full, of which the next leaves become a part."""
    tiles, level = [], 0
    while size >> (_HEIGHT * level):
        count = size >> (_HEIGHT * level)
        if count % WIDTH:
            tiles.append(Tile(level, count // WIDTH))
        level += 1
    return tiles


def grown(size: int, partial: Mapping[Tile, bytes], leaves: Sequence[bytes]) -> dict[Tile, bytes]:
    """Return the tiles that change when a tree of `size` leaves gets more; `partial` has its last tiles."""
    changed: dict[Tile, bytes] = {}
    level, count, added = 0, size, list(leaves)
    while added:
        above = []
        while added:
            tile, room = Tile(level, count // WIDTH), WIDTH - count % WIDTH
            hashes = (partial[tile] if count % WIDTH else b"") + b"".join(added[:room])
            count, added = count + len(added[:room]), added[room:]
            changed[tile] = hashes
            if count % WIDTH == 0:
                above.append(folded(split(hashes)))
        level, count, added = level + 1, size >> (_HEIGHT * (level + 1)), above
    return changed


def folded(hashes: Sequence[bytes]) -> bytes:
    """Return the hash over a power of two of hashes."""
    row = hashes
    while len(row) > 1:
        row = [node_hash(row[place], row[place + 1]) for place in range(0, len(row), 2)]
    return row[0]


def split(hashes: bytes) -> list[bytes]:
    """Return hashes that are stored one after the other."""
    return [hashes[start : start + HASH_BYTES] for start in range(0, len(hashes), HASH_BYTES)]
