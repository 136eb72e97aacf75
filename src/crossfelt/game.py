"""What any game promises: a contest opened under rules, asked and decided, folded from its events, seen per audience.

`decide` may refuse and never changes anything; `evolve` never refuses. Play, replay, simulation and audit are the
same fold over the same events. Chance comes in as actions of the actor `CHANCE`. Whatever drives a contest (a table, a
replay, an environment, the terminal) asks the `Game` and knows nothing else of it, so each is written once for all
games; `crossfelt.testing.conformance` tests that a game keeps what this page promises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeVar

from crossfelt.chance import Chance
from crossfelt.errors import IllegalAction, IllegalActionCode, describe
from crossfelt.ledger import Posting, balances


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a seat, the floor, chance, or the table's own system."""

    kind: Literal["seat", "floor", "chance", "system"]
    seat: int | None = None

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.kind == "seat" else self.kind


FLOOR = Actor("floor")
CHANCE = Actor("chance")
SYSTEM = Actor("system")


def seat_actor(seat: int) -> Actor:
    """The player on that seat, counted from 1."""
    return Actor("seat", seat)


def parse_actor(text: str) -> Actor | None:
    """The reverse of `str(actor)`; None when the text names nobody."""
    if text in ("floor", "chance", "system"):
        return {"floor": FLOOR, "chance": CHANCE, "system": SYSTEM}[text]
    kind, _, number = text.partition(":")
    if kind == "seat" and number.isascii() and number.isdecimal() and len(number) <= 3:
        return seat_actor(int(number))
    return None


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks: a seat sees its own cards, a spectator what is public, the floor the state of the table, an auditor
    every card once the contest is over."""

    kind: Literal["seat", "spectator", "floor", "auditor"]
    seat: int | None = None


SPECTATOR = Audience("spectator")
FLOOR_AUDIENCE = Audience("floor")
AUDITOR = Audience("auditor")


@cache
def seat_audience(seat: int) -> Audience:
    """The player on that seat."""
    return Audience("seat", seat)


class ContestRules(Protocol):
    """What a contest is played under: resolved, so that name, hash and document say everything about it."""

    @property
    def name(self) -> str:
        """Id and version, such as `maryland-1`."""

    @property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the document, in hex."""

    @property
    def document(self) -> dict[str, Any]:
        """Everything that the contest depends on, as plain JSON data: a record embeds it."""


Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View", covariant=True)
SeenView = TypeVar("SeenView", contravariant=True)
GivenAction = TypeVar("GivenAction", covariant=True)


@dataclass(frozen=True, slots=True)
class Pending(Generic[Action]):
    """What a contest waits for: seats to act (several may be due at once), chance, the system, or nothing."""

    kind: Literal["seats", "chance", "system", "finished"]
    seats: tuple[int, ...] = ()
    """The seats that are due, or that the awaited chance is for."""
    wants: str = ""
    """The awaited chance: `deck`, `roll`, `spin` or `hot_spot`."""
    action: Action | None = None
    """What the system does next; there whenever the contest waits for the system."""


NOTHING_CARRIED: Mapping[str, str] = MappingProxyType({})
"""The first contest at a table starts from nothing but its rules."""


