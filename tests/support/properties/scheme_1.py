"""Fairness scheme 1 as it was, kept to show how it could be steered: it counted seeds that the server saw in advance.

Complete in itself; nothing of the package draws like this any more.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import count

Seeds = Sequence[tuple[int, str]]
"""Seats in order, each with its seed."""


def first_deck(secret: bytes, round_id: str, seeds: Seeds) -> list[int]:
    """Return the deck of a round, cards 0 to 51."""
    fields = ["crossfelt-chance-1", round_id, *(str(part) for seed in seeds for part in seed), "draw", "1"]
    opening = b"".join(_with_length(text) for text in fields)
    stream = (byte for block in count() for byte in hmac.digest(secret, opening + _with_length(str(block)), "sha256"))
    deck = list(range(52))
    for place in range(51, 0, -1):
        size = place + 1
        number = next(byte for byte in stream if byte < 256 // size * size)
        deck[place], deck[number % size] = deck[number % size], deck[place]
    return deck


def published(secret: bytes) -> str:
    """Return what the server published before the bets."""
    return hashlib.sha256(secret).hexdigest()


def _with_length(text: str) -> bytes:
    return len(text.encode()).to_bytes(8, "big") + text.encode()
