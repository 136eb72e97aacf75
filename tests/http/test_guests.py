"""Guests over a running server: made, moved, refilled, deleted; their rounds and their statement."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from itertools import pairwise
from secrets import token_hex
from typing import Any

import httpx2
import pytest

from crossfelt.http import export
from crossfelt.service.players import OPENING_CENTS, REFILL_BELOW_CENTS
from crossfelt.service.wire.tables import StatementEntry
from tests.support.http.players import Line, Person
from tests.support.http.servers import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running("--public-url", "https://cards.example") as server:
        yield server
    assert server.faults == []


def cookie_of(answer: httpx2.Response) -> Any:
    [(name, morsel)] = SimpleCookie(answer.headers["set-cookie"]).items()
    return name, morsel


def test_cookie_that_no_script_reads_and_no_other_site_sends(server: Server) -> None:
    with server.client(address="127.8.0.1") as client:
        name, morsel = cookie_of(client.post("/api/guests", json={"name": "Ada"}))
        assert (name, morsel["httponly"], morsel["samesite"], morsel["path"]) == (
            "crossfelt-guest",
            True,
            "strict",
            "/",
        )
        assert morsel["path"] == "/" and not morsel["secure"] and not morsel["domain"]
        assert client.get("/api/me").json()["name"] == "Ada", "the browser is known by its cookie from now on"


def test_cookie_over_https_is_bound_to_its_host(server: Server) -> None:
    at_home = {"host": "cards.example", "origin": "https://cards.example"}
    with server.client(address="127.8.0.2") as client:
        answer = client.post("/api/guests", json={"name": "Ada"}, headers=at_home)
    name, morsel = cookie_of(answer)
    assert (name, morsel["secure"], morsel["path"], morsel["domain"]) == ("__Host-crossfelt-guest", True, "/", "")
    value = morsel.value
    with server.client() as client:
        known = client.get("/api/me", headers=at_home | {"cookie": f"__Host-crossfelt-guest={value}"})
        assert known.status_code == 200
        planted = client.get("/api/me", headers=at_home | {"cookie": f"crossfelt-guest={value}"})
        assert planted.status_code == 401, "a plain page cannot plant the cookie of a secure one"


@pytest.mark.parametrize("change", ["swap", "other", "cut", "unsigned", "empty"])
def test_token_that_is_not_ours_is_nobody(server: Server, change: str) -> None:
    mine, other = server.guest()["token"], server.guest()["token"]
    player, signature = mine.split(".")
    forged = {
        "swap": f"{player}.{signature.swapcase()}",
        "other": f"{other.split('.')[0]}.{signature}",
        "cut": mine[:-1],
        "unsigned": player,
        "empty": ".",
    }[change]
    assert server.client(mine).get("/api/me").status_code == 200
    answer = server.client(forged).get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


def test_asking_who_is_here_is_no_error_where_nobody_is(server: Server) -> None:
    mine = server.guest()["token"]
    answer = server.client("p.forged").get("/api/me?optional=true")
    assert (answer.status_code, answer.content) == (204, b"")
    assert server.client(mine).get("/api/me?optional=true").json() == server.client(mine).get("/api/me").json()


def test_recovery_code_moves_a_guest_once(server: Server) -> None:
    ada = Person(server)
    code = ada.made["recovery_code"]
    with server.client(address="127.8.0.3") as browser:
        moved = browser.post("/api/guests/recover", json={"code": code.lower().replace("-", " ")})
        assert moved.status_code == 200 and moved.json()["player"] == ada.id
        assert browser.get("/api/me").json()["player"] == ada.id
        again = browser.post("/api/guests/recover", json={"code": code})
        assert (again.status_code, again.json()["code"]) == (404, "no_such_player")
    assert ada.http.get("/api/me").status_code == 401, "the browser before knows the guest no more"
    assert moved.json()["recovery_code"] != code


def test_guest_of_a_browser_is_replaced_only_on_request(server: Server) -> None:
    """Without its cookie, a guest whose recovery code nobody saved would be lost with the wallet."""
    cleo = Person(server)
    with server.client(address="127.8.0.4") as browser:
        ada = browser.post("/api/guests", json={"name": "Ada"}).json()
        for path, body in (("guests", {"name": "Bea"}), ("guests/recover", {"code": cleo.made["recovery_code"]})):
            refused = browser.post(f"/api/{path}", json=body)
            assert (refused.status_code, refused.json()["code"]) == (409, "already_signed_in")
            assert "set-cookie" not in refused.headers
        assert browser.get("/api/me").json()["player"] == ada["player"]
        own = browser.post("/api/guests/recover", json={"code": ada["recovery_code"]})
        assert own.json()["player"] == ada["player"], "a guest's own code replaces nobody"
        moved = browser.post("/api/guests/recover", json={"code": cleo.made["recovery_code"], "replace": True})
        assert moved.json()["player"] == browser.get("/api/me").json()["player"] == cleo.id
        bea = browser.post("/api/guests", json={"name": "Bea", "replace": True}).json()
        assert browser.get("/api/me").json()["player"] == bea["player"]


def test_program_with_a_token_makes_other_guests(server: Server) -> None:
    """It keeps its own tokens: a new one takes nothing away."""
    with server.client(server.guest()["token"], address="127.8.0.6") as program:
        assert program.post("/api/guests", json={"name": "Bea"}).status_code == 200


def test_guessing_codes_is_slowed_down() -> None:
    with running("--limit-factor", "1") as server, server.client() as client:
        statuses = [client.post("/api/guests/recover", json={"code": f"AAAA-{n}"}).status_code for n in range(40)]
    assert statuses[0] == 404 and statuses[-1] == 429


def test_deleted_guest_is_gone(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open(seat_count=1))
    line.ask("sit", seat=1)
    seated = ada.http.delete("/api/me")
    assert (seated.status_code, seated.json()["code"]) == (409, "already_seated")
    line.ask("leave")
    answer = ada.http.delete("/api/me")
    assert answer.status_code == 204 and "Max-Age=0" in answer.headers["set-cookie"]
    assert ada.http.get("/api/me").status_code == 401
    assert ada.http.get("/api/me/statement").status_code == 401
    with server.client(address="127.8.0.5") as client:
        assert client.post("/api/guests/recover", json={"code": ada.made["recovery_code"]}).status_code == 404
    line.close()


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "<b>", "a\u202eb", "\u0000", "_", "a\nb"])
def test_name_that_is_none_is_refused(server: Server, name: str) -> None:
    ada = Person(server)
    answer = ada.http.post("/api/me/name", json={"name": name})
    assert answer.status_code == (200 if name == "a\nb" else 422), "white space is one blank"
    assert ada.http.get("/api/me").json()["name"] == ("a b" if name == "a\nb" else "Ada")


def lose(line: Line) -> None:
    """Folds a round in which the wagers are placed."""
    line.ask("ready")
    line.wait(lambda update: bool(update["info"]["due"]))
    line.act("fold", stage="across")
    line.wait(lambda update: not update["info"]["due"] and not update["info"]["round"]["is_playing"])


def test_refill_when_there_is_little_and_once_for_an_id(server: Server) -> None:
    ada = Person(server)
    early = ada.http.post("/api/me/refill", json={"id": token_hex(16)})
    assert (early.status_code, early.json()["code"]) == (409, "too_early")
    line = ada.watch(ada.open(seat_count=1, options={"ante_maximum_cents": 50_000}))
    line.ask("sit", seat=1)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    line.act("place_wagers", wagers={"ante_across": 41_000, "ante_down": 41_000})
    assert ada.http.get("/api/me").json()["balance_cents"] == OPENING_CENTS - 82_000 < REFILL_BELOW_CENTS
    action = token_hex(16)
    at_stake = ada.http.post("/api/me/refill", json={"id": action})
    assert (at_stake.status_code, at_stake.json()["code"]) == (409, "too_early"), "chips in an open round count"
    lose(line)
    first = ada.http.post("/api/me/refill", json={"id": action})
    again = ada.http.post("/api/me/refill", json={"id": action})
    assert first.status_code == 200 and again.json() == first.json(), "same id, same answer"
    assert ada.http.get("/api/me").json()["balance_cents"] == OPENING_CENTS
    line.close()


def test_statement_reconciles_to_zero_and_rounds_are_paged(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open(seat_count=1))
    line.ask("sit", seat=1)
    played = [line.play_round() for _ in range(5)]
    line.close()

    lines: list[dict[str, Any]] = []
    before: int | None = None
    while True:
        page = ada.http.get("/api/me/statement", params={"limit": 3, **({"before": before} if before else {})}).json()
        lines += page["lines"]
        before = page["before"]
        if before is None:
            break
    assert len(lines) > 10 and page["balance_cents"] == ada.http.get("/api/me").json()["balance_cents"]
    assert sum(entry["cents"] for entry in lines) == page["balance_cents"] == lines[0]["balance_cents"]
    for newer, older in pairwise(lines):
        assert newer["balance_cents"] - newer["cents"] == older["balance_cents"]
    assert lines[-1]["balance_cents"] - lines[-1]["cents"] == 0

    first = ada.http.get("/api/me/rounds", params={"limit": 3}).json()
    rest = ada.http.get("/api/me/rounds", params={"limit": 3, "before": first["before"]}).json()
    assert [entry["round"] for entry in first["rounds"] + rest["rounds"]] == played[::-1]
    assert rest["before"] is None
    won = sum(entry["returned_cents"] - entry["staked_cents"] for entry in first["rounds"] + rest["rounds"])
    assert OPENING_CENTS + won == page["balance_cents"]


def refill(server: Server, person: Person, action: str) -> httpx2.Response:
    return server.client(person.token).post("/api/me/refill", json={"id": action})


def test_refills_at_once_fill_the_wallet_once(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open(seat_count=1, options={"ante_maximum_cents": 50_000}))
    line.ask("sit", seat=1)
    line.wait(lambda update: bool(update["info"]["may_act"]))
    line.act("place_wagers", wagers={"ante_across": 41_000, "ante_down": 41_000})
    lose(line)
    ids = [token_hex(16) for _ in range(6)] * 2
    with ThreadPoolExecutor(len(ids)) as pool:
        answers = list(
            pool.map(lambda action: server.client(ada.token).post("/api/me/refill", json={"id": action}), ids)
        )
    accepted = [answer.json() for answer in answers if answer.status_code == 200]
    assert accepted and all(receipt == accepted[0] for receipt in accepted), "one action, however often it is asked for"
    refused = {(answer.status_code, answer.json()["code"]) for answer in answers if answer.status_code != 200}
    assert refused and refused <= {(409, "too_early"), (429, "too_many")}, "filled already, or just being filled"
    assert ada.http.get("/api/me").json()["balance_cents"] == OPENING_CENTS
    line.close()


def test_a_guest_takes_all_their_data_home(server: Server) -> None:
    ada, flo = Person(server), Person(server, "Flo")
    table = flo.open(seat_count=2)
    line = ada.watch(table)
    line.ask("sit", seat=1)
    played = [line.play_round() for _ in range(3)]
    flo.post(
        table,
        {
            "kind": "correct",
            "round": played[0],
            "seat": 1,
            "cents": 1,
            "clause": "R17",
            "reason": "A line was misread.",
        },
    )
    notice = line.until(lambda message: message["kind"] == "correction")
    assert (notice["round"], notice["cents"], notice["reason"]) == (played[0], 1, "A line was misread.")
    answer = ada.http.get("/api/me/export")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    result = answer.json()
    assert result["format"] == "crossfelt-guest-1"
    assert result["account"] == ada.http.get("/api/me").json()
    assert result["statement"] == ada.http.get("/api/me/statement").json()["lines"]
    assert [entry["round"] for entry in result["rounds"]] == played[::-1]
    assert sum(result["seeds"].values()) == 3
    (corrected,) = result["corrections"]
    assert (corrected["cents"], corrected["correction"]["round"]) == (1, played[0])
    assert corrected["correction"]["reason"] == "A line was misread."
    assert server.client(None).get("/api/me/export").status_code == 401
    line.close()


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 200, 250])
def test_an_export_of_many_pages_has_every_line_once(count: int) -> None:
    line: dict[str, Any] = {"table": "t", "seq": 1, "stamped_ms": 0, "other": "mint", "cents": 1, "balance_cents": 1}
    lines = [StatementEntry(number=number, correction=None, **line) for number in range(count, 0, -1)]

    async def read(before: int | None) -> list[StatementEntry]:
        return [entry for entry in lines if before is None or entry.number < before][: export.PAGE]

    async def whole() -> str:
        return "".join([text async for text in export._pages(read)])

    assert [entry["number"] for entry in json.loads(f"[{asyncio.run(whole())}]")] == list(range(count, 0, -1))


@pytest.mark.parametrize("name", ["\u3164", "A\u200bda", "Otto", "0tto 2", "operator"])
def test_a_name_that_cannot_be_seen_or_is_a_bots_is_refused(server: Server, name: str) -> None:
    made = server.client(None).post("/api/guests", json={"name": name})
    ada = Person(server)
    assert made.status_code == 422 == ada.http.post("/api/me/name", json={"name": name}).status_code
    assert ada.http.get("/api/me").json()["name"] == "Ada"
