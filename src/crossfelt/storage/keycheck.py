"""Whether a key is the one that a database was made with: a setting holds what only that key makes of a fixed text."""

from __future__ import annotations

import hmac
from collections.abc import Callable

KEY_CHECK = "key_check"
"""The name of the setting."""


def check_value(key: bytes) -> str:
    """What the setting holds; it tells nothing of the key."""
    return hmac.digest(key, b"crossfelt key check", "sha256").hex()


def opens(key: bytes, setting: Callable[[str], str | None]) -> bool | None:
    """Whether a key opens a database; None where the database was never opened with one."""
    stored = setting(KEY_CHECK)
    return hmac.compare_digest(stored, check_value(key)) if stored is not None else None
