"""Small checks of single log entries; each raises `ProofError` with the number of the entry. Knows no order."""

from __future__ import annotations

from typing import Any

from crossfelt.errors import ProofError, describe
from crossfelt.jsontext import canonical_json
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.storage.port import Entry


def only(log: LogSlice, kind: str) -> Entry:
    """Return the one entry of that kind."""
    found = log.of_kind(kind)
    if len(found) != 1:
        raise ProofError(f"the log of the round must hold {kind} once, not {len(found)} times")
    return found[0]


def must(holds: bool, entry: Entry, says: str) -> None:
    """Refuse an entry for which something doesn't hold."""
    if not holds:
        raise ProofError(f"log entry {entry.seq}: {entry.kind} {says}")


def same(entry: Entry, expected: dict[str, object], source: str = "that of the record") -> None:
    """Refuse an entry whose body holds other values than these."""
    body = body_of(entry)
    for key, value in expected.items():
        if canonical_json(body.get(key)) != canonical_json(value):
            raise ProofError(f"log entry {entry.seq}: the {key} of {entry.kind} is not {source}")


def seat_of(entry: Entry, body: dict[str, Any]) -> int:
    """Return the seat that the body of an entry names."""
    seat = body.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise ProofError(f"log entry {entry.seq}: {describe(seat)} is not a seat")
    return seat
