"""The actions of a match. Each docstring begins with the actors that may take it; `decide` answers.

Cards and squares are written as their names (`Th`, `b4`), and seats and rolls count from 1.
"""

from __future__ import annotations

from typing import get_args

from crossfelt.schema import Message, message


@message
class RollDice(Message):
    """Chance: the faces of the d12 and the d4, for everybody or for the seat whose roll is due."""

    value: int
    suit: int


@message
class Place(Message):
    """Seat: puts the card of this roll on a square; for a wild roll, the card that it becomes."""

    roll: int
    square: str
    card: str


@message
class PlaceFor(Message):
    """System: the player has run out of time; the table places this roll (reading K17)."""

    seat: int
    roll: int


@message
class AbandonSheet(Message):
    """System: the player has left; the table places from now on (reading K17)."""

    seat: int


Action = RollDice | Place | PlaceFor | AbandonSheet
ACTIONS: tuple[type[Action], ...] = get_args(Action)
