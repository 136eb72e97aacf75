"""The slice of a table's log that a proof holds: its entries as they are stored, and the chain of their hashes."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, replace
from typing import Any

from crossfelt.errors import BadInput, Fault, ProofError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.ledger import Posting
from crossfelt.storage.chain import SCHEME, entry_hash, first_hash, parse_postings
from crossfelt.storage.port import Entry

_MOST_NUMBER = 10**15
_HASH_DIGITS = 64
LOG_PATH = "proof.log"
"""Where a record holds the slice."""


@dataclass(frozen=True, slots=True)
class LogSlice:
    """Consecutive entries of one table's log, whose hashes have been computed again."""

    before: bytes
    """The hash of the entry before the first."""
    entries: tuple[Entry, ...]

    @property
    def head(self) -> bytes:
        """The hash of the last entry."""
        return self.entries[-1].hash

    def of_kind(self, kind: str) -> list[Entry]:
        """The entries of that kind, in their order."""
        return [entry for entry in self.entries if entry.kind == kind]

    def document(self) -> dict[str, Any]:
        """The slice as plain JSON data, as a proof holds it."""
        first = self.entries[0]
        return {
            "scheme": SCHEME,
            "table": first.table,
            "first_seq": first.seq,
            "before": self.before.hex(),
            "entries": [
                {
                    "stamped_ms": entry.stamped_ms,
                    "kind": entry.kind,
                    "sealed": entry.is_sealed,
                    "body": base64.b64encode(entry.body).decode() if entry.is_sealed else entry.body.decode(),
                    "asked": entry.asked.hex(),
                    "postings": [[move.source, move.destination, move.cents] for move in entry.postings],
                }
                for entry in self.entries
            ],
            "head": self.head.hex(),
        }


def read_log_slice(fields: Fields) -> LogSlice:
    """The slice of a document; `ProofError` when the hashes of its entries do not lead to its head."""
    fields.integer("scheme", least=SCHEME, most=SCHEME)
    table, first_seq = read_text(fields, "table"), fields.integer("first_seq", least=1, most=_MOST_NUMBER)
    before, head = read_hex(fields, "before"), read_hex(fields, "head")
    stored = [_read_entry(entry) for entry in fields.tables("entries")]
    fields.refuse_unknown()
    if not stored:
        fields.fault(FaultCode.MISSING, "must hold the entries of the round", "entries")
    if fields.faults:
        raise ProofError(fields.faults)
    if first_seq == 1 and before != first_hash(table):
        message = f"the first entry of a table follows the hash of its name, {describe(table)}; this one does not"
        raise ProofError(message, FaultCode.LOG_BROKEN, f"{LOG_PATH}.before")
    entries: list[Entry] = []
    previous = before
    for seq, entry in enumerate(stored, start=first_seq):
        fields_of = entry.stamped_ms, entry.kind, entry.is_sealed, entry.body, entry.asked, entry.postings
        previous = entry_hash(previous, table, seq, *fields_of)
        entries.append(replace(entry, table=table, seq=seq, hash=previous))
    if previous != head:
        message = "the hashes of the log do not lead from the entry before the round to the head of the log"
        raise ProofError(message, FaultCode.LOG_BROKEN, f"{LOG_PATH}.head")
    return LogSlice(before, tuple(entries))


def read_text(fields: Fields, key: str) -> str:
    """A text that can be written as UTF-8, as half a pair of surrogates cannot."""
    text = fields.text(key)
    if _has_half_a_pair(text):
        fields.fault(FaultCode.BAD_FORMAT, "must be a text that UTF-8 can write", key, value=text)
        return ""
    return text


def read_hex(fields: Fields, key: str) -> bytes:
    """The 32 bytes of a text of 64 lower-case hex digits."""
    text = fields.text(key)
    try:
        decoded = bytes.fromhex(text)
    except ValueError:
        decoded = b""
    if decoded.hex() != text or len(text) != _HASH_DIGITS:
        message = f"must be {_HASH_DIGITS} lower-case hex digits, not {describe(text)}"
        fields.fault(FaultCode.BAD_FORMAT, message, key, value=text, pattern=f"[0-9a-f]{{{_HASH_DIGITS}}}")
    return decoded


def body_of(entry: Entry) -> dict[str, Any]:
    """The JSON object that an open entry holds; `ProofError` when it isn't one in its canonical form."""
    where = f"log entry {entry.seq} ({describe(entry.kind)})"
    if entry.is_sealed:
        raise _bad_body(entry, f"{where} is sealed, and must be open")
    try:
        body = parse_json(entry.body)
    except BadInput as error:
        raise ProofError(fault.prefixed(where, LOG_PATH) for fault in error.faults) from None
    if not isinstance(body, dict) or canonical_json(body).encode() != entry.body:
        raise _bad_body(entry, f"{where} is not a JSON object in its canonical form")
    return body


def _bad_body(entry: Entry, message: str) -> ProofError:
    params = {"entry": entry.seq, "kind": entry.kind}
    return ProofError(Fault(FaultCode.BAD_LOG_ENTRY, message, field=LOG_PATH, params=params))


def _read_entry(fields: Fields) -> Entry:
    """One entry, not yet numbered; the body of a sealed one stays encrypted, but is no longer written as text."""
    stamped_ms = fields.integer("stamped_ms", least=0, most=_MOST_NUMBER)
    kind, is_sealed, text = read_text(fields, "kind"), fields.boolean("sealed"), read_text(fields, "body")
    asked = read_hex(fields, "asked") if fields.raw("asked") != "" else b""
    postings = _read_postings(fields)
    fields.refuse_unknown()
    body = text.encode()
    if is_sealed:
        try:
            body = base64.b64decode(text, validate=True)
        except ValueError:
            fields.fault(FaultCode.BAD_FORMAT, "must be base64, since the entry is sealed", "body", value=text)
    return Entry("", 0, stamped_ms, kind, body, is_sealed, b"", asked, postings)


def _read_postings(fields: Fields) -> tuple[Posting, ...]:
    raw = fields.raw("postings")
    try:
        postings = parse_postings(json.dumps(raw, separators=(",", ":")) if raw != [] else "")
    except BadInput:
        postings = ()
    if (raw != [] and not postings) or any(map(_is_unfit, postings)):
        message = "must be a list of [source, destination, cents]"
        fields.fault(FaultCode.WRONG_TYPE, message, "postings", expected="list", value=raw)
        return ()
    return postings


def _is_unfit(move: Posting) -> bool:
    return move.cents > _MOST_NUMBER or _has_half_a_pair(move.source + " " + move.destination)


def _has_half_a_pair(text: str) -> bool:
    """Whether a text holds half a pair of surrogates, which UTF-8 can't write."""
    return any("\ud800" <= character <= "\udfff" for character in text)
