"""What may be asked of a match. Who may ask it stands beside each action; `decide` answers.

Cards and squares travel as their names (`Th`, `b4`), seats and rolls count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RollDice:
    """Chance: the faces of the d12 and the d4, for everybody or for the seat that is waiting to roll."""

    value: int
    suit: int
    kind: Literal["roll_dice"] = "roll_dice"


@dataclass(frozen=True, slots=True)
class Place:
    """Seat: puts the card of this roll on a square; a wild roll is named as the card that it becomes."""

    roll: int
    square: str
    card: str
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class PlaceFor:
    """System or floor: the player has run out of time; the table places this roll (reading K17)."""

    seat: int
    roll: int
    kind: Literal["place_for"] = "place_for"


@dataclass(frozen=True, slots=True)
class AbandonSheet:
    """System or floor: the player has left; the table places from here on (reading K17)."""

    seat: int
    kind: Literal["abandon_sheet"] = "abandon_sheet"


Action = RollDice | Place | PlaceFor | AbandonSheet
ACTIONS: tuple[type[Action], ...] = (RollDice, Place, PlaceFor, AbandonSheet)
