"""Sources of shuffles, rolls and spins, which engines take as input and never draw themselves.

Use `SystemChance` to play and `SeededChance` for practice and tests. A source draws whole numbers and shuffles;
`Game.draw` turns those into the deck, roll or spin that the game is waiting for. Two sources are defined to the last
bit, so that anyone can recompute them in any language:

`SeedStream(seed, index)` is splitmix64. All arithmetic is modulo 2**64, GAMMA is 0x9E3779B97F4A7C15 and

    mix(z): z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB; z ^= z >> 31
    state = mix(mix(seed + GAMMA) ^ index)
    each draw: state += GAMMA; the top b bits of mix(state) are the number, where b is the fewest bits that can
    write count - 1; a number of count or more is drawn again

`TextStream(text)` is SHA-256. Block n = 1, 2, ... is the hash of the UTF-8 text, a blank, `#` and n; its 32 bytes are
read from the first, and `ByteStream` makes numbers and orders of them.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterator, Sequence
from itertools import count as counting
from itertools import islice
from typing import Protocol, TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_FIRST_FACTOR = 0xBF58476D1CE4E5B9
_SECOND_FACTOR = 0x94D049BB133111EB


class Draws(Protocol):
    """A source of whole numbers, each as likely as any other."""

    def below(self, count: int, /) -> int:
        """Return a whole number from 0 to count - 1."""


class Chance(Draws, Protocol):
    """A source of numbers and shuffles: all that any game asks of chance."""

    def shuffled(self, items: Sequence[Item], /) -> tuple[Item, ...]:
        """Return the items in a random order, each order as likely as any other."""


class SystemChance:
    """The operating system's entropy, for real play."""

    def below(self, count: int) -> int:
        """Return an unbiased number from the operating system's entropy."""
        return secrets.randbelow(count)

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items shuffled by Fisher-Yates over unbiased draws."""
        order = list(items)
        secrets.SystemRandom().shuffle(order)
        return tuple(order)


class SeededChance:
    """Decks and rolls that depend only on a seed: for repeatable practice and tests, never for a game with stakes."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)
        self._numbers: Draws = SeedStream(seed) if isinstance(seed, int) else TextStream(seed)

    def below(self, count: int) -> int:
        """Return the next number of this seed; an integer seed uses `SeedStream`, a text seed `TextStream`."""
        return self._numbers.below(count)

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the next order of this seed."""
        order = list(items)
        self._random.shuffle(order)
        return tuple(order)


class SeedStream:
    """Numbers that depend only on seed and index, as the module's docstring defines them."""

    def __init__(self, seed: int, index: int = 0) -> None:
        self._state = _mix(_mix((seed + _GAMMA) & _MASK) ^ (index & _MASK))

    def below(self, count: int) -> int:
        """Return the next number from 0 to count - 1, for a count of at most 2**64."""
        bits = (count - 1).bit_length()
        while True:
            self._state = (self._state + _GAMMA) & _MASK
            number = _mix(self._state) >> (64 - bits)
            if number < count:
                return number


class ByteStream:
    """Numbers and orders made from an endless stream of uniform bytes."""

    def __init__(self, source: Iterator[int]) -> None:
        self._bytes = source

    def below(self, count: int) -> int:
        """Return the next number from 0 to count - 1.

        It takes as many bytes as count - 1 needs, at least one, highest first. A value at or above the largest multiple
        of count is skipped; any other is reduced modulo count.
        """
        size = max(1, ((count - 1).bit_length() + 7) // 8)
        limit = 256**size // count * count
        while True:
            number = int.from_bytes(islice(self._bytes, size), "big")
            if number < limit:
                return number % count

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the next order of the stream, made by `fisher_yates`."""
        return fisher_yates(self, items)


class TextStream(ByteStream):
    """Numbers that depend only on a text, as the module's docstring defines them."""

    def __init__(self, text: str) -> None:
        super().__init__(_hashed_bytes(text))


def fisher_yates(draws: Draws, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items in an order decided by the draws: from the last place down to the second, each item swaps with
    the one at the drawn place, which may be its own."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = draws.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _hashed_bytes(text: str) -> Iterator[int]:
    for block in counting(1):
        yield from hashlib.sha256(f"{text} #{block}".encode()).digest()


def _mix(state: int) -> int:
    state = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
    state = ((state ^ (state >> 27)) * _SECOND_FACTOR) & _MASK
    return state ^ (state >> 31)
