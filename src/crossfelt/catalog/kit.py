"""`GameKit`: everything that one game provides, and the types that it is made of.

Get the kit of a game from `crossfelt.catalog.KITS`. A kit names its parts as functions that load them, usually `Lazy`,
so that a server never imports analysis code, and a command imports at most one game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from crossfelt.chance import Draws
from crossfelt.errors import BadInput, Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.game import Contest, Game, Policy, SeatEnd
from crossfelt.ledger import SpotSums

AnyGame = Game[Any, Any, Any, Any, Any]
AnyContest = Contest[Any, Any, Any, Any, Any]
AnyPolicy = Policy[Any, Any]
Document = dict[str, Any]
Value = TypeVar("Value", covariant=True)


class Lazy(Generic[Value]):
    """Loads a value from the path `module:name` when it is called."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self) -> Value:
        """Import the module and return the value."""
        module, _, name = self.path.partition(":")
        value: Value = getattr(import_module(module), name)
        return value


class GameTables(Protocol):
    """The parts of a game that only live tables use."""

    void_kind: str
    """The action with which the floor voids a contest; empty for a game that has none."""

    def read_rules(self, text: str, options: Mapping[str, Any], seat_count: int) -> tuple[Any, int]:
        """Return the rules that a host chose, and the most seats that they allow; `BadInput` lists all faults.

        `text` is the id of shipped rules, or the text of a rules submission.
        """

    def prepare(self, rules: Any) -> None:
        """Precompute what a table with these rules needs for its first wager. Called outside the event loop."""

    def title(self, rules: Any) -> str:
        """Return the title of the rules as the list of tables shows it."""

    def mode(self, rules: Any) -> str | None:
        """Return how players share chance, for a game with several ways."""

    def ante_limits(self, rules: Any) -> tuple[int, int] | None:
        """Return the smallest and the largest ante in cents; None for a game without wagers."""

    def seat_end(self, view: Any, seat: int) -> SeatEnd:
        """Return how a contest ended for the seat that this last view is for."""

    def idle_fault(self, rules: Any, view: Any) -> Fault | None:
        """Return why the seat of this view can't act now; None if it can."""


class Takings(Protocol):
    """The settled wagers and meters of one table, for its report."""

    event_kinds: frozenset[str]
    """The kinds of events that change the figures."""
    kinds: Mapping[str, str]
    """Each spot that takes wagers -> its kind."""
    spots: Mapping[str, SpotSums]
    meters: Mapping[str, Any]
    voids: int
    seat_rounds: int
    antes: int
    ante_squares: int
    round_ante_squares: int

    def add(self, event: Any, /) -> tuple[tuple[int, str, int], ...]:
        """Count an event. Return the jackpots that it made final: seat, meter and cents of each."""


class NoTakings:
    """The takings of a game without wagers."""

    event_kinds: frozenset[str] = frozenset()
    voids = seat_rounds = antes = ante_squares = round_ante_squares = 0

    def __init__(self, _rules: Any, _carried: Mapping[str, str], /) -> None:
        self.kinds: Mapping[str, str] = {}
        self.spots: Mapping[str, SpotSums] = {}
        self.meters: Mapping[str, Any] = {}

    def add(self, _event: Any, /) -> tuple[tuple[int, str, int], ...]:
        """Return no jackpots, whatever the event."""
        return ()


class PolicyFactory(Protocol):
    """Creates a policy that plays under these rules."""

    def __call__(self, rules: Any, draws: Draws, /) -> AnyPolicy:
        """Return a new policy; `draws` is for a policy that chooses at random."""


@dataclass(frozen=True, slots=True)
class PolicySpec:
    """A policy that bots can play."""

    name: str
    title: str
    description: str
    """One sentence on how it plays."""
    load: Callable[[], PolicyFactory]
    needs_worker: bool = False
    """Whether it computes, so that a server runs it in an analysis worker."""
    load_arrays: Callable[[], Callable[..., Any]] | None = None
    """For a simulation: from the encoded rules and their solution to the policy's decisions as arrays."""
    fixed_bet: int | None = None
    """For a simulation: the number of the bet that the policy makes at every decision, whatever the cards."""

    @property
    def is_simulated(self) -> bool:
        """Whether `crossfelt simulate` plays it."""
        return self.load_arrays is not None or self.fixed_bet is not None


