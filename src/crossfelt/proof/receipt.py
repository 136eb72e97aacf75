"""Receipts: signed heads that players keep, and what follows when one contradicts a record or another receipt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crossfelt.errors import BadInput, ProofError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.proof.log_slice import LogSlice
from crossfelt.proof.notes import VerifierKey, parse_note, parse_verifier_key, successor
from crossfelt.storage.chain import HEAD

FORMAT = "crossfelt-receipt"
VERSION = 1
_SEQ = re.compile(r"[1-9]\d{0,14}", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Cheating(ProofError):
    """One key signed two different logs of one table: anybody can verify it from the two files alone."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A signed head whose signature verifies with the key beside it."""

    table: str
    seq: int
    hash: str
    key: VerifierKey


@dataclass(frozen=True, slots=True)
class SignedHead:
    """The signature under the last entry of a record."""

    key: VerifierKey


def is_receipt(data: object) -> bool:
    """Whether a document says that it is a receipt."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def read_receipt(data: object) -> Receipt:
    """Read a receipt and verify its signature; `BadInput` says why it proves nothing."""
    fields = Fields(data, "")
    fields.text("format", among=(FORMAT,))
    fields.integer("version", least=VERSION, most=VERSION)
    written, text = fields.text("key"), fields.text("note")
    fields.refuse_unknown()
    if fields.faults:
        raise BadInput(fault.prefixed("not a receipt") for fault in fields.faults)
    key, note = parse_verifier_key(written), parse_note(text)
    if not note.is_signed_by(key):
        message = f"the receipt isn't signed by {key.name}, so it proves nothing"
        raise BadInput(message, FaultCode.NOT_SIGNED, "note", key=key.name)
    kind, table, seq, head, *rest = [*note.text.split("\n"), "", "", ""]
    if kind != HEAD or rest != ["", "", "", ""] or not (_SEQ.fullmatch(seq) and _HASH.fullmatch(head)):
        message = "the receipt is signed, but not for an entry of a log"
        raise BadInput(message, FaultCode.BAD_FORMAT, "note", value=note.text)
    return Receipt(table, int(seq), head, key)


def read_statements(data: object) -> tuple[str, ...]:
    """The rotation statements of `GET /api/keys`, each verified; `BadInput` when one isn't signed by its old key."""
    fields = Fields(data, "")
    fields.text("key")
    statements = tuple(fields.texts("statements"))
    for key in ("log_key", "log_statement"):
        fields.text(key, default="")
    fields.refuse_unknown()
    if fields.faults:
        raise BadInput(fault.prefixed("not the keys of a server") for fault in fields.faults)
    for statement in statements:
        successor(statement)
    return statements


def are_linked(one: VerifierKey, other: VerifierKey, statements: Sequence[str]) -> bool:
    """Whether both keys are of one server: the same, or one succeeded the other by rotation statements."""
    chains = [successor(statement) for statement in statements]
    return any(_follows(old, new, chains) for old, new in ((one, other), (other, one)))


def compare(one: Receipt, other: Receipt, statements: Sequence[str] = ()) -> None:
    """Raise `Cheating` when two receipts contradict each other, `BadInput` when they are about different entries."""
    if (one.table, one.seq) != (other.table, other.seq):
        message = (
            f"the receipts can't be compared: one is about entry {one.seq} of table {describe(one.table)}, "
            f"the other about entry {other.seq} of table {describe(other.table)}"
        )
        params = {"other_table": other.table, "other_entry": other.seq}
        raise BadInput(message, FaultCode.OTHER_ENTRY, table=one.table, entry=one.seq, **params)
    if one.hash != other.hash:
        _contradicted(one, other.hash, other.key, "the other receipt", statements)


def check_receipt(log: LogSlice, signed: SignedHead, receipt: Receipt, statements: Sequence[str] = ()) -> None:
    """Raise `ProofError` when a record has another entry than the receipt says, `Cheating` when one server signed both,
    and `BadInput` when the record doesn't reach the entry."""
    first, last = log.entries[0], log.entries[-1]
    if receipt.table != first.table:
        message = f"the receipt is about table {describe(receipt.table)}, the record about {describe(first.table)}"
        raise _other_entry(message, receipt, log)
    if not first.seq - 1 <= receipt.seq <= last.seq:
        message = (
            f"the receipt is about log entry {receipt.seq}, and the record has the entries {first.seq} to {last.seq}"
        )
        raise _other_entry(message, receipt, log)
    logged_hash = log.before if receipt.seq < first.seq else log.entries[receipt.seq - first.seq].hash
    if logged_hash.hex() != receipt.hash:
        _contradicted(receipt, logged_hash.hex(), signed.key, "the record", statements)


def _contradicted(receipt: Receipt, logged_hash: str, key: VerifierKey, where: str, statements: Sequence[str]) -> None:
    what = (
        f"entry {receipt.seq} of table {receipt.table} has the hash {receipt.hash} in the receipt "
        f"and {logged_hash} in {where}"
    )
    params: dict[str, object] = {"table": receipt.table, "entry": receipt.seq}
    params |= {"hash": receipt.hash, "other_hash": logged_hash}
    if are_linked(receipt.key, key, statements):
        message = f"the server cheated: it signed two different logs of one table; {what}"
        raise Cheating(message, FaultCode.SERVER_CHEATED, **params)
    message = (
        f"{what}; they are signed by different keys, {receipt.key.name} and {key.name}, and no rotation statement "
        "links the two: pass the server's statements with --keys"
    )
    raise ProofError(message, FaultCode.KEYS_NOT_LINKED, keys=[receipt.key.name, key.name], **params)


def _other_entry(message: str, receipt: Receipt, log: LogSlice) -> BadInput:
    """A receipt about an entry that the record doesn't have; its last entry is named beside it."""
    last = log.entries[-1]
    params = {"other_table": last.table, "other_entry": last.seq}
    return BadInput(message, FaultCode.OTHER_ENTRY, table=receipt.table, entry=receipt.seq, **params)


def _follows(old: VerifierKey, new: VerifierKey, chains: Sequence[tuple[VerifierKey, VerifierKey]]) -> bool:
    key = old
    for before, after in chains:
        if key == new:
            break
        if before == key:
            key = after
    return key == new