class Game(Protocol[Rules, State, Action, Event, View]):
    """One kind of contest: a Criss Cross round, a King Cross match."""

    @property
    def name(self) -> str:
        """What records and tables call the game, such as `criss-cross`."""

    @property
    def action_kinds(self) -> Mapping[str, type[Action]]:
        """Every action that may be asked, by its `kind`."""

    @property
    def event_kinds(self) -> Mapping[str, type[Event]]:
        """Everything that can happen, by its `kind`."""

    @property
    def sealed_kinds(self) -> frozenset[str]:
        """The kinds of events that hold something hidden: stored encrypted, told to nobody while it is hidden."""

    @property
    def takes_latecomers(self) -> bool:
        """Whether a contest is opened for every seat of a table, so that somebody who sits down late may still join it;
        otherwise for the seats that are taken and ready."""

    def read_rules(self, document: object) -> Rules:
        """The rules of a resolved document; `RuleBookError` lists what is wrong with it."""

    def open(self, rules: Rules, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> State:
        """A new contest for these seats; `IllegalAction` when it is not for them. `carried` is what the contest before
        it at the same table left behind."""

    def carried(self, state: State) -> dict[str, str]:
        """What the next contest at the same table starts from, such as the exact amounts of its meters."""

    def inherited(self, before: Rules, carried: Mapping[str, str], rules: Rules) -> dict[str, str]:
        """What a new table takes over from one that was played by the rules before and left this behind;
        `IllegalAction` where other terms must wait."""

    def endowment(self, rules: Rules, inherited: Mapping[str, str] = NOTHING_CARRIED) -> tuple[Posting, ...]:
        """The chips that are put up when a table opens, such as the initial amounts of its meters; what is inherited
        comes from the accounts of the table before it."""

    def pending(self, state: State) -> Pending[Action]:
        """What the contest waits for."""

    def draw(self, state: State, chance: Chance) -> Action:
        """The chance that the contest waits for, drawn, as the action that brings it in."""

    def legal_actions(self, state: State, actor: Actor) -> tuple[Action, ...]:
        """What `decide` would accept from this actor now; a game says which kinds have too many values to list."""

    def decide(self, state: State, actor: Actor, action: Action) -> tuple[Event, ...]:
        """What happens when the actor does this; `IllegalAction` when the rules do not allow it."""

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event. Never refuses."""

    def view(self, state: State, audience: Audience) -> View:
        """What this audience may see, built from nothing."""

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """The chips that the event moves."""

    def most_returned(self, state: State, seat: int) -> int:
        """The most cents that the wagers of a seat, as they were made, could return over every chance, stakes
        included; 0 in a game without chips."""

    def most_possible(self, state: State, seat: int) -> int:
        """The most cents that the wagers of a seat can return after everything that players may still bet in this
        contest. It does not grow once the wagers before the first chance are made."""

    def on_timeout(self, state: State, seat: int | None) -> Action | None:
        """What the system does when the time of a seat is up, or with None the contest's own, such as the end of
        betting. None when nothing follows: no clock runs then."""

    def on_leave(self, state: State, seat: int) -> Action | None:
        """What the system does when the player of a seat leaves for good; None when nothing of theirs is at stake."""

    def on_remove(self, state: State, seat: int) -> Action | None:
        """What the system does when the floor removes the player of a seat; None where the player goes on until the
        contest ends, or has nothing at stake."""

    def on_failure(self, state: State, reason: str) -> Action | None:
        """What the system does when the contest can't go on, for a reason of the table and not of the game; None when
        no chips are at stake, so that the contest may simply stop."""

    def void_reasons(self, state: State) -> tuple[str, ...] | None:
        """The reasons that the floor of a live table may give for voiding the contest now; None where any will do."""


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """How a contest ended for one seat, in the few words that a list of contests has room for."""

    cards: tuple[str, ...] = ()
    """The seat's own cards."""
    community: tuple[str, ...] = ()
    """The cards for everyone, as far as they were turned."""
    folded_at: str | None = None
    is_void: bool = False
    points: int | None = None
    """For a game that is won by points."""
    place: int | None = None
    """1 for the most points."""
    seat_count: int = 1
    """The number of seats that were in it."""


class Policy(Protocol[SeenView, GivenAction]):
    """What decides for a seat. It sees the view of that seat and nothing else, and is asked when the seat is due."""

    def act(self, view: SeenView, /) -> GivenAction:
        """The action that the seat asks for."""


def refuse_strangers(may_ask: Mapping[type[Action], tuple[str, ...]], actor: Actor, action: Action) -> None:
    """Refuses what is no action of the game and what is not for this kind of actor; `may_ask` says who may."""
    if type(action) not in may_ask:
        message = f"{describe(action)} is not an action of this game"
        raise IllegalAction(IllegalActionCode.UNKNOWN_ACTION, message, value=describe(action))
    if actor.kind not in may_ask[type(action)]:
        kind = getattr(action, "kind", type(action).__name__)
        message = f"{kind} is not for {actor.kind}"
        raise IllegalAction(IllegalActionCode.NOT_YOUR_ACTION, message, action=kind, actor=actor.kind)


def with_consequences(
    state: State,
    events: Iterable[Event],
    evolve: Callable[[State, Event], State],
    consequence: Callable[[State], Event | None],
) -> tuple[Event, ...]:
    """The events, and after them whatever follows without anybody asking, one thing from the other."""
    happened = list(events)
    for event in happened:
        state = evolve(state, event)
    while (follows := consequence(state)) is not None:
        happened.append(follows)
        state = evolve(state, follows)
    return tuple(happened)


def accepted(
    decide: Callable[[State, Actor, Action], object], state: State, actor: Actor, candidates: Iterable[Action]
) -> tuple[Action, ...]:
    """The candidates that `decide` lets pass. What is legal is thus written once, in `decide`."""
    legal = []
    for candidate in candidates:
        try:
            decide(state, actor, candidate)
        except IllegalAction:
            continue
        legal.append(candidate)
    return tuple(legal)


@dataclass(frozen=True, slots=True)
class Step(Generic[Action, Event]):
    """One accepted action and what it caused."""

    actor: Actor
    action: Action
    events: tuple[Event, ...]


class Contest(Generic[Rules, State, Action, Event, View]):
    """One contest in memory, for the terminal, environments and tests."""

    def __init__(
        self,
        game: Game[Rules, State, Action, Event, View],
        rules: Rules,
        seats: Sequence[int],
        carried: Mapping[str, str] = NOTHING_CARRIED,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats = tuple(seats)
        self.carried_in = dict(carried)
        """What the contest started from."""
        self.state = game.open(rules, seats, carried)
        self.steps: list[Step[Action, Event]] = []
        self.postings: list[Posting] = []

    @property
    def pending(self) -> Pending[Action]:
        """What the contest waits for."""
        return self.game.pending(self.state)

    @property
    def is_finished(self) -> bool:
        """Whether the contest waits for nothing any more."""
        return self.pending.kind == "finished"

    def act(self, actor: Actor, action: Action) -> tuple[Event, ...]:
        """Decides and applies one action; a refusal leaves everything as it was."""
        events = self.game.decide(self.state, actor, action)
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.postings.extend(self.game.postings(event))
        self.steps.append(Step(actor, action, events))
        return events

    def advance(self, chance: Chance) -> None:
        """Lets chance and the system act until a seat is due or the contest is over."""
        while (pending := self.pending).kind in ("chance", "system"):
            if pending.kind == "chance":
                self.act(CHANCE, self.game.draw(self.state, chance))
            else:
                assert pending.action is not None, "the system knows its next action"
                self.act(SYSTEM, pending.action)

    def view(self, audience: Audience) -> View:
        """What this audience may see now."""
        return self.game.view(self.state, audience)

    @property
    def carried(self) -> dict[str, str]:
        """What the next contest at the same table starts from."""
        return self.game.carried(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far, in order."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def balances(self) -> dict[str, int]:
        """What each account gained or lost so far."""
        return balances(self.postings)
