"""Rule books over HTTP say what the loaded rule books say."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from starlette.testclient import TestClient

from crossfelt.crisscross.procedure import methods_of, procedure
from crossfelt.crisscross.resolve import choices_of, load_rule_book, load_submission, rule_book_ids
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.register import clauses, readings, registered
from tests.support.cli.program import run

BOOKS = rule_book_ids()


def test_list_names_every_book_and_every_text_without_one(client: TestClient) -> None:
    answer = client.get("/api/rules").json()
    assert [book["id"] for book in answer["rule_books"]] == list(BOOKS)
    assert {text["id"] for text in answer["texts"]} == set(registered()) - set(BOOKS)
    for summary in answer["rule_books"]:
        book = load_rule_book(summary["id"])
        assert (summary["hash"], summary["version"], summary["seats"]) == (book.hash, book.version, book.seat_count)
        assert summary["main_pays"] == book.pay_tables["main"].named()
        assert list(summary["main_pays"]) == list(book.pay_tables["main"].named()), "best hand first"
        assert summary["aggregate_limit_cents"] == book.aggregate_limit.amount_cents
        assert summary["clauses"] == len(clauses(book.id).clauses)


@pytest.mark.parametrize("name", BOOKS)
def test_book_is_the_document_that_was_hashed(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/rules/{name}").json()
    book = load_rule_book(name)
    assert answer["document"] == book.document
    assert answer["hash"] == book.hash
    assert answer["arising"] == list(book.rulings)
    assert [choice["name"] for choice in answer["choices"]] == [choice.name for choice in choices_of(name)]
    for choice in answer["choices"]:
        assert choice["value"] == choice["default"] == book.choices.get(choice["name"])


def test_resolve_takes_choices_into_the_document(client: TestClient) -> None:
    options = {"five_card_bonus_offered": False, "ante_minimum_cents": 1500}
    answer = client.post("/api/rules/maryland/resolve", json={"options": options}).json()
    book = load_rule_book("maryland", options)
    assert (answer["hash"], answer["document"]) == (book.hash, book.document)
    made = {choice["name"]: choice["value"] for choice in answer["choices"] if choice["type"] != "table"}
    assert made == book.choices
    assert answer["hash"] != load_rule_book("maryland").hash


def test_resolve_without_choices_is_the_plain_book(client: TestClient) -> None:
    plain = client.get("/api/rules/cardroom").json()
    assert client.post("/api/rules/cardroom/resolve", json={}).json() == plain


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"ante_minimum_cents": 1}, "ante_minimum_cents"),
        ({"no_such": 1}, "no_such"),
        ({"ace_low_straight": 1}, "ace_low_straight"),
        ({"ante_minimum_cents": 1000, "ante_maximum_cents": 200}, "above the maximum"),
    ],
)
def test_resolve_refuses_choices_that_do_not_hold(client: TestClient, options: object, fault: str) -> None:
    response = client.post("/api/rules/cardroom/resolve", json={"options": options})
    assert response.status_code == 422
    assert fault in response.json()["error"]


def test_resolve_refuses_keys_it_does_not_know(client: TestClient) -> None:
    response = client.post("/api/rules/cardroom/resolve", json={"option": {}})
    assert response.status_code == 422
    assert response.json()["faults"] == ["option: unknown key"]


def test_the_first_amounts_of_12_D_9_are_shown(client: TestClient) -> None:
    """Maryland prints symbols for $1 wagers that no wheel shows, and the answer says so."""
    for name in BOOKS:
        lists = client.get(f"/api/rules/{name}").json()["community_lists"]
        assert bool(lists) == (name == "maryland")
    amounts = {
        (entry["letter"], entry["size_cents"]): [(pay["first_cents"], pay["cents"]) for pay in entry["pays"]]
        for entry in client.get("/api/rules/maryland").json()["community_lists"]
    }
    assert amounts["a", 100] == [(10_000, 2_000), (5_000, 1_000), (1_500, 300)]
    assert amounts["b", 100] == [(10_000, 2_500), (4_000, 1_000), (1_500, 300)]
    assert amounts["a", 500] == amounts["b", 500] == [(50_000, 10_000), (20_000, 5_000), (2_500, 1_500)]
    for entry in client.get("/api/rules/maryland").json()["community_lists"]:
        assert ("No wheel shows these symbols" in entry["note"]) == (entry["size_cents"] == 100)


def checked(client: TestClient, text: str) -> dict[str, Any]:
    response = client.post("/api/submissions/check", json={"submission": text})
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    return answer


def test_a_submission_is_checked_as_the_command_checks_it(client: TestClient) -> None:
    for name in ("overreach.toml", "wheels.toml", "harbour.toml"):
        text = (files("crossfelt.examples") / name).read_text(encoding="utf-8")
        answer, ran = checked(client, text), run("rules", "check", "-", "--json", given=text)
        document = json.loads(ran.out)
        for key in ("faults", "warnings"):
            assert document[key] == [
                {"where": entry["field"], "line": entry["line"], "clause": entry["clause"], "says": entry["message"]}
                for entry in answer.pop(key)
            ]
            del document[key]
        assert answer == document


def test_a_check_says_what_was_not_read(client: TestClient) -> None:
    response = client.post("/api/submissions/check", json={"submission": "rules = "})
    assert response.status_code == 422
    assert response.json()["details"][0]["code"] == "not_toml"
    for body in ({}, {"submission": 5}, {"submission": "", "more": 1}):
        assert client.post("/api/submissions/check", json=body).status_code == 422
    long = client.post("/api/submissions/check", json={"submission": "#" * 20_000})
    assert (long.status_code, long.json()["details"][0]["code"]) == (422, "too_long")


def test_choices_that_favor_players_come_with_a_warning(client: TestClient) -> None:
    answer = client.post("/api/rules/maryland/resolve", json={"options": {"ante_pays": "main"}}).json()
    (warning,) = answer["warnings"]
    assert (warning["code"], warning["field"]) == ("player_edge", "choices.ante_pays")
    assert client.get("/api/rules/maryland").json()["warnings"] == []


@pytest.mark.parametrize("name", registered())
def test_clauses_and_readings_are_those_of_the_register(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/rules/{name}/clauses").json()
    register = clauses(name)
    assert (answer["rules"], answer["text"], answer["publisher"]) == (name, register.text, register.publisher)
    assert [(entry["id"], entry["says"], entry["met"]) for entry in answer["clauses"]] == [
        (clause.id, clause.says, clause.met.value) for clause in register.clauses
    ]
    result = client.get(f"/api/rules/{name}/readings").json()["readings"]
    assert [(entry["id"], entry["says"]) for entry in result] == [(entry.id, entry.says) for entry in readings(name)]


@pytest.mark.parametrize(("name", "method"), [(name, method) for name in BOOKS for method in methods_of(name)])
def test_procedure_has_every_step_once_and_in_order(client: TestClient, name: str, method: str) -> None:
    answer = client.get(f"/api/rules/{name}/procedure", params={"method": method}).json()
    assert answer["methods"] == list(methods_of(name))
    shown = [step for part in answer["parts"] for step in part["steps"]]
    assert [(step["number"], step["says"], step["clause"], step["who"]) for step in shown] == [
        (step.number, step.says, step.clause, step.who) for step in procedure(name, method)
    ]
    phases = [part["phase"] for part in answer["parts"]]
    assert len(phases) == len(set(phases))


def test_procedure_without_a_method_takes_the_default(client: TestClient) -> None:
    book = load_rule_book("maryland")
    assert client.get("/api/rules/maryland/procedure").json()["method"] == book.dealing.method


def test_procedure_of_an_unknown_method_is_refused(client: TestClient) -> None:
    response = client.get("/api/rules/cardroom/procedure", params={"method": "catapult"})
    assert response.status_code == 422
    assert "catapult" in response.json()["error"]


WAGERS = {"five_card_bonus": "Five Card Bonus", "bonus_spin": "Bonus Spin", "bonus_spin_xtreme": "Bonus Spin Xtreme"}


@pytest.mark.parametrize("offered", [(), ("bonus_spin",), ("bonus_spin_xtreme",), tuple(WAGERS)], ids=",".join)
def test_procedure_has_the_steps_of_the_wagers_on_offer(client: TestClient, offered: tuple[str, ...]) -> None:
    choices = {"method": "hand", "wagers": ",".join(offered)}
    answer = client.get("/api/rules/maryland/procedure", params=choices).json()
    shown = [(step["says"], step["clause"]) for part in answer["parts"] for step in part["steps"]]
    assert shown == [(step.says, step.cited) for step in procedure("maryland", "hand", offered)]
    assert any("reading P2" in clause for _, clause in shown) == ("bonus_spin" in offered)
    assert answer["wagers"] == [
        {"id": wager, "title": title, "is_offered": wager in offered} for wager, title in WAGERS.items()
    ]


def test_procedure_without_wagers_takes_those_of_the_rule_book(client: TestClient) -> None:
    answer = client.get("/api/rules/maryland/procedure", params={"method": "hand"}).json()
    assert [wager["id"] for wager in answer["wagers"] if wager["is_offered"]] == ["five_card_bonus"]
    shown = [step["says"] for part in answer["parts"] for step in part["steps"]]
    assert shown == [step.says for step in procedure("maryland", "hand")]


@pytest.mark.parametrize(
    ("rules", "wager"),
    [("maryland", "six_card_bonus"), ("massachusetts", "bonus_spin"), ("cardroom", "five_card_bonus")],
)
def test_procedure_of_a_wager_that_is_no_option_is_refused(client: TestClient, rules: str, wager: str) -> None:
    response = client.get(f"/api/rules/{rules}/procedure", params={"wagers": wager})
    assert response.status_code == 422
    assert wager in response.json()["error"]


@pytest.mark.parametrize("path", ["", "/clauses", "/readings", "/procedure"])
def test_unknown_rule_book_is_not_found(client: TestClient, path: str) -> None:
    response = client.get(f"/api/rules/nevada{path}")
    assert response.status_code == 404
    assert "nevada" in response.json()["error"]


def test_text_without_a_rule_book_has_no_document(client: TestClient) -> None:
    assert client.get("/api/rules/king-cross").status_code == 404


def test_default_rule_book_is_one_of_them(client: TestClient) -> None:
    answer = client.get("/api/rules").json()
    assert answer["default"] in BOOKS


def test_example_progressives_are_a_submission_of_their_book(client: TestClient) -> None:
    for summary in client.get("/api/rules").json()["rule_books"]:
        if summary["progressives"] is not None:
            book = load_submission(summary["progressives"])
            assert book.id == summary["id"]
            assert any(spot.kind == "progressive" for spot in book.spots.values())


def test_scoring_is_that_of_the_score_card(client: TestClient) -> None:
    answer = client.get("/api/rules/king-cross/scoring").json()
    card = load_score_card()
    assert (answer["hash"], answer["rolls"]) == (card.hash, 24)
    assert {entry["hand"]: entry["points"] for entry in answer["points"]} == card.chart
    points = [entry["points"] for entry in answer["points"]]
    assert points == sorted(points, reverse=True)
    assert [entry["title"] for entry in answer["achievements"]] == [entry.title for entry in card.achievements.values()]
    assert client.get("/api/rules/maryland/scoring").status_code == 404
