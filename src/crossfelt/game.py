"""The interface of a game: how a contest is opened, acted on, rebuilt from its events and shown to each audience.

Use `Contest` to run one contest in memory. `decide` may refuse and never changes anything; `evolve` never refuses.
Play, replay, simulation and audit fold the same events in the same way. Chance comes in as actions of the actor
`CHANCE`. A table, replay, environment or terminal depends only on `Game`, so each is written once for all games.
`crossfelt.testing.conformance` tests that a game does what this module promises.
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
    """The source of an action: a seat, the floor, chance, or the table's own system."""

    kind: Literal["seat", "floor", "chance", "system"]
    seat: int | None = None

    def __str__(self) -> str:
        return f"seat:{self.seat}" if self.kind == "seat" else self.kind


FLOOR = Actor("floor")
CHANCE = Actor("chance")
SYSTEM = Actor("system")


def seat_actor(seat: int) -> Actor:
    """Return the actor for the player at a seat, counted from 1."""
    return Actor("seat", seat)


def parse_actor(text: str) -> Actor | None:
    """Return the actor whose `str` is this text, or None."""
    if text in ("floor", "chance", "system"):
        return {"floor": FLOOR, "chance": CHANCE, "system": SYSTEM}[text]
    kind, _, number = text.partition(":")
    if kind == "seat" and number.isascii() and number.isdecimal() and len(number) <= 3:
        return seat_actor(int(number))
    return None


@dataclass(frozen=True, slots=True)
class Audience:
    """The viewer of a contest: a seat sees its own cards, a spectator what is public, the floor the state of the table,
    an auditor every card once the contest is over."""

    kind: Literal["seat", "spectator", "floor", "auditor"]
    seat: int | None = None


SPECTATOR = Audience("spectator")
FLOOR_AUDIENCE = Audience("floor")
AUDITOR = Audience("auditor")


@cache
def seat_audience(seat: int) -> Audience:
    """Return the audience for the player at a seat."""
    return Audience("seat", seat)


class ContestRules(Protocol):
    """The resolved rules of a contest: name, hash and document describe them completely."""

    @property
    def name(self) -> str:
        """Id and version, such as `maryland-1`."""

    @property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the document, in hex."""

    @property
    def document(self) -> dict[str, Any]:
        """Everything that the contest depends on, as plain JSON data that records embed."""


Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View", covariant=True)
SeenView = TypeVar("SeenView", contravariant=True)
GivenAction = TypeVar("GivenAction", covariant=True)


@dataclass(frozen=True, slots=True)
class Pending(Generic[Action]):
    """The next input of a contest: seats to act (several may be due at once), chance, the system, or nothing."""

    kind: Literal["seats", "chance", "system", "finished"]
    seats: tuple[int, ...] = ()
    """The seats that are due, or that the required chance is for."""
    wants: str = ""
    """The required chance: `deck`, `roll`, `spin` or `hot_spot`."""
    action: Action | None = None
    """The system's next action; set whenever the contest waits for the system."""


NOTHING_CARRIED: Mapping[str, str] = MappingProxyType({})
"""The carried state of a table's first contest, which starts from its rules alone."""


