"""Refusals that come from the workers: what is wrong with a question, and why one is not answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossfelt.faults import FaultCode
from crossfelt.record import export_record
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.wire.questions import SessionRequest
from crossfelt.service.workers import WorkerPool
from crossfelt.service.workers.questions import question_of
from tests.support.http.every_fault import EMPTY_GRID, FULL_GRID
from tests.support.http.in_process import Answer, InProcess, in_process
from tests.support.matches import played

Question = tuple[str, dict[str, Any]]
"""Route under `/api/` and body."""
TOO_LONG: dict[str, Any] = {"rules": "maryland", "rounds": 100_000, "pay": {"royal_flush": 1_000_000}}
"""A session with more possible results than are followed."""


def _review(**changes: Any) -> Question:
    """A review of a match whose record was changed."""
    return "king/review", {"record": {**export_record(played("solo", (4,))), **changes}, "best": False}


_STEPS: list[dict[str, Any]] = export_record(played("solo", (4,)))["steps"]

WORKER_FAULTS: dict[FaultCode, Question] = {
    FaultCode.NOT_RISING: _review(seats=[2, 1]),
    FaultCode.TOO_MUCH_WORK: ("session", TOO_LONG),
    FaultCode.OPTION_NOT_SUPPORTED: (
        "king/hint",
        {"grid": EMPTY_GRID, "roll": "7d", "options": {"wild_may_be_king": True}},
    ),
    FaultCode.OTHER_RULES: _review(rules_hash="0" * 64),
    FaultCode.SHEET_FULL: ("king/hint", {"grid": FULL_GRID, "roll": "7d"}),
    FaultCode.NOT_OVER: _review(steps=_STEPS[:4]),
    FaultCode.BAD_RECORD: ("king/review", {"record": {}}),
    FaultCode.ACTION_REFUSED: _review(steps=[_STEPS[0], _STEPS[0]]),
    FaultCode.EVENTS_DIFFER: _review(steps=[{**_STEPS[0], "events": []}]),
}


def _twice(app: InProcess) -> Answer:
    """A second question while the first one of the same address is not answered."""
    assert app.workers is not None and app.client.portal is not None
    question = question_of(SessionRequest(**TOO_LONG, options={}))
    first = app.client.portal.start_task_soon(app.workers.ask, "testclient", question)
    answer = app.send("POST", "solve", {"rules": "maryland"})
    assert "too many possible results" in str(first.exception())
    return answer


def _too_slow(app: InProcess) -> Answer:
    return app.send("POST", "solve", {"rules": "maryland"})


def _busy(_: InProcess) -> Answer:
    with in_process(workers=WorkerPool(most_waiting=0)) as app:
        return app.send("POST", "solve", {"rules": "maryland"})


def _stopping(_: InProcess) -> Answer:
    workers = WorkerPool()
    with in_process(workers=workers) as app:
        assert app.client.portal is not None
        app.client.portal.call(workers.close)
        return app.send("POST", "solve", {"rules": "maryland"})


WORKER_REFUSALS: dict[RefusalCode, Callable[[InProcess], Answer]] = {
    RefusalCode.ALREADY_ASKING: _twice,
    RefusalCode.WORKERS_BUSY: _busy,
    RefusalCode.THOUGHT_TOO_LONG: _too_slow,
    RefusalCode.THOUGHT_FAILED: _stopping,
}


def impatient_workers() -> WorkerPool:
    """Workers whose time limit is too short to solve a rule book."""
    return WorkerPool(most_seconds={"solve": 0.001})
