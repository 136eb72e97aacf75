"""The hash chain of a log: each entry seals everything before it, over the very bytes that are stored.

Scheme 1: SHA-256 over the fields below in this order, each preceded by its length as eight bytes, the highest first.

    "crossfelt-log-1", hash of the entry before, name of the table, sequence number in decimal, time stamp in decimal,
    kind, "sealed" or "open", body

The first entry of a table follows the hash of "crossfelt-log-1" and the table's name. The heads of all tables form a
chain of their own in the order of their commits, with the postings of each, so that a table that loses its tail or is
missing altogether shows, and so does a posting that was changed.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from crossfelt.ledger import Posting

SCHEME = 1
_TITLE = b"crossfelt-log-1"
_LENGTH = struct.Struct(">Q").pack


def first_hash(table: str) -> bytes:
    """What the first entry of a table follows."""
    return digest(_TITLE, table.encode())


def entry_hash(previous: bytes, table: str, seq: int, stamped_ms: int, kind: str, sealed: bool, body: bytes) -> bytes:
    """The hash of one entry, sealed bodies as the encrypted bytes that they are stored as."""
    numbers = str(seq).encode(), str(stamped_ms).encode()
    return digest(_TITLE, previous, table.encode(), *numbers, kind.encode(), b"sealed" if sealed else b"open", body)


def heads_hash(previous: bytes, number: int, table: str, seq: int, head: bytes, postings: Iterable[Posting]) -> bytes:
    """The hash of one link in the chain of heads: after this batch the table ends with this entry, and these chips have
    moved."""
    moves = (text.encode() for move in postings for text in (move.source, move.destination, str(move.cents)))
    return digest(_TITLE, previous, str(number).encode(), table.encode(), str(seq).encode(), head, *moves)


FIRST_HEAD = hashlib.sha256(_TITLE).digest()
"""What the first link in the chain of heads follows."""


def digest(*parts: bytes) -> bytes:
    """SHA-256 over the parts, each preceded by its length, so that no two lists of parts look alike."""
    pieces: list[bytes] = []
    for part in parts:
        pieces += _LENGTH(len(part)), part
    return hashlib.sha256(b"".join(pieces)).digest()
