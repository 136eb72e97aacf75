"""Signed notes as C2SP defines them (c2sp.org/signed-note), with Ed25519 keys.

A note is a text that ends in a newline, an empty line, and signature lines. The first line of the text names the kind
of message, so that a signature made for one kind can't be passed off as another.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from crossfelt.errors import BadInput, describe
from crossfelt.faults import FaultCode
from crossfelt.storage import chain

ROTATION = "crossfelt-key-2"
"""First line of a note in which a key names its successor."""
LOG_KEY = "crossfelt-log-1"
"""First line of a note in which a server's key names the key of its transparency log."""
ED25519 = b"\x01"
ID_BYTES = 4
PUBLIC_BYTES = 32
SIGNATURE_BYTES = 64
_SIGNATURE_LINE = re.compile(r"— (?P<name>[^\s+]+) (?P<signature>\S+)")
_CONTROL = re.compile(r"[\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The public half of a signing key. Its name follows from the key, so two names never mean one key."""

    public: bytes

    @property
    def name(self) -> str:
        """`crossfelt/` and the first 16 hex digits of the SHA-256 of the public key."""
        return f"crossfelt/{hashlib.sha256(self.public).hexdigest()[:16]}"

    @property
    def id(self) -> bytes:
        """The four bytes that begin every signature of this key."""
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"

    def verifies(self, text: str, signature: str) -> bool:
        """Whether `signature` (base64 of the key id and 64 bytes) is this key's signature of a note text."""
        decoded = _decoded(signature)
        if decoded is None or len(decoded) != ID_BYTES + SIGNATURE_BYTES or decoded[:ID_BYTES] != self.id:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(decoded[ID_BYTES:], text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SignedNote:
    """A text with signatures that haven't been verified yet."""

    text: str
    signatures: tuple[tuple[str, str], ...]
    """Key name and base64 of each signature line."""

    def is_signed_by(self, key: VerifierKey) -> bool:
        """Whether a signature line of this key is there and verifies."""
        return any(name == key.name and key.verifies(self.text, signature) for name, signature in self.signatures)

    def __str__(self) -> str:
        return f"{self.text}\n" + "".join(f"— {name} {signature}\n" for name, signature in self.signatures)


def parse_verifier_key(text: str) -> VerifierKey:
    """Read `name+id+base64`; `BadInput` when the three parts don't belong together."""
    encoded = _decoded(text.split("+", 2)[-1])
    if encoded is not None and len(encoded) == 1 + PUBLIC_BYTES and encoded[:1] == ED25519:
        key = VerifierKey(encoded[1:])
        if str(key) == text:
            return key
    message = f"{describe(text)} is not a valid verifier key: expected NAME+ID+BASE64 of an Ed25519 key"
    raise BadInput(message, FaultCode.BAD_FORMAT, value=text, pattern="NAME+ID+BASE64")


def parse_note(text: str) -> SignedNote:
    """Read a signed note without verifying it; `BadInput` when it isn't one."""
    body, separator, lines = text.rpartition("\n\n")
    matches = [_SIGNATURE_LINE.fullmatch(line) for line in lines.split("\n")[:-1]]
    if not separator or not body or not matches or not lines.endswith("\n") or _CONTROL.search(text.replace("\n", "")):
        raise BadInput("not a signed note: expected a text, an empty line and signature lines", FaultCode.BAD_FORMAT)
    signatures = tuple((match["name"], match["signature"]) for match in matches if match is not None)
    if len(signatures) != len(matches):
        raise BadInput("not a signed note: a line after the empty line is not a signature", FaultCode.BAD_FORMAT)
    return SignedNote(f"{body}\n", signatures)


def head_text(table: str, seq: int, head: str) -> str:
    """The text that is signed for an entry of a table's log; `head` is the entry's hash in hex."""
    if not table or _CONTROL.search(table):
        message = f"{describe(table)} can't be the name of a table in a signed note"
        raise BadInput(message, FaultCode.BAD_FORMAT, "table", value=table)
    return chain.head_text(table, seq, head)


def rotation_text(old: VerifierKey, new: VerifierKey, stamped_ms: int) -> str:
    """The text with which a key names its successor."""
    return f"{ROTATION}\n{old}\n{new}\n{stamped_ms}\n"


def log_key_text(key: VerifierKey, log_key: VerifierKey) -> str:
    """The text with which the key of a server names the key of its transparency log."""
    return f"{LOG_KEY}\n{key}\n{log_key}\n"


def checkpoint_text(log_key: VerifierKey, size: int, root: bytes) -> str:
    """The text of a checkpoint (c2sp.org/tlog-checkpoint): name of the log's key, number of leaves, root."""
    return f"{log_key.name}\n{size}\n{base64.b64encode(root).decode()}\n"


def successor(statement: str) -> tuple[VerifierKey, VerifierKey]:
    """The old and the new key of a rotation statement; `BadInput` unless the old key signed it."""
    note = parse_note(statement)
    lines = note.text.split("\n")
    if len(lines) != 5 or lines[0] != ROTATION:
        raise BadInput("not a rotation statement", FaultCode.BAD_FORMAT)
    old, new = parse_verifier_key(lines[1]), parse_verifier_key(lines[2])
    if not note.is_signed_by(old):
        message = f"the rotation statement isn't signed by the key it replaces, {old.name}"
        raise BadInput(message, FaultCode.NOT_SIGNED, key=old.name)
    return old, new


def named_log_key(statement: str) -> tuple[VerifierKey, VerifierKey]:
    """The key of a server and the key of its transparency log; `BadInput` unless the first one signed the statement."""
    note = parse_note(statement)
    lines = note.text.split("\n")
    if len(lines) != 4 or lines[0] != LOG_KEY:
        raise BadInput("not a statement about the key of a transparency log", FaultCode.BAD_FORMAT)
    key, log_key = parse_verifier_key(lines[1]), parse_verifier_key(lines[2])
    if not note.is_signed_by(key):
        message = f"the statement about the key of the transparency log isn't signed by {key.name}"
        raise BadInput(message, FaultCode.NOT_SIGNED, key=key.name)
    return key, log_key


def _decoded(text: str) -> bytes | None:
    """The bytes of a base64 text in its one canonical spelling."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return decoded if base64.b64encode(decoded).decode() == text else None
