"""From a question to its document. Imported in a worker process only: here everything that computes comes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossfelt.service.wire.strict import restore_wire
from crossfelt.service.workers import rules, seats
from crossfelt.service.workers.questions import TERMS, Kind

Document = dict[str, Any]

_ANSWERS: dict[Kind, Callable[[Any], Document]] = {
    "advise": rules.advise,
    "solve": rules.solve,
    "strategy": rules.strategy,
    "session": rules.session,
    "king_hint": rules.king_hint,
    "king_review": rules.king_review,
    "table_band": rules.table_band,
    "policy_action": seats.policy_action,
    "view_advice": seats.view_advice,
}


def answer(kind: Kind, body: dict[str, Any]) -> Document:
    """Return the document that answers a question; `BadInput` lists everything that its rules don't allow.

    `body` is `Question.body`: the server validated its form before it sent it.
    """
    return _ANSWERS[kind](restore_wire(TERMS[kind].request, body))
