"""The rules document of Criss Cross Poker: a resolved rule book as plain data, with a type for every key.

`crisscross/rulebook_reader.py` and `crisscross/progressives/reader.py` read it; a test compares their keys with these.
The document is hashed, so it is sent as it is: these types describe it and never rebuild it.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field, with_config
from typing_extensions import TypedDict

from crossfelt.crisscross.layout import HandSource
from crossfelt.crisscross.rulebook import Outcome, Result, SeatOrder, StageName
from crossfelt.service.wire.strict import STRICT
from crossfelt.service.wire.values import Cents, ChoiceValue, Odds

Decider = Literal["clause", "both"]
"""Whether a reading that stands beside a clause only explains it or decides with it; alone it decides alone."""
Shuffler = Literal["none", "automatic", "counting"]
XtremeEvent = Literal[
    "hole_pair",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair_jacks_or_better",
    "pair_6s_to_10s",
    "pair_2s_to_5s",
    "high_card",
]
"""A pair in a seat's own hand, or that hand or better on the cross."""
Weight = Annotated[int, Field(ge=0)]
TableChoice = dict[str, int | str | dict[str, int] | dict[str, dict[str, int]]]
"""A table among the choices, such as the wheels of a progressive wager. Only a rules submission can have one."""


@with_config(STRICT)
class SeatsEntry(TypedDict):
    """How many may sit down."""

    count: int
    one_per_player: bool
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class DeckEntry(TypedDict):
    """The cards in use."""

    cards: int
    decks: int
    decks_with_shuffler: int
    rotation_clause: str
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class HandsEntry(TypedDict):
    """How five cards rank where texts differ."""

    ace_low_straight: bool
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class SpotEntry(TypedDict):
    """A place for chips."""

    title: str
    kind: Literal["ante", "main", "bonus"]
    hand: HandSource
    placed: Literal["betting"] | StageName
    pays: str
    required: NotRequired[bool]
    offered: NotRequired[bool]
    equal_to: NotRequired[str]
    multiple_of: NotRequired[str]
    multiples: NotRequired[list[int]]
    needs: NotRequired[list[str]]
    survives_fold: NotRequired[bool]
    minimum_cents: NotRequired[Cents]
    maximum_cents: NotRequired[Cents]
    limits_clause: NotRequired[str]
    limits_reading: NotRequired[str]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class PayTableEntry(TypedDict):
    """Odds to 1 by hand: 0 pushes, -1 loses, and a hand that is not named loses."""

    royal_flush: NotRequired[Odds]
    straight_flush: NotRequired[Odds]
    four_of_a_kind: NotRequired[Odds]
    full_house: NotRequired[Odds]
    flush: NotRequired[Odds]
    straight: NotRequired[Odds]
    three_of_a_kind: NotRequired[Odds]
    two_pair: NotRequired[Odds]
    pair_jacks_or_better: NotRequired[Odds]
    pair_6s_to_10s: NotRequired[Odds]
    pair_2s_to_5s: NotRequired[Odds]
    high_card: NotRequired[Odds]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class LimitEntry(TypedDict):
    """The aggregate limit as the text and the house set it; `RuleBookAnswer` has the amount in force."""

    amount_cents: Cents
    covers: list[str]
    must_cover: list[str]
    must_cover_clause: NotRequired[str]
    must_cover_reading: NotRequired[str]
    bound: NotRequired[Literal["at_most", "at_least", "none"]]
    bound_cents: NotRequired[Cents]
    unset_means: NotRequired[Literal["bound", "no_limit"]]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class StageEntry(TypedDict):
    """One decision and the cards turned after it."""

    id: StageName
    seats: SeatOrder
    order_clause: NotRequired[str]
    reveals: list[str]
    decision_clause: str
    fold_clause: str
    reveal_clause: str
    reading: NotRequired[str]


@with_config(STRICT)
class DealingEntry(TypedDict):
    """How one dealing method lays out the cards."""

    order: list[str]
    needs_shuffler: NotRequired[bool]
    needs_shuffler_clause: NotRequired[str]
    deck_change_hours: NotRequired[int]
    deck_change_clause: NotRequired[str]
    stub_count_every_rounds: NotRequired[int]
    stub_count_shufflers: NotRequired[list[Shuffler]]
    stub_count_clause: NotRequired[str]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class StepEntry(TypedDict):
    """Part of one seat's turn in a settlement pass."""

    results: list[Result]
    spots: list[str]


