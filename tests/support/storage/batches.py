"""Batches for the tests of storage."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace

from crossfelt.ledger import Posting
from crossfelt.storage.port import Batch, NewEntry, Share, TreeHead

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


def closing(asked: Batch, round_id: str, first_seq: int, shares: Sequence[Share] | None = ()) -> Batch:
    """The batch with a last entry that closes a round."""
    listed = None if shares is None else [asdict(share) for share in shares]
    body = json.dumps({"round": round_id, "first_seq": first_seq, "shares": listed}).encode()
    *first, last = asked.entries
    return replace(asked, entries=[*first, replace(last, kind="round_closed", body=body)])


def note_of(tree: TreeHead) -> str:
    """A checkpoint with a signature that nobody made."""
    return f"origin\n{tree.size}\n{base64.b64encode(tree.root).decode()}\n\n\u2014 origin c2lnbmVk\n"
