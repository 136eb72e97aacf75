"""The operator over HTTP, against a real server: routes, blocks on HTTP and sockets, and the role at tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.cli.program import run
from tests.support.http.players import WAGERS, WAIT_SECONDS, Person
from tests.support.http.servers import Server, running

LIVE = {"table_kind": "live", "decision_seconds": 60, "betting_seconds": 60}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operator") / "tables.sqlite"


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Server]:
    with running("--database", str(place)) as result:
        yield result
        assert result.faults == []


def token(place: Path) -> str:
    return run("operator", "token", "--database", str(place)).out.strip()


@pytest.fixture
def operator(server: Server, place: Path) -> Any:
    return server.client(token(place))


def ask(client: Any, table: str, **request: Any) -> Any:
    return client.post(f"/api/tables/{table}/ask", json={"id": token_hex(16), "request": request})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "tables"),
        ("GET", "guests"),
        ("GET", "blocks"),
        ("GET", "log"),
        ("POST", "blocks"),
        ("POST", "blocks/remove"),
        ("POST", "tokens/revoke"),
        ("POST", "guests/g/name"),
        ("DELETE", "guests/g"),
    ],
)
def test_a_guest_is_no_operator(server: Server, method: str, path: str) -> None:
    for client in (Person(server).http, server.client(), server.client("operator.1.2.x")):
        body: dict[str, str] | None = {} if method == "POST" else None
        answer = client.request(method, f"/api/operator/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "operator_needed")
        assert "crossfelt operator token" in answer.json()["error"]


def test_the_operator_lists_tables_and_guests_and_closes_a_private_one(server: Server, operator: Any) -> None:
    ada = Person(server)
    table = ada.open(**LIVE, is_private=True)
    [result] = [entry for entry in operator.get("/api/operator/tables").json()["tables"] if entry["table"] == table]
    assert (result["host"], result["is_private"], result["floor"]) == (ada.id, True, [])
    pages: list[Any] = []
    after: Any = ""
    while after is not None:
        page = operator.get("/api/operator/guests", params={"after": after, "limit": 2}).json()
        pages += page["guests"]
        after = page["after"]
    [guest] = [entry for entry in pages if entry["player"] == ada.id]
    assert guest["hosts"] == [table]
    assert ask(operator, table, kind="close_table", reason="rules_broken").status_code == 200
    assert ada.http.get(f"/api/tables/{table}").status_code == 404


def test_the_operator_grants_floor_at_a_listed_live_table(server: Server, operator: Any) -> None:
    ada, flo = Person(server), Person(server)
    table = ada.open(**LIVE)
    assert ada.http.get(f"/api/tables/{table}").json()["reasons"]["pause"]["break"] == "Short break."
    assert ask(ada.http, table, kind="grant", player=flo.id).json()["code"] == "operator_needed"
    assert flo.http.get(f"/api/tables/{table}/report").json()["code"] == "floor_needed"
    assert ask(operator, table, kind="grant", player=flo.id).status_code == 200
    assert flo.http.get(f"/api/tables/{table}").json()["info"]["floor"] == [flo.id]
    assert flo.http.get(f"/api/tables/{table}/report").status_code == 200
    assert operator.get(f"/api/tables/{table}/report").status_code == 200
    assert ask(operator, table, kind="rename_table", title="Table 7").status_code == 200
    assert flo.http.get(f"/api/tables/{table}").json()["info"]["title"] == "Table 7"
    assert ask(operator, table, kind="sit", seat=1).json()["code"] == "not_your_role"


def test_a_guest_is_renamed_and_removed(server: Server, operator: Any) -> None:
    ada = Person(server)
    line = ada.watch(ada.open(seat_count=1))
    answer = operator.post(f"/api/operator/guests/{ada.id}/name", json={"name": "Guest 7"})
    assert answer.status_code == 204 and ada.http.get("/api/me").json()["name"] == "Guest 7"
    assert operator.post(f"/api/operator/guests/{ada.id}/name", json={"name": "\u200b"}).status_code == 422
    assert operator.delete(f"/api/operator/guests/{ada.id}").json() == {
        "player": ada.id,
        "is_deleted": True,
        "says": "Removed.",
    }
    assert ada.http.get("/api/me").status_code == 401
    with pytest.raises(ConnectionClosed):
        while True:
            line.read()
    assert operator.delete(f"/api/operator/guests/{ada.id}").status_code == 404
    kinds = [entry["kind"] for entry in operator.get("/api/operator/log").json()["entries"]]
    assert kinds[-2:] == ["guest_renamed", "guest_removed"]


def test_a_guest_who_is_removed_in_a_contest_is_signed_out_at_once(server: Server, operator: Any) -> None:
    ada, bob = Person(server), Person(server, "Bob")
    table = ada.open(**LIVE)
    line = ada.watch(table)
    line.ask("sit", seat=1)
    watching = bob.watch(table)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    line.act("place_wagers", wagers=WAGERS)
    line.ask("ready")
    line.wait(lambda update: update["view"]["stage"] == "across")
    answer = operator.delete(f"/api/operator/guests/{ada.id}").json()
    assert answer == {"player": ada.id, "is_deleted": False, "says": "Removed when the round ends."}
    with pytest.raises(ConnectionClosed):
        while True:
            line.read()
    assert ada.watch(table).welcome["player"] is None  # The old token is nobody's: a spectator like any other.
    assert ada.http.get("/api/me").status_code == 401
    assert (
        watching.wait(lambda update: update["info"]["seats"][0]["is_removed"])["info"]["seats"][0]["player"] == ada.id
    )
    assert ask(operator, table, kind="close_table", reason="rules_broken").status_code == 200
    deadline = time.monotonic() + WAIT_SECONDS
    while operator.delete(f"/api/operator/guests/{ada.id}").status_code != 404:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_blocked_address_gets_no_answer_and_its_sockets_end(server: Server, operator: Any, place: Path) -> None:
    address = "127.9.9.9"
    here, there = server.client(), server.client(address=address)
    assert there.get("/healthz").status_code == 200
    answer = operator.post("/api/operator/blocks", json={"address": address, "reason": "flooding"})
    assert [block["address"] for block in answer.json()["blocks"]] == [address]
    refused = there.get("/api/tables")
    assert (refused.status_code, refused.json()["code"]) == (403, "blocked")
    assert here.get("/api/tables").status_code == 200
    # The operator is not locked out.
    assert server.client(token(place), address=address).get("/api/operator/blocks").status_code == 200
    assert operator.post("/api/operator/blocks/remove", json={"address": address}).json()["blocks"] == []
    assert there.get("/api/tables").status_code == 200
    six = operator.post("/api/operator/blocks", json={"address": "2001:db8:1:2:3:4:5:6", "reason": "names"}).json()
    assert six["blocks"][0]["address"] == "2001:db8:1:2::/64"
    assert operator.post("/api/operator/blocks/remove", json={"address": "2001:db8:1:2::/64"}).json()["blocks"] == []
    wrong = operator.post("/api/operator/blocks", json={"address": "nowhere", "reason": "x"})
    assert wrong.status_code == 422 and "203.0.113.9" in wrong.json()["error"]


def test_sockets_of_a_blocked_address_end_and_no_new_one_opens(server: Server, operator: Any) -> None:
    ada = Person(server)
    table = ada.open(**LIVE)
    line = ada.watch(table)
    operator.post("/api/operator/blocks", json={"address": "127.0.0.1", "reason": "test"})
    try:
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                line.read()
        assert ended.value.rcvd is not None and "blocked" in ended.value.rcvd.reason
        with pytest.raises(InvalidStatus) as denied:
            ada.watch(table)
        assert denied.value.response.status_code == 403
    finally:
        operator.post("/api/operator/blocks/remove", json={"address": "127.0.0.1"})
    ada.watch(table)


def test_revoked_tokens_stop_working(server: Server, place: Path) -> None:
    first, second = server.client(token(place)), server.client(token(place))
    assert first.post("/api/operator/tokens/revoke").status_code == 204
    for client in (first, second):
        assert client.get("/api/operator/tables").status_code == 403
    assert server.client(token(place)).get("/api/operator/tables").status_code == 200
