"""Thinking: advice, analyses and strong players, worked out in processes of their own, one question at a time.

The process that serves tables never imports what computes (`analysis/`, `kingmind/` and with them numba): here only
`answers`, `rules`, `seats` and the program `worker` do, and those run nowhere but in a worker process.
"""

from crossfelt.service.thinking.bots import SeatThoughts
from crossfelt.service.thinking.questions import PolicyAction, Question, ViewAdvice, question_of
from crossfelt.service.thinking.refusals import (
    AlreadyAsking,
    ThinkerBusy,
    ThoughtFailed,
    ThoughtTooLong,
)
from crossfelt.service.thinking.thinker import Thinker

__all__ = [
    "AlreadyAsking",
    "PolicyAction",
    "Question",
    "SeatThoughts",
    "Thinker",
    "ThinkerBusy",
    "ThoughtFailed",
    "ThoughtTooLong",
    "ViewAdvice",
    "question_of",
]
