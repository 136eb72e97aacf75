"""Answers of the analysis commands: the documents that they print with `--json`.

`analysis/crisscross/documents/` and `analysis/king/documents.py` make the documents, which go out as they are. These
models say what is in them, and tests compare the two.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from crossfelt.service.wire.strict import Wire

Fate = Literal["pays", "pushes", "loses"]
Share = Annotated[float, Field(ge=0, le=1)]
ByAction = Annotated[dict[str, float], Field(description="`fold`, `1x`, ... -> antes for the whole round.")]
ByHand = Annotated[dict[str, int], Field(description="Hand -> a sum over all deals.")]


class Exact(Wire):
    """A fraction, and the number that comes nearest."""

    numerator: int
    denominator: int
    value: float


class OfAntes(Wire):
    """A share by both usual bases."""

    one_ante: float
    both_antes: float


class ReportEntry(Wire):
    """The header of a report: its rules, their changes, the program, the date and the request."""

    rules: Annotated[str, Field(description="What the rules are called, with MODIFIED where they were changed.")]
    rules_hash: Annotated[str | None, Field(description="SHA-256 of the rules with every change applied.")]
    rule_book: Annotated[str | None, Field(description="The published rule book that they rest on.")]
    submission: str | None
    facility: str | None
    modified: bool
    changes: list[str]
    title: str
    version: str
    date: Annotated[str, Field(description="The day on which the figures were computed, UTC.")]
    command: Annotated[str, Field(description="The command, or the route of the interface.")]


class LineChances(Wire):
    """How a line may end."""

    pays: Share
    pushes: Share
    loses: Share
    hands: dict[str, Share]


class MiddleCard(Wire):
    """The hand that one middle card would make of a line."""

    hand: str
    bet: Fate


class AdviseAnswer(Wire):
    """The exact value of each action of a decision, and why."""

    report: Annotated[ReportEntry | None, Field(description="Not there in advice at a table.")] = None
    rules: str
    decision: Literal["across", "down", "middle"]
    best: str
    ev: ByAction
    cost: Annotated[dict[str, float], Field(description="What each action gives away against the best, in antes.")]
    numerators: dict[str, int]
    denominator: int
    chances: Annotated[dict[str, LineChances], Field(description="For `across`, `down` and the `higher` of both.")]
    middle_cards: Annotated[dict[str, dict[str, MiddleCard]], Field(description="Where only the middle card is open.")]
    explained: list[str]


class StartingHand(Wire):
    """One of the 169 starting hands."""

    best: str
    ev: ByAction
    holes: int


class WagerResult(Wire):
    """The total of one wager over all deals, in antes."""

    staked: int
    net: int
    by_hand: ByHand
    deals: ByHand


class DistributionEntry(Wire):
    """How many deals end at one net result, in antes."""

    net: int
    deals: int


class CountedJoint(Wire):
    """How a bonus wager varies with the main game, counted over all deals."""

    method: Literal["exact"]
    covariance: float
    exact: Exact


class SampledJoint(Wire):
    """How a bonus wager varies with the main game, sampled."""

    method: Literal["sampled"]
    covariance: float
    standard_error: float
    rounds: int
    seed: int


class BonusWager(Wire):
    """One bonus wager, alone."""

    house_edge: float
    numerator: int
    denominator: int
    standard_deviation: float
    hit_rate: float
    counts: ByHand
    with_main_game: Annotated[
        CountedJoint | SampledJoint | None, Field(description="Only there where `joint` was asked for.")
    ] = None


class SolveAnswer(Wire):
    """The main game solved exactly, and each bonus wager."""

    report: ReportEntry
    rules: str
    rule_book_hash: str
    pay: dict[str, int]
    ace_low_straight: bool
    bet_multiples: list[int]
    deals: int
    ev: Exact
    house_edge: OfAntes
    element_of_risk: float
    average_total_wager: float
    standard_deviation: float
    variance: Exact
    skewness: float
    folds: dict[str, float]
    rounds: dict[str, float]
    starting_hands: dict[str, StartingHand]
    wagers: dict[str, WagerResult]
    distribution: list[DistributionEntry]
    bonus: dict[str, BonusWager]


class CardLine(Wire):
    """One line of a strategy card, as people say it."""

    decisions: list[str]
    says: str


class PricedCard(Wire):
    """A strategy card and what it costs, exactly."""

    lines: int
    rules: Annotated[dict[str, list[str]], Field(description="Decision -> lines; the first that fits decides.")]
    says: list[CardLine]
    ev: Exact
    cost: OfAntes


class StrategyAnswer(Wire):
    """The strategy card that was asked for, and all that were grown."""

    report: ReportEntry
    rules: str
    rule_book_hash: str
    card: PricedCard
    cards: list[PricedCard]


class Quantile(Wire):
    """The net result, in antes, at or below which a share of all sessions ends."""

    share: Share
    net: int


class RoundsToTellEntry(Wire):
    """After how many rounds the side with the edge is ahead with that chance."""

    confidence: float
    normal: int
    exact: int | None


class RuinEntry(Wire):
    """The fate of a bankroll, in antes."""

    bankroll: int
    ruined_below: int
    target: int | None
    ruined: float
    reached: float | None
    plays_on: float
    error_bound: float


class HoldShares(Wire):
    """A hold as shares of one base."""

    base_cents: int
    actual: float
    expected: float
    low: float
    high: float


class HoldSharesOfBets(HoldShares):
    """A hold as shares of all money bet, which is given or expected."""

    base: Literal["given", "expected"]


class HoldEntry(Wire):
    """The win of a table beside its expected win."""

    win_cents: int
    ante_cents: float
    expected_cents: int
    confidence: float
    low_cents: int
    high_cents: int
    within: bool
    p_value: float
    share_of_antes_dropped: HoldShares
    share_of_money_bet: HoldSharesOfBets


class SessionAnswer(Wire):
    """Where rounds of one seat at flat stakes end, in antes."""

    report: ReportEntry
    rules: str
    pay: dict[str, int]
    play: Literal["optimal"]
    unit: Literal["ante"]
    rounds: int
    mean: Exact
    standard_deviation: float
    ahead: float
    even: float
    behind: float
    error_bound: float
    quantiles: list[Quantile]
    rounds_to_tell: RoundsToTellEntry | None
    ruin: RuinEntry | None
    hold: HoldEntry | None


class ReasonEntry(Wire):
    """A part of the difference between two placements, in points; a line has its number under `hand`."""

    kind: str
    hand: int | None = None
    points: float


class BestPlacement(Wire):
    """The best placement of a roll."""

    square: str
    card: str
    value: float


class PlacementHint(Wire):
    """One legal placement, the final score to be expected, and what makes the difference."""

    square: str
    card: str
    value: float
    loss: float
    against: str | None
    reasons: list[ReasonEntry]


class KingHintAnswer(Wire):
    """Every legal placement of a roll, the best first."""

    report: Annotated[ReportEntry | None, Field(description="Not there in advice at a table.")] = None
    roll: str
    is_wild: bool
    bonus: bool
    best: BestPlacement
    placements: list[PlacementHint]
    score_card: str
    score_card_hash: str


class ReviewedPlacement(Wire):
    """One roll as it was played, with its judgement in points."""

    number: int
    rolled: str
    square: str
    card: str
    decided_by: Literal["player", "table"]
    best_square: str
    best_card: str
    expected: float
    loss: float
    luck: float
    reasons: list[ReasonEntry]


class HindsightSheet(Wire):
    """The best sheet that was found for the cards of a seat, and what no sheet of them exceeds."""

    grid: list[list[str | None]]
    total: int
    proven: bool
    bound: int


class SeatReviewEntry(Wire):
    """One sheet looked at again."""

    seat: int
    total: int
    start: float
    luck: float
    points_lost: float
    moves: list[ReviewedPlacement]
    best: HindsightSheet | None


class KingReviewAnswer(Wire):
    """A finished match judged, seat by seat."""

    report: ReportEntry
    mode: str
    bonus: bool
    score_card: str
    score_card_hash: str
    seats: list[SeatReviewEntry]
