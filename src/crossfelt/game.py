"""What any game promises: a contest opened under rules, asked and decided, folded from its events, seen per audience.

`decide` may refuse and never changes anything; `evolve` never refuses. Play, replay, simulation and audit are the
same fold over the same events. Chance comes in as actions of the actor `CHANCE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

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


def seat_audience(seat: int) -> Audience:
    """The player on that seat."""
    return Audience("seat", seat)


@dataclass(frozen=True, slots=True)
class Pending:
    """What a contest waits for: seats to act (several may be due at once), chance, the system, or nothing."""

    kind: Literal["seats", "chance", "system", "finished"]
    seats: tuple[int, ...] = ()
    wants: str = ""
    """The chance wanted (`deck`, `roll`, `spin`) or the system's next act."""


Rules = TypeVar("Rules", contravariant=True)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View", covariant=True)


class Game(Protocol[Rules, State, Action, Event, View]):
    """One kind of contest: a Criss Cross round, a King Cross match."""

    def open(self, rules: Rules, seats: Sequence[int]) -> State:
        """A new contest for these seats."""

    def pending(self, state: State) -> Pending:
        """What the contest waits for."""

    def legal_actions(self, state: State, actor: Actor) -> tuple[Action, ...]:
        """Everything that `decide` would accept from this actor now."""

    def decide(self, state: State, actor: Actor, action: Action) -> tuple[Event, ...]:
        """What happens when the actor does this; `IllegalAction` when the rules do not allow it."""

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event. Never refuses."""

    def view(self, state: State, audience: Audience) -> View:
        """What this audience may see, built from nothing."""

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """The chips that the event moves."""

    def on_timeout(self, state: State, seat: int) -> Action | None:
        """What the system does for a seat whose time is up, None when it waits for nothing."""


@dataclass(frozen=True, slots=True)
class Step(Generic[Action, Event]):
    """One accepted action and what it caused."""

    actor: Actor
    action: Action
    events: tuple[Event, ...]


class Contest(Generic[Rules, State, Action, Event, View]):
    """One contest in memory, for the terminal, environments and tests."""

    def __init__(self, game: Game[Rules, State, Action, Event, View], rules: Rules, seats: Sequence[int]) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.state = game.open(rules, seats)
        self.steps: list[Step[Action, Event]] = []
        self.postings: list[Posting] = []

    def act(self, actor: Actor, action: Action) -> tuple[Event, ...]:
        """Decides and applies one action; a refusal leaves everything as it was."""
        events = self.game.decide(self.state, actor, action)
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.postings.extend(self.game.postings(event))
        self.steps.append(Step(actor, action, events))
        return events

    def advance(self, chance: Callable[[str], Action]) -> None:
        """Lets chance and the system act until a seat is due or the contest is over."""
        while True:
            pending = self.game.pending(self.state)
            if pending.kind == "chance":
                self.act(CHANCE, chance(pending.wants))
            elif pending.kind == "system":
                self.act(SYSTEM, self.game.legal_actions(self.state, SYSTEM)[0])
            else:
                return

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def balances(self) -> dict[str, int]:
        """What each account gained or lost so far."""
        return balances(self.postings)
