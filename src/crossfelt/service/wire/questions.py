"""Questions that take computing, as the HTTP interface takes them; `workers` has the answers.

Each is what the command of the same name takes on the command line. What depends on the rules, such as whether a pay
table has a hand, is judged where the question is answered.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from crossfelt.service.wire.cases import CardName, TwoCards
from crossfelt.service.wire.strict import Wire
from crossfelt.service.wire.values import ChoiceValue

MOST_ROUNDS = 10_000_000
MOST_ANTES = 10**9
MOST_CENTS = 10**15

Antes = Annotated[int, Field(ge=0, le=MOST_ANTES)]
SomeCents = Annotated[int, Field(ge=1, le=MOST_CENTS)]
StrategyLines = Annotated[list[Annotated[str, Field(max_length=300)]], Field(min_length=1, max_length=60)]
GridRow = Annotated[list[str | None], Field(min_length=5, max_length=5)]


class RulesQuestion(Wire):
    """The rules that a question about Criss Cross is asked under."""

    rules: Annotated[str, Field(description="A rule book id.")]
    options: Annotated[
        dict[str, ChoiceValue], Field(default_factory=dict, description="Choice of the rule book -> value.")
    ]
    pay: Annotated[dict[str, int], Field(default_factory=dict, description="Other odds for hands of the main table.")]


class AdviseRequest(RulesQuestion):
    """One decision: the cards in sight and the multiples bet so far."""

    hole: TwoCards
    across: Annotated[TwoCards | None, Field(description="Once they are turned.")] = None
    down: Annotated[TwoCards | None, Field(description="Once they are turned.")] = None
    bets: Annotated[
        list[Annotated[int, Field(ge=0, le=999)]],
        Field(default_factory=list, max_length=2, description="Multiples of the ante: across, then down."),
    ]


class SolveRequest(RulesQuestion):
    """The whole game, to be solved exactly."""

    joint: Annotated[bool, Field(description="Also how each bonus goes together with the main game.")] = False


class StrategyRules(Wire):
    """The rules of a strategy file: for each decision the lines, of which the first that fits decides."""

    across: StrategyLines
    down: StrategyLines
    middle: StrategyLines


class StrategyRequest(RulesQuestion):
    """A strategy card to grow, or a player's own to price."""

    lines: Annotated[int | None, Field(ge=2, le=16, description="The most lines of the card that is shown.")] = None
    simple: Annotated[bool, Field(description="Whether the card needs no counting.")] = False
    strategy: Annotated[StrategyRules | None, Field(description="Rules to price instead of growing a card.")] = None

    @model_validator(mode="after")
    def _priced_or_grown(self) -> StrategyRequest:
        if self.strategy is not None and (self.simple or self.lines is not None):
            raise PydanticCustomError("not_together", "strategy: prices these rules; leave simple and lines out")
        return self


class SessionRequest(RulesQuestion):
    """Many rounds of one seat at flat stakes, for a player with a bankroll and for a table with a hold."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    bankroll_antes: Antes | None = None
    target_antes: Annotated[Antes | None, Field(description="With a bankroll: stop when ahead by this much.")] = None
    ruin_below_antes: Annotated[Antes | None, Field(description="With a bankroll: ruined with less than this.")] = None
    hold_cents: Annotated[
        int | None, Field(ge=-MOST_CENTS, le=MOST_CENTS, description="What a table won over these rounds.")
    ] = None
    ante_cents: Annotated[SomeCents | None, Field(description="With a hold: the size of one ante.")] = None
    dropped_cents: Annotated[SomeCents | None, Field(description="With a hold, instead: all antes together.")] = None
    bet_cents: Annotated[SomeCents | None, Field(description="With a hold, instead: all money bet.")] = None
    confidence: Annotated[float, Field(ge=0.5, le=0.9999)] = 0.99

    @model_validator(mode="after")
    def _belongs_together(self) -> SessionRequest:
        if self.bankroll_antes is None and (self.target_antes is not None or self.ruin_below_antes is not None):
            raise PydanticCustomError("not_together", "target_antes and ruin_below_antes need bankroll_antes")
        sizes = sum(size is not None for size in (self.ante_cents, self.dropped_cents, self.bet_cents))
        if self.hold_cents is None and sizes:
            raise PydanticCustomError("not_together", "ante_cents, dropped_cents and bet_cents need hold_cents")
        if self.hold_cents is not None and sizes != 1:
            raise PydanticCustomError("not_together", "hold_cents needs one of ante_cents, dropped_cents and bet_cents")
        return self


class KingHintRequest(Wire):
    """A sheet of King Cross Poker with room on it, and a roll."""

    grid: Annotated[
        list[GridRow], Field(min_length=5, max_length=5, description="Null is an empty square, K the center.")
    ]
    roll: CardName
    bonus: Annotated[bool, Field(description="Whether achievements count.")] = False
    options: Annotated[
        dict[str, ChoiceValue], Field(default_factory=dict, description="Choice of the score card -> value.")
    ]


class KingReviewRequest(Wire):
    """A finished match of King Cross Poker, to be judged placement by placement."""

    record: Annotated[dict[str, Any], Field(description="A match record, such as a table or `king play` exports.")]
    seat: Annotated[int | None, Field(ge=1, description="This seat alone.")] = None
    best: Annotated[bool, Field(description="Also the best sheet in hindsight.")] = True
    seconds: Annotated[
        float | None, Field(gt=0, le=10, description="How long to look for that sheet; by default a fixed search.")
    ] = None

    @model_validator(mode="after")
    def _has_a_search(self) -> KingReviewRequest:
        if not self.best and self.seconds is not None:
            raise PydanticCustomError("not_together", "seconds: cannot be given without best, which is the search")
        return self