@dataclass(frozen=True, slots=True)
class WireTypes:
    """The types of a game's messages. The wire builds strict adapters for them."""

    prefix: str
    """The prefix of `Action`, `Event`, `View` and `RulesDocument` in the schema."""
    load_action: Callable[[], Any]
    load_event: Callable[[], Any]
    load_view: Callable[[], Any]
    load_rules_document: Callable[[], Any]
    """The type of `Game.read_rules`'s document: a `TypedDict` with the strict configuration of the wire. It has every
    key that `read_rules` accepts and no other."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a game for people."""

    title: str
    contest: str
    """The word for one contest, such as `round`."""
    draws: Mapping[str, str] = field(default_factory=dict)
    """Each action of chance -> what it draws."""
    resume: str = ""
    """The command that continues an unfinished record."""
    one_seat: str = ""
    """The clause by which a player has one seat at a table; empty if no rule text has one."""
    most_seats: str = ""
    """The source of the limit on seats: a clause, a reading, or our own limit."""
    void_needs: str = "A void needs one of these reasons: {reasons}."
    """The refusal of a void without one of the reasons that `Game.void_reasons` allows."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A game as an environment for gymnasium."""

    id: str
    path: str
    """`module:Name`: `NameEnv` is the single environment there, and `NameVector` the vector environment."""


@dataclass(frozen=True, slots=True, eq=False)
class GameKit:
    """Everything that a game provides."""

    name: str
    """The game's name in records and at tables, such as `criss-cross`."""
    words: Words
    load_game: Callable[[], AnyGame]
    load_tables: Callable[[], GameTables]
    wire: WireTypes
    policies: tuple[PolicySpec, ...]
    """Weakest first."""
    load_adviser: Callable[[], Callable[[Any, Any], Document]] | None = None
    """From rules and the view of a seat that is due to a document of advice. Expensive, so only workers call it."""
    load_takings: Callable[[], Callable[[Any, Mapping[str, str]], Takings]] = lambda: NoTakings
    """From rules and carried amounts to the figures of a table that just opened."""
    load_report: Callable[[], Callable[..., Any]] | None = None
    """Draws a replayed contest for the terminal."""
    load_dispute: Callable[[], Callable[[AnyContest, bool], Document]] | None = None
    """From a replayed contest, and whether its record may show hidden parts, to the data of a dispute report:
    `rules_id`, `origin`, `stage`, `course` (the steps, each with `actor`, `events` and what it `says`), `citations` and
    more of its own."""
    load_dispute_sections: Callable[[], Callable[[Document], Any]] | None = None
    """From that document to the sections of the printed report."""
    load_warm_up: Callable[[], Callable[[], Iterator[str]]] | None = None
    """Compiles the game's kernels."""
    environment: Environment | None = None

    @property
    def game(self) -> AnyGame:
        """The game itself, as tables, records and replays use it."""
        return self.load_game()

    @property
    def tables(self) -> GameTables:
        """The game's implementation for live tables."""
        return self.load_tables()

    @property
    def has_wagers(self) -> bool:
        """Whether the game is played for chips."""
        return self.load_takings() is not NoTakings

    @property
    def policy_names(self) -> tuple[str, ...]:
        """The names of all policies, the weakest first."""
        return tuple(policy.name for policy in self.policies)

    @property
    def simulated_names(self) -> tuple[str, ...]:
        """The names of the policies that `crossfelt simulate` plays, the strongest first."""
        return tuple(policy.name for policy in reversed(self.policies) if policy.is_simulated)

    def policy(self, name: str) -> PolicySpec:
        """Return the policy with this name; `BadInput` lists the names if there is none."""
        for policy in self.policies:
            if policy.name == name:
                return policy
        message = f"{describe(name)} is not one of {', '.join(self.policy_names)}"
        params = {"value": name, "choices": self.policy_names}
        raise BadInput(Fault(FaultCode.NOT_ONE_OF, message, "policy", params=params))
