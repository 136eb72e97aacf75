"""The tree of RFC 6962, section 2.1, as its text defines it: by recursion over the entries, nothing stored."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def tree_hash(entries: Sequence[bytes]) -> bytes:
    """MTH: the hash of the tree over these entries."""
    if not entries:
        return hashlib.sha256(b"").digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = _largest_power_below(len(entries))
    return hashlib.sha256(b"\x01" + tree_hash(entries[:k]) + tree_hash(entries[k:])).digest()


def audit_path(index: int, entries: Sequence[bytes]) -> list[bytes]:
    """PATH: the hashes that prove the entry at an index."""
    if len(entries) == 1:
        return []
    k = _largest_power_below(len(entries))
    if index < k:
        return [*audit_path(index, entries[:k]), tree_hash(entries[k:])]
    return [*audit_path(index - k, entries[k:]), tree_hash(entries[:k])]


def consistency_proof(old: int, entries: Sequence[bytes]) -> list[bytes]:
    """PROOF: the hashes that prove that the first `old` entries are the beginning of these."""
    return _subproof(old, entries, True) if 0 < old < len(entries) else []


def _subproof(old: int, entries: Sequence[bytes], is_known: bool) -> list[bytes]:
    if old == len(entries):
        return [] if is_known else [tree_hash(entries)]
    k = _largest_power_below(len(entries))
    if old <= k:
        return [*_subproof(old, entries[:k], is_known), tree_hash(entries[k:])]
    return [*_subproof(old - k, entries[k:], False), tree_hash(entries[:k])]


def _largest_power_below(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power
