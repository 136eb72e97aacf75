"""The description of the interface is honest: schemathesis makes requests from it and finds nothing else."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from crossfelt.http import create_app
from crossfelt.http.settle import EXAMPLE
from crossfelt.http.thinking import EXAMPLES as QUESTIONS
from tests.scale import scaled

THOUGHTS = frozenset(f"/api/{name}" for name in (*QUESTIONS, "king/review"))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app())


@schema.parametrize()
@settings(max_examples=scaled(40, 2_000), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_answer_that_is_not_described(case: schemathesis.Case[Any]) -> None:
    # A round may have the right form and still not be one that could be played: that is a 422 by design.
    excluded: list[CheckFunction] = [positive_data_acceptance]
    if case.path in THOUGHTS:  # This application has nothing to think with, and says so with a 503.
        excluded.append(not_a_server_error)
    case.call_and_validate(excluded_checks=excluded)


def test_every_operation_is_described_with_its_refusals(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    statuses = {
        f"{method.upper()} {path}": sorted(operation["responses"])
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    assert statuses == {
        "GET /api/rules": ["200"],
        "GET /api/rules/{id}": ["200", "404"],
        "POST /api/rules/{id}/resolve": ["200", "400", "404", "413", "415", "422"],
        "GET /api/rules/{id}/clauses": ["200", "404"],
        "GET /api/rules/{id}/readings": ["200", "404"],
        "GET /api/rules/{id}/procedure": ["200", "404", "422"],
        "POST /api/settle": ["200", "400", "413", "415", "422"],
        "GET /healthz": ["200"],
        **{f"POST {path}": ["200", "400", "413", "415", "422", "429", "503", "504"] for path in THOUGHTS},
    }


def test_example_of_the_description_settles(client: TestClient) -> None:
    assert client.post("/api/settle", json=EXAMPLE).status_code == 200


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_no_viewer_that_loads_scripts_from_elsewhere(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 503)
