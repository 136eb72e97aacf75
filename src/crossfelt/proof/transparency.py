"""Checks proofs of the transparency log: that it has the append of a receipt, and that it was only ever added to."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

from crossfelt.errors import BadInput, ProofError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.merkle import HASH_BYTES, includes, is_consistent, leaf_hash
from crossfelt.proof.log_slice import read_hex, read_text
from crossfelt.proof.notes import SignedNote, VerifierKey, named_log_key, parse_note, parse_verifier_key
from crossfelt.proof.receipt import Cheating, Receipt, are_linked
from crossfelt.storage.chain import head_text

INCLUSION = "crossfelt-inclusion"
CONSISTENCY = "crossfelt-consistency"
VERSION = 1
_MOST_SIZE = 2**53
_SIZE = re.compile(r"0|[1-9]\d{0,15}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint whose signature hasn't been verified yet."""

    origin: str
    size: int
    root: bytes
    note: SignedNote


@dataclass(frozen=True, slots=True)
class LogKeys:
    """The key of a transparency log, and the key of the server that has named it."""

    log_key: VerifierKey
    server_key: VerifierKey


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A leaf that is in the tree of a signed checkpoint."""

    table: str
    seq: int
    head: str
    number: int
    checkpoint: Checkpoint
    keys: LogKeys


@dataclass(frozen=True, slots=True)
class Consistency:
    """The hashes that lead from the tree of one size to the tree of another."""

    old_size: int
    new_size: int
    hashes: tuple[bytes, ...]
    checkpoint: Checkpoint | None
    """That of the new size, signed by the log key."""
    keys: LogKeys


def read_checkpoint(text: str) -> Checkpoint:
    """Read a checkpoint without verifying its signature; `BadInput` when it isn't one."""
    note = parse_note(text)
    origin, size, root, *rest = [*note.text.split("\n"), "", "", ""]
    decoded = _decoded(root)
    if not origin or not _SIZE.fullmatch(size) or decoded is None or rest[:1] != [""]:
        message = "not a checkpoint: expected a name, a number of leaves and a hash in base64"
        raise BadInput(message, FaultCode.BAD_FORMAT, value=note.text)
    return Checkpoint(origin, int(size), decoded, note)


def check_signed(checkpoint: Checkpoint, key: VerifierKey) -> None:
    """Raise `ProofError` unless a key has signed a checkpoint as its own."""
    if checkpoint.origin != key.name or not checkpoint.note.is_signed_by(key):
        raise ProofError(f"the checkpoint isn't signed by {key.name}", FaultCode.NOT_SIGNED, key=key.name)


def is_inclusion(data: object) -> bool:
    """Whether a document says that it is a proof of inclusion."""
    return isinstance(data, dict) and data.get("format") == INCLUSION


def read_inclusion(data: object) -> Inclusion:
    """Read a proof that the log has an append, and verify it; `ProofError` when it doesn't hold."""
    fields = Fields(data, "")
    fields.text("format", among=(INCLUSION,))
    table, seq = read_text(fields, "table"), fields.integer("seq", least=1, most=_MOST_SIZE)
    head, number = read_hex(fields, "head"), fields.integer("number", least=0, most=_MOST_SIZE)
    note = fields.text("checkpoint")
    hashes, keys = _read_rest(fields)
    checkpoint = read_checkpoint(note)
    check_signed(checkpoint, keys.log_key)
    leaf = leaf_hash(head_text(table, seq, head.hex()).encode())
    if not includes(checkpoint.size, checkpoint.root, number, leaf, hashes):
        message = f"the hashes don't lead from entry {seq} of table {describe(table)} to the root of the checkpoint"
        raise ProofError(message, FaultCode.LOG_BROKEN, "hashes")
    return Inclusion(table, seq, head.hex(), number, checkpoint, keys)


def check_receipt_included(receipt: Receipt, proof: Inclusion, statements: Sequence[str] = ()) -> None:
    """Raise `Cheating` when the log of a server has another head than a receipt that it signed, `BadInput` when the
    two are about different entries."""
    if (receipt.table, receipt.seq) != (proof.table, proof.seq):
        message = (
            f"the receipt is about entry {receipt.seq} of table {describe(receipt.table)}, "
            f"the proof about entry {proof.seq} of table {describe(proof.table)}"
        )
        params = {"other_table": proof.table, "other_entry": proof.seq}
        raise BadInput(message, FaultCode.OTHER_ENTRY, table=receipt.table, entry=receipt.seq, **params)
    check_linked(receipt.key, proof.keys.server_key, statements)
    if receipt.hash != proof.head:
        message = (
            f"the server cheated: it signed the hash {receipt.hash} for entry {receipt.seq} of table {receipt.table}, "
            f"and its transparency log has {proof.head}"
        )
        raise Cheating(message, FaultCode.SERVER_CHEATED, table=receipt.table, entry=receipt.seq)


