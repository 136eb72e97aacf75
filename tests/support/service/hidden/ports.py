"""Ports of a house under which two runs differ in nothing but what the test makes different."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TypeVar
from unittest import mock

from crossfelt.chance import Chance, SeedStream
from crossfelt.service.tables.alarms import Chances
from crossfelt.service.tables.state import Round

Item = TypeVar("Item")


class TokenSealer:
    """Keeps what is sealed in memory and stores a number in its place, so that no stored byte depends on it."""

    def __init__(self) -> None:
        self._sealed: list[tuple[bytes, str]] = []

    def seal(self, plain: bytes, context: str) -> bytes:
        self._sealed.append((plain, context))
        return f"sealed {len(self._sealed)}".encode()

    def unseal(self, sealed: bytes, context: str) -> bytes:
        plain, sealed_context = self._sealed[int(sealed.removeprefix(b"sealed ")) - 1]
        assert sealed_context == context
        return plain


def counted_entropy() -> Callable[[int], bytes]:
    """Bytes that are the same in every run, and never the same twice in one."""
    numbers = count()

    def entropy(size: int) -> bytes:
        return hashlib.sha256(f"entropy {next(numbers)}".encode()).digest()[:size]

    return entropy


@contextmanager
def counted_players() -> Iterator[None]:
    """Players whose ids are the same in every run: ids and recovery codes are the only entropy that is no port."""
    numbers = count(1)
    with mock.patch("crossfelt.service.players.new_player_id", lambda kind: f"{kind[0]}{next(numbers):024d}"):
        yield


class GivenDeck:
    """Chance that shuffles into a given order, and draws numbers that depend on a seed alone."""

    def __init__(self, order: Sequence[int], seed: int) -> None:
        self._order = tuple(order)
        self._numbers = SeedStream(seed)

    def below(self, bound: int) -> int:
        return self._numbers.below(bound)

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(items[at] for at in self._order)


class GivenChances(Chances):
    """Decks that the test chose, behind whatever commitment was published."""

    def __init__(self, order: Sequence[int], seed: int) -> None:
        self._order, self._seed = order, seed

    def of(self, play_round: Round, number: int) -> Chance:
        return GivenDeck(self._order, 1000 * self._seed + number)
