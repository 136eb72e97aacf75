"""One match of King Cross Poker as a `Game`: 24 rolls and placements, then the scores.

solo, own dice:  Rolled -> CardPlaced -> ... -> MatchFinished
communal:        Rolled -> PlacementSealed by each seat -> PlacementsShown -> ... -> MatchFinished

With own dice no seat waits for another: a seat rolls again as soon as it has placed, the lowest seat first, so that
the order of the dice is fixed by the order of the placements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crossfelt.cards import card_name
from crossfelt.chance import Chance
from crossfelt.errors import Fault, IllegalAction, IllegalActionCode, describe
from crossfelt.faults import FaultCode
from crossfelt.game import NOTHING_CARRIED, SYSTEM, Actor, Contest, Pending, accepted
from crossfelt.kingcross import actions as asked
from crossfelt.kingcross.actions import ACTIONS, Action
from crossfelt.kingcross.decide import decide
from crossfelt.kingcross.dice import ROLLS, next_roll
from crossfelt.kingcross.events import EVENTS, SEALED, Event
from crossfelt.kingcross.evolve import evolve
from crossfelt.kingcross.rules import MatchRules, match_rules_from_document
from crossfelt.kingcross.sheet import square_name
from crossfelt.kingcross.state import MatchState, SeatState
from crossfelt.kingcross.views import MatchView, view
from crossfelt.ledger import Posting
from crossfelt.schema import kinds_of

MatchContest = Contest[MatchRules, MatchState, Action, Event, MatchView]
_OUR_LIMIT = "our limit by reading K16; the rules set none"


class KingCross:
    """The game's rules of motion; points and options are in the score card."""

    name = "king-cross"
    action_kinds: Mapping[str, type[Action]] = kinds_of(*ACTIONS)
    event_kinds: Mapping[str, type[Event]] = kinds_of(*EVENTS)
    sealed_kinds = frozenset(kinds_of(*SEALED))
    takes_latecomers = False
    read_rules = staticmethod(match_rules_from_document)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(view)

    def open(self, rules: MatchRules, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> MatchState:
        """Return a match for these seats: one alone, or at least two together, up to the maximum of the score card."""
        if carried:
            raise IllegalAction(IllegalActionCode.BAD_CARRIED, "a King Cross match can't take over state from another")
        most = rules.score_card.most_seats
        if len(set(seats)) != len(seats) or not all(type(seat) is int and 1 <= seat <= most for seat in seats):
            message = f"seats must be different numbers from 1 to {most} ({_OUR_LIMIT}), not {describe(seats)}"
            fault = Fault(
                FaultCode.OUT_OF_RANGE, message, field="seats", params={"least": 1, "most": most, "value": seats}
            )
            raise IllegalAction(IllegalActionCode.NOT_SEATED, fault)
        if not rules.fewest_seats <= len(seats) <= rules.most_seats:
            allowed = "one seat" if rules.mode == "solo" else f"2 to {most} seats ({_OUR_LIMIT})"
            message = f"a match in mode {rules.mode.replace('_', ' ')} is for {allowed}, not {len(seats)}"
            params = {"least": rules.fewest_seats, "most": rules.most_seats, "count": len(seats)}
            fault = Fault(FaultCode.WRONG_COUNT, message, field="seats", params=params)
            raise IllegalAction(IllegalActionCode.NOT_SEATED, fault)
        return MatchState(rules, tuple(SeatState(seat) for seat in sorted(seats)))

    def carried(self, _state: MatchState) -> dict[str, str]:
        """Return nothing: a match doesn't depend on the one before."""
        return {}

    def inherited(self, before: MatchRules, carried: Mapping[str, str], rules: MatchRules) -> dict[str, str]:  # noqa: ARG002
        """Return nothing: a room takes nothing over from another."""
        return {}

    def endowment(self, rules: MatchRules, inherited: Mapping[str, str] = NOTHING_CARRIED) -> tuple[Posting, ...]:  # noqa: ARG002
        """Return no postings: King Cross has no chips."""
        return ()

    def pending(self, state: MatchState) -> Pending[Action]:
        """Return the roll and the seats it is for, before anything else; then the seats with a card to place."""
        if state.is_finished:
            return Pending("finished")
        if rolling := state.rolling:
            return Pending("chance", rolling, wants="roll")
        return Pending("seats", state.to_place)

    def draw(self, state: MatchState, chance: Chance) -> Action:
        """Return a throw of both dice, the only chance of a match."""
        assert state.rolling, "the only chance in a match is a roll"
        roll = next_roll(chance)
        return asked.RollDice(roll.value, roll.suit)

    def legal_actions(self, state: MatchState, actor: Actor) -> tuple[Action, ...]:
        """Return everything that `decide` would accept from this actor now."""
        return accepted(decide, state, actor, _candidates(state, actor))

    def postings(self, event: Event) -> tuple[Posting, ...]:  # noqa: ARG002
        """Return no postings: King Cross has no chips."""
        return ()

    def most_returned(self, state: MatchState, seat: int) -> int:  # noqa: ARG002
        """Return 0: King Cross has no chips."""
        return 0

    def most_possible(self, state: MatchState, seat: int) -> int:  # noqa: ARG002
        """Return 0: King Cross has no chips."""
        return 0

    def due(self, state: MatchState) -> tuple[int, ...]:
        """Return every seat with a card to place, also while others roll."""
        return state.to_place

    def on_timeout(self, state: MatchState, seat: int | None) -> Action | None:
        """Place the one roll that the player didn't place in time (reading K17); the match itself has no clock."""
        seat_state = state.seat(seat) if seat is not None else None
        return (
            asked.PlaceFor(seat_state.seat, len(seat_state.rolls))
            if seat_state is not None and seat_state.in_hand is not None
            else None
        )

    def on_leave(self, state: MatchState, seat: int) -> Action | None:
        """Let the table place for the seat from now on (reading K17)."""
        action = asked.AbandonSheet(seat)
        return action if accepted(decide, state, SYSTEM, (action,)) else None

    def on_remove(self, state: MatchState, seat: int) -> Action | None:  # noqa: ARG002
        """Return None: the player places until the match ends, and the table only where time runs out (reading K17)."""
        return None

    def on_failure(self, state: MatchState, reason: str) -> Action | None:  # noqa: ARG002
        """Return None: no chips are at stake, and a match that stops has no result."""
        return None

    def void_reasons(self, state: MatchState) -> tuple[str, ...] | None:  # noqa: ARG002
        """Return None: nothing is at stake, so any reason is allowed."""
        return None


KING_CROSS = KingCross()


def open_match(rules: MatchRules, seats: Sequence[int] = (1,)) -> MatchContest:
    """Return a match in memory."""
    return Contest(KING_CROSS, rules, seats)


def _candidates(state: MatchState, actor: Actor) -> Iterator[Action]:
    """Return what this kind of actor might do; `decide` says what is allowed now."""
    if actor.kind == "chance":
        yield from (asked.RollDice(roll.value, roll.suit) for roll in ROLLS)
    if actor.kind == "seat":
        seat = state.seat(actor.seat) if actor.seat is not None else None
        if seat is not None and seat.in_hand is not None:
            for square, card in seat.sheet.placements(seat.in_hand, state.rules.score_card.wild_may_be_king):
                yield asked.Place(len(seat.rolls), square_name(square), card_name(card))
    if actor.kind == "system":
        for seat in state.seats:
            yield asked.PlaceFor(seat.seat, len(seat.rolls))
            yield asked.AbandonSheet(seat.seat)
