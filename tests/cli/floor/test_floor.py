"""`crossfelt floor` against a real server process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx2
import pytest

from crossfelt.cli.floor import client
from tests.support.cli.floor_servers import Guest, losing_answers, running_server
from tests.support.cli.program import Ran, run


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("floor")) as result:
        yield result


@pytest.fixture(scope="module")
def host(address: str) -> Guest:
    return Guest(address, "Hanna")


@pytest.fixture(autouse=True)
def _nobody_in_particular(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROSSFELT_TOKEN", raising=False)
    monkeypatch.setattr(client, "WAITS_SECONDS", (0.0, 0.0, 0.0))


def floor(who: Guest, *words: str) -> Ran:
    """One command of the floor, as this person."""
    return run("floor", *words, "--server", who.address, "--token", who.token, columns=120)


def done(who: Guest, *words: str) -> str:
    """Run a command that must succeed and return its output."""
    ran = floor(who, *words)
    assert (ran.status, ran.err) == (0, ""), ran
    return ran.out


def entries(who: Guest, table: str) -> int:
    """How long the log of a table is."""
    result: int = floor(who, "summary", table, "--no-band", "--json").document["tables"][0]["seq"]
    return result


def test_tables_are_listed_and_shown(host: Guest) -> None:
    table = host.open_table(title="The long table", is_private=True)
    assert "The long table" in done(host, "tables")
    listed = floor(host, "tables", "--json").document["tables"]
    assert [entry["is_private"] for entry in listed if entry["table"] == table] == [True]
    shown = done(host, "show", table)
    assert host.player in shown and "maryland-1" in shown
    assert floor(host, "show", table, "--json").document["info"]["floor"] == [host.player]


def test_a_table_is_paused_noted_and_taken_out_of_service(host: Guest) -> None:
    table = host.open_table()
    assert "the table is paused (entry" in done(host, "pause", table, "A card fell down.")
    assert "A card fell down." in done(host, "show", table)
    assert "refused (already_so): the table is already paused" in floor(host, "pause", table, "again").refusal
    done(host, "resume", table)
    done(host, "out-of-service", table, "The shoe is stuck.")
    assert "The shoe is stuck." in done(host, "show", table)
    done(host, "in-service", table)
    done(host, "note", table, "A glass was spilt.")
    answer = floor(host, "note", table, "And another.", "--json").document
    assert answer["request"] == {"kind": "note", "says": "And another."}
    assert answer["receipt"]["table"] == table and len(answer["id"]) == 32
    assert "say why in one line" in floor(host, "note", table, " ").refusal


def test_an_irregularity_is_answered_by_the_rule_book(host: Guest) -> None:
    table = host.open_table()
    host.ask(table, kind="sit", seat=1)
    with host.watching(table) as live:
        before = host.balance
        name = host.play_to_across(table, live)
        refusal = floor(host, "irregularity", table, "sneeze").refusal
        assert "refused (no_such_ruling)" in refusal and "wrong_card_count" in refusal
        assert f"round {name} continues" in done(host, "irregularity", table, "own_card_exposed", "--place", "hole:1:2")
        assert f"round {name} is void by 13.C" in done(host, "irregularity", table, "wrong_card_count")
        assert host.balance == before
        late = floor(host, "void", table, "again", "--round", name).refusal
        assert "wrong_round" in late and "floor show" in late


def test_a_ruling_repeated_by_hand_is_done_once(host: Guest) -> None:
    table = host.open_table()
    host.ask(table, kind="sit", seat=1)
    with host.watching(table) as live:
        name = host.play_to_across(table, live)
        answer = floor(host, "void", table, "a fire drill", "--json").document
        assert answer["is_over"] and answer["ended"]["clause"] == "ruling of the floor"
        words = ("void", table, "a fire drill", "--id", answer["id"], "--json")
        assert "needs --round too" in floor(host, *words).refusal
        again = floor(host, *words, "--round", name).document
        assert again["receipt"] == answer["receipt"]
        assert "action_reused" in floor(host, "note", table, "other", "--id", answer["id"]).refusal
    assert "32 hexadecimal digits" in floor(host, "note", table, "other", "--id", "12").refusal


def test_a_seat_is_forfeited_and_removed(host: Guest) -> None:
    table = host.open_table()
    host.ask(table, kind="sit", seat=1)
    with host.watching(table) as live:
        before = host.balance
        name = host.play_to_across(table, live)
        refusal = floor(host, "forfeit", table, "1", "whistling").refusal
        assert "refused (reason_needed)" in refusal and "shared_information" in refusal
        assert name in done(host, "forfeit", table, "1", "shared_information")
        assert host.balance == before - 1_000
    assert "the player of seat 1 is removed" in done(host, "remove", table, "1")
    assert "no_such_seat" in floor(host, "remove", table, "1").refusal
    assert "No round is in progress" in floor(host, "void", host.open_table(), "nothing to void").refusal


def test_a_round_that_is_over_is_corrected(address: str, host: Guest) -> None:
    table = host.open_table()
    player = Guest(address, "Pat")
    player.ask(table, kind="sit", seat=2)
    with player.watching(table) as live:
        name = player.play_to_across(table, live)
        player.fold(table, name, live)
        before = player.balance
        why = ("--clause", "R17", "--reason", "The fold was misread.")
        assert f"round {name} is corrected by $10 " in done(host, "correct", table, name, "2", "$10", *why)
        assert f"round {name} is corrected by -$3 " in done(host, "correct", table, name, "2", "-3", *why)
        assert player.balance == before + 700
        assert "'much' " in floor(host, "correct", table, name, "2", "much", *why).refusal
        assert "out_of_bounds" in floor(host, "correct", table, name, "2", "-7.01", *why).refusal
        assert "no_such_clause" in floor(host, "correct", table, name, "2", "1", "--clause", "99", *why[2:]).refusal
        assert "no_such_player" in floor(host, "correct", table, name, "5", "10", *why).refusal
        assert "missing option '--clause'" in floor(host, "correct", table, name, "2", "1").refusal
    report = floor(host, "summary", table, "--no-band", "--json").document["tables"][0]
    assert report["corrections"] == 2 and report["house"]["corrected_cents"] == 700
    assert report["house"]["difference_cents"] == 0


def test_the_role_is_granted_and_revoked(address: str, host: Guest) -> None:
    table = host.open_table()
    flo = Guest(address, "Flo")
    refusal = floor(flo, "pause", table, "I want to").refusal
    assert "refused (floor_needed)" in refusal and "host appoints" in refusal
    assert "refused (floor_needed)" in floor(flo, "summary", table).refusal
    done(host, "grant", table, flo.player)
    done(flo, "pause", table, "I may.")
    assert flo.player in done(host, "show", table)
    assert "not_your_role" in floor(flo, "grant", table, flo.player).refusal
    done(host, "revoke", table, flo.player)
    assert "floor_needed" in floor(flo, "resume", table).refusal
    assert "no_such_player" in floor(host, "grant", table, "gnobody").refusal


def test_a_closed_table_still_has_its_report(host: Guest) -> None:
    table = host.open_table()
    done(host, "close", table, "It is late.")
    assert "no_such_table" in floor(host, "show", table).refusal
    [report] = floor(host, "summary", table, "--json").document["tables"]
    assert report["is_closed"] and report["band"] is None and report["rounds"] == 0
    assert "closed" in done(host, "summary", table)


def test_the_report_has_the_band_of_the_exact_game(host: Guest) -> None:
    table = host.open_table(rules="cardroom")
    host.ask(table, kind="sit", seat=3)
    with host.watching(table) as live:
        for _ in range(2):
            host.fold(table, host.play_to_across(table, live), live)
        host.play_to_across(table, live)
        done(host, "void", table, "enough")
    answer = floor(host, "summary", table, "--json").document
    [report] = answer["tables"]
    assert (report["rounds"], report["voids"], report["handle_cents"], report["win_cents"]) == (2, 1, 2_000, 2_000)
    band = report["band"]
    assert (band["seat_rounds"], band["base_cents"], band["win_cents"], band["is_exact"]) == (2, 1_000, 2_000, True)
    assert band["low_cents"] <= band["expected_cents"] <= band["high_cents"]
    over_http = httpx2.get(
        f"{host.address}/api/tables/{table}/band", headers={"authorization": f"Bearer {host.token}"}, timeout=60
    ).json()
    assert over_http["band"] == band and over_http["report"]["house"] == report["house"]
    assert "rules_document" not in report and "plays the main game best" in answer["band_is_for"]
    said = done(host, "summary", table)
    assert "hold, % of all wagered" in said and "100.00%" in said and f"house:{table}" in said
    everything = floor(host, "summary", "--all", "--no-band", "--json").document["tables"]
    assert table in {entry["table"] for entry in everything}
    assert "Name a TABLE, or use --all" in floor(host, "summary").refusal


@pytest.mark.parametrize("lost", [1, 3])
def test_an_answer_that_is_lost_is_asked_for_again_and_done_once(host: Guest, lost: int) -> None:
    table = host.open_table()
    before = entries(host, table)
    with losing_answers(host.address, lost) as way:
        ran = run("floor", "note", table, "Once.", "--server", way, "--token", host.token)
    assert (ran.status, ran.err) == (0, "")
    assert entries(host, table) == before + 1


def test_a_server_that_is_not_there_did_not_act() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ran = run("floor", "note", "oak", "card", "--server", f"http://127.0.0.1:{port}", "--token", "x")
    assert "Can't reach" in ran.err and "may have acted" not in ran.err


def test_an_answer_that_never_comes_leaves_an_id_to_ask_with(host: Guest) -> None:
    table = host.open_table()
    before = entries(host, table)
    with losing_answers(host.address, 4) as way:
        refusal = run("floor", "note", table, "Once.", "--server", way, "--token", host.token).refusal
    assert "The server may have acted." in refusal
    action_id = refusal.split("--id ")[1].split()[0]
    done(host, "note", table, "Once.", "--id", action_id)
    assert entries(host, table) == before + 1


def test_who_has_no_token_is_told_where_to_get_one(host: Guest) -> None:
    table = host.open_table()
    refusal = run("floor", "pause", table, "why", "--server", host.address).refusal
    assert "refused (not_signed_in)" in refusal and "CROSSFELT_TOKEN" in refusal
    assert "not_signed_in" in run("floor", "pause", table, "x", "--server", host.address, "--token", "forged").refusal


def test_login_makes_a_token(host: Guest) -> None:
    ran = run("floor", "login", "--name", "Flo", "--server", host.address)
    token, player = ran.out.strip(), ran.err.split("player ")[1].split(".")[0]
    assert (ran.status, ran.err.startswith("You are Flo, player ")) == (0, True)
    assert run("floor", "tables", "--server", host.address, "--token", token).status == 0
    table = host.open_table()
    done(host, "grant", table, player)
    assert run("floor", "pause", table, "break", "--server", host.address, "--token", token).status == 0
    document = run("floor", "login", "--server", host.address, "--json").document
    assert document["name"].startswith("Guest ") and document["token"].startswith(document["player"])


@pytest.mark.parametrize("words", [("tables",), ("show", "TABLE"), ("summary", "TABLE"), ("pause", "TABLE", "break")])
def test_a_wrong_token_is_refused(host: Guest, words: tuple[str, ...]) -> None:
    table = host.open_table()
    named = [table if word == "TABLE" else word for word in words]
    refusal = run("floor", *named, "--server", host.address, "--token", f"{host.token}x").refusal
    assert "the server doesn't accept this token" in refusal and "crossfelt floor login" in refusal


def test_the_token_may_stand_in_the_environment(host: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = host.open_table()
    monkeypatch.setenv("CROSSFELT_TOKEN", host.token)
    assert run("floor", "pause", table, "why", "--server", host.address).status == 0


def test_a_server_that_is_not_there_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    refusal = run("floor", "tables", "--server", f"http://127.0.0.1:{port}").refusal
    assert refusal.startswith(f"Can't reach http://127.0.0.1:{port}: ")


@pytest.mark.parametrize("server", ["127.0.0.1:8000", "file:///etc/passwd", "http://", "nonsense"])
def test_what_is_no_address_is_refused(server: str) -> None:
    assert "--server" in run("floor", "tables", "--server", server).refusal


@pytest.mark.parametrize("status", [200, 302, 404])
def test_another_server_is_not_taken_for_ours(status: int) -> None:
    """And nobody is sent on with the token to where it points."""
    seen = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(status)
            self.send_header("location", "/elsewhere")
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        ran = run("floor", "tables", "--server", f"http://127.0.0.1:{server.server_port}", "--token", "secret")
        server.shutdown()
        thread.join()
    assert "Crossfelt server" in ran.refusal
    assert seen == ["/api/me"]
