"""Rule books: the published rules, resolved with a house's choices, frozen, with a content hash.

Get one with `load_rule_book("maryland")`, which takes every default. Choices narrow or fill what the rules leave to the
house. The rest of this folder doesn't know which rules it runs: it reads the fields below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from crossfelt.crisscross.layout import Place, SpotCards
from crossfelt.crisscross.progressives.terms import Progressives
from crossfelt.ranking import Hand, Ranker, ranker
from crossfelt.rulefiles import Resolved

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
    """Odds to 1 for each `Hand`, indexed by it: `LOSES`, `PUSHES`, or the win of one unit."""

    id: str
    odds: tuple[int, ...]
    clause: str

    def named(self) -> dict[str, int]:
        """Return the hands that don't lose, best first."""
        return {hand.slug: self.odds[hand] for hand in reversed(Hand) if self.odds[hand] != LOSES}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for chips, with the conditions for wagering on it and its pay."""

    id: str
    title: str
    kind: SpotKind
    hand: SpotCards
    placed: str
    """`betting`, or the stage at which it is placed."""
    pays: str
    """The id of its pay table; empty for a progressive wager, whose prizes are amounts (reading P8)."""
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
    """The source of its limits: the rules, the house by a reading, or both."""
    sizes_cents: tuple[int, ...] = ()
    """The only valid amounts; empty if any amount between its limits is valid."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One decision of every player still in, and the cards turned after it."""

    id: StageName
    seats: SeatOrder
    order_clause: str
    """The clause with the order in which the seats decide, or the reading where the rules are silent."""
    spot: Spot
    reveals: tuple[Place, ...]
    decision_clause: str
    fold_clause: str
    reveal_clause: str


@dataclass(frozen=True, slots=True)
class Dealing:
    """The layout of the cards under one dealing method."""

    method: str
    order: tuple[str, ...]
    needs_shuffler: bool
    needs_shuffler_clause: str
    """The clause that requires the shuffler, empty if the method needs none."""
    clause: str
    deck_change_hours: int
    """0 if the rules set no interval."""
    stub_count_every_rounds: int
    """0 if the rules set no interval, or waive it for the shuffler in use."""
    stub_count_clause: str
    """The clause on counting the stub, empty if there is none."""


@dataclass(frozen=True, slots=True)
class SettlementStep:
    """Part of one seat's turn: wagers with one of these results, in this order of spots."""

    results: frozenset[Result]
    spots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettlementPass:
    """One pass around the table."""

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
    covers_clause: str
    """The source of the list of covered spots."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling of the rules, or of our reading where they are silent, on one kind of irregularity."""

    kind: str
    outcomes: tuple[Outcome, ...]
    """The outcomes of the first, the second, ... occurrence in a round, under the dealing method in use."""
    counter: str
    """Kinds that share a counter share their first and second occurrence."""
    clause: str
    """The clause that decides, or the reading where the rules are silent."""
    says: str

    def outcome(self, occurrence: int) -> Outcome:
        """Return the outcome of the first, second, ... occurrence in a round."""
        return self.outcomes[min(occurrence, len(self.outcomes)) - 1]


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct for which a player may forfeit every wager."""

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
    """Only the kinds that can happen with the dealing method and shuffler chosen."""
    conduct: Conduct | None
    abandoned: Literal["fold", "lose_all"]
    abandoned_clause: str
    progressives: Progressives | None
    """None where the house offers no progressive wager."""

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
        """The number of cards beside the cross."""
        return sum(place.startswith("bonus_") for place in self.dealing.order)

    @cached_property
    def odds_of(self) -> dict[str, tuple[int, ...]]:
        """Spot id -> odds of its pay table for each hand; progressive wagers have no odds."""
        return {spot.id: self.pay_tables[spot.pays].odds for spot in self.spots.values() if spot.pays}

    @cached_property
    def stages_by_id(self) -> dict[str, Stage]:
        """The stages, by their ids."""
        return {stage.id: stage for stage in self.stages}


# The two lines share three cards. A full house or four of a kind needs a pair among those three, which a straight, a
# flush and a high card rule out; and no two lines complete the same royal flush or the same four of a kind. The set
# is the same whether or not the ace may be low. A test finds it again by going through every triple of shared cards.
UNREACHABLE: frozenset[frozenset[Hand]] = frozenset(
    frozenset(pair)
    for pair in (
        (Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH),
        (Hand.ROYAL_FLUSH, Hand.FOUR_OF_A_KIND),
        (Hand.ROYAL_FLUSH, Hand.FULL_HOUSE),
        (Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND),
        (Hand.STRAIGHT_FLUSH, Hand.FULL_HOUSE),
        (Hand.FOUR_OF_A_KIND, Hand.FOUR_OF_A_KIND),
        (Hand.FOUR_OF_A_KIND, Hand.FLUSH),
        (Hand.FOUR_OF_A_KIND, Hand.STRAIGHT),
        (Hand.FOUR_OF_A_KIND, Hand.HIGH_CARD),
        (Hand.FULL_HOUSE, Hand.FLUSH),
        (Hand.FULL_HOUSE, Hand.STRAIGHT),
        (Hand.FULL_HOUSE, Hand.HIGH_CARD),
    )
)


def reachable(across: Hand, down: Hand) -> bool:
    """Return whether some deal gives one seat these two hands."""
    return frozenset((across, down)) not in UNREACHABLE


def most_won_per_ante(spots: Mapping[str, Spot], pay_tables: Mapping[str, PayTable]) -> int:
    """Return units of one ante: both antes, every bet at its largest multiple, the best reachable deal, no bonus wager.

    With the pay table printed in Maryland and Massachusetts: 3,302 (a royal flush one way, a straight flush the
    other).
    """
    best = 0
    for across in Hand:
        for down in Hand:
            if not reachable(across, down):
                continue
            hands = {"across": across, "down": down, "higher": max(across, down)}
            won = 0
            for spot in spots.values():
                if spot.kind not in ("ante", "main") or spot.hand not in hands:
                    continue
                odds = pay_tables[spot.pays].odds[hands[spot.hand]]
                won += max(odds, 0) * (max(spot.multiples) if spot.multiples else 1)
            best = max(best, won)
    return best


def smallest_ante(spots: Mapping[str, Spot]) -> int:
    """Return the smallest ante in cents, 0 if a book has none."""
    return min((spot.minimum_cents for spot in spots.values() if spot.kind == "ante"), default=0)


def limit_edge(printed_cents: int, spots: Mapping[str, Spot], pay_tables: Mapping[str, PayTable]) -> int:
    """Return the greater of a printed amount and the most that a player on the smallest ante could win (reading
    R12)."""
    return max(printed_cents, smallest_ante(spots) * most_won_per_ante(spots, pay_tables))
