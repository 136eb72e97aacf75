"""One round of Criss Cross Poker as a `Game`.

betting -> shuffling -> dealing -> across -> down -> middle -> settling -> settled
                      (from each of them) -> voided
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfelt.crisscross import actions as asked
from crossfelt.crisscross.actions import Action
from crossfelt.crisscross.decide import decide
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.evolve import evolve
from crossfelt.crisscross.irregularities import reports
from crossfelt.crisscross.postings import postings
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import DECISIONS, RoundState, SeatState
from crossfelt.crisscross.views import TableView, view
from crossfelt.crisscross.wagers import betting_faults
from crossfelt.errors import Code, IllegalAction, describe
from crossfelt.game import Actor, Audience, Pending
from crossfelt.ledger import Posting


class CrissCross:
    """The game's rules of motion; all that differs between published texts is in the rule book."""

    def open(self, rules: RuleBook, seats: Sequence[int]) -> RoundState:
        """A round in which these seats may bet."""
        if not seats or len(set(seats)) != len(seats) or not all(1 <= seat <= rules.seat_count for seat in seats):
            raise IllegalAction(
                Code.NOT_SEATED,
                f"seats must be different numbers from 1 to {rules.seat_count}, not {describe(seats)}",
            )
        return RoundState(rules, tuple(SeatState(seat) for seat in sorted(seats)))

    def pending(self, state: RoundState) -> Pending:
        """The seats to act, the deck, or the dealer's next act."""
        match state.stage:
            case "betting":
                return Pending("seats", tuple(seat.seat for seat in state.seats))
            case "shuffling":
                return Pending("chance", wants="deck")
            case "dealing":
                return Pending("system", wants="deal")
            case "across" | "down" | "middle":
                assert state.to_act is not None, "a decision without a seat to act is revealed at once"
                return Pending("seats", (state.to_act,))
            case "settling":
                return Pending("system", wants="settle")
            case _:
                return Pending("finished")

    def legal_actions(self, state: RoundState, actor: Actor) -> tuple[Action, ...]:
        """Every action accepted now, with four exceptions that have too many values to list: `PlaceWagers` stands
        here with the smallest antes (`wagers.betting_faults` judges any set), `Shuffle` takes any 52 cards,
        `VoidRound` any reason, and `Deal` and `Settle` may also be given a smaller count."""
        return () if state.is_finished else tuple(_legal(state, actor))

    def decide(self, state: RoundState, actor: Actor, action: Action) -> tuple[Event, ...]:
        """See `crisscross.decide`."""
        return decide(state, actor, action)

    def evolve(self, state: RoundState, event: Event) -> RoundState:
        """See `crisscross.evolve`."""
        return evolve(state, event)

    def view(self, state: RoundState, audience: Audience) -> TableView:
        """See `crisscross.views`."""
        return view(state, audience)

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """See `crisscross.postings`."""
        return postings(event)

    def on_timeout(self, state: RoundState, seat: int) -> Action | None:
        """A seat that does not decide in time is abandoned (reading R15); nobody is timed while betting."""
        return asked.Abandon(seat) if state.stage in DECISIONS and state.to_act == seat else None


CRISS_CROSS = CrissCross()


def smallest_wagers(book: RuleBook) -> dict[str, int]:
    """The least that opens a round at a table of this book: its required spots at their minimum."""
    unit = book.table_unit_cents
    return {spot.id: -(-spot.minimum_cents // unit) * unit for spot in book.betting_spots if spot.required}


def _legal(state: RoundState, actor: Actor) -> Iterator[Action]:
    match actor.kind:
        case "seat":
            yield from _seat_actions(state, actor.seat)
        case "system":
            yield from _dealer_actions(state)
            yield from _table_actions(state)
        case "floor":
            yield from _table_actions(state)
            yield from reports(state)
            yield from _forfeits(state)


def _seat_actions(state: RoundState, number: int | None) -> Iterator[Action]:
    seat = state.seat(number) if number is not None else None
    if seat is None:
        return
    if state.stage == "betting":
        # Where no multiple of the table's unit lies within the limits, nobody can open a round.
        smallest = smallest_wagers(state.book)
        if not betting_faults(state.book, smallest):
            yield asked.PlaceWagers(smallest)
        if seat.wagers:
            yield asked.WithdrawWagers()
    stage = state.current
    if stage is not None and state.to_act == seat.seat:
        yield asked.Fold(stage.id)
        yield from (asked.Bet(stage.id, multiple) for multiple in stage.spot.multiples)


def _dealer_actions(state: RoundState) -> Iterator[Action]:
    if state.stage == "dealing":
        yield asked.Deal()
    elif state.stage == "settling":
        yield asked.Settle()


def _table_actions(state: RoundState) -> Iterator[Action]:
    if state.stage == "betting":
        if state.in_play:
            yield asked.CloseBetting()
        yield from (asked.Abandon(seat.seat) for seat in state.in_play)
    elif state.stage != "settling":
        yield from (asked.Abandon(seat.seat) for seat in state.in_play if seat.is_in and not seat.absent)


def _forfeits(state: RoundState) -> Iterator[Action]:
    conduct = state.book.conduct
    if conduct is None or state.stage not in (*DECISIONS, "settling") or state.settlement_steps:
        return
    for seat in state.in_play:
        if not seat.forfeited:
            yield from (asked.ForfeitSeat(seat.seat, reason) for reason in conduct.reasons)
