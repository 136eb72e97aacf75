"""Apply events to the state and to the chips. Nothing is refused here: an event has already been decided.

Chips move between abstract accounts: a seat, the round's escrow, the house, a meter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from crossfelt.cards import parse_card
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.layout import BONUS, hole_places
from crossfelt.crisscross.progressives.meter import Meter
from crossfelt.crisscross.progressives.play import MeterGrowth
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.crisscross.state import DECISIONS, RoundStage, RoundState, SeatState
from crossfelt.ledger import ESCROW, HOUSE, Posting, meter_account, posting, seat_account


def evolve(state: RoundState, event: happened.Event) -> RoundState:
    """Return the state after an event."""
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
            count = state.withdrawn_decks + 1
            return replace(state, stage="shuffling", deck=None, next_position=0, set_aside=(), withdrawn_decks=count)
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
        case happened.SeatTakenOver(seat=seat):
            return _with_seat(state, seat, lambda old: replace(old, absent=True, taken_over=True))
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
        case happened.MetersGrew(growth=growth):
            return replace(state, growth=growth)
        case happened.WheelSpun():
            return replace(state, spun=(*state.spun, event))
        case happened.HotSpotDrawn(seat=seat):
            return replace(state, hot_spot=seat)
        case happened.CommunityPayTaken(wager=wager):
            remaining = tuple(other for other in state.settled_wagers if other != wager)
            return replace(state, settled_wagers=remaining)
        case happened.WagerSettled(wager=wager):
            return replace(state, settled_wagers=(*state.settled_wagers, wager))
        case happened.RoundSettled():
            return replace(state, stage="settled", settled=event)
        case happened.RoundVoided():
            return replace(state, stage="voided", voided=event)


def postings(event: happened.Event) -> tuple[Posting, ...]:
    """Return the chips that an event moves: into escrow when a wager is made, out of it when the wager is settled, and
    back to the players when the round is void."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return posting(seat_account(seat), ESCROW, sum(wagers.values()))
        case happened.WagersWithdrawn(seat=seat, wagers=wagers):
            return posting(ESCROW, seat_account(seat), sum(wagers.values()))
        case happened.BetPlaced(seat=seat, cents=cents):
            return posting(seat_account(seat), ESCROW, cents)
        case happened.WagerSettled(wager=wager):
            return wager_postings(wager)
        case happened.MetersGrew(growth=growth):
            return growth_postings(growth)
        case happened.CommunityPayTaken(wager=wager):
            return undone(wager_postings(wager))
        case happened.RoundVoided(refunds=refunds, reversed=wagers, shrunk=growth):
            moves = (*growth_postings(growth), *(move for wager in wagers for move in wager_postings(wager)))
            returns = (move for refund in refunds for move in posting(ESCROW, seat_account(refund.seat), refund.cents))
            return (*undone(moves), *returns)
        case _:
            return ()


def wager_postings(wager: SettledWager) -> tuple[Posting, ...]:
    """Return the postings of a settled wager: the stake leaves escrow for the seat or the house, and the house pays the
    winnings. A jackpot is paid from its meter, which the house refills to the reset amount."""
    seat = seat_account(wager.seat)
    return (
        *posting(ESCROW, HOUSE, wager.staked - wager.returned),
        *posting(ESCROW, seat, wager.returned),
        *posting(HOUSE, seat, wager.won - sum(prize.won for prize in wager.prizes if prize.meter is not None)),
        *(
            move
            for prize in wager.prizes
            if prize.meter is not None
            for move in (
                *posting(meter_account(prize.meter), seat, prize.won),
                *posting(HOUSE, meter_account(prize.meter), prize.reset_cents),
            )
        ),
    )


def growth_postings(growth: Iterable[MeterGrowth]) -> tuple[Posting, ...]:
    """Return the house's postings to each meter for the growth of its whole cents; fractions move no chip."""
    return tuple(
        move
        for step in growth
        for move in posting(
            HOUSE, meter_account(step.meter), Meter(Fraction(step.after)).shown - Meter(Fraction(step.before)).shown
        )
    )


def undone(moves: Sequence[Posting]) -> tuple[Posting, ...]:
    """Return the postings that reverse these, the last one first."""
    return tuple(Posting(move.destination, move.source, move.cents) for move in reversed(moves))


def _settling_when_nothing_is_left(state: RoundState) -> RoundState:
    # Nobody is in and no wager needs the cross, so its cards stay face down (reading R26).
    nothing_left = state.stage in DECISIONS and not state.cross_is_needed
    return replace(state, stage="settling") if nothing_left else state


def _with_seat(state: RoundState, number: int, change: Callable[[SeatState], SeatState]) -> RoundState:
    return replace(state, seats=tuple(change(seat) if seat.seat == number else seat for seat in state.seats))
