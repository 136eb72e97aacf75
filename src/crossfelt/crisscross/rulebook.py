"""Rule books: what a published text fixes, resolved from the choices it leaves, frozen, with a content hash.

`load_rule_book("maryland")` takes every default; choices narrow or fill what the text leaves to the house. Nothing
else in this folder knows which text it runs: it asks the fields below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from crossfelt.choices import Resolved
from crossfelt.crisscross.layout import HandSource, Place
from crossfelt.ranking import Hand, Ranker, ranker

SpotKind = Literal["ante", "main", "bonus", "progressive"]
SeatOrder = Literal["from_left", "from_right"]
Result = Literal["win", "push", "lose", "forfeit"]
Outcome = Literal[
    "play_on",
    "use_as_next",
    "back_up",
    "set_card_aside",
    "reshuffle",
    "replace_deck",
    "void",
    "void_and_remove_deck",
]
StageName = Literal["across", "down", "middle"]

LOSES = -1
PUSHES = 0


@dataclass(frozen=True, slots=True)
class PayTable:
    """Odds to 1 for each `Hand`, indexed by it: `LOSES`, `PUSHES`, or what one unit wins."""

    id: str
    odds: tuple[int, ...]
    clause: str

    def named(self) -> dict[str, int]:
        """The hands that do not lose, best first."""
        return {hand.slug: self.odds[hand] for hand in reversed(Hand) if self.odds[hand] != LOSES}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for chips, and all that decides whether they may lie there and what they win."""

    id: str
    title: str
    kind: SpotKind
    hand: HandSource
    placed: str
    """`betting`, or the stage at which it is placed."""
    pays: str
    """The id of its pay table."""
    required: bool
    minimum_cents: int
    maximum_cents: int
    equal_to: str | None
    multiple_of: str | None
    multiples: tuple[int, ...]
    needs: tuple[str, ...]
    survives_fold: bool
    clause: str
    limits_clause: str
    """What sets its amounts: the text, the house by a reading, or both."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One decision of every player still in, and the cards turned after it."""

    id: StageName
    seats: SeatOrder
    order_clause: str
    """The clause that says in which order the seats decide, or the reading where the text is silent."""
    spot: Spot
    reveals: tuple[Place, ...]
    decision_clause: str
    fold_clause: str
    reveal_clause: str


@dataclass(frozen=True, slots=True)
class Dealing:
    """How one dealing method lays out the cards."""

    method: str
    order: tuple[str, ...]
    needs_shuffler: bool
    clause: str
    deck_change_hours: int
    """0 where the text sets no interval."""
    stub_count_every_rounds: int
    """0 where the text sets no interval, or waives it for the shuffler in use."""
    stub_count_clause: str
    """The clause on counting the stub, empty where the text has none."""


@dataclass(frozen=True, slots=True)
class SettlementStep:
    """Within one seat's turn: lines with one of these results, in this order of spots."""

    results: frozenset[Result]
    spots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettlementPass:
    """Once round the table."""

    seats: SeatOrder
    shows: Literal["hands", "bonus_cards", "nothing"]
    steps: tuple[SettlementStep, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class AggregateLimit:
    """The most that one player may win in one round over the spots it covers; None sets no limit."""

    amount_cents: int | None
    covers: frozenset[str]
    clause: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the text, or our reading of its silence, says of one kind of irregularity."""

    kind: str
    outcomes: tuple[Outcome, ...]
    """Under the dealing method in use, of the first, the second, ... occurrence in a round."""
    counter: str
    """Kinds that share a counter share their first and second occurrence."""
    clause: str
    """The clause that decides, or the reading where the text is silent."""
    says: str

    def outcome(self, occurrence: int) -> Outcome:
        """The outcome of the first, second, ... occurrence in a round."""
        return self.outcomes[min(occurrence, len(self.outcomes)) - 1]


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a player may forfeit every wager for."""

    clause: str
    reasons: Mapping[str, str]
    """Reason -> the clause broken."""


@dataclass(frozen=True, eq=False, repr=False)
class RuleBook(Resolved):
    """One resolved rule book."""

    seat_count: int
    ace_low_straight: bool
    dealing: Dealing
    shuffler: str
    table_unit_cents: int
    spots: Mapping[str, Spot]
    pay_tables: Mapping[str, PayTable]
    stages: tuple[Stage, ...]
    passes: tuple[SettlementPass, ...]
    aggregate_limit: AggregateLimit
    rulings: Mapping[str, Ruling]
    """Only the kinds that can arise with the dealing method and shuffler chosen."""
    conduct: Conduct | None
    abandoned: Literal["fold", "lose_all"]
    abandoned_clause: str

    @property
    def ranker(self) -> Ranker:
        """The order of five-card hands under this book."""
        return ranker(self.ace_low_straight)

    @cached_property
    def betting_spots(self) -> tuple[Spot, ...]:
        """The spots that are filled before the first card."""
        return tuple(spot for spot in self.spots.values() if spot.placed == "betting")

    @cached_property
    def bonus_card_count(self) -> int:
        """How many cards lie beside the cross."""
        return sum(place.startswith("bonus_") for place in self.dealing.order)

    @cached_property
    def odds_of(self) -> dict[str, tuple[int, ...]]:
        """Spot id -> the odds that its pay table gives each hand."""
        return {spot.id: self.pay_tables[spot.pays].odds for spot in self.spots.values()}

    def stage(self, name: str) -> Stage:
        """The stage of that name."""
        return next(stage for stage in self.stages if stage.id == name)
