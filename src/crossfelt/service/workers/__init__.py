"""Analysis for the server: advice, reviews and strong bots, computed in worker processes.

The server process may not import `answers.py`, `rules.py`, `seats.py` or `worker.py`, because they import numba. Open
`pool.py` first.
"""

from crossfelt.service.workers.bots import SeatAnswers
from crossfelt.service.workers.pool import WorkerPool
from crossfelt.service.workers.questions import Question, question_of
from crossfelt.service.workers.refusals import (
    AlreadyAsking,
    JobFailed,
    JobTooLong,
    WorkersBusy,
)

__all__ = [
    "AlreadyAsking",
    "JobFailed",
    "JobTooLong",
    "Question",
    "SeatAnswers",
    "WorkerPool",
    "WorkersBusy",
    "question_of",
]
