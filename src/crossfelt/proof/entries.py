"""Small checks of single log entries; each raises `ProofError` with the number of the entry. Knows no order."""

from __future__ import annotations

from typing import Any

from crossfelt.errors import Fault, ProofError, describe
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json
from crossfelt.proof.log_slice import LOG_PATH, LogSlice, body_of
from crossfelt.storage.port import Entry


def only(log: LogSlice, kind: str) -> Entry:
    """Return the one entry of that kind."""
    entries = log.of_kind(kind)
    if len(entries) != 1:
        message = f"the log of the round must hold {kind} once, not {len(entries)} times"
        raise ProofError(message, FaultCode.BAD_LOG_ENTRY, LOG_PATH, kind=kind)
    return entries[0]


def must(holds: bool, entry: Entry, message: str) -> None:
    """Refuse an entry for which something doesn't hold."""
    if not holds:
        raise bad_entry(entry, f"{entry.kind} {message}")


def same(entry: Entry, expected: dict[str, object], source: str = "that of the record") -> None:
    """Refuse an entry whose body holds other values than these."""
    body = body_of(entry)
    for key, value in expected.items():
        if canonical_json(body.get(key)) != canonical_json(value):
            raise bad_entry(entry, f"the {key} of {entry.kind} is not {source}", key)


def seat_of(entry: Entry, body: dict[str, Any]) -> int:
    """Return the seat that the body of an entry names."""
    seat = body.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise bad_entry(entry, f"{describe(seat)} is not a seat", "seat")
    return seat


def bad_entry(entry: Entry, message: str, key: str | None = None) -> ProofError:
    """An entry that isn't what it must be; `key` is the key of its body that is wrong."""
    params = {"entry": entry.seq, "kind": entry.kind, "key": key}
    where = f"log entry {entry.seq}"
    return ProofError(Fault(FaultCode.BAD_LOG_ENTRY, message, where, field=LOG_PATH, params=params))
