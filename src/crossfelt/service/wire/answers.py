"""The answers of the HTTP interface."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from crossfelt.service.wire.book_document import BookDocument
from crossfelt.service.wire.refusals import FaultDetail
from crossfelt.service.wire.strict import Wire
from crossfelt.service.wire.values import ChoiceValue, Odds


class Health(Wire):
    """The server is up."""

    status: Literal["ok"]
    version: str


class ReadyAnswer(Wire):
    """Whether wagers are taken, and where not, why."""

    ready: bool
    reason: str
    stuck_tables: Annotated[
        int, Field(description="Tables that repeat an action of their own that failed; the server's log says why.")
    ] = 0


class RuleBookSummary(Wire):
    """One published rule set, with every choice at its default."""

    id: str
    version: int
    title: str
    publisher: str
    hash: Annotated[str, Field(description="SHA-256 over the canonical JSON of the resolved document.")]
    seats: int
    main_pays: Annotated[dict[str, Odds], Field(description="Odds of the bets, best hand first.")]
    bonus_spots: Annotated[list[str], Field(description="Titles of the bonus wagers it offers.")]
    ante_minimum_cents: int
    ante_maximum_cents: int
    aggregate_limit_cents: Annotated[int | None, Field(description="In force by default; null is no limit.")]
    clauses: int
    readings: int
    progressives: Annotated[
        str | None,
        Field(description="A rules submission with the progressive wagers of the text on example wheels, or null."),
    ]


class TextSummary(Wire):
    """A rule text that has a register of clauses but no rule book yet."""

    id: str
    text: str
    publisher: str
    clauses: int
    readings: int


class RuleBooksAnswer(Wire):
    """Every rule book that is shipped, and the texts that wait for one."""

    rule_books: list[RuleBookSummary]
    texts: list[TextSummary]
    default: Annotated[str, Field(description="The rule book of a guest who hasn't chosen one.")]


class Choice(Wire):
    """Something the text leaves to the house, or that a house may read another way."""

    name: str
    type: Literal["boolean", "cents", "text", "spots", "table"]
    default: Annotated[ChoiceValue | None, Field(description="Null for a table, which a house makes or leaves out.")]
    value: Annotated[ChoiceValue | None, Field(description="Null for a table: only rules submissions hold tables.")]
    least: int | None
    most: int | None
    most_is_ours: Annotated[bool, Field(description="Whether `most` is our own bound and not the rule text's.")]
    values: list[str]
    clause: str
    reading: str | None
    says: str


class ScoredHand(Wire):
    """The points of one hand on a King Cross sheet."""

    hand: str
    points: int


class ScoredAchievement(Wire):
    """A bonus for the whole sheet, and what it takes."""

    id: str
    title: str
    points: int
    lines: Annotated[int | None, Field(description="How many lines it takes, where it counts lines.")]
    hands: Annotated[list[str], Field(description="The hands that count, where only some do.")]
    squares: list[str]
    cards: list[str]
    clause: str
    reading: str | None


class ScoringChoice(Wire):
    """Something that a host may read another way."""

    name: str
    default: ChoiceValue
    clause: str
    reading: str | None
    says: str


class ScoringAnswer(Wire):
    """How King Cross is played and scored, with every choice at its default."""

    id: str
    version: int
    title: str
    hash: str
    most_seats: int
    rolls: int
    rolls_clause: str
    rolls_reading: str | None
    wild_may_be_king: bool
    wild_clause: str
    wild_reading: str | None
    points_clause: str
    points: Annotated[list[ScoredHand], Field(description="The best hand first.")]
    achievements: list[ScoredAchievement]
    choices: list[ScoringChoice]


class CommunityPay(Wire):
    """One item of a printed Community list: a symbol with two amounts."""

    symbol: Annotated[str, Field(description="Both amounts in dollars, such as `100&20`.")]
    first_cents: Annotated[int, Field(description="Paid to the seat that spins the symbol.")]
    cents: Annotated[int, Field(description="Paid to every other seat with a wager of this size.")]
    clause: str


class CommunityPays(Wire):
    """The prizes of a printed Community list for one size of wager."""

    letter: Annotated[str, Field(description="The letter of the list.")]
    size_cents: int
    clause: str
    pays: list[CommunityPay]
    note: Annotated[str, Field(description="Why no wheel shows these symbols; empty where a wheel may.")]


class RuleBookAnswer(Wire):
    """One rule book, resolved."""

    id: str
    version: int
    title: str
    hash: str
    document: BookDocument
    choices: list[Choice]
    aggregate_limit_cents: Annotated[int | None, Field(description="In force; null is no limit.")]
    arising: Annotated[
        list[str], Field(description="The irregularities that can arise with the dealing method and shuffler chosen.")
    ]
    community_lists: Annotated[
        list[CommunityPays], Field(description="The Community lists of Bonus Spin as the text prints them.")
    ]
    warnings: Annotated[
        list[FaultDetail], Field(description="Wagers that cannot win, or that return more than they cost.")
    ]


class SubmissionRequest(Wire):
    """A rules submission to check."""

    submission: Annotated[str, Field(description="The text of the file: TOML.")]


class SubmissionFault(FaultDetail):
    """Something wrong with a submission, or worth a warning."""

    line: Annotated[int | None, Field(description="The line of the file; null where it has no such table.")]


class SubmissionAnswer(Wire):
    """Whether a rules submission is allowed."""

    valid: bool
    rules: Annotated[str | None, Field(description="The rule book that it names; null where it names none.")]
    hash: Annotated[str | None, Field(description="Of the resolved rules; null where it is not valid.")]
    facility: str
    faults: Annotated[list[SubmissionFault], Field(description="Everything that is wrong with it.")]
    warnings: Annotated[
        list[SubmissionFault], Field(description="Wagers that cannot win, or that return more than they cost.")
    ]


class ResolveRequest(Wire):
    """Choices to resolve a rule book with; those not named take their default."""

    options: Annotated[dict[str, ChoiceValue], Field(default_factory=dict)]


class ClauseEntry(Wire):
    """One numbered clause of a published text, in our words, and how it is met."""

    id: str
    says: str
    met: Literal["engine", "choice", "procedure", "physical", "not yet"]
    shown_by: Annotated[list[str], Field(description="Data entries, choices, procedure or tests that show it.")]
    missing: Annotated[str | None, Field(description="What is missing; only and always with `not yet`.")]
    reading: Annotated[str | None, Field(description="The reading that interprets it.")]


class ClausesAnswer(Wire):
    """Every clause of one text."""

    rules: str
    text: str
    publisher: str
    clauses: list[ClauseEntry]


class ReadingEntry(Wire):
    """How a point is read on which the texts are silent, unclear or at odds."""

    id: str
    title: str
    clauses: Annotated[list[str], Field(description="Each as rule book and clause: `massachusetts 5(a)`.")]
    says: str
    why: str
    option: Annotated[str | None, Field(description="The choice with which a house can read it otherwise.")]
    state: Literal["in force", "in part", "not yet"]
    missing: Annotated[str | None, Field(description="What it lacks, unless all of it is in force.")]


class ReadingsAnswer(Wire):
    """The readings that bear on one text."""

    rules: str
    readings: list[ReadingEntry]


class ProcedureStep(Wire):
    """One step of a procedure, and who takes it."""

    number: Annotated[int, Field(ge=1)]
    who: Literal["dealer", "floorperson", "operator", "player", "device"]
    says: str
    clause: str


class ProcedurePart(Wire):
    """Steps that belong together."""

    phase: str
    title: str
    steps: list[ProcedureStep]


class ProcedureWager(Wire):
    """A wager that a table may offer or not, and that some steps are about."""

    id: str
    title: str
    is_offered: Annotated[bool, Field(description="Whether the steps listed are those of a table that offers it.")]


class ProcedureAnswer(Wire):
    """The procedure of a table for one dealing method, phase by phase."""

    rules: str
    method: str
    methods: list[str]
    wagers: list[ProcedureWager]
    parts: list[ProcedurePart]
