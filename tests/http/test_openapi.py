"""The description of the interface is honest: schemathesis makes requests from it and finds nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from starlette.testclient import TestClient

from crossfelt.http import create_app
from crossfelt.http.settle import EXAMPLE
from crossfelt.http.workers import EXAMPLES as QUESTIONS
from crossfelt.service.house import House
from crossfelt.storage.memory import MemoryStore
from tests.support.http.servers import Server, running
from tests.support.scale import scaled

THOUGHTS = frozenset(f"/api/{name}" for name in (*QUESTIONS, "king/review"))
ADVICE = "/api/tables/{table_id}/advice"
schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(limit_factor=1_000_000))
SETTINGS = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
EVERY_ROUTE = {
    "GET /api/rules": ["200"],
    "GET /api/rules/{id}": ["200", "404"],
    "POST /api/rules/{id}/resolve": ["200", "400", "404", "413", "415", "422"],
    "POST /api/submissions/check": ["200", "400", "413", "415", "422"],
    "GET /api/rules/{id}/clauses": ["200", "404"],
    "GET /api/rules/{id}/readings": ["200", "404"],
    "GET /api/rules/{id}/scoring": ["200", "404"],
    "GET /api/rules/{id}/procedure": ["200", "404", "422"],
    "POST /api/settle": ["200", "400", "413", "415", "422"],
    "GET /api/king/daily": ["200", "422"],
    "POST /api/king/match": ["200", "400", "413", "415", "422"],
    "GET /api/king/sheets.pdf": ["200", "422", "429"],
    "POST /api/king/read": ["200", "400", "413", "415", "422"],
    "GET /healthz": ["200"],
    "GET /readyz": ["200", "503"],
    "GET /metrics": ["200", "401", "404"],
    "GET /api/protocol.schema.json": ["200"],
    **{f"POST {path}": ["200", "400", "413", "415", "422", "429", "503", "504"] for path in THOUGHTS},
    f"POST {ADVICE}": ["200", "401", "404", "409", "429", "503", "504"],
}
ROUTES_OF_A_HOUSE = {
    "POST /api/guests": ["200", "400", "409", "413", "415", "422", "429", "503"],
    "POST /api/guests/recover": ["200", "400", "404", "409", "413", "415", "422", "429", "503"],
    "GET /api/me": ["200", "204", "401", "422"],
    "DELETE /api/me": ["204", "401", "409", "503"],
    "POST /api/me/code": ["200", "401", "429", "503"],
    "POST /api/me/name": ["200", "400", "401", "409", "413", "415", "422", "429", "503"],
    "POST /api/me/refill": ["200", "400", "401", "409", "413", "415", "422", "429", "503"],
    "GET /api/me/rounds": ["200", "401", "422"],
    "GET /api/me/statement": ["200", "401", "422"],
    "GET /api/me/export": ["200", "401"],
    "GET /api/tables": ["200"],
    "GET /api/bots": ["200"],
    "POST /api/tables": ["200", "400", "401", "404", "409", "413", "415", "422", "429", "503"],
    "GET /api/tables/{table_id}": ["200", "404"],
    "POST /api/tables/{table_id}/ask": ["200", "400", "401", "404", "409", "413", "415", "422", "429", "503"],
    "GET /api/tables/{table_id}/rounds": ["200", "404", "422"],
    "GET /api/rounds/{round_id}/record": ["200", "404"],
    "GET /api/rounds/{round_id}/replay": ["200", "404", "422"],
    "GET /api/tables/{table_id}/report": ["200", "401", "403", "404", "429"],
    "GET /api/tables/{table_id}/band": ["200", "401", "403", "404", "429", "503", "504"],
    "GET /api/keys": ["200"],
    "GET /api/checkpoint": ["200", "404", "422"],
    "GET /api/log/inclusion": ["200", "404", "422"],
    "GET /api/log/consistency": ["200", "404", "422"],
    "GET /api/verifier/watcher": ["200"],
    "GET /api/operator/tables": ["200", "403"],
    "GET /api/operator/guests": ["200", "403", "422"],
    "POST /api/operator/guests/{player}/name": ["204", "400", "404", "413", "415", "422", "503"],
    "DELETE /api/operator/guests/{player}": ["200", "404", "503"],
    "GET /api/operator/blocks": ["200", "403"],
    "POST /api/operator/blocks": ["200", "400", "409", "413", "415", "422", "503"],
    "POST /api/operator/blocks/remove": ["200", "400", "404", "413", "415", "422", "503"],
    "GET /api/operator/log": ["200", "403"],
    "POST /api/operator/tokens/revoke": ["204", "503"],
    "GET /api/verifier": ["200"],
}


HOUSE = "^/api/(guests|me|tables|rounds|verifier)|^/(readyz|metrics)"
house_schema = schemathesis.openapi.from_dict(create_app(house=House(MemoryStore(), bytes(32))).openapi()).include(
    path_regex=HOUSE
)


def validated(case: schemathesis.Case[Any], excluded: list[CheckFunction], **options: Any) -> None:
    """Sends a request and checks its answer. A body that is too long is refused as such, whatever else is wrong in it;
    the check for wrong bodies does not count 413 as a refusal."""
    answer = case.call(**options)
    too_long: list[CheckFunction] = [negative_data_rejection] if answer.status_code == 413 else []
    case.validate_response(answer, excluded_checks=[*excluded, *too_long])


@schema.parametrize()
@settings(SETTINGS, max_examples=scaled(40, 2_000))
def test_no_answer_that_is_not_described(case: schemathesis.Case[Any]) -> None:
    # A round may have the right form and still not be one that could be played: that is a 422 by design.
    excluded: list[CheckFunction] = [positive_data_acceptance]
    if case.path in {*THOUGHTS, ADVICE}:  # This application has nothing to think with, and says so with a 503.
        excluded.append(not_a_server_error)
    validated(case, excluded)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


@pytest.fixture(scope="module")
def guest(server: Server) -> dict[str, Any]:
    return server.guest()


@house_schema.parametrize()
@settings(SETTINGS, max_examples=scaled(12, 1_000))
def test_no_answer_of_a_running_server_that_is_not_described(case: schemathesis.Case[Any], server: Server) -> None:
    validated(case, [positive_data_acceptance], base_url=server.url)


@house_schema.parametrize()
@settings(SETTINGS, max_examples=scaled(12, 1_000))
def test_no_answer_to_a_guest_that_is_not_described(case: schemathesis.Case[Any], server: Server, guest: Any) -> None:
    token = server.guest()["token"] if case.method == "DELETE" or case.path == "/api/me/code" else guest["token"]
    validated(case, [positive_data_acceptance], headers={"authorization": f"Bearer {token}"}, base_url=server.url)


def described(app: FastAPI) -> dict[str, set[str]]:
    return {
        f"{method.upper()} {path}": set(operation["responses"])
        for path, methods in app.openapi()["paths"].items()
        for method, operation in methods.items()
    }


@pytest.mark.parametrize("has_house", [False, True])
def test_every_operation_is_described_with_its_refusals(has_house: bool) -> None:
    app = create_app(house=House(MemoryStore(), bytes(32)) if has_house else None)
    expected = EVERY_ROUTE | (ROUTES_OF_A_HOUSE if has_house else {})
    common = {name: {"421", "429"} | (set() if name.startswith("GET ") else {"403"}) for name in expected}
    assert described(app) == {name: set(statuses) | common[name] for name, statuses in expected.items()}


def test_example_of_the_description_settles(client: TestClient) -> None:
    assert client.post("/api/settle", json=EXAMPLE).status_code == 200


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_no_viewer_that_loads_scripts_from_elsewhere(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 503)


def test_the_page_about_http_lists_every_route_beside_the_tables() -> None:
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
    routes = {name.replace("{id}", "ID") for name in EVERY_ROUTE if re.match(r"\w+ /api/(?!tables)", name)}
    assert [name for name in sorted(routes) if f"`{name}`" not in page] == []
