"""Chance that players can check: one secret for each round, published as a hash before anybody bets.

A round at a table has a *secret* of 32 bytes. Its *commitment*, the SHA-256 of the secret in hex, is published before
bets are taken; then players may add *seeds* of their own; when the round is over the secret is published too. Every
shuffle, spin, Hot Spot and roll follows from secret, round and seeds alone, so that anybody can draw them again.

Scheme `crossfelt-chance-1`. The chances of a round are numbered from 1 in the order in which the round asked for them.
Each has a stream of bytes of its own, whose block c = 0, 1, 2, ... of 32 bytes is

    HMAC-SHA256(key = the secret, message = the fields below in this order, each preceded by its length as eight bytes,
    the highest first)

    "crossfelt-chance-1", id of the round, then for each seed in the order of the seats: seat in decimal, seed;
    then "draw", number of the chance in decimal, c in decimal

All texts are UTF-8. `chance.ByteStream` says how numbers and orders are made of the bytes, and `docs/fairness.md`
tells all of it, with examples, to somebody who wants to check a round alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count as counting

from crossfelt.chance import ByteStream, Chance
from crossfelt.errors import BadInput

SCHEME = "crossfelt-chance-1"
SECRET_BYTES = 32
"""256 bits: fewer than 226 could not reach every order of 52 cards."""
MOST_SEED_CHARACTERS = 64


def commitment(secret: bytes) -> str:
    """What is published of a secret before the bets: its SHA-256 in lower-case hex."""
    return hashlib.sha256(secret).hexdigest()


def seed_faults(text: str) -> list[str]:
    """What is wrong with a player's seed, nothing when it can be used: 1 to 64 printable ASCII characters, none of the
    outer ones a space, so that no two seeds look alike and differ."""
    found = []
    if not 1 <= len(text) <= MOST_SEED_CHARACTERS:
        found.append(f"a seed has 1 to {MOST_SEED_CHARACTERS} characters, not {len(text)}")
    if not (text.isascii() and (not text or text.isprintable())):
        found.append("a seed is made of printable ASCII characters: letters, digits, signs and spaces")
    if text != text.strip(" "):
        found.append("a seed neither begins nor ends with a space")
    return found


class RoundChance:
    """All chance of one round. `seeds` holds the seats that added a seed, in the order of the seats; none need have."""

    def __init__(self, secret: bytes, round_id: str, seeds: Sequence[tuple[int, str]] = ()) -> None:
        faults = [fault for _, seed in seeds for fault in seed_faults(seed)]
        if len(secret) != SECRET_BYTES:
            faults.append(f"the secret of a round has {SECRET_BYTES} bytes, not {len(secret)}")
        seats = [seat for seat, _ in seeds]
        if seats != sorted(set(seats)) or any(seat < 1 for seat in seats):
            faults.append("seeds stand in the order of their seats, one for each, and seats count from 1")
        if faults:
            raise BadInput(faults)
        self._secret = secret
        fields = [SCHEME, round_id, *(text for seat, seed in seeds for text in (str(seat), seed)), "draw"]
        self._opening = b"".join(map(_with_length, fields))

    def draw(self, number: int) -> Chance:
        """The chance of that number, counted from 1, from its first byte; asked twice, it draws the same again."""
        if number < 1:
            raise BadInput(f"the chances of a round count from 1, there is no number {number}")
        return ByteStream(_blocks(self._secret, self._opening + _with_length(str(number))))


def _blocks(secret: bytes, opening: bytes) -> Iterator[int]:
    for block in counting():
        yield from hmac.digest(secret, opening + _with_length(str(block)), "sha256")


def _with_length(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(8, "big") + data
