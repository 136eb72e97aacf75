"""The operator's credential. It is made on the server machine from the server's key, and the server checks it.

A token carries its issue time and its expiry. `revoke_all` makes every token issued until now stop working, so a lost
one costs a new token and one command.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac

from crossfelt.service.clock import Clock
from crossfelt.service.sealing import derived_key
from crossfelt.storage.port import Store

USUAL_DAYS = 30
_DAY_MS = 24 * 3600 * 1000
_NAME = "operator"
_SETTING = "operator_tokens_from"
"""Tokens issued up to this time, in milliseconds since 1970, don't work."""


def new_operator_token(server_key: bytes, issued_ms: int, days: int = USUAL_DAYS) -> str:
    """A token for the operator of the server with this key."""
    times = f"{issued_ms}.{issued_ms + days * _DAY_MS}"
    return f"{_NAME}.{times}.{_signature(server_key, times)}"


class OperatorTokens:
    """Checks tokens against the key, the clock and the last revocation."""

    def __init__(self, server_key: bytes, store: Store, clock: Clock) -> None:
        self._key, self._store, self._clock = server_key, store, clock
        self._revoked_ms: int | None = None

    def is_valid(self, token: str) -> bool:
        """Whether a token is the operator's and works now."""
        name, _, rest = token.partition(".")
        times, _, signature = rest.rpartition(".")
        if name != _NAME or not token.isascii() or not hmac.compare_digest(signature, _signature(self._key, times)):
            return False
        issued_ms, _, expires_ms = times.partition(".")
        return self._revoked_until() < int(issued_ms) and self._clock.wall_ms() < int(expires_ms)

    async def revoke_all(self) -> None:
        """Revoke every token issued until now, the one that asks for it included."""
        now = self._clock.wall_ms()
        await asyncio.wrap_future(self._store.save_setting(_SETTING, str(now)))
        self._revoked_ms = now

    def refresh(self) -> None:
        """Read again which tokens are revoked, because another process may have changed it."""
        self._revoked_ms = None

    def _revoked_until(self) -> int:
        if self._revoked_ms is None:
            self._revoked_ms = int(self._store.setting(_SETTING) or 0)
        return self._revoked_ms


def _signature(server_key: bytes, times: str) -> str:
    signature = hmac.digest(derived_key(server_key, _NAME), times.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(signature).decode().rstrip("=")
