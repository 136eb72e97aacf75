"""The types of every message between server and page, from which the JSON Schema and the TypeScript are generated.

A model may not accept an unknown key or convert a value: a client that sends either is refused. Open `tables.py`
first.
"""

from crossfelt.service.wire.answers import (
    Choice,
    ClauseEntry,
    ClausesAnswer,
    CommunityPays,
    Health,
    ProcedureAnswer,
    ProcedurePart,
    ProcedureStep,
    ProcedureWager,
    ReadingEntry,
    ReadingsAnswer,
    ReadyAnswer,
    RuleBookAnswer,
    RuleBooksAnswer,
    RuleBookSummary,
    ScoredAchievement,
    ScoredHand,
    ScoringAnswer,
    ScoringChoice,
    SubmissionAnswer,
    SubmissionFault,
    TextSummary,
)
from crossfelt.service.wire.book_document import BookDocument
from crossfelt.service.wire.refusals import FaultDetail, Refusal

__all__ = [
    "BookDocument",
    "Choice",
    "ClauseEntry",
    "ClausesAnswer",
    "CommunityPays",
    "FaultDetail",
    "Health",
    "ProcedureAnswer",
    "ProcedurePart",
    "ProcedureStep",
    "ProcedureWager",
    "ReadingEntry",
    "ReadingsAnswer",
    "ReadyAnswer",
    "Refusal",
    "RuleBookAnswer",
    "RuleBookSummary",
    "RuleBooksAnswer",
    "ScoredAchievement",
    "ScoredHand",
    "ScoringAnswer",
    "ScoringChoice",
    "SubmissionAnswer",
    "SubmissionFault",
    "TextSummary",
]
