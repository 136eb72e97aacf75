"""Puts together a record with its proof from the log of the table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from crossfelt.catalog import AnyGame
from crossfelt.fairness import SCHEME
from crossfelt.jsontext import canonical_json
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.proof.notes import VerifierKey
from crossfelt.record import DIGEST, PROOF
from crossfelt.storage.port import Entry


class HeadSigner(Protocol):
    """Signs the last entry of a log."""

    @property
    def key(self) -> VerifierKey:
        """The key that verifies its signatures."""

    def sign_head(self, table: str, seq: int, head: bytes, /) -> str:
        """Base64 of the key id and the signature of a head."""


def with_proof(record: dict[str, Any], before: bytes, entries: Sequence[Entry], signer: HeadSigner) -> dict[str, Any]:
    """The record of a round that is over, with the proof that its log holds, signed.

    `entries` are those of the table from `round_committed` to `round_closed`, and `before` is the hash of the entry
    before them, `chain.first_hash` where there is none.
    """
    log = LogSlice(before, tuple(entries))
    committed, closed = body_of(log.of_kind("round_committed")[0]), body_of(log.of_kind("round_closed")[-1])
    locked = [body_of(entry) for entry in log.of_kind("seeds_locked")]
    proved = record | {
        PROOF: {
            "scheme": SCHEME,
            "round": committed["round"],
            "commitment": committed["commitment"],
            "secret": closed["secret"],
            "seeds": locked[0]["seeds"] if locked else [],
            "log": log.document(),
            "signed_head": signed_head(log, signer),
        }
    }
    return proved | {DIGEST: digest_of(proved)}


def signed_head(log: LogSlice, signer: HeadSigner) -> dict[str, str]:
    """The signature of the last entry of a log, with the key that verifies it."""
    last = log.entries[-1]
    return {"key": str(signer.key), "signature": signer.sign_head(last.table, last.seq, last.hash)}


def holds_hidden(game: AnyGame, events: Iterable[Any]) -> bool:
    """Whether these events of a step hold something hidden: only then is the step sealed in the log."""
    return any(event.kind in game.sealed_kinds for event in events)


def digest_of(record: dict[str, Any]) -> str:
    """SHA-256 in hex over the canonical JSON of everything in a record but the digest itself."""
    text = canonical_json({key: value for key, value in record.items() if key != DIGEST})
    return hashlib.sha256(text.encode()).hexdigest()