@with_config(STRICT)
class PassEntry(TypedDict):
    """Once round the table, settling."""

    seats: SeatOrder
    shows: Literal["hands", "bonus_cards", "nothing"]
    steps: list[StepEntry]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class MethodEntry(TypedDict):
    """The clause that decides under one dealing method, and its outcomes where they differ."""

    outcomes: NotRequired[list[Outcome]]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class IrregularityEntry(TypedDict):
    """The outcome of an irregularity, the first time, the second time and so on."""

    outcomes: list[Outcome]
    says: str
    counts_with: NotRequired[str]
    methods: NotRequired[list[str]]
    shufflers: NotRequired[list[Shuffler]]
    needs_shuffler: NotRequired[bool]
    by_method: NotRequired[dict[str, MethodEntry]]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class AbandonedEntry(TypedDict):
    """The outcome for the wagers of a player who leaves."""

    outcome: Literal["fold", "lose_all"]
    lose_all_clause: NotRequired[str]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class ConductEntry(TypedDict):
    """A reason for which a player may forfeit every wager, and the clause broken."""

    reasons: dict[str, str]
    clause: NotRequired[str]
    reading: NotRequired[str]
    decided_by: NotRequired[Decider]


@with_config(STRICT)
class SegmentEntry(TypedDict):
    """One segment of a wheel; the jackpot has no `cents`, because its meter or prize says what it pays."""

    symbol: str
    weight: Weight
    cents: NotRequired[Cents]
    clause: str


@with_config(STRICT)
class MeterEntry(TypedDict):
    """The start of a meter, and the share of each wager that it gets, in parts per million."""

    rate_ppm: int
    initial_cents: Cents
    reset_cents: Cents
    clause: str


@with_config(STRICT)
class CommunityPayEntry(TypedDict):
    """The prize of one symbol for a seat with the wager."""

    symbol: str
    cents: Cents
    clause: str


@with_config(STRICT)
class CommunityPaysEntry(TypedDict):
    """The prizes of two-amount symbols for the other seats, for one size of wager."""

    size_cents: Cents
    pays: list[CommunityPayEntry]


@with_config(STRICT)
class BonusSpinEntry(TypedDict):
    """The Bonus Spin wager. Its jackpot pays a meter, or the fixed prize where there is no meter."""

    title: str
    clause: str
    reading: str
    sizes_clause: str
    sizes_cents: list[Cents]
    spins_cents: Cents
    wheel: str
    example: bool
    segments: list[SegmentEntry]
    community: str
    community_pays: list[CommunityPaysEntry]
    jackpot_name: str
    meter: NotRequired[MeterEntry]
    prize_cents: NotRequired[Cents]
    prize_name: NotRequired[str]


@with_config(STRICT)
class XtremeSizeEntry(TypedDict):
    """One size of Xtreme wager, with the letters of its wheel and its Community list."""

    size_cents: Cents
    wheel: str
    community: str


@with_config(STRICT)
class XtremeWheelEntry(TypedDict):
    """One wheel of Xtreme and its meter; `example` says that the weights are ours and no house's."""

    example: bool
    segments: list[SegmentEntry]
    meter: MeterEntry


@with_config(STRICT)
class XtremeEntry(TypedDict):
    """The Bonus Spin Xtreme wager."""

    title: str
    clause: str
    reading: str
    sizes_clause: str
    event: XtremeEvent
    sizes: list[XtremeSizeEntry]
    wheels: dict[str, XtremeWheelEntry]
    community_lists: dict[str, list[CommunityPayEntry]]
    community_example: bool
    community_weights: list[Weight]
    jackpot_name: str


@with_config(STRICT)
class ProgressivesEntry(TypedDict):
    """The progressive wagers that the house offers."""

    bonus_spin: NotRequired[BonusSpinEntry]
    xtreme: NotRequired[XtremeEntry]


@with_config(STRICT)
class BookDocument(TypedDict):
    """A whole resolved rule book."""

    id: str
    version: int
    title: str
    publisher: str
    dealing_method: str
    shuffler: Shuffler
    table_unit_cents: Cents
    choices: dict[str, ChoiceValue | TableChoice]
    seats: SeatsEntry
    deck: DeckEntry
    hands: HandsEntry
    spots: dict[str, SpotEntry]
    pay_tables: dict[str, PayTableEntry]
    aggregate_limit: LimitEntry
    stages: list[StageEntry]
    dealing: dict[str, DealingEntry]
    settlement: list[PassEntry]
    irregularities: dict[str, IrregularityEntry]
    abandoned: AbandonedEntry
    conduct: NotRequired[ConductEntry]
    progressives: NotRequired[ProgressivesEntry]
