"""State after an event. Never refuses: an event has already been decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crossfelt.cards import parse_card
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.layout import BONUS, hole_places
from crossfelt.crisscross.state import DECISIONS, RoundStage, RoundState, SeatState


def evolve(state: RoundState, event: happened.Event) -> RoundState:
    """The state in which `event` has happened."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return _with_seat(state, seat, lambda old: replace(old, wagers=dict(wagers)))
        case happened.WagersWithdrawn(seat=seat):
            return _with_seat(state, seat, lambda old: replace(old, wagers={}))
        case happened.BettingClosed():
            return replace(state, stage="shuffling")
        case happened.Shuffled(deck=deck):
            return replace(state, stage="dealing", deck=tuple(parse_card(name) for name in deck))
        case happened.DeckWithdrawn():
            return replace(state, stage="shuffling", deck=None, next_position=0, set_aside=())
        case happened.CardsDealt(placements=placements):
            placed = {**state.placed, **{entry.place: entry.position for entry in placements}}
            next_position = max(entry.position for entry in placements) + 1
            dealt = replace(state, placed=placed, next_position=next_position)
            if len(placed) < len(state.deal_places):
                return dealt
            return _settling_when_nothing_is_left(replace(dealt, stage=state.book.stages[0].id))
        case happened.CardSetAside(position=position):
            return replace(state, set_aside=(*state.set_aside, position), next_position=position + 1)
        case happened.BetPlaced(seat=seat, spot=spot, cents=cents):
            return _with_seat(state, seat, lambda old: replace(old, wagers={**old.wagers, spot: cents}))
        case happened.SeatFolded(seat=seat, stage=stage, decided_by=decided_by):
            folded = _with_seat(state, seat, lambda old: replace(old, folded_at=stage, decided_by=decided_by))
            return _settling_when_nothing_is_left(folded)
        case happened.SeatAbandoned(seat=seat):
            return _with_seat(state, seat, lambda old: replace(old, absent=True))
        case happened.SeatForfeited(seat=seat, clause=clause):
            forfeited = _with_seat(state, seat, lambda old: replace(old, forfeit_clause=clause))
            return _settling_when_nothing_is_left(forfeited)
        case happened.CommunityRevealed(stage=stage, cards=cards):
            names = [entry.id for entry in state.book.stages]
            after = names.index(stage) + 1
            following: RoundStage = names[after] if after < len(names) else "settling"
            return replace(state, stage=following, public=state.public | set(cards))
        case happened.IrregularityRuled(place=place, card=card):
            seen = state.public | {place} if place is not None and card is not None else state.public
            return replace(state, rulings=(*state.rulings, event), public=seen)
        case happened.HandShown(seat=seat):
            return replace(state, public=state.public | set(hole_places(seat)), shown=state.shown | {seat})
        case happened.BonusCardsRevealed():
            return replace(state, public=state.public | set(BONUS), shown=state.shown | {None})
        case happened.WagerSettled(wager=wager):
            return replace(state, settled_wagers=(*state.settled_wagers, wager))
        case happened.RoundSettled():
            return replace(state, stage="settled", settled=event)
        case happened.RoundVoided():
            return replace(state, stage="voided", voided=event)


def _settling_when_nothing_is_left(state: RoundState) -> RoundState:
    # Nobody is in and no wager needs the cross: its cards stay as they lie (reading R26).
    nothing_left = state.stage in DECISIONS and not state.cross_is_wanted
    return replace(state, stage="settling") if nothing_left else state


def _with_seat(state: RoundState, number: int, change: Callable[[SeatState], SeatState]) -> RoundState:
    return replace(state, seats=tuple(change(seat) if seat.seat == number else seat for seat in state.seats))
