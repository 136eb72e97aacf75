"""One round of Criss Cross Poker as a `Game`.

betting -> shuffling -> dealing -> across -> down -> middle -> settling -> settled
                      (from each of them) -> voided
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from crossfelt.cards import DECK, card_name
from crossfelt.chance import Chance
from crossfelt.crisscross import actions as asked
from crossfelt.crisscross.actions import ACTIONS, Action
from crossfelt.crisscross.decide import decide
from crossfelt.crisscross.events import EVENTS, Event, Shuffled
from crossfelt.crisscross.evolve import evolve, postings
from crossfelt.crisscross.irregularities import reports, void_reasons
from crossfelt.crisscross.most_returned import most_possible, most_returned
from crossfelt.crisscross.progressives.meter import Meter, read_carried
from crossfelt.crisscross.progressives.play import AwaitedSeat, AwaitedSpin
from crossfelt.crisscross.resolve import rule_book_from_document
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import DECISIONS, RoundState, SeatState
from crossfelt.crisscross.views import TableView, view
from crossfelt.crisscross.wagers import smallest_wagers
from crossfelt.errors import BadInput, Fault, IllegalAction, IllegalActionCode, describe
from crossfelt.faults import FaultCode
from crossfelt.game import NOTHING_CARRIED, SYSTEM, Actor, Contest, Pending, accepted
from crossfelt.ledger import HOUSE, Posting, account_before, meter_account, posting
from crossfelt.money import dollars
from crossfelt.schema import kinds_of

RoundContest = Contest[RuleBook, RoundState, Action, Event, TableView]


class CrissCross:
    """The game's rules of motion; all differences between published rules are in the rule book."""

    name = "criss-cross"
    action_kinds: Mapping[str, type[Action]] = kinds_of(*ACTIONS)
    event_kinds: Mapping[str, type[Event]] = kinds_of(*EVENTS)
    sealed_kinds = frozenset(kinds_of(Shuffled))
    takes_latecomers = True
    read_rules = staticmethod(rule_book_from_document)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(view)
    postings = staticmethod(postings)
    most_returned = staticmethod(most_returned)
    most_possible = staticmethod(most_possible)

    def open(self, rules: RuleBook, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> RoundState:
        """Return a round in which these seats may bet; meters start as the previous round left them, or at their
        initial amount."""
        if not seats or len(set(seats)) != len(seats) or not all(1 <= seat <= rules.seat_count for seat in seats):
            message = f"seats must be different numbers from 1 to {rules.seat_count}, not {describe(seats)}"
            params = {"least": 1, "most": rules.seat_count, "value": seats}
            fault = Fault(FaultCode.OUT_OF_RANGE, message, field="seats", params=params)
            raise IllegalAction(IllegalActionCode.NOT_SEATED, fault)
        return RoundState(rules, tuple(SeatState(seat) for seat in sorted(seats)), _meters(rules, carried))

    def carried(self, state: RoundState) -> dict[str, str]:
        """Return the exact cents of every meter in use."""
        return {name: str(meter.cents) for name, meter in state.meters.items()}

    def inherited(self, before: RuleBook, carried: Mapping[str, str], rules: RuleBook) -> dict[str, str]:
        """Return every meter whose wheel and terms stay the same. Other terms may change only while a meter is at its
        reset amount, that is once its jackpot is won (reading P7)."""
        old, new = before.progressives, rules.progressives
        inherited: dict[str, str] = {}
        faults = []
        for name, terms in (old.meters if old is not None else {}).items():
            amount = Meter(read_carried(carried[name]))
            if new is not None and old is not None and new.game_for(name) == old.game_for(name):
                inherited[name] = carried[name]
            elif amount.shown != terms.reset_cents:
                message = (
                    f"meter {name} is at {dollars(amount.shown)}; its wheel, rate and amounts can't change until"
                    " its jackpot is won"
                )
                params = {"meter": name, "cents": amount.shown}
                faults.append(Fault(IllegalActionCode.BAD_CARRIED, message, clause="reading P7", params=params))
        if faults:
            raise IllegalAction(IllegalActionCode.BAD_CARRIED, faults)
        return inherited

    def endowment(self, rules: RuleBook, inherited: Mapping[str, str] = NOTHING_CARRIED) -> tuple[Posting, ...]:
        """Return the initial amount of every meter in use, from the house or from the meter before it."""
        terms = rules.progressives.meters if rules.progressives is not None else {}
        moves: list[Posting] = []
        for name, entry in terms.items():
            account = meter_account(name)
            if name in inherited:
                moves += posting(account_before(account), account, Meter(read_carried(inherited[name])).shown)
            else:
                moves += posting(HOUSE, account, entry.initial_cents)
        return tuple(moves)

    def pending(self, state: RoundState) -> Pending[Action]:
        """Return the seats to act, the required chance, or the dealer's next action."""
        match state.stage:
            case "betting":
                return Pending("seats", tuple(seat.seat for seat in state.seats))
            case "shuffling":
                return Pending("chance", wants="deck")
            case "dealing":
                return Pending("system", action=asked.Deal())
            case "across" | "down" | "middle":
                seat = state.to_act
                assert seat is not None, "a decision without a seat to act is revealed at once"
                return Pending("seats", (seat,))
            case "settling":
                match state.awaited:
                    case AwaitedSpin(seat=spinner):
                        return Pending("chance", () if spinner is None else (spinner,), "spin")
                    case AwaitedSeat(seats=seats):
                        return Pending("chance", seats, "hot_spot")
                return Pending("system", action=asked.Settle())
            case _:
                return Pending("finished")

    def draw(self, state: RoundState, chance: Chance) -> Action:
        """Return a shuffled deck, a spin of a wheel, or the seat of the Hot Spot."""
        match state.awaited:
            case AwaitedSpin() as spin:
                wheels = state.wheels
                assert wheels is not None
                return asked.Spin(spin.wheel, spin.seat, wheels.wheel_of(spin).spin(chance).symbol)
            case AwaitedSeat(seats=seats):
                return asked.DrawHotSpot(seats[chance.below(len(seats))])
        assert state.stage == "shuffling", "a round waits for chance to shuffle and to spin"
        return asked.Shuffle(tuple(card_name(card) for card in chance.shuffled(DECK)))

    def legal_actions(self, state: RoundState, actor: Actor) -> tuple[Action, ...]:
        """Return every action accepted now, with four exceptions that have too many values to list: `PlaceWagers` is
        listed with the smallest antes (`wagers.betting_faults` checks any set), `Shuffle` takes any 52 cards,
        `VoidRound` any reason, and `Deal` and `Settle` may also have a smaller count."""
        return accepted(decide, state, actor, _candidates(state, actor))

    def due(self, state: RoundState) -> tuple[int, ...]:
        """Return the seat to decide; while betting is open, only the table's clock runs."""
        seat = state.to_act
        return () if seat is None else (seat,)

    def on_timeout(self, state: RoundState, seat: int | None) -> Action | None:
        """Abandon a seat that doesn't decide in time (reading R15). Betting has one clock for the table: it closes if
        somebody has wagered, and otherwise stays open."""
        if seat is None:
            return asked.CloseBetting() if state.stage == "betting" and state.in_play else None
        return asked.Abandon(seat) if state.stage in DECISIONS and state.to_act == seat else None

    def on_leave(self, state: RoundState, seat: int) -> Action | None:
        """Return chips that can still be withdrawn to the player; after the deal the table decides for the seat
        (reading R15)."""
        action = asked.Abandon(seat)
        return action if accepted(decide, state, SYSTEM, (action,)) else None

    def on_remove(self, state: RoundState, seat: int) -> Action | None:
        """Return chips that can still be withdrawn; after the deal the table folds for the seat (reading R15)."""
        action = asked.TakeOver(seat)
        return action if accepted(decide, state, SYSTEM, (action,)) else None

    def on_failure(self, state: RoundState, reason: str) -> Action | None:  # noqa: ARG002
        """Void the round, whatever its stage (reading R17)."""
        return asked.VoidRound(reason)

    def void_reasons(self, state: RoundState) -> tuple[str, ...] | None:
        """Return None (any reason) before the first community card; after it, the reasons of reading R17."""
        return void_reasons(state)


CRISS_CROSS = CrissCross()


def open_round(
    rules: RuleBook, seats: Sequence[int] = (1,), carried: Mapping[str, str] = NOTHING_CARRIED
) -> RoundContest:
    """Return a round in memory."""
    return Contest(CRISS_CROSS, rules, seats, carried)


def _meters(rules: RuleBook, carried: Mapping[str, str]) -> dict[str, Fraction]:
    """Return the exact cents with which the meters in use start."""
    terms = rules.progressives.meters if rules.progressives is not None else {}
    strangers = [name for name in carried if name not in terms]
    if strangers:
        known = ", ".join(terms) or "none"
        message = f"{describe(strangers[0])} is not a meter of this book; choose from {known}"
        raise IllegalAction(IllegalActionCode.BAD_CARRIED, message, meter=strangers[0], choices=list(terms))
    meters: dict[str, Fraction] = {}
    for name, entry in terms.items():
        try:
            meters[name] = read_carried(carried[name]) if name in carried else Fraction(entry.initial_cents)
        except BadInput as error:
            raise IllegalAction(
                IllegalActionCode.BAD_CARRIED, error.faults[0].prefixed(f"meter {name}", name)
            ) from None
    return meters


def _candidates(state: RoundState, actor: Actor) -> Iterator[Action]:
    """Return what this kind of actor might do at any stage; `decide` says what is allowed now."""
    if actor.kind == "seat":
        yield asked.PlaceWagers(smallest_wagers(state.book))
        yield asked.WithdrawWagers()
        for stage in state.book.stages:
            yield asked.Fold(stage.id)
            yield from (asked.Bet(stage.id, multiple) for multiple in stage.spot.multiples)
    if actor.kind == "chance":
        match state.awaited:
            case AwaitedSpin() as spin:
                wheels = state.wheels
                assert wheels is not None
                for segment in wheels.wheel_of(spin).segments:
                    yield asked.Spin(spin.wheel, spin.seat, segment.symbol)
            case AwaitedSeat(seats=seats):
                yield from map(asked.DrawHotSpot, seats)
    if actor.kind == "system":
        yield asked.Deal()
        yield asked.Settle()
        yield from (asked.Abandon(seat.seat) for seat in state.seats)
        yield from (asked.TakeOver(seat.seat) for seat in state.seats)
    if actor.kind in ("system", "floor"):
        yield asked.CloseBetting()
    if actor.kind == "floor":
        yield from reports(state)
        for seat in state.seats:
            reasons = state.book.conduct.reasons if state.book.conduct else ()
            yield from (asked.ForfeitSeat(seat.seat, reason) for reason in reasons)
