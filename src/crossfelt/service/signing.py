"""Signs the heads of the tables' logs, and keeps the statements in which one signing key names the next."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.proof.notes import (
    SignedNote,
    VerifierKey,
    checkpoint_text,
    head_text,
    log_key_text,
    parse_note,
    rotation_text,
    successor,
)
from crossfelt.service.sealing import derived_key
from crossfelt.storage.export import LOG_KEYS, Settings, log_keys
from crossfelt.storage.port import StorageFailed, Store, TreeHead

SETTING = "signing"
"""The setting that holds the generation of the signing key and the rotation statements."""
RECENT_HEADS = 256
"""Signatures kept in memory: a head goes into a receipt and into an update for each audience."""


class Signer:
    """Signs with one Ed25519 key. Each head is signed once and the signature shared by all messages that carry it."""

    def __init__(self, server_key: bytes, generation: int = 1, statements: Sequence[str] = ()) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(derived_key(server_key, f"sign {generation}"))
        self.key = VerifierKey(self._private.public_key().public_bytes_raw())
        self.statements = tuple(statements)
        """The notes with which earlier keys named their successors, oldest first."""
        self._recent = lru_cache(RECENT_HEADS)(self._sign_head)

    def sign_head(self, table: str, seq: int, head: bytes) -> str:
        """Base64 of the key id and the signature of a head. Call it only for entries that are durable."""
        return self._recent(table, seq, head)

    def sign(self, text: str) -> str:
        """Base64 of the key id and the signature of a note text."""
        return base64.b64encode(self.key.id + self._private.sign(text.encode())).decode()

    def _sign_head(self, table: str, seq: int, head: bytes) -> str:
        return self.sign(head_text(table, seq, head.hex()))


class LogSigner:
    """Signs checkpoints of the transparency log, with a key of its own that never changes: the name of the key is the
    name of the log."""

    def __init__(self, server_key: bytes, signer: Signer) -> None:
        """`signer` signs a statement that names the key, so that receipts and checkpoints are known to be of one
        server."""
        self._private = _log_key(server_key)
        self.key = VerifierKey(self._private.public_key().public_bytes_raw())
        text = log_key_text(signer.key, self.key)
        self.statement = str(SignedNote(text, ((signer.key.name, signer.sign(text)),)))

    @property
    def keys(self) -> dict[str, str]:
        """The key and the statement, as every proof carries them."""
        return {"log_key": str(self.key), "log_statement": self.statement}

    def publish(self, store: Store) -> None:
        """Save the key beside the log, for proofs that are made without the server key."""
        if log_keys(store) != self.keys:
            store.save_setting(LOG_KEYS, canonical_json(self.keys)).result()

    def checkpoint(self, head: TreeHead) -> str:
        """The checkpoint of a tree whose leaves are durable."""
        text = checkpoint_text(self.key, head.size, head.root)
        signature = base64.b64encode(self.key.id + self._private.sign(text.encode())).decode()
        return str(SignedNote(text, ((self.key.name, signature),)))


@dataclass(frozen=True, slots=True)
class KeyHistory:
    """The generation of the signing key in use, and how the earlier ones were replaced."""

    generation: int = 1
    statements: tuple[str, ...] = ()


def signer_of(store: Settings, server_key: bytes) -> Signer:
    """The signer of a server; `StorageFailed` when its history of keys doesn't lead to its key."""
    history = _history(store)
    signer = Signer(server_key, history.generation, history.statements)
    if history.statements and successor(history.statements[-1])[1] != signer.key:
        raise StorageFailed(
            "the rotation statements in the database don't lead to this server's signing key; "
            "restore the database and its key from the same backup"
        )
    return signer


def rotate(store: Store, server_key: bytes, stamped_ms: int) -> Signer:
    """Replace the signing key: the old key signs a statement that names the new one. Returns the new signer."""
    history, old = _history(store), signer_of(store, server_key)
    new = Signer(server_key, history.generation + 1)
    text = rotation_text(old.key, new.key, stamped_ms)
    statement = str(SignedNote(text, ((old.key.name, old.sign(text)),)))
    document = {"generation": history.generation + 1, "statements": [*history.statements, statement]}
    store.save_setting(SETTING, canonical_json(document)).result()
    return signer_of(store, server_key)


def _history(store: Settings) -> KeyHistory:
    stored = store.setting(SETTING)
    if stored is None:
        return KeyHistory()
    try:
        document: Any = parse_json(stored)
        history = KeyHistory(int(document["generation"]), tuple(map(str, document["statements"])))
        for statement in history.statements:
            successor(statement)
    except (BadInput, KeyError, TypeError, ValueError) as error:
        raise StorageFailed(f"the history of signing keys in the database is damaged: {error}") from None
    return history


def checkpoint_check(server_key: bytes) -> Callable[[str], bool] | None:
    """Return what verifies the signature of a checkpoint; None without the server key."""
    if not server_key:
        return None
    key = VerifierKey(_log_key(server_key).public_key().public_bytes_raw())

    def is_signed(checkpoint: str) -> bool:
        try:
            note = parse_note(checkpoint)
        except BadInput:
            return False
        return note.text.startswith(f"{key.name}\n") and note.is_signed_by(key)

    return is_signed


def _log_key(server_key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived_key(server_key, "transparency log"))
