"""Apply events to the state. Nothing is refused here: an event has already been decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crossfelt.cards import parse_card
from crossfelt.kingcross import events as happened
from crossfelt.kingcross.sheet import parse_square
from crossfelt.kingcross.state import MatchState, SeatState


def evolve(state: MatchState, event: happened.Event) -> MatchState:
    """Return the state after an event."""
    match event:
        case happened.Rolled(seat=seat, card=name):
            card = parse_card(name)
            return _with_seats(
                state, {seat} if seat is not None else None, lambda old: replace(old, rolls=(*old.rolls, card))
            )
        case happened.CardPlaced(placement=placement):
            return _with_seats(state, {placement.seat}, lambda old: _placed(old, placement))
        case happened.PlacementSealed(placement=placement):
            return _with_seats(state, {placement.seat}, lambda old: replace(old, sealed=placement))
        case happened.PlacementsShown(placements=placements):
            by_seat = {placement.seat: placement for placement in placements}
            return _with_seats(state, set(by_seat), lambda old: _placed(old, by_seat[old.seat]))
        case happened.SheetAbandoned(seat=seat):
            return _with_seats(state, {seat}, lambda old: replace(old, absent=True))
        case happened.MatchFinished():
            return replace(state, finished=event)


def _placed(seat: SeatState, placement: happened.CardPlacement) -> SeatState:
    sheet = seat.sheet.place(parse_square(placement.square), parse_card(placement.card))
    return replace(seat, sheet=sheet, sealed=None)


def _with_seats(state: MatchState, numbers: set[int] | None, change: Callable[[SeatState], SeatState]) -> MatchState:
    """Change the seats with these numbers, or all seats if None."""
    seats = tuple(change(seat) if numbers is None or seat.seat in numbers else seat for seat in state.seats)
    return replace(state, seats=seats)
