"""The questions for analysis workers, the queue of each, and its time limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)
from crossfelt.service.wire.strict import Wire

Kind = Literal[
    "advise", "solve", "strategy", "session", "king_hint", "king_review", "policy_action", "view_advice", "table_band"
]
LaneName = Literal["quick", "long"]


MOST_COUNTED = 10**30
"""Far more than squares of antes ever add up to, and still a number that computes."""
Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]


class SeatQuestion(Wire):
    """A seat that is due, as its own player sees it, and the rules of its contest."""

    game: Annotated[str, Field(description="A name of `catalog.KITS`.")]
    rules: Annotated[dict[str, Any], Field(description="The resolved rules document, as records embed it.")]
    view: Annotated[dict[str, Any], Field(description="The view of that seat, by `schema.to_plain`.")]


class PolicyAction(SeatQuestion):
    """A decision of a policy in a seat: the answer is its action, by `schema.to_plain`."""

    policy: Annotated[str, Field(description="A name among the policies of the game's kit.")]
    seed: Annotated[int, Field(ge=0, description="For policies that leave something to chance.")] = 0


class ViewAdvice(SeatQuestion):
    """Advice on the decision that a seat is due for: the document of `advise`, or of `king hint`."""


class TableBand(Wire):
    """The expected win of a table on antes and bets, by its rules and the distribution of its antes: the
    main game of its report."""

    rules: Annotated[dict[str, Any], Field(description="The resolved rules document.")]
    seat_rounds: Count
    ante_cents: Count
    ante_squares: Count
    round_ante_squares: Count
    win_cents: Annotated[int, Field(ge=-MOST_COUNTED, le=MOST_COUNTED)]
    cut_cents: Count


@dataclass(frozen=True, slots=True)
class Terms:
    """How one kind of question is treated."""

    request: type[Wire]
    lane: LaneName
    most_seconds: float
    """From the moment a worker takes it up; waiting does not count."""
    is_cached: bool = False
    """Whether the answer depends on the rules alone, so that it is remembered."""


TERMS: dict[Kind, Terms] = {
    "advise": Terms(AdviseRequest, "quick", 10),
    "king_hint": Terms(KingHintRequest, "quick", 10),
    "policy_action": Terms(PolicyAction, "quick", 10),
    "view_advice": Terms(ViewAdvice, "quick", 10),
    "solve": Terms(SolveRequest, "long", 60, is_cached=True),
    "strategy": Terms(StrategyRequest, "long", 60, is_cached=True),
    "session": Terms(SessionRequest, "long", 60),
    "king_review": Terms(KingReviewRequest, "long", 60),
    "table_band": Terms(TableBand, "long", 60),
}
"""A worker finishes the question that it has begun, so short ones have a worker of their own: no one at a table waits
for another guest's analysis. The numbers are seconds on one core; most questions take about one."""
_KIND_OF: dict[type[Wire], Kind] = {terms.request: kind for kind, terms in TERMS.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """A question as plain JSON data. `question_of` makes it from a validated request, and the worker trusts it."""

    kind: Kind
    body: dict[str, Any]


def question_of(request: Wire) -> Question:
    """Return the question that a request of one of the kinds above asks."""
    return Question(_KIND_OF[type(request)], request.model_dump())
