"""A third game, complete and small: every seat calls heads or tails for one stake, and the coin pays one to one.

Its `COIN_TOSS_KIT` is all that the package gets to know of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import with_config
from typing_extensions import TypedDict

from crossfelt.catalog import KITS, GameKit, PolicySpec
from crossfelt.catalog.kit import Document, WireTypes, Words
from crossfelt.chance import Chance, Draws
from crossfelt.errors import BadInput, Fault, IllegalAction, IllegalActionCode, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.game import NOTHING_CARRIED, Actor, Audience, Pending, SeatEnd, accepted, refuse_strangers
from crossfelt.jsontext import canonical_json
from crossfelt.ledger import ESCROW, HOUSE, Posting, SpotSums, posting, seat_account
from crossfelt.schema import Message, kinds_of, message
from crossfelt.service.wire.strict import STRICT

Side = Literal["heads", "tails"]
SIDES: tuple[Side, Side] = ("heads", "tails")
MOST_STAKE_CENTS = 10_000


@with_config(STRICT)
class CoinDocument(TypedDict):
    """The rules document of a toss."""

    id: Literal["coin"]
    stake_cents: int


@dataclass(frozen=True, slots=True)
class CoinRules:
    """One stake for everybody."""

    stake_cents: int = 500
    name = "coin-1"

    @property
    def document(self) -> dict[str, Any]:
        return {"id": "coin", "stake_cents": self.stake_cents}

    @property
    def hash(self) -> str:
        return hashlib.sha256(canonical_json(self.document).encode()).hexdigest()


def read_rules(document: object) -> CoinRules:
    fields = Fields(document)
    fields.text("id", among=("coin",))
    stake = fields.integer("stake_cents", least=1, most=MOST_STAKE_CENTS)
    fields.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
    return CoinRules(stake)


# ---- actions


@message
class Call(Message):
    """Seat: stakes on one side of the coin."""

    side: Side


@message
class SkipSeat(Message):
    """System: a seat does not take part."""

    seat: int


@message
class Toss(Message):
    """Chance: the side that comes up."""

    side: Side


@message
class VoidToss(Message):
    """Floor or system: every stake goes back."""

    reason: str


Action = Call | SkipSeat | Toss | VoidToss
MAY_ASK: Mapping[type[Action], tuple[str, ...]] = {
    Call: ("seat",),
    SkipSeat: ("system",),
    Toss: ("chance",),
    VoidToss: ("floor", "system"),
}


# ---- events


@message
class CallMade(Message):
    """A seat has staked."""

    seat: int
    side: Side
    cents: int


@message
class SeatSkipped(Message):
    """A seat stays out."""

    seat: int


@message
class CoinTossed(Message):
    """The coin came up, and every stake is settled."""

    side: Side
    won: tuple[int, ...]
    lost: tuple[int, ...]
    cents: int


@message
class TossVoided(Message):
    """Every stake went back."""

    reason: str
    seats: tuple[int, ...]
    cents: int


Event = CallMade | SeatSkipped | CoinTossed | TossVoided


@dataclass(frozen=True, slots=True)
class CoinState:
    """A toss so far."""

    rules: CoinRules
    seats: tuple[int, ...]
    calls: Mapping[int, Side]
    skipped: tuple[int, ...] = ()
    side: Side | None = None
    is_void: bool = False

    @property
    def to_call(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in self.calls and seat not in self.skipped)

    @property
    def is_finished(self) -> bool:
        return self.is_void or self.side is not None or (not self.to_call and not self.calls)


@dataclass(frozen=True, slots=True)
class CoinView:
    """A toss as an audience sees it: nothing is hidden."""

    rules_hash: str
    seat: int | None
    to_call: tuple[int, ...]
    calls: dict[str, str]
    side: str | None
    kind: Literal["coin"] = "coin"


class CoinToss:
    """The game's rules of motion."""

    name = "coin-toss"
    action_kinds: Mapping[str, type[Action]] = kinds_of(*MAY_ASK)
    event_kinds: Mapping[str, type[Event]] = kinds_of(CallMade, SeatSkipped, CoinTossed, TossVoided)
    sealed_kinds: frozenset[str] = frozenset()
    takes_latecomers = False
    read_rules = staticmethod(read_rules)

    def open(self, rules: CoinRules, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> CoinState:
        if not seats or carried:
            raise IllegalAction(IllegalActionCode.NOT_SEATED, "a toss needs at least one seat and starts from nothing")
        return CoinState(rules, tuple(sorted(seats)), {})

    def carried(self, state: CoinState) -> dict[str, str]:
        return {}

    def inherited(self, before: CoinRules, carried: Mapping[str, str], rules: CoinRules) -> dict[str, str]:
        return {}

    def endowment(self, rules: CoinRules, inherited: Mapping[str, str] = NOTHING_CARRIED) -> tuple[Posting, ...]:
        return ()

    def pending(self, state: CoinState) -> Pending[Action]:
        if state.is_finished:
            return Pending("finished")
        return Pending("seats", state.to_call) if state.to_call else Pending("chance", wants="toss")

    def draw(self, state: CoinState, chance: Chance) -> Action:
        return Toss(SIDES[chance.below(2)])

    def legal_actions(self, state: CoinState, actor: Actor) -> tuple[Action, ...]:
        offers: list[Action] = [*map(Call, SIDES), *map(SkipSeat, state.seats), *map(Toss, SIDES)]
        return accepted(self.decide, state, actor, offers)

    def decide(self, state: CoinState, actor: Actor, action: Action) -> tuple[Event, ...]:
        refuse_strangers(MAY_ASK, actor, action)
        if state.is_finished:
            raise IllegalAction(IllegalActionCode.WRONG_STAGE, "the toss is over")
        stake = state.rules.stake_cents
        match action:
            case Call(side=side):
                return (CallMade(_due(state, actor.seat), side, stake),)
            case SkipSeat(seat=seat):
                return (SeatSkipped(_due(state, seat)),)
            case Toss(side=side) if not state.to_call:
                won = tuple(seat for seat, call in sorted(state.calls.items()) if call == side)
                lost = tuple(seat for seat, call in sorted(state.calls.items()) if call != side)
                return (CoinTossed(side, won, lost, stake),)
            case VoidToss(reason=reason):
                return (TossVoided(reason, tuple(sorted(state.calls)), stake),)
        raise IllegalAction(IllegalActionCode.WRONG_STAGE, "not every seat has called")

    def evolve(self, state: CoinState, event: Event) -> CoinState:
        match event:
            case CallMade(seat=seat, side=side):
                return replace(state, calls={**state.calls, seat: side})
            case SeatSkipped(seat=seat):
                return replace(state, skipped=(*state.skipped, seat))
            case CoinTossed(side=side):
                return replace(state, side=side)
            case TossVoided():
                return replace(state, is_void=True)

    def view(self, state: CoinState, audience: Audience) -> CoinView:
        calls = {str(seat): str(side) for seat, side in sorted(state.calls.items())}
        return CoinView(state.rules.hash, audience.seat, state.to_call, calls, state.side)

    def postings(self, event: Event) -> tuple[Posting, ...]:
        match event:
            case CallMade(seat=seat, cents=cents):
                return posting(seat_account(seat), ESCROW, cents)
            case CoinTossed(won=won, lost=lost, cents=cents):
                paid = (move for seat in won for source in (ESCROW, HOUSE) for move in _paid(source, seat, cents))
                return (*paid, *(move for _ in lost for move in posting(ESCROW, HOUSE, cents)))
            case TossVoided(seats=seats, cents=cents):
                return tuple(move for seat in seats for move in _paid(ESCROW, seat, cents))
        return ()

    def most_returned(self, state: CoinState, seat: int) -> int:
        return 2 * state.rules.stake_cents if seat in state.calls else 0

    def most_possible(self, state: CoinState, seat: int) -> int:
        return 2 * state.rules.stake_cents

    def due(self, state: CoinState) -> tuple[int, ...]:
        return state.to_call

    def on_timeout(self, state: CoinState, seat: int | None) -> Action | None:
        return SkipSeat(seat) if seat in state.to_call and seat is not None else None

    def on_leave(self, state: CoinState, seat: int) -> Action | None:
        return self.on_timeout(state, seat)

    def on_remove(self, state: CoinState, seat: int) -> Action | None:
        return None

    def on_failure(self, state: CoinState, reason: str) -> Action | None:
        return VoidToss(reason)

    def void_reasons(self, state: CoinState) -> tuple[str, ...] | None:
        return ("misdeal",)


def _due(state: CoinState, seat: int | None) -> int:
    if seat not in state.to_call or seat is None:
        raise IllegalAction(IllegalActionCode.NOT_YOUR_TURN, f"seat {seat} has nothing to call")
    return seat


def _paid(source: str, seat: int, cents: int) -> tuple[Posting, ...]:
    return posting(source, seat_account(seat), cents)


# ---- what the kit needs besides


class CoinTables:
    """The answers of the game for live tables."""

    void_kind = "void_toss"

    def read_rules(self, text: str, options: Mapping[str, Any], seat_count: int) -> tuple[CoinRules, int]:
        if text != "coin":
            raise BadInput("rules: there is one coin only")
        return read_rules({"id": text, "stake_cents": 500, **options}), 4

    def prepare(self, rules: CoinRules) -> None:
        pass

    def title(self, rules: CoinRules) -> str:
        return f"A coin for {rules.stake_cents} cents"

    def mode(self, rules: CoinRules) -> None:
        return

    def ante_limits(self, rules: CoinRules) -> tuple[int, int]:
        return rules.stake_cents, rules.stake_cents

    def seat_end(self, view: CoinView, seat: int) -> SeatEnd:
        return SeatEnd(is_void=view.side is None, seat_count=len(view.calls))

    def idle_fault(self, rules: CoinRules, view: CoinView) -> Fault | None:
        if view.seat in view.to_call:
            return None
        return Fault(FaultCode.NOTHING_TO_DECIDE, "the seat has nothing to call", "view")


class CoinTakings:
    """The figures of a table's report."""

    event_kinds: frozenset[str] = frozenset({"coin_tossed", "toss_voided"})
    antes = ante_squares = round_ante_squares = seat_rounds = 0

    def __init__(self, _rules: CoinRules, _carried: Mapping[str, str], /) -> None:
        self.kinds: Mapping[str, str] = {"call": "main"}
        self.meters: Mapping[str, Any] = {}
        self.spots: Mapping[str, SpotSums] = {"call": SpotSums()}
        self.voids = 0

    def add(self, event: Any, /) -> tuple[tuple[int, str, int], ...]:
        sums = self.spots["call"]
        match event:
            case CoinTossed(won=won, lost=lost, cents=cents):
                sums.wagers += len(won) + len(lost)
                sums.staked += cents * (len(won) + len(lost))
                sums.returned += cents * len(won)
                sums.won += cents * len(won)
            case TossVoided():
                self.voids += 1
        return ()


@dataclass(frozen=True, slots=True)
class RandomCaller:
    """Calls either side."""

    draws: Draws

    def act(self, view: CoinView, /) -> Call:
        assert view.seat in view.to_call
        return Call(SIDES[self.draws.below(2)])


def random_caller(_rules: CoinRules, draws: Draws, /) -> RandomCaller:
    return RandomCaller(draws)


def advise_caller(rules: CoinRules, _view: CoinView, /) -> Document:
    return {"rules": rules.name, "best": "either"}


COIN_TOSS = CoinToss()
COIN_TOSS_KIT = GameKit(
    name="coin-toss",
    words=Words("Coin Toss", "toss", draws={"toss": "toss"}),
    load_game=lambda: COIN_TOSS,
    load_tables=CoinTables,
    wire=WireTypes("Coin", lambda: Action, lambda: Event, lambda: CoinView, lambda: CoinDocument),
    policies=(PolicySpec("random", "Either side", "Calls either side.", lambda: random_caller),),
    load_adviser=lambda: advise_caller,
    load_takings=lambda: CoinTakings,
)


@contextmanager
def coin_toss_shipped() -> Iterator[GameKit]:
    """Add the kit to the catalog for a while."""
    KITS[COIN_TOSS_KIT.name] = COIN_TOSS_KIT
    try:
        yield COIN_TOSS_KIT
    finally:
        del KITS[COIN_TOSS_KIT.name]