class Game(Protocol[Rules, State, Action, Event, View]):
    """One kind of contest: a Criss Cross round, a King Cross match."""

    @property
    def name(self) -> str:
        """The name in records and tables, such as `criss-cross`."""

    @property
    def action_kinds(self) -> Mapping[str, type[Action]]:
        """Every action of the game, by its `kind`."""

    @property
    def event_kinds(self) -> Mapping[str, type[Event]]:
        """Every event of the game, by its `kind`."""

    @property
    def sealed_kinds(self) -> frozenset[str]:
        """The kinds of events with hidden content: stored encrypted and sent to nobody while it is hidden."""

    @property
    def takes_latecomers(self) -> bool:
        """Whether a contest opens for every seat of a table, so that a player who sits down late can still join;
        otherwise it opens for the seats that are taken and ready."""

    def read_rules(self, document: object) -> Rules:
        """Return the rules of a resolved document; `RuleBookError` lists everything wrong with it."""

    def open(self, rules: Rules, seats: Sequence[int], carried: Mapping[str, str] = NOTHING_CARRIED) -> State:
        """Return a new contest for these seats; `IllegalAction` if the seats can't play it. `carried` is the state that
        the previous contest at the same table left behind."""

    def carried(self, state: State) -> dict[str, str]:
        """Return the state for the next contest at the same table, such as the exact amounts of its meters."""

    def inherited(self, before: Rules, carried: Mapping[str, str], rules: Rules) -> dict[str, str]:
        """Return what a new table takes over from an earlier one with the previous rules and carried state;
        `IllegalAction` where other terms must wait."""

    def endowment(self, rules: Rules, inherited: Mapping[str, str] = NOTHING_CARRIED) -> tuple[Posting, ...]:
        """Return the chips put up when a table opens, such as the initial amounts of its meters; inherited amounts come
        from the accounts of the earlier table."""

    def pending(self, state: State) -> Pending[Action]:
        """Return what the contest is waiting for."""

    def draw(self, state: State, chance: Chance) -> Action:
        """Draw the chance that the contest is waiting for, and return it as an action."""

    def legal_actions(self, state: State, actor: Actor) -> tuple[Action, ...]:
        """Return the actions that `decide` would accept from this actor now; a game documents the kinds with too many
        values to list."""

    def decide(self, state: State, actor: Actor, action: Action) -> tuple[Event, ...]:
        """Return the events of an action; `IllegalAction` if the rules don't allow it."""

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after an event. Never refuses."""

    def view(self, state: State, audience: Audience) -> View:
        """Return the view of an audience, built from nothing."""

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """Return the chips that an event moves."""

    def most_returned(self, state: State, seat: int) -> int:
        """Return the most cents that a seat's wagers, as they were made, could return over every chance, stakes
        included; 0 in a game without chips."""

    def most_possible(self, state: State, seat: int) -> int:
        """Return the most cents that a seat's wagers can return after everything players may still bet in this contest.
        It doesn't grow once the wagers before the first chance are made."""

    def due(self, state: State) -> tuple[int, ...]:
        """Return the seats whose time runs: those for which `on_timeout` has an action. In some games a seat that may
        act isn't due, because the contest has a clock of its own."""

    def on_timeout(self, state: State, seat: int | None) -> Action | None:
        """Return the system's action when a seat's time is up, or with None when the contest's own time is up, such as
        the end of betting. None means that no clock runs."""

    def on_leave(self, state: State, seat: int) -> Action | None:
        """Return the system's action when the player of a seat leaves for good; None if they have nothing at stake."""

    def on_remove(self, state: State, seat: int) -> Action | None:
        """Return the system's action when the floor removes the player of a seat; None if the player stays until the
        contest ends or has nothing at stake."""

    def on_failure(self, state: State, reason: str) -> Action | None:
        """Return the system's action when the contest can't continue for a reason of the table and not of the game;
        None if no chips are at stake, so that the contest may simply stop."""

    def void_reasons(self, state: State) -> tuple[str, ...] | None:
        """Return the reasons that the floor of a live table may give for voiding the contest now; None if any reason is
        allowed."""


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """How a contest ended for one seat, short enough for a list of contests."""

    cards: tuple[str, ...] = ()
    """The seat's own cards."""
    community: tuple[str, ...] = ()
    """The shared cards that were turned."""
    folded_at: str | None = None
    is_void: bool = False
    points: int | None = None
    """The points, in a game won by points."""
    place: int | None = None
    """The place, 1 for the most points."""
    seat_count: int = 1
    """The number of seats in the contest."""


class Policy(Protocol[SeenView, GivenAction]):
    """A player of a seat: it sees only the view of that seat, and acts when the seat is due."""

    def act(self, view: SeenView, /) -> GivenAction:
        """Return an action for the seat."""


def refuse_strangers(may_ask: Mapping[type[Action], tuple[str, ...]], actor: Actor, action: Action) -> None:
    """Refuse an object that isn't an action of the game, and an actor that `may_ask` doesn't list for it."""
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
    """Return the events, each followed by its automatic consequences."""
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
    """Return the candidates that `decide` accepts, so that legality is defined only in `decide`."""
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
    """One accepted action and its events."""

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
        """The state that the contest started from."""
        self.state = game.open(rules, seats, carried)
        self.steps: list[Step[Action, Event]] = []
        self.postings: list[Posting] = []

    @property
    def pending(self) -> Pending[Action]:
        """The next input of the contest."""
        return self.game.pending(self.state)

    @property
    def is_finished(self) -> bool:
        """Whether the contest is over."""
        return self.pending.kind == "finished"

    def act(self, actor: Actor, action: Action) -> tuple[Event, ...]:
        """Decide and apply one action; a refusal leaves everything unchanged."""
        events = self.game.decide(self.state, actor, action)
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.postings.extend(self.game.postings(event))
        self.steps.append(Step(actor, action, events))
        return events

    def advance(self, chance: Chance) -> None:
        """Let chance and the system act until a seat is due or the contest is over."""
        while (pending := self.pending).kind in ("chance", "system"):
            if pending.kind == "chance":
                self.act(CHANCE, self.game.draw(self.state, chance))
            else:
                assert pending.action is not None, "the system must have a next action"
                self.act(SYSTEM, pending.action)

    def view(self, audience: Audience) -> View:
        """Return the view of an audience now."""
        return self.game.view(self.state, audience)

    @property
    def carried(self) -> dict[str, str]:
        """The state for the next contest at the same table."""
        return self.game.carried(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far, in order."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def balances(self) -> dict[str, int]:
        """The gain or loss of each account so far."""
        return balances(self.postings)
