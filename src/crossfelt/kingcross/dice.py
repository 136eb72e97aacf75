"""King Cross dice: a d12 and a d4 make a card. Includes two documented ways to reproduce a sequence of rolls.

A roll has a *number* from 0 to 47: `(d12 face - 1) * 4 + (d4 face - 1)`, the ace of hearts 0 to the queen of spades 47
(reading K3). `numbered_rolls` and `texted_rolls` take their numbers below 48 from `chance.SeedStream` and
`chance.TextStream`, whose module defines them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from crossfelt.cards import Card, find_typed_card
from crossfelt.chance import Draws, SeedStream, TextStream
from crossfelt.errors import CardError, describe
from crossfelt.faults import FaultCode

VALUE_FACES = 12
SUIT_FACES = 4
ROLL_COUNT = VALUE_FACES * SUIT_FACES
SHEET_ROLLS = 24
"""The number of rolls that fill one sheet (reading K1)."""

_FACES = re.compile(r"(\d{1,2})(?:\s*[,/]\s*|\s+)(\d)", re.ASCII)
_FACE_AND_SUIT = re.compile(r"^(1|11|12)(?=\D)", re.ASCII)
_RANK_OF_FACE = {"1": "A", "11": "J", "12": "Q"}
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of both dice, by the faces on top."""

    value: int
    """d12: 1 ace, 2 to 10, 11 jack, 12 queen."""
    suit: int
    """d4: 1 hearts, 2 clubs, 3 diamonds, 4 spades."""

    def __post_init__(self) -> None:
        if not (1 <= self.value <= VALUE_FACES and 1 <= self.suit <= SUIT_FACES):
            message = f"{describe(self.value)} and {describe(self.suit)} is not a roll"
            raise CardError(message, FaultCode.NOT_A_ROLL, value=f"{self.value} {self.suit}")

    @property
    def number(self) -> int:
        """0 for the ace of hearts to 47 for the queen of spades."""
        return (self.value - 1) * SUIT_FACES + self.suit - 1

    @property
    def card(self) -> Card:
        """The card that was rolled."""
        # Ranks count from the deuce, so the ace wraps around to the end.
        return Card((self.value - 2) % 13 * 4 + self.suit - 1)

    def __str__(self) -> str:
        return f"{self.value} {self.suit}"


ROLLS: tuple[Roll, ...] = tuple(Roll(value, suit) for value in range(1, 13) for suit in range(1, 5))
"""All 48 rolls, by number."""
_BY_CARD = {roll.card: roll for roll in ROLLS}


def parse_roll(text: str) -> Roll:
    """Return a roll as people type it: the two faces (`7 3`, `12,4`) or the card (`7d`, `Qs`, `10♥`).

    >>> parse_roll("12 4") == parse_roll("qs") == parse_roll("Q♠")
    True
    """
    words = text.strip()
    if faces := _FACES.fullmatch(words):
        value, suit = int(faces[1]), int(faces[2])
        if 1 <= value <= VALUE_FACES and 1 <= suit <= SUIT_FACES:
            return Roll(value, suit)
        message = f"{describe(text)} is not a roll: the d12 must be 1 to 12 and the d4 1 to 4"
        raise CardError(message, FaultCode.NOT_A_ROLL, value=text)
    # A d12 face with the letter of a suit, such as 12s, means the card too.
    named = _FACE_AND_SUIT.sub(lambda face: _RANK_OF_FACE[face[1]], "".join(words.split()), count=1)
    card = find_typed_card(named)
    if card is None:
        message = f"{describe(text)} is not a roll: write both faces, such as 7 3, or the card, such as 7d"
        raise CardError(message, FaultCode.NOT_A_ROLL, value=text)
    if card not in _BY_CARD:
        message = f"{describe(text)} can't be rolled, because the dice have no king"
        raise CardError(message, FaultCode.NO_KING_ON_DICE, value=text)
    return _BY_CARD[card]


def numbered_rolls(seed: int, index: int = 0) -> Iterator[Roll]:
    """Yield rolls that depend only on seed and index, without end."""
    return _rolls(SeedStream(seed, index))


def game_dice(seed: int, index: int, rolls: int = SHEET_ROLLS) -> tuple[Roll, ...]:
    """Return the rolls of game `index` of a series, the same for every player of the series.

    >>> game_dice(1, 0, 3) == game_dice(1, 0)[:3]
    True
    """
    return tuple(islice(numbered_rolls(seed, index), rolls))


def texted_rolls(text: str) -> Iterator[Roll]:
    """Yield rolls that depend only on a text, without end."""
    return _rolls(TextStream(text))


def next_roll(draws: Draws) -> Roll:
    """Return one of the 48 rolls, each as likely as any other."""
    return ROLLS[draws.below(ROLL_COUNT)]


def daily_text(day: str) -> str:
    """Return the text from which the dice of a day (`2026-11-15`) are made."""
    match = _DAY.fullmatch(day)
    if match is None or not _is_a_day(*map(int, match.groups())):
        message = f"{describe(day)} is not a date: write it like 2026-11-15"
        raise CardError(message, FaultCode.NOT_A_DAY, value=day)
    return f"crossfelt king daily {day}"


def daily_dice(day: str) -> tuple[Roll, ...]:
    """Return the 24 rolls of a day, the same for everyone: the first of `texted_rolls(daily_text(day))`."""
    return tuple(islice(texted_rolls(daily_text(day)), SHEET_ROLLS))


def _rolls(draws: Draws) -> Iterator[Roll]:
    while True:
        yield next_roll(draws)


def _is_a_day(year: int, month: int, day: int) -> bool:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if is_leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= lengths[month - 1]
