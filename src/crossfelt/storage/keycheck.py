"""Recognizes the key that a database was made with: a setting has the keyed digest of a fixed text."""

from __future__ import annotations

import hmac
from collections.abc import Callable

KEY_CHECK = "key_check"
"""The name of the setting."""


def check_value(key: bytes) -> str:
    """Return the value of the setting, which reveals nothing about the key."""
    return hmac.digest(key, b"crossfelt key check", "sha256").hex()


def opens(key: bytes, setting: Callable[[str], str | None]) -> bool | None:
    """Return whether a key opens a database; None where the database was never opened with one."""
    stored = setting(KEY_CHECK)
    return hmac.compare_digest(stored, check_value(key)) if stored is not None else None
