"""The socket of a table over a running server: same id same answer, resume, spectators, two sockets, bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from secrets import token_hex

import jsonschema_rs
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect
from websockets.typing import Origin

from crossfelt.proof.notes import head_text, parse_verifier_key
from crossfelt.service.wire.protocol import protocol_schema
from tests.support.http.players import PRACTICE, WAGERS, Line, Person, news
from tests.support.http.servers import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


@cache
def fits(name: str) -> jsonschema_rs.Validator:
    """Checks against one message of the committed schema."""
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": protocol_schema()["$defs"]})


def test_same_id_same_answer_over_socket_and_http(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=2)
    line = ada.watch(table)
    action, sit = token_hex(16), {"kind": "sit", "seat": 1}
    first = line.answer(sit, action)
    assert first["kind"] == "done"
    assert line.answer(sit, action) == first
    assert ada.post(table, sit, action).json() == first["receipt"]
    other = {"kind": "sit", "seat": 2}
    assert line.answer(other, action)["code"] == "action_reused"
    assert ada.post(table, other, action).json()["code"] == "action_reused"
    # An id belongs to its player: the same bits of somebody else are another action.
    assert Person(server).post(table, other, action).status_code == 200
    line.close()


def test_receipt_is_the_head_that_everybody_sees(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open())
    receipt = line.ask("note", says="nothing wrong")
    update = line.wait(lambda update: update["seq"] >= receipt["last_seq"])
    assert (update["seq"], update["head"]) == (receipt["last_seq"], receipt["head"])
    assert update["signature"] == receipt["signature"]
    line.close()


def test_every_acknowledgment_carries_a_signed_head(server: Server) -> None:
    ada = Person(server)
    opened = ada.http.post("/api/tables", json={"id": token_hex(16), **PRACTICE}).json()
    table = opened["info"]["table"]
    keys = ada.http.get("/api/keys").json()
    line = ada.watch(table)
    assert line.welcome["key"] == keys["key"]
    assert keys["statements"] == []
    key = parse_verifier_key(keys["key"])
    receipts = [
        opened["receipt"],
        ada.post(table, {"kind": "sit", "seat": 1}).json(),
        line.ask("note", says="nothing wrong"),
    ]
    for receipt in receipts:
        text = head_text(receipt["table"], receipt["last_seq"], receipt["head"])
        assert key.verifies(text, receipt["signature"])
    assert receipts[0]["first_seq"] == receipts[0]["last_seq"] == 1
    for update in (message for message in line.messages if message["kind"] == "update"):
        assert key.verifies(head_text(table, update["seq"], update["head"]), update["signature"])
    line.close()


def test_resume_is_told_exactly_what_was_missed(server: Server) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.open(seat_count=1)
    player, watcher = ada.watch(table), bob.watch(table)
    player.ask("sit", seat=1)
    player.play_round()
    for number in range(5):
        seen = watcher.wait(lambda update: update["info"]["round"] is not None)["seq"]
        watcher.close()
        player.play_round()
        events = [item for message in player.messages for item in news(message)]
        watcher = bob.watch(table, after=seen)
        upto = watcher.update["seq"]
        # The player may not have read all of it yet, and the table may have gone on since.
        player.wait(lambda update, upto=upto: update["seq"] >= upto)  # type: ignore[misc]
        events = [item for message in player.messages for item in news(message)]
        assert watcher.update["happened"] == [item for item in events if seen < item["seq"] <= upto], f"time {number}"
        assert not watcher.update["is_gap"] and watcher.update["happened"]
    assert bob.watch(table, after=upto + 10**9).update["happened"] == [], "a number that is not there yet"
    assert bob.watch(table, after=0).update["happened"], "from the beginning"
    player.close()


def test_every_message_fits_the_schema(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=1)
    line, watcher = ada.watch(table), Line(server, table, None)
    line.ask("sit", seat=1)
    name = line.play_round()
    line.send(json.dumps({"kind": "ping", "at": 7}))
    line.until(lambda message: message == {"kind": "pong", "at": 7})
    assert line.answer({"kind": "sit", "seat": 1})["kind"] == "refused"
    king = ada.open(game="king-cross", rules="king-cross", seat_count=1)
    sheet = ada.watch(king)
    sheet.ask("sit", seat=1)
    sheet.wait(lambda update: update["info"]["round"] is not None)
    sheet.ask("ready")
    sheet.wait(lambda update: bool(update["info"]["due"]))
    watcher.wait(lambda update: update["view"] is not None and update["view"]["stage"] == "settled")
    kinds = set()
    for message in [*line.messages, *watcher.messages, *sheet.messages]:
        fits("ServerMessage").validate(message)
        kinds.add(message["kind"])
    assert kinds == {"welcome", "update", "wallet", "done", "refused", "pong"}
    for path, model in {
        f"/api/tables/{table}": "TableAnswer",
        "/api/tables": "LobbyAnswer",
        f"/api/tables/{table}/rounds": "TableRoundsAnswer",
        f"/api/rounds/{name}/record": "RecordAnswer",
        f"/api/rounds/{name}/replay": "ReplayAnswer",
        f"/api/rounds/{name}/replay?seat=1": "ReplayAnswer",
        "/api/me": "MeAnswer",
        "/api/me/rounds": "PlayedRoundsAnswer",
        "/api/me/statement": "StatementAnswer",
        "/api/me/export": "ExportAnswer",
        "/readyz": "ReadyAnswer",
    }.items():
        fits(model).validate(ada.http.get(path).json())
    broken = {**line.update, "view": {"cards": []}}
    with pytest.raises(jsonschema_rs.ValidationError):
        fits("ServerMessage").validate(broken)


@pytest.mark.parametrize(
    ("message", "echoed"),
    [
        ('{"kind": "ask", "id": "%s"}', True),
        ('{"kind": "ask", "id": "%s", "request": {"kind": "fly"}}', True),
        ('{"kind": "ask", "id": "%s", "request": {"kind": "sit", "seat": "1"}, "more": 1}', True),
        ('{"id": "%s"}', True),
        ('{"kind": "ask", "id": "%sX", "request": {"kind": "ready"}}', False),
        ('{"kind": "ask", "id": ["%s"]}', False),
        ('["%s"]', False),
        ('{"kind": "ask", "id": "%s", "request": {"kind": "ready"}', False),
    ],
)
def test_a_malformed_request_is_refused_under_its_id(server: Server, message: str, echoed: bool) -> None:
    ada = Person(server)
    line, identity = ada.watch(ada.open(seat_count=1)), token_hex(16)
    line.send(message % identity)
    refused = line.until(lambda message: message["kind"] == "refused")
    assert (refused["id"], refused["code"]) == (identity if echoed else None, "bad_request")
    line.close()


def test_spectator_sees_no_hole_card_and_asks_for_nothing(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=1)
    line, watcher = ada.watch(table), Line(server, table, None)
    assert (watcher.welcome["player"], watcher.update["you"]) == (None, None)
    line.ask("sit", seat=1)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    line.act("place_wagers", wagers=WAGERS)
    line.ask("ready")
    mine = line.wait(lambda update: update["view"]["stage"] == "across")["view"]
    seen = watcher.wait(lambda update: (update["view"] or {}).get("stage") == "across")["view"]
    assert all(mine["seats"][0]["hole"]) and seen["seats"][0]["hole"] == [None, None]
    assert not any(f'"{card}"' in json.dumps(watcher.messages) for card in mine["seats"][0]["hole"])
    assert watcher.answer({"kind": "sit", "seat": 1})["code"] == "not_signed_in"
    # The floor's view is for those who hold the role.
    assert Person(server).watch(table, floor=True).update["view"]["audience"] == "spectator"
    line.close()
    watcher.close()


def test_two_sockets_of_one_player_play_one_seat(server: Server) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.open(seat_count=1)
    one, two, other = ada.watch(table), ada.watch(table), bob.watch(table)
    one.ask("sit", seat=1)
    two.wait(lambda update: update["you"] == 1 and bool(update["info"]["may_act"]))
    two.act("place_wagers", wagers=WAGERS)
    one.wait(lambda update: update["view"] is not None and update["view"]["seats"][0]["wagers"] == WAGERS)
    one.ask("ready")
    views = [line.wait(lambda update: update["view"]["stage"] == "across")["view"] for line in (one, two)]
    assert views[0] == views[1]
    one.close()
    two.act("bet", stage="across", multiple=1)
    seen = other.wait(lambda update: update["view"] is not None and update["view"]["stage"] == "down")
    assert seen["info"]["seats"][0]["is_here"]
    two.close()
    other.wait(lambda update: not update["info"]["seats"][0]["is_here"])
    again = ada.watch(table)
    assert again.update["view"]["stage"] == "down" and again.update["you"] == 1
    other.wait(lambda update: update["info"]["seats"][0]["is_here"])
    again.close()
    other.close()


@pytest.mark.parametrize("game", ["criss-cross", "king-cross"])
def test_bots_play_by_themselves(server: Server, game: str) -> None:
    policy = "random"
    ada = Person(server)
    table = ada.open(game=game, rules={"criss-cross": "maryland"}.get(game, game), seat_count=2)
    line = ada.watch(table)
    assert line.answer({"kind": "add_bot", "seat": 1, "policy": "nobody"})["code"] == "no_such_policy"
    line.ask("add_bot", seat=1, policy=policy)
    line.ask("add_bot", seat=2, policy=policy)
    line.until(lambda message: any(item["event"]["kind"] == "round_closed" for item in news(message)))
    seats = line.update["info"]["seats"]
    assert [(seat["bot"], seat["is_here"]) for seat in seats] == [(policy, True)] * 2
    line.ask("remove_bot", seat=1)
    line.wait(lambda update: len([seat for seat in update["info"]["seats"] if not seat["is_leaving"]]) == 1)
    line.close()


def test_unknown_table_is_refused_with_a_code(server: Server) -> None:
    url = f"ws://127.0.0.1:{server.port}/api/tables/aaaaaaaaaaaaaaaa/live"
    with connect(url, origin=Origin(server.url)) as socket:
        message = json.loads(socket.recv())
        fits("ServerMessage").validate(message)
        assert (message["kind"], message["id"], message["code"]) == ("refused", None, "no_such_table")
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
