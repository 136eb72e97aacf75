"""Batches for the tests of storage."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from crossfelt.ledger import Posting
from crossfelt.storage.port import Batch, NewEntry

STAMP = 1_790_000_000_000


def batch(
    table: str = "t1",
    expected_seq: int = 0,
    action: str = "a1",
    bodies: Sequence[bytes] = (b"one",),
    postings: Sequence[Posting] = (),
    account: str = "player:1",
) -> Batch:
    asked = hashlib.sha256(repr((table, bodies, postings)).encode()).digest()
    entries = [NewEntry("thing_happened", body) for body in bodies[:-1]]
    entries += [NewEntry("thing_happened", body, postings=tuple(postings)) for body in bodies[-1:]]
    return Batch(table, expected_seq, account, action, asked, STAMP, entries)
