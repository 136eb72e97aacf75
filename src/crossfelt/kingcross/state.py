"""The state of one match, computed from its events. Derived facts are properties, never stored twice."""

from __future__ import annotations

from dataclasses import dataclass

from crossfelt.cards import Card
from crossfelt.kingcross.events import CardPlacement, MatchFinished
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat in one match."""

    seat: int
    sheet: Sheet = BLANK_SHEET
    """The public sheet; a sealed placement isn't on it yet."""
    rolls: tuple[Card, ...] = ()
    """The cards rolled for this sheet so far, the latest last."""
    sealed: CardPlacement | None = None
    """The placement of the latest roll while it is hidden from the others."""
    absent: bool = False

    @property
    def placed_count(self) -> int:
        """Rolls placed, a hidden one included."""
        return self.sheet.placed_count + (self.sealed is not None)

    @property
    def in_hand(self) -> Card | None:
        """The rolled card that isn't placed yet."""
        return self.rolls[-1] if len(self.rolls) > self.placed_count else None

    @property
    def wants_roll(self) -> bool:
        """Whether every roll so far is on the sheet, and squares are left."""
        return self.in_hand is None and self.sealed is None and not self.sheet.is_full


@dataclass(frozen=True, slots=True)
class MatchState:
    """One match between two events."""

    rules: MatchRules
    seats: tuple[SeatState, ...]
    finished: MatchFinished | None = None

    @property
    def is_finished(self) -> bool:
        """Whether every sheet is full and scored."""
        return self.finished is not None

    @property
    def rolling(self) -> tuple[int, ...]:
        """The seats that the next roll is for: all at once, or the lowest that needs one."""
        if self.rules.is_secret:
            everybody = tuple(seat.seat for seat in self.seats)
            return everybody if all(seat.wants_roll for seat in self.seats) else ()
        return tuple(seat.seat for seat in self.seats if seat.wants_roll)[:1]

    @property
    def to_place(self) -> tuple[int, ...]:
        """The seats with a card in hand."""
        return tuple(seat.seat for seat in self.seats if seat.in_hand is not None)

    def seat(self, number: int) -> SeatState | None:
        """Return the seat with that number."""
        return next((seat for seat in self.seats if seat.seat == number), None)
