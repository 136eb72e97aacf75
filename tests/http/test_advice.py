"""Help at live tables: one rule, and every route that computes help obeys it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from crossfelt.http.advice import refuse_live_advice
from crossfelt.http.app import create_app
from crossfelt.http.workers import EXAMPLES
from crossfelt.service.house import House
from crossfelt.storage.memory import MemoryStore
from tests.support.http.players import Person
from tests.support.http.servers import Server, running
from tests.support.service.houses import KEY

NO_HELP = {
    "shows what is stored": (
        "GET /api/me",
        "GET /api/me/rounds",
        "GET /api/me/statement",
        "GET /api/me/export",
        "GET /api/tables",
        "GET /api/tables/{table_id}",
        "GET /api/tables/{table_id}/rounds",
        "GET /api/tables/{table_id}/report",
        "GET /api/rounds/{round_id}/record",
        "GET /api/rounds/{round_id}/replay",
        "GET /api/bots",
        "GET /api/keys",
        "GET /api/checkpoint",
        "GET /api/log/inclusion",
        "GET /api/log/consistency",
        "GET /api/verifier/watcher",
        "GET /api/operator/tables",
        "GET /api/operator/guests",
        "GET /api/operator/blocks",
        "GET /api/operator/log",
    ),
    "shows the rules, which everyone may read at the table": (
        "GET /api/rules",
        "GET /api/rules/{id}",
        "GET /api/rules/{id}/scoring",
        "GET /api/rules/{id}/clauses",
        "GET /api/rules/{id}/readings",
        "GET /api/rules/{id}/procedure",
        "POST /api/rules/{id}/resolve",
        "POST /api/submissions/check",
    ),
    "settles a round in which nothing is left to decide": ("POST /api/settle",),
    "checks and scores a finished game of one sheet, or draws an empty one": (
        "POST /api/king/match",
        "GET /api/king/daily",
        "GET /api/king/sheets.pdf",
    ),
    "changes an account or a table and answers with a receipt": (
        "POST /api/guests",
        "POST /api/guests/recover",
        "POST /api/me/code",
        "POST /api/me/name",
        "POST /api/me/refill",
        "DELETE /api/me",
        "POST /api/tables",
        "POST /api/tables/{table_id}/ask",
        "SOCKET /api/tables/{table_id}/live",
        "POST /api/operator/guests/{player}/name",
        "DELETE /api/operator/guests/{player}",
        "POST /api/operator/blocks",
        "POST /api/operator/blocks/remove",
        "POST /api/operator/tokens/revoke",
    ),
    "is about the server, not about a hand": (
        "GET /healthz",
        "GET /readyz",
        "GET /metrics",
        "GET /table/{table_id}",
        "GET /api/verifier",
        "GET /api/protocol.schema.json",
        "GET /api/openapi.json",
        "GET /",
        "GET /{name}",
        "GET /assets/{name}",
    ),
}
"""Why a route needs no guard -> the routes. List every new route here, or make it depend on `NO_LIVE_ADVICE`."""


GUARDED = {
    "POST /api/advise",
    "POST /api/solve",
    "POST /api/strategy",
    "POST /api/session",
    "POST /api/king/hint",
    "POST /api/king/review",
    "POST /api/king/read",
    "POST /api/tables/{table_id}/advice",
    "GET /api/tables/{table_id}/band",
}


def _flat(results: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Routes of the application, and of the routers that it includes."""
    for route in results:
        included = getattr(route, "original_router", None)
        yield from _flat(included.routes) if included is not None else [route]


def _names(route: BaseRoute) -> Iterator[str]:
    path = getattr(route, "path", "")
    methods = getattr(route, "methods", None) or {"SOCKET"}
    yield from (f"{method} {path}" for method in methods if method != "HEAD")


def _calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for inner in dependant.dependencies:
        yield from _calls(inner)


def _is_guarded(route: BaseRoute) -> bool:
    return isinstance(route, APIRoute) and refuse_live_advice in _calls(route.dependant)


def test_every_route_is_guarded_or_exempt_with_a_reason() -> None:
    app = create_app(house=House(MemoryStore(), KEY))
    routes = list(_flat(app.routes))
    exempt = {name for names in NO_HELP.values() for name in names}
    assert {name for route in routes if not _is_guarded(route) for name in _names(route)} == exempt
    assert {name for route in routes if _is_guarded(route) for name in _names(route)} == GUARDED


def test_the_page_about_http_names_every_guarded_route() -> None:
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
    [sentence] = re.findall(r"the server\nrefuses (.*?) \(`no_advice`\)", page, re.DOTALL)
    named = set(re.findall(r"`([a-z/]+)`", sentence))
    assert named == {re.sub(r"^\w+ /api/(tables/\{table_id\}/)?", "", name) for name in GUARDED}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as result:
        yield result
        assert result.faults == []


def test_a_guest_in_a_live_round_gets_no_analysis_until_it_ends(server: Server) -> None:
    ada = Person(server)
    table = ada.open(table_kind="live", decision_seconds=60, betting_seconds=60, seat_count=1)
    line = ada.watch(table)
    line.ask("sit", seat=1)
    solve = {"rules": "maryland", "pay": {"flush": 7}}
    assert ada.http.post("/api/solve", json=solve).status_code == 200
    line.wait(lambda update: bool(update["info"]["may_act"]))
    line.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
    line.ask("ready")
    line.wait(lambda update: update["view"]["stage"] == "across")
    for name, example in EXAMPLES.items():
        answer = ada.http.post(f"/api/{name}", json=example)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_advice"), name
    for path in ("king/review", "king/read", f"tables/{table}/advice"):
        assert ada.http.post(f"/api/{path}", json={}).json()["code"] == "no_advice"
    assert ada.http.post("/api/me/name", json={"name": "I have AK"}).json()["code"] == "round_is_open"
    # Nobody knows whom a request without a guest is for.
    assert server.client().post("/api/solve", json=solve).status_code == 200
    line.act("fold", stage="across")
    line.until(lambda message: any(item["event"]["kind"] == "round_closed" for item in message.get("happened", [])))
    assert ada.http.post("/api/solve", json=solve).status_code == 200
