"""Where shuffles and rolls come from: outside. Engines take cards and dice as input and never draw themselves."""

from __future__ import annotations

import random
import secrets
from typing import Protocol

from crossfelt.cards import DECK, Card
from crossfelt.dice import ROLLS, Roll, numbered_rolls, texted_rolls


class Chance(Protocol):
    """A source of shuffled decks."""

    def deck(self) -> tuple[Card, ...]:
        """All 52 cards in a fresh order."""


class Dice(Protocol):
    """A source of rolls."""

    def roll(self) -> Roll:
        """The next throw of both dice."""


class SystemChance:
    """The operating system's entropy: what a person plays against."""

    def deck(self) -> tuple[Card, ...]:
        """Fisher-Yates over unbiased draws."""
        cards = list(DECK)
        secrets.SystemRandom().shuffle(cards)
        return tuple(cards)

    def roll(self) -> Roll:
        """One of the 48 rolls, each as likely as any other."""
        return secrets.choice(ROLLS)


class SeededChance:
    """The same decks and rolls for the same seed: practice that can be repeated, tests, never a game for stakes."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)
        self._rolls = numbered_rolls(seed) if isinstance(seed, int) else texted_rolls(seed)

    def deck(self) -> tuple[Card, ...]:
        """The next deck of this seed."""
        cards = list(DECK)
        self._random.shuffle(cards)
        return tuple(cards)

    def roll(self) -> Roll:
        """The next roll of this seed: a number gives `numbered_rolls`, a text `texted_rolls`."""
        return next(self._rolls)
