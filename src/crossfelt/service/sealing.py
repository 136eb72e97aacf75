"""Encrypts hidden data at rest: decks, secret placements and the secrets of open rounds."""

from __future__ import annotations

import os
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from crossfelt.errors import CrossfeltError

_NONCE_BYTES = 12
_KEY_BYTES = 32


class Sealer(Protocol):
    """Makes bytes unreadable for anybody who has no key."""

    def seal(self, plain: bytes, context: str, /) -> bytes:
        """The bytes encrypted; `context` says where they belong."""

    def unseal(self, sealed: bytes, context: str, /) -> bytes:
        """The bytes again, `CrossfeltError` when the key or the place is another."""


class KeySealer:
    """AES-256-GCM under a key that is made from the server's; each text has a nonce of its own before it."""

    def __init__(self, server_key: bytes) -> None:
        self._cipher = AESGCM(derived_key(server_key, "seal"))

    def seal(self, plain: bytes, context: str) -> bytes:
        """Nonce and encrypted bytes."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, context.encode())

    def unseal(self, sealed: bytes, context: str) -> bytes:
        """The bytes that were sealed."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context.encode())
        except (InvalidTag, ValueError):
            raise CrossfeltError(f"{context}: the sealed data can't be opened with this server's key") from None


def derived_key(server_key: bytes, purpose: str) -> bytes:
    """A key for one purpose: who learns it learns neither the server's key nor that of another purpose."""
    info = f"crossfelt {purpose} 1".encode()
    return HKDF(algorithm=hashes.SHA256(), length=_KEY_BYTES, salt=None, info=info).derive(server_key)
