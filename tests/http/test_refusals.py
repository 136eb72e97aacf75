"""Every refusal over HTTP has a code, a field and parameters, and every code is listed. Sockets: test_hostile.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from crossfelt.errors import IllegalActionCode
from crossfelt.faults import Code, FaultCode
from crossfelt.http.app import create_app
from crossfelt.http.budgets import ROWS, SOCKET, Row
from crossfelt.http.refusals import status_of
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode
from crossfelt.storage.memory import MemoryStore
from tests.support.http.refusals import GAME, PARAMS, REASON, SERVICE, check_refusal, listed, listed_params

BODIES: tuple[bytes, ...] = (b"", b"[]", b"{", b'{"nonsense": 1}', b'{"id": 7, "rules": "nonsense", "grid": 1}')
HTTP_ROWS = [row for row in ROWS if row.method != SOCKET and row.path.startswith("/api/")]
QUERY = "before=x&limit=x&day=x&method=x"
HEADERS = {"host": "localhost", "content-type": "application/json"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server with tables and without workers, whose limits are out of the way."""
    app = create_app(house=House(MemoryStore(), bytes(32)), limit_factor=1000)
    with TestClient(app, raise_server_exceptions=False, base_url="http://localhost") as client:
        yield client


@pytest.fixture
def token(client: TestClient) -> str:
    """The token of a new guest; the cookie is dropped, so that requests without the token have no guest."""
    client.cookies.clear()
    made = client.post("/api/guests", json={"name": "Ada"}).json()
    client.cookies.clear()
    return str(made["token"])


@pytest.mark.parametrize("row", HTTP_ROWS, ids=lambda row: f"{row.method} {row.path}")
def test_every_refusal_of_every_route_is_typed(client: TestClient, token: str, row: Row) -> None:
    path = re.sub(r"{\w+}", "nonsense", row.path)
    for extra in ({}, {"authorization": f"Bearer {token}"}, {"origin": "http://elsewhere.example"}):
        headers = {**HEADERS, **extra}
        answers = [client.request(row.method, path, content=body, headers=headers) for body in BODIES]
        answers.append(client.request(row.method, f"{path}?{QUERY}", headers=headers))
        answers.append(client.request("PATCH", path, headers=headers))
        refused = [answer for answer in answers if answer.status_code >= 400]
        assert refused
        for answer in refused:
            check_refusal(answer.json())


def test_every_refusal_before_the_routes_is_typed(client: TestClient) -> None:
    check_refusal(client.get("/api/nonsense", headers=HEADERS).json())
    check_refusal(client.post("/api/settle", content=b"x", headers={**HEADERS, "content-type": "text/plain"}).json())
    check_refusal(client.post("/api/settle", content=b"x", headers={**HEADERS, "content-length": "9" * 12}).json())


@pytest.mark.parametrize(
    ("heading", "codes"),
    [(SERVICE, RefusalCode), (GAME, IllegalActionCode), (REASON, FaultCode)],
    ids=["service", "game", "input"],
)
def test_every_code_is_listed_with_its_params_and_cause(heading: str, codes: type[Code]) -> None:
    params = listed_params(heading, 1 if heading == SERVICE else 0)
    assert list(params) == [str(code) for code in codes]
    assert params == {str(code): set(code.params) for code in codes}
    assert all(cells[-1] for cells in listed(heading).values())


def test_a_code_means_the_same_in_every_table() -> None:
    for code in (*FaultCode, *IllegalActionCode, *RefusalCode):
        assert PARAMS[code] == set(code.params), code


def test_every_status_is_listed() -> None:
    rows = listed(SERVICE)
    assert {code: int(cells[0]) for code, cells in rows.items()} == {str(code): status_of(code) for code in RefusalCode}
