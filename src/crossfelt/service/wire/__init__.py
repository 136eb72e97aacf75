"""What crosses the wire, typed once: the same models check messages here and become TypeScript for the page.

Strict, and nothing unknown passes: a client that sends a key we do not know has a different idea of the game.
"""

from crossfelt.service.wire.answers import (
    Choice,
    ClauseEntry,
    ClausesAnswer,
    Health,
    ProcedureAnswer,
    ProcedurePart,
    ProcedureStep,
    ReadingEntry,
    ReadingsAnswer,
    ReadyAnswer,
    Refusal,
    ResolveRequest,
    RuleBookAnswer,
    RuleBooksAnswer,
    RuleBookSummary,
    ScoredAchievement,
    ScoredHand,
    ScoringAnswer,
    ScoringChoice,
    TextSummary,
)
from crossfelt.service.wire.cases import SettleCase, SettleRequest
from crossfelt.service.wire.document import BookDocument

__all__ = [
    "BookDocument",
    "Choice",
    "ClauseEntry",
    "ClausesAnswer",
    "Health",
    "ProcedureAnswer",
    "ProcedurePart",
    "ProcedureStep",
    "ReadingEntry",
    "ReadingsAnswer",
    "ReadyAnswer",
    "Refusal",
    "ResolveRequest",
    "RuleBookAnswer",
    "RuleBookSummary",
    "RuleBooksAnswer",
    "ScoredAchievement",
    "ScoredHand",
    "ScoringAnswer",
    "ScoringChoice",
    "SettleCase",
    "SettleRequest",
    "TextSummary",
]
