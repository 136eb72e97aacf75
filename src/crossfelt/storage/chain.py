"""The hash chain of a table's log: each entry seals everything before it, over the very bytes that are stored.

Scheme 2: SHA-256 over the fields below in this order, each preceded by its length as eight bytes, the highest first.

    "crossfelt-log-2", hash of the entry before, name of the table, sequence number in decimal, time stamp in decimal,
    kind, "sealed" or "open", body, asked, then source, destination and cents in decimal of each posting of the entry

The first entry of a table follows the hash of "crossfelt-log-2" and the table's name. `asked` is empty except on the
first entry of a batch, where it is the SHA-256 of the fields account, action id and action hash.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.ledger import Posting
from crossfelt.storage.port import Batch, Entry

SCHEME = 2
HEAD = "crossfelt-head-2"
"""First line of the text about the last entry of an append."""
_TITLE = b"crossfelt-log-2"
_HEADS_TITLE = b"crossfelt-heads-2"
_LENGTH = struct.Struct(">Q").pack
_SHORT_COUNT = 1024
_SHORT = [_LENGTH(length) for length in range(_SHORT_COUNT)]
_written = json.JSONEncoder(separators=(",", ":")).encode
_PARTS = 3
"""Source, destination and cents of a posting."""


def first_hash(table: str) -> bytes:
    """The hash that the first entry of a table follows."""
    return digest(_TITLE, table.encode())


def asked_digest(account: str, action_id: str, action_hash: bytes) -> bytes:
    """The digest that ties the first entry of a batch to the action that caused it."""
    return digest(account.encode(), action_id.encode(), action_hash)


def entry_hash(
    previous: bytes,
    table: str,
    seq: int,
    stamped_ms: int,
    kind: str,
    sealed: bool,
    body: bytes,
    asked: bytes = b"",
    postings: Iterable[Posting] = (),
) -> bytes:
    """The hash of one entry. A sealed body is hashed as the encrypted bytes that are stored."""
    numbers = str(seq).encode(), str(stamped_ms).encode()
    state = b"sealed" if sealed else b"open"
    moves: list[bytes] = []
    for move in postings:
        moves += move.source.encode(), move.destination.encode(), str(move.cents).encode()
    return digest(_TITLE, previous, table.encode(), *numbers, kind.encode(), state, body, asked, *moves)


def head_text(table: str, seq: int, head: str) -> str:
    """The text about the last entry of an append, with its hash in hex. Receipts sign it, and it is the leaf of the
    append in the transparency log."""
    return f"{HEAD}\n{table}\n{seq}\n{head}\n"


def chained_entries(batch: Batch, seq: int, head: bytes) -> list[Entry]:
    """Return the entries of a batch behind the entry `seq` of its table, each with its hash."""
    entries = []
    asked = asked_digest(batch.account, batch.action_id, batch.action_hash)
    for number, entry in enumerate(batch.entries, start=seq + 1):
        fields = batch.table, number, batch.stamped_ms, entry.kind
        head = entry_hash(head, *fields, entry.is_sealed, entry.body, asked, entry.postings)
        entries.append(Entry(*fields, entry.body, entry.is_sealed, head, asked, entry.postings))
        asked = b""
    return entries


def chained_rows(batch: Batch, seq: int, head: bytes) -> list[tuple[Any, ...]]:
    """Return the entries of a batch behind the entry `seq` of its table as rows of the log, each with its hash last."""
    return [
        (
            *(entry.table, entry.seq, entry.stamped_ms, entry.kind, entry.is_sealed, entry.body, entry.asked),
            *(postings_text(entry.postings), SCHEME, entry.hash),
        )
        for entry in chained_entries(batch, seq, head)
    ]


def heads_digest(heads: Mapping[str, tuple[int, bytes]]) -> bytes:
    """A digest over the last entry of every table: two copies with the same one hold the same logs."""
    parts = (part for table in sorted(heads) for part in _head_parts(table, *heads[table]))
    return digest(_HEADS_TITLE, *parts)


def digest(*parts: bytes) -> bytes:
    """SHA-256 over the parts, each preceded by its length."""
    return hashlib.sha256(fields(*parts)).digest()


def fields(*parts: bytes) -> bytes:
    """The parts, each preceded by its length, so that no two lists of parts look alike."""
    pieces: list[bytes] = []
    for part in parts:
        length = len(part)
        pieces += _SHORT[length] if length < _SHORT_COUNT else _LENGTH(length), part
    return b"".join(pieces)


def postings_text(postings: Sequence[Posting]) -> str:
    """The postings of an entry as its row stores them: compact JSON, empty where no chips move."""
    if not postings:
        return ""
    return _written([(move.source, move.destination, move.cents) for move in postings])


def parse_postings(text: str) -> tuple[Posting, ...]:
    """The postings that a row stores; `BadInput` for a text that `postings_text` doesn't write."""
    if not text:
        return ()
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        rows = None
    if not isinstance(rows, list) or not all(map(_is_posting, rows)):
        raise BadInput("not a list of postings", FaultCode.WRONG_TYPE, "postings", expected="list", value=text)
    postings = tuple(Posting(*row) for row in rows)
    if postings_text(postings) != text:
        message = "the postings are not written in their canonical form"
        raise BadInput(message, FaultCode.BAD_FORMAT, "postings", value=text)
    return postings


def _is_posting(row: object) -> bool:
    if not isinstance(row, list) or len(row) != _PARTS:
        return False
    source, destination, cents = row
    is_typed = type(source) is str and type(destination) is str and type(cents) is int
    return is_typed and source != destination and cents > 0


def _head_parts(table: str, seq: int, head: bytes) -> tuple[bytes, bytes, bytes]:
    return table.encode(), str(seq).encode(), head
