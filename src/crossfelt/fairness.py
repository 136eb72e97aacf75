"""Chance that players can check, scheme `crossfelt-chance-2`: the server commits first, then the players do.

Before anyone bets, the server publishes the SHA-256 of the round's *secret* (32 bytes). Each player may commit to a
*seed* of their own with a hash that hides it. When betting closes, the commitments are locked; only then do players
reveal their seeds. When the round ends, the server reveals the secret. Every shuffle, spin, Hot Spot and roll follows
from the secret, the round and the locked seats alone, so anyone can draw them again.

Nobody can choose an outcome: the server fixed its secret before it saw a commitment, and each player fixed a seed
before anyone revealed one. A seat that doesn't reveal counts with its commitment alone, marked "withheld".

A seed commitment is the SHA-256, in hex, over these fields, each preceded by its length as eight bytes, highest first:

    "crossfelt-seed-2", table, round, seat, player, nonce (32 random bytes), seed

The draws of a round are numbered from 1 in the order in which the round asks for them. Each has a stream of its own,
whose block c = 0, 1, 2, ... of 32 bytes is HMAC-SHA256(secret, fields), with the fields

    "crossfelt-chance-2", round,
    then for each locked seat in seat order: seat, commitment (hex), "revealed" or "withheld", nonce, seed,
    then "" (reserved for a public beacon), "draw", number of the draw, c

Text is UTF-8 and numbers are decimal text. A withheld seat has an empty nonce and an empty seed. `chance.ByteStream`
turns the bytes into numbers and orders, and `docs/fairness.md` is the full specification, with examples.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count as counting
from typing import Literal

from crossfelt.chance import ByteStream, Chance
from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode

SCHEME = "crossfelt-chance-2"
SEED_SCHEME = "crossfelt-seed-2"
SECRET_BYTES = 32
"""256 bits: fewer than 226 could not reach every order of 52 cards."""
NONCE_BYTES = 32
"""Always present, so that a commitment to a short seed can't be guessed."""
MOST_SEED_CHARACTERS = 64
BEACON = ""
"""Reserved for a public source of randomness."""
SeedState = Literal["revealed", "withheld"]
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class LockedSeed:
    """A seat whose commitment was locked, and the nonce and seed its player revealed; both are empty if withheld."""

    seat: int
    commitment: str
    nonce: bytes = b""
    seed: str = ""

    @property
    def state(self) -> SeedState:
        """Whether the player revealed the seed in time."""
        return "revealed" if self.nonce else "withheld"


def commitment(secret: bytes) -> str:
    """Return the server's commitment to a secret: its SHA-256 in lower-case hex."""
    return hashlib.sha256(secret).hexdigest()


def seed_commitment(table: str, round_id: str, seat: int, player: str, nonce: bytes, seed: str) -> str:
    """Return a player's commitment to a seed, in lower-case hex."""
    return hashlib.sha256(_fields(SEED_SCHEME, table, round_id, seat, player, nonce, seed)).hexdigest()


def is_commitment(text: str) -> bool:
    """Whether a text has the form of a commitment or nonce: 64 lower-case hex digits."""
    return _HEX.fullmatch(text) is not None


def seed_faults(text: str) -> list[Fault]:
    """Return the faults of a seed: it has 1 to 64 printable ASCII characters and no space at either end, so that no two
    different seeds look alike."""
    faults = []
    if not 1 <= len(text) <= MOST_SEED_CHARACTERS:
        message = f"a seed must have 1 to {MOST_SEED_CHARACTERS} characters, not {len(text)}"
        params = {"least": 1, "most": MOST_SEED_CHARACTERS, "count": len(text)}
        faults.append(Fault(FaultCode.WRONG_COUNT, message, field="seed", params=params))
    if not (text.isascii() and (not text or text.isprintable())):
        message = "a seed must be printable ASCII: letters, digits, punctuation and spaces"
        faults.append(_bad_format("seed", message, text))
    if text != text.strip(" "):
        faults.append(_bad_format("seed", "a seed must not begin or end with a space", text))
    return faults


def _bad_format(field: str, message: str, value: str) -> Fault:
    return Fault(FaultCode.BAD_FORMAT, message, field=field, params={"value": value})


class RoundChance:
    """All chance of one round. `seeds` are the locked seats in seat order; the list may be empty."""

    def __init__(self, secret: bytes, round_id: str, seeds: Sequence[LockedSeed] = ()) -> None:
        faults = [fault for locked in seeds for fault in _locked_faults(locked)]
        if len(secret) != SECRET_BYTES:
            message = f"the secret of a round must have {SECRET_BYTES} bytes, not {len(secret)}"
            params = {"least": SECRET_BYTES, "most": SECRET_BYTES, "count": len(secret)}
            faults.append(Fault(FaultCode.WRONG_COUNT, message, field="secret", params=params))
        seats = [locked.seat for locked in seeds]
        if seats != sorted(set(seats)) or any(seat < 1 for seat in seats):
            message = "locked seats must be in seat order, each once, counted from 1"
            faults.append(Fault(FaultCode.NOT_RISING, message, field="seeds", params={"value": seats}))
        if faults:
            raise BadInput(faults)
        self._secret = secret
        parts = [part for one in seeds for part in (one.seat, one.commitment, one.state, one.nonce, one.seed)]
        self._opening = _fields(SCHEME, round_id, *parts, BEACON, "draw")

    def draw(self, number: int) -> Chance:
        """Return the draw with that number, counted from 1; asking again returns the same stream from its first
        byte."""
        if number < 1:
            message = f"draws are numbered from 1, so draw {number} doesn't exist"
            raise BadInput(message, FaultCode.OUT_OF_RANGE, "number", least=1, value=number)
        return ByteStream(_blocks(self._secret, self._opening + _fields(number)))


def _locked_faults(locked: LockedSeed) -> list[Fault]:
    faults = []
    if not is_commitment(locked.commitment):
        message = f"the commitment of seat {locked.seat} must be 64 lower-case hex digits"
        faults.append(_bad_format("commitment", message, locked.commitment))
    if locked.nonce:
        faults += seed_faults(locked.seed)
        if len(locked.nonce) != NONCE_BYTES:
            message = f"a nonce must have {NONCE_BYTES} bytes, not {len(locked.nonce)}"
            params = {"least": NONCE_BYTES, "most": NONCE_BYTES, "count": len(locked.nonce)}
            faults.append(Fault(FaultCode.WRONG_COUNT, message, field="nonce", params=params))
    elif locked.seed:
        faults.append(Fault(FaultCode.NOT_TOGETHER, f"seat {locked.seat} has a seed without a nonce", field="nonce"))
    return faults


def _blocks(secret: bytes, opening: bytes) -> Iterator[int]:
    for block in counting():
        yield from hmac.digest(secret, opening + _fields(block), "sha256")


def _fields(*parts: str | int | bytes) -> bytes:
    data = (part if isinstance(part, bytes) else str(part).encode() for part in parts)
    return b"".join(len(part).to_bytes(8, "big") + part for part in data)
