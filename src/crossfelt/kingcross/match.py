"""One match of King Cross Poker as a `Game`: 24 times a roll and a placement, then the scores.

solo, own dice:  Rolled -> CardPlaced -> ... -> MatchFinished
communal:        Rolled -> PlacementSealed by each seat -> PlacementsShown -> ... -> MatchFinished

With own dice nobody waits for anybody: a seat rolls again as soon as it has placed, the lowest seat first, so that
the order of the dice is fixed by the order of the placements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfelt.cards import card_name
from crossfelt.errors import Code, IllegalAction, describe
from crossfelt.game import Actor, Audience, Pending
from crossfelt.kingcross import actions as asked
from crossfelt.kingcross.actions import Action
from crossfelt.kingcross.decide import decide, has_more_to_place
from crossfelt.kingcross.dice import ROLLS
from crossfelt.kingcross.events import Event
from crossfelt.kingcross.evolve import evolve
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.sheet import square_name
from crossfelt.kingcross.state import MatchState, SeatState
from crossfelt.kingcross.views import MatchView, view
from crossfelt.ledger import Posting

_OUR_LIMIT = "the text names no most, ours is reading K16"


class KingCross:
    """The game's rules of motion; points and options are in the score card."""

    def open(self, rules: MatchRules, seats: Sequence[int]) -> MatchState:
        """A match for these seats: one alone, or at least two together, up to the most that the score card names."""
        most = rules.score_card.most_seats
        if len(set(seats)) != len(seats) or not all(type(seat) is int and 1 <= seat <= most for seat in seats):
            raise IllegalAction(
                Code.NOT_SEATED,
                f"seats must be different numbers from 1 to {most} ({_OUR_LIMIT}), not {describe(seats)}",
            )
        if not rules.fewest_seats <= len(seats) <= rules.most_seats:
            wanted = "one seat" if rules.mode == "solo" else f"2 to {most} seats ({_OUR_LIMIT})"
            raise IllegalAction(
                Code.NOT_SEATED, f"a match in mode {rules.mode.replace('_', ' ')} is for {wanted}, not {len(seats)}"
            )
        return MatchState(rules, tuple(SeatState(seat) for seat in sorted(seats)))

    def pending(self, state: MatchState) -> Pending:
        """A roll, with the seats it is for, before anything else; then the seats with a card to place."""
        if state.is_finished:
            return Pending("finished")
        if rolling := state.rolling:
            return Pending("chance", rolling, wants="roll")
        return Pending("seats", state.to_place)

    def legal_actions(self, state: MatchState, actor: Actor) -> tuple[Action, ...]:
        """Everything that `decide` would accept from this actor now."""
        return () if state.is_finished else tuple(_legal(state, actor))

    def decide(self, state: MatchState, actor: Actor, action: Action) -> tuple[Event, ...]:
        """See `kingcross.decide`."""
        return decide(state, actor, action)

    def evolve(self, state: MatchState, event: Event) -> MatchState:
        """See `kingcross.evolve`."""
        return evolve(state, event)

    def view(self, state: MatchState, audience: Audience) -> MatchView:
        """See `kingcross.views`."""
        return view(state, audience)

    def postings(self, event: Event) -> tuple[Posting, ...]:  # noqa: ARG002
        """No chips are played for."""
        return ()

    def on_timeout(self, state: MatchState, seat: int) -> Action | None:
        """The table places the one roll that the player did not place in time (reading K17)."""
        found = state.seat(seat)
        return asked.PlaceFor(seat, len(found.rolls)) if found is not None and found.in_hand is not None else None


KING_CROSS = KingCross()


def _legal(state: MatchState, actor: Actor) -> Iterator[Action]:
    match actor.kind:
        case "chance":
            if state.rolling:
                yield from (asked.RollDice(roll.value, roll.suit) for roll in ROLLS)
        case "seat":
            seat = state.seat(actor.seat) if actor.seat is not None else None
            if seat is not None and seat.in_hand is not None:
                may_be_king = state.rules.score_card.wild_may_be_king
                for square, card in seat.sheet.placements(seat.in_hand, may_be_king):
                    yield asked.Place(len(seat.rolls), square_name(square), card_name(card))
        case "system" | "floor":
            for seat in state.seats:
                if seat.in_hand is not None:
                    yield asked.PlaceFor(seat.seat, len(seat.rolls))
                if not seat.absent and has_more_to_place(seat):
                    yield asked.AbandonSheet(seat.seat)
