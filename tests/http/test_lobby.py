"""Tables over a running server: opened, joined, left, private by link, closed; and what the host alone may do."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.proof.check import check
from crossfelt.service.tables.lobby import MOST_TABLES_OF_ONE
from tests.support.http.players import PRACTICE, Line, Person
from tests.support.http.servers import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


def listed(person: Person) -> dict[str, dict[str, Any]]:
    return {entry["table"]: entry for entry in person.http.get("/api/tables").json()["tables"]}


def test_table_is_opened_joined_and_left(server: Server) -> None:
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    table = ada.open(title="Friday", seat_count=2, pace_ms=700)
    assert ada.post(table, {"kind": "sit", "seat": 1}).status_code == 200
    assert bob.post(table, {"kind": "sit", "seat": 1}).json()["code"] == "seat_taken"
    assert bob.post(table, {"kind": "sit", "seat": 3}).json()["code"] == "no_such_seat"
    assert bob.post(table, {"kind": "sit", "seat": 2}).status_code == 200
    assert bob.post(table, {"kind": "sit", "seat": 2}).json()["code"] in ("seat_taken", "already_seated")
    shown = bob.http.get(f"/api/tables/{table}").json()
    assert [(seat["seat"], seat["name"]) for seat in shown["info"]["seats"]] == [(1, "Ada"), (2, "Bob")]
    assert shown["rules_document"]["id"] == "maryland" and shown["path"] == f"/#/table/{table}"
    assert (listed(bob)[table]["title"], listed(bob)[table]["seats_taken"]) == ("Friday", 2)
    assert bob.post(table, {"kind": "leave"}).status_code == 200
    assert listed(bob)[table]["seats_taken"] == 1


def test_private_table_is_found_by_its_link_only(server: Server) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.open(is_private=True)
    assert table in listed(ada) and table not in listed(bob)
    assert bob.http.get(f"/api/tables/{table}").json()["info"]["is_private"] is True
    assert bob.post(table, {"kind": "sit", "seat": 2}).status_code == 200
    assert table in listed(bob), "a player who sits there finds it again"
    assert len(table) == 16, "80 bits that nobody guesses"


def test_same_id_is_the_same_table_and_another_body_is_refused(server: Server) -> None:
    ada = Person(server)
    body = {"id": token_hex(16), **PRACTICE}
    first, again = (ada.http.post("/api/tables", json=body).json() for _ in range(2))
    assert first["info"]["table"] == again["info"]["table"]
    other = ada.http.post("/api/tables", json={**body, "title": "Another"})
    assert (other.status_code, other.json()["code"]) == (409, "action_reused")


BAD_TERMS: list[tuple[dict[str, Any], str]] = [
    ({"title": " "}, "title: must have 1 to 40 characters"),
    ({"rules": "nowhere"}, "rules: 'nowhere' is not one of"),
    ({"seat_count": 7}, "seat_count: must be 1 to 6 (reading R14), not 7"),
    ({"table_kind": "live", "decision_seconds": 0}, "a live table has clocks"),
    ({"decision_seconds": 3}, "decision_seconds: must be 0 for no clock, or 10 to 300, not 3"),
    ({"pace_ms": -1}, "pace_ms: must be 0 to 5000, not -1"),
    ({"options": {"jokers": 2}}, "jokers"),
    ({"game": "king-cross", "rules": "king-cross", "options": {"mode": "blitz"}}, "options.mode"),
    ({"seats": 3}, "seats: Extra inputs are not permitted"),
]


@pytest.mark.parametrize(("terms", "message"), BAD_TERMS, ids=[next(reversed(terms)) for terms, _ in BAD_TERMS])
def test_terms_that_do_not_hold_are_refused(server: Server, terms: dict[str, Any], message: str) -> None:
    answer = Person(server).http.post("/api/tables", json={"id": token_hex(16), **PRACTICE, **terms})
    assert answer.status_code == 422 and message in answer.json()["error"]


def test_one_host_has_so_many_tables(server: Server) -> None:
    ada = Person(server)
    for _ in range(MOST_TABLES_OF_ONE):
        ada.open()
    answer = ada.http.post("/api/tables", json={"id": token_hex(16), **PRACTICE})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "add_bot", "seat": 2, "policy": "random"},
        {"kind": "grant", "player": "g"},
        {"kind": "close_table", "reason": "because"},
        {"kind": "pause", "reason": "because"},
        {"kind": "note", "says": "seen"},
    ],
    ids=lambda request: str(request["kind"]),
)
def test_what_only_host_or_floor_may_do(server: Server, request_: dict[str, Any]) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.open()
    if request_["kind"] == "grant":
        request_ = {"kind": "grant", "player": bob.id}
    answer = bob.post(table, request_)
    expected = "floor_needed" if request_["kind"] in ("pause", "note") else "not_your_role"
    assert (answer.status_code, answer.json()["code"]) == (403, expected)
    assert ada.post(table, request_).status_code == 200


def test_closed_table_is_gone_and_its_rounds_stay(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=1)
    line = ada.watch(table)
    line.ask("sit", seat=1)
    played = [line.play_round() for _ in range(3)]
    line.ask("leave")
    line.ask("close_table", reason="the evening is over")
    assert ada.http.get(f"/api/tables/{table}").json()["code"] == "no_such_table"
    assert ada.post(table, {"kind": "sit", "seat": 1}).status_code == 404
    first = ada.http.get(f"/api/tables/{table}/rounds", params={"limit": 2}).json()
    rest = ada.http.get(f"/api/tables/{table}/rounds", params={"limit": 2, "before": first["before"]}).json()
    assert [entry["round"] for entry in first["rounds"] + rest["rounds"]] == played[::-1] and rest["before"] is None
    record = ada.http.get(f"/api/rounds/{played[0]}/record")
    assert record.headers["content-disposition"] == f'attachment; filename="{played[0]}.json"'
    assert check(record.json()).chance is not None
    replay = ada.http.get(f"/api/rounds/{played[0]}/replay", params={"seat": 1}).json()
    assert replay["steps"][-1]["view"]["stage"] == "settled"
    assert ada.http.get(f"/api/rounds/{played[0]}/replay", params={"seat": 2}).json()["code"] == "no_such_seat"


def test_open_round_has_no_record_yet(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open(seat_count=1))
    line.ask("sit", seat=1)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    for what in ("record", "replay"):
        assert ada.http.get(f"/api/rounds/{line.round}/{what}").json()["code"] == "no_such_round"
    line.close()


def test_plain_link_to_a_table_leads_to_its_page(server: Server) -> None:
    ada = Person(server)
    table = ada.open()
    answer = ada.http.get(f"/table/{table}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"/#/table/{table}")
    strange = ada.http.get("/table/a%22%3E%0d%0ab", follow_redirects=False)
    assert strange.headers["location"] == "/#/table/a%22%3E%0D%0Ab", "whatever it was, it stays one part of an address"


def test_lobby_says_who_sits_there_and_what_it_costs(server: Server) -> None:
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    table = ada.open(options={"ante_minimum_cents": 1000})
    assert ada.post(table, {"kind": "sit", "seat": 2}).status_code == 200
    assert ada.post(table, {"kind": "add_bot", "seat": 1, "policy": "random"}).status_code == 200
    entry = listed(bob)[table]
    assert entry["seats"] == [
        {"seat": 1, "name": "Otto", "bot": "random"},
        {"seat": 2, "name": "Ada", "bot": None},
    ]
    assert (entry["minimum_cents"], entry["maximum_cents"], entry["mode"]) == (1000, 10000, None)
    assert "Maryland" in entry["rules_title"]
    assert (entry["is_yours"], listed(ada)[table]["is_yours"]) == (False, True)
    room = ada.open(game="king-cross", rules="king-cross", seat_count=3)
    entry = listed(ada)[room]
    assert (entry["minimum_cents"], entry["maximum_cents"], entry["mode"]) == (None, None, "communal")
    assert entry["rules_title"] == "King Cross Poker"


def test_lobby_says_where_a_hand_is_in_progress(server: Server) -> None:
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    line = ada.watch(ada.open(seat_count=1))
    line.ask("sit", seat=1)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    table = line.update["info"]["table"]
    assert listed(ada)[table]["is_in_round"] is False, "nothing is wagered yet"
    line.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
    assert (listed(ada)[table]["is_in_round"], listed(bob)[table]["is_in_round"]) == (True, False)
    line.act("withdraw_wagers")
    assert listed(ada)[table]["is_in_round"] is False
    line.close()


def test_every_bot_that_is_offered_can_be_seated(server: Server) -> None:
    ada = Person(server)
    offered = ada.http.get("/api/bots").json()["bots"]
    assert {bot["game"] for bot in offered} == {"criss-cross", "king-cross"}
    for bot in offered:
        rules = "maryland" if bot["game"] == "criss-cross" else "king-cross"
        table = ada.open(game=bot["game"], rules=rules, seat_count=3)
        assert ada.post(table, {"kind": "add_bot", "seat": 2, "policy": bot["policy"]}).status_code == 200, bot
        assert bot["title"] and bot["says"].endswith(".")
        assert ada.post(table, {"kind": "close_table", "reason": "seen"}).status_code == 200


def test_whoever_looks_on_is_counted(server: Server) -> None:
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    table = ada.open()
    assert ada.post(table, {"kind": "sit", "seat": 1}).status_code == 200
    ada.watch(table)
    assert bob.watch(table).update["info"]["watchers"] == 1
    nobody = Line(server, table, None)
    assert nobody.update["info"]["watchers"] == 2, "Ada has a seat and isn't one of them"
