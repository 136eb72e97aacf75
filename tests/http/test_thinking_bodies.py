"""Whatever body the description of the interface allows, a worker answers it or names what is wrong with it."""

from __future__ import annotations

from typing import Any, cast

import schemathesis
from hypothesis import HealthCheck, settings

from crossfelt.errors import BadInput
from crossfelt.http import create_app
from crossfelt.service.thinking.answers import answer
from crossfelt.service.thinking.questions import Kind
from tests.scale import scaled

schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app())
MOST_ROUNDS = 300
"""Longer sessions answer the same way, only later."""


@schema.include(tag="analysis").parametrize()
@settings(max_examples=scaled(8, 1_000), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_a_body_of_the_right_form_is_answered_or_refused(case: schemathesis.Case[Any]) -> None:
    kind = cast(Kind, case.path.removeprefix("/api/").replace("/", "_"))
    body = case.body
    if isinstance(body, dict):
        body = dict(body)
        if "rules" in body:
            body["rules"] = "maryland"  # or else hardly any would get further than its name
        if kind == "solve":
            body["joint"] = False
        rounds = body.get("rounds")
        if kind == "session" and isinstance(rounds, int):
            body["rounds"] = min(rounds, MOST_ROUNDS)
    try:
        assert isinstance(answer(kind, body), dict)
    except BadInput as error:
        assert error.faults
        assert all(fault and "\n" not in fault for fault in error.faults)
