"""What happened in a match. `PlacementSealed` is the only event that holds something hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DecidedBy = Literal["player", "table"]


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice made a card, for one seat or, with seat None, for everybody."""

    roll: int
    seat: int | None
    card: str
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class CardPlacement:
    """A card on a square of a seat's sheet."""

    seat: int
    square: str
    card: str
    is_wild: bool
    """The card is not the one that was rolled."""
    decided_by: DecidedBy


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A seat has placed its roll, for all to see."""

    roll: int
    placement: CardPlacement
    kind: Literal["card_placed"] = "card_placed"


@dataclass(frozen=True, slots=True)
class PlacementSealed:
    """A seat has placed the shared roll. Sealed: shown to nobody else before everybody has placed it."""

    roll: int
    placement: CardPlacement
    kind: Literal["placement_sealed"] = "placement_sealed"


@dataclass(frozen=True, slots=True)
class PlacementsShown:
    """Everybody has placed the shared roll, and now everybody sees where."""

    roll: int
    placements: tuple[CardPlacement, ...]
    kind: Literal["placements_shown"] = "placements_shown"


@dataclass(frozen=True, slots=True)
class SheetAbandoned:
    """From here on the table places for this seat."""

    seat: int
    kind: Literal["sheet_abandoned"] = "sheet_abandoned"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's match in numbers; `total` = line_points + bonus_points."""

    seat: int
    line_points: int
    bonus_points: int
    total: int
    hands: tuple[str, ...]
    """What the lines 1 to 12 made."""
    achievements: tuple[str, ...]
    """Those that were paid."""


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """Every sheet is full; the highest total wins, equal totals share (reading K16)."""

    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    kind: Literal["match_finished"] = "match_finished"


Event = Rolled | CardPlaced | PlacementSealed | PlacementsShown | SheetAbandoned | MatchFinished
EVENTS: tuple[type[Event], ...] = (
    Rolled,
    CardPlaced,
    PlacementSealed,
    PlacementsShown,
    SheetAbandoned,
    MatchFinished,
)
SEALED: tuple[type[Event], ...] = (PlacementSealed,)
"""Kinds that nobody may be told of before they are shown."""
