"""The Merkle tree of RFC 6962 over SHA-256: hashes, and proofs of inclusion and consistency.

A *node* is a complete subtree: `Node(level, number)` covers 2**level leaves from the one at `number * 2**level`. Each
hash of a proof is made of a few nodes, so the hashes of all nodes are enough to make any proof.
`docs/transparency.md` explains what the proofs show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of the tree without leaves."""
_LEAF, _NODE = b"\x00", b"\x01"


class Node(NamedTuple):
    """A complete subtree of 2**level leaves."""

    level: int
    number: int


Hashes = Callable[[Node], bytes]
"""Returns the hash of a node."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of the leaf of an entry."""
    return hashlib.sha256(_LEAF + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return hashlib.sha256(_NODE + left + right).digest()


def joined(hashes: Sequence[bytes]) -> bytes:
    """Return the hash over subtrees from left to right, of which each is larger than all to its right together."""
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = node_hash(left, root)
    return root


def nodes_of(start: int, end: int) -> list[Node]:
    """Return the nodes that cover the leaves of a subtree from `start` to before `end`, from left to right."""
    nodes = []
    while start < end:
        largest = (end - start).bit_length() - 1
        level = min(largest, (start & -start).bit_length() - 1) if start else largest
        nodes.append(Node(level, start >> level))
        start += 1 << level
    return nodes


def root_of(size: int, hashes: Hashes) -> bytes:
    """Return the root of the tree over the first `size` leaves."""
    return joined([hashes(node) for node in nodes_of(0, size)]) if size else EMPTY_ROOT


def inclusion_ranges(index: int, size: int) -> list[tuple[int, int]]:
    """Return the ranges of leaves whose hashes prove that the tree over `size` leaves has the one at `index`."""
    ranges, start, end = [], 0, size
    while end - start > 1:
        middle = _middle(start, end)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    return ranges[::-1]


def consistency_ranges(old: int, new: int) -> list[tuple[int, int]]:
    """Return the ranges of leaves whose hashes prove that the tree over `old` leaves is the beginning of the one over
    `new`."""
    if not 0 < old < new:
        return []
    ranges, start, end = [], 0, new
    while end != old:
        middle = _middle(start, end)
        if old <= middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    # The old root is known, so that a range that begins with the first leaf is left out.
    return [*([(start, end)] if start else []), *ranges[::-1]]


def proof(ranges: Sequence[tuple[int, int]], hashes: Hashes) -> list[bytes]:
    """Return the hashes of ranges of leaves."""
    return [joined([hashes(node) for node in nodes_of(start, end)]) for start, end in ranges]


def includes(size: int, root: bytes, index: int, leaf: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a path of hashes proves that the tree with this root has a leaf at `index`."""
    if not 0 <= index < size:
        return False
    hashes, made = iter(path), leaf
    for is_left in _turns(index, size - 1):
        other = next(hashes, None)
        if other is None:
            return False
        made = node_hash(other, made) if is_left else node_hash(made, other)
    return next(hashes, None) is None and made == root


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a path of hashes proves that the tree with the old root is the beginning of the one with the new
    root."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not path and (old_root == new_root if old == new else old_root == EMPTY_ROOT)
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    hashes = iter(path)
    made_old = made_new = next(hashes, b"") if first else old_root
    for is_left in _turns(first, last):
        other = next(hashes, None)
        if other is None:
            return False
        made_new = node_hash(other, made_new) if is_left else node_hash(made_new, other)
        made_old = node_hash(other, made_old) if is_left else made_old
    return next(hashes, None) is None and made_old == old_root and made_new == new_root


def _middle(start: int, end: int) -> int:
    """Return where a subtree is divided: behind the largest power of two of leaves that is smaller than all of them."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


def _turns(index: int, last: int) -> Iterator[bool]:
    """Yield on the way from a subtree up to the root whether the other subtree is the left one. `last` is the index of
    the last subtree of the same level."""
    while last:
        if index & 1:
            yield True
        elif index != last:
            yield False
        index, last = index >> 1, last >> 1
