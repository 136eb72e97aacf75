"""Where shuffles come from: outside. Engines take cards as input and never draw one themselves."""

from __future__ import annotations

import random
import secrets
from typing import Protocol

from crossfelt.cards import DECK, Card


class Chance(Protocol):
    """A source of shuffled decks."""

    def deck(self) -> tuple[Card, ...]:
        """All 52 cards in a fresh order."""


class SystemChance:
    """The operating system's entropy: what a person plays against."""

    def deck(self) -> tuple[Card, ...]:
        """Fisher-Yates over unbiased draws."""
        cards = list(DECK)
        secrets.SystemRandom().shuffle(cards)
        return tuple(cards)


class SeededChance:
    """The same decks for the same seed: practice that can be repeated, tests, never a game for stakes."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def deck(self) -> tuple[Card, ...]:
        """The next deck of this seed."""
        cards = list(DECK)
        self._random.shuffle(cards)
        return tuple(cards)
