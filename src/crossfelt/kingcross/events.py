"""The events of a match. Only `PlacementSealed` has hidden content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from crossfelt.schema import Message, message

DecidedBy = Literal["player", "table"]


@message
class Rolled(Message):
    """The dice made a card, for one seat or, with seat None, for everybody."""

    roll: int
    seat: int | None
    card: str


@dataclass(frozen=True, slots=True)
class CardPlacement:
    """A card and its square on a seat's sheet."""

    seat: int
    square: str
    card: str
    is_wild: bool
    """Whether the card differs from the one that was rolled."""
    decided_by: DecidedBy


@message
class CardPlaced(Message):
    """A seat has placed its roll, publicly."""

    roll: int
    placement: CardPlacement


@message
class PlacementSealed(Message):
    """A seat has placed the shared roll. Sealed: shown to nobody else before everybody has placed it."""

    roll: int
    placement: CardPlacement


@message
class PlacementsShown(Message):
    """Everybody has placed the shared roll, and all placements are shown."""

    roll: int
    placements: tuple[CardPlacement, ...]


@message
class SheetAbandoned(Message):
    """The table places for this seat from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's match in numbers; `total` = line_points + bonus_points."""

    seat: int
    line_points: int
    bonus_points: int
    total: int
    hands: tuple[str, ...]
    """The hands of lines 1 to 12."""
    achievements: tuple[str, ...]
    """The achievements that were paid."""


@message
class MatchFinished(Message):
    """Every sheet is full; the highest total wins, equal totals share (reading K16)."""

    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]


Event = Rolled | CardPlaced | PlacementSealed | PlacementsShown | SheetAbandoned | MatchFinished
EVENTS: tuple[type[Event], ...] = get_args(Event)
SEALED: tuple[type[Event], ...] = (PlacementSealed,)
"""Kinds that stay hidden until they are shown."""
