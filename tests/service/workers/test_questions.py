"""A question reaches its worker as it was validated, and nothing in it is checked twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crossfelt.http.workers import EXAMPLES
from crossfelt.service.wire.questions import KingHintRequest
from crossfelt.service.wire.strict import read_wire, restore_wire
from crossfelt.service.workers.questions import TERMS, Kind, question_of

BODIES: dict[str, tuple[Kind, dict[str, Any]]] = {
    "advise": ("advise", EXAMPLES["advise"]),
    "solve": ("solve", EXAMPLES["solve"]),
    "a card to grow": ("strategy", EXAMPLES["strategy"]),
    "a card to price": (
        "strategy",
        {"rules": "cardroom", "strategy": {"across": ["1x"], "down": ["2x"], "middle": ["3x"]}},
    ),
    "session": ("session", EXAMPLES["session"]),
    "king hint": ("king_hint", EXAMPLES["king/hint"]),
    "king review": ("king_review", {"record": {"steps": []}, "seconds": 2}),
    "a seat": ("policy_action", {"game": "king-cross", "rules": {"a": [1]}, "view": {"b": None}, "policy": "expert"}),
}


@pytest.mark.parametrize(("kind", "body"), BODIES.values(), ids=BODIES)
def test_a_request_comes_out_of_its_question_as_it_went_in(kind: Kind, body: dict[str, Any]) -> None:
    request = read_wire(TERMS[kind].request, body)
    question = question_of(request)
    restored = restore_wire(TERMS[question.kind].request, json.loads(json.dumps(question.body)))
    assert restored == request
    assert restored.model_dump() == question.body


def test_a_restored_request_is_not_validated_again() -> None:
    """A worker trusts the server: only `read_wire` refuses a body."""
    body = question_of(read_wire(KingHintRequest, EXAMPLES["king/hint"])).body | {"roll": 7}
    assert restore_wire(KingHintRequest, body).roll == 7  # type: ignore[comparison-overlap]