def as_receipt(proof: Inclusion) -> Receipt:
    """Return the entry that the log has as a receipt, to compare a record with it."""
    return Receipt(proof.table, proof.seq, proof.head, proof.keys.server_key)


def summary(proof: Inclusion) -> dict[str, object]:
    """Return what a proof shows as plain data."""
    return {
        "log": proof.checkpoint.origin,
        "table": proof.table,
        "seq": proof.seq,
        "number": proof.number,
        "size": proof.checkpoint.size,
    }


def check_linked(one: VerifierKey, other: VerifierKey, statements: Sequence[str]) -> None:
    """Raise `ProofError` unless two keys are of one server."""
    if not are_linked(one, other, statements):
        message = (
            f"the receipt is signed by {one.name}, and {other.name} names the key of the transparency log; no rotation "
            "statement links the two: pass the server's statements with --keys"
        )
        raise ProofError(message, FaultCode.KEYS_NOT_LINKED, keys=[one.name, other.name])


def is_consistency(data: object) -> bool:
    """Whether a document says that it is a proof of consistency."""
    return isinstance(data, dict) and data.get("format") == CONSISTENCY


def read_consistency(data: object) -> Consistency:
    """Read a proof that one tree is the beginning of another. Its hashes are only checked with two checkpoints."""
    fields = Fields(data, "")
    fields.text("format", among=(CONSISTENCY,))
    sizes = [fields.integer(key, least=0, most=_MOST_SIZE) for key in ("old_size", "new_size")]
    note = fields.raw("checkpoint")
    if note is not None and not isinstance(note, str):
        fields.fault(FaultCode.WRONG_TYPE, "must be a note or null", "checkpoint", expected="text", value=note)
    hashes, keys = _read_rest(fields)
    checkpoint = read_checkpoint(note) if isinstance(note, str) else None
    if checkpoint is not None:
        check_signed(checkpoint, keys.log_key)
        if checkpoint.size != sizes[1]:
            raise ProofError("the checkpoint of the proof is of another size", FaultCode.BAD_FORMAT, "checkpoint")
    return Consistency(sizes[0], sizes[1], hashes, checkpoint, keys)


def check_checkpoints(one: Checkpoint, other: Checkpoint, key: VerifierKey, proof: Consistency | None) -> None:
    """Raise `Cheating` when two checkpoints of one size have different roots, and `ProofError` when a proof doesn't
    lead from one to the other."""
    check_signed(one, key)
    check_signed(other, key)
    old, new = sorted((one, other), key=lambda checkpoint: checkpoint.size)
    if old.size == new.size:
        if old.root != new.root:
            message = f"the server cheated: it signed two different logs of {old.size} leaves"
            raise Cheating(message, FaultCode.SERVER_CHEATED, entry=old.size)
        return
    if proof is None or (proof.old_size, proof.new_size) != (old.size, new.size):
        address = f"/api/log/consistency?old={old.size}&new={new.size}"
        message = (
            f"checkpoints of {old.size} and {new.size} leaves need a proof: pass the answer of {address} with --proof"
        )
        raise BadInput(message, FaultCode.MISSING, "proof")
    if not is_consistent(old.size, old.root, new.size, new.root, proof.hashes):
        message = f"the hashes don't lead from the checkpoint of {old.size} leaves to the one of {new.size}"
        raise ProofError(message, FaultCode.LOG_BROKEN, "hashes")


def read_log_key(data: object) -> VerifierKey:
    """Read the key of the transparency log from the answer of `GET /api/keys`."""
    fields = Fields(data, "")
    log_key, statement = fields.text("log_key"), fields.text("log_statement")
    if fields.faults:
        raise BadInput(fault.prefixed("not the keys of a server") for fault in fields.faults)
    return _named(log_key, statement).log_key


def _named(log_key: str, statement: str) -> LogKeys:
    server_key, named = named_log_key(statement)
    key = parse_verifier_key(log_key)
    if key != named:
        raise ProofError(f"{server_key.name} names another key of its log", FaultCode.NOT_SIGNED, key=key.name)
    return LogKeys(key, server_key)


def _read_rest(fields: Fields) -> tuple[tuple[bytes, ...], LogKeys]:
    """Read the hashes and the keys, which every proof has."""
    fields.integer("version", least=VERSION, most=VERSION)
    texts, log_key, statement = fields.texts("hashes"), fields.text("log_key"), fields.text("log_statement")
    fields.refuse_unknown()
    decoded = [_decoded(text) for text in texts]
    if None in decoded:
        fields.fault(FaultCode.BAD_FORMAT, "must be hashes in base64", "hashes")
    if fields.faults:
        raise BadInput(fault.prefixed("not a proof of the transparency log") for fault in fields.faults)
    return tuple(one for one in decoded if one is not None), _named(log_key, statement)


def _decoded(text: str) -> bytes | None:
    """The 32 bytes of a hash in base64."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    is_canonical = len(decoded) == HASH_BYTES and base64.b64encode(decoded).decode() == text
    return decoded if is_canonical else None
