"""King Cross over HTTP, as far as it takes no thinking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from crossfelt.cards import card_name, parse_card
from crossfelt.http.king import MATCH_EXAMPLE, READ_EXAMPLE
from crossfelt.kingcross.dice import daily_dice
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET, square_name
from crossfelt.record import replay
from crossfelt.service.wire.king import KingReadAnswer
from tests.support.cli.program import run
from tests.support.king_examples import GRID as SHEET

GRID: list[list[Any]] = READ_EXAMPLE["grid"]


def test_the_example_is_read(client: TestClient) -> None:
    response = client.post("/api/king/read", json=READ_EXAMPLE)
    assert response.status_code == 200
    answer = KingReadAnswer.model_validate_json(response.text)
    assert (len(answer.lines), len(answer.squares), len(answer.achievements)) == (12, 25, 8)
    assert answer.wild is None
    closed = {square.name: square.why for square in answer.squares if not square.is_open}
    assert closed["d1"] == "Hand 4 already has the 7 of spades, on d2."
    assert answer.lines[11].best == "four_of_a_kind"


def test_a_sheet_without_a_card_or_bonus(client: TestClient) -> None:
    answer = client.post("/api/king/read", json={"grid": GRID}).json()
    assert answer["achievements"] == [] and answer["wild"] is None
    assert not any(square["is_open"] for square in answer["squares"])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"card": "Ks"}, "card: can't be rolled, because the dice have no king (option wild_may_be_king)"),
        ({"card": "1s"}, "card: "),
        ({"grid": GRID[:4]}, "grid: "),
        ({"grid": [GRID[0], GRID[0], *GRID[2:]]}, "grid: line 1 has 3h more than once"),
        ({"grid": [["K", *GRID[0][1:]], *GRID[1:]]}, "grid: a1 is the printed King, which belongs in the center"),
        ({"options": {"wild": True}}, "choices.wild: king-cross has no choice"),
        ({"more": 1}, "more: "),
    ],
)
def test_what_cannot_be_read_is_refused(client: TestClient, change: dict[str, Any], fault: str) -> None:
    response = client.post("/api/king/read", json=READ_EXAMPLE | change)
    assert response.status_code == 422
    assert any(result.startswith(fault) for result in response.json()["faults"]), response.text


def test_a_king_may_be_asked_for_where_a_wild_roll_may_become_one(client: TestClient) -> None:
    asked = READ_EXAMPLE | {"card": "Ks", "options": {"wild_may_be_king": True}}
    assert client.post("/api/king/read", json=asked).status_code == 200


DAY = "2026-11-15"


def daily(client: TestClient, day: str) -> Any:
    return client.get(f"/api/king/daily?day={day}")


def test_the_dice_of_a_day_are_those_of_the_command(client: TestClient) -> None:
    answer = daily(client, DAY).json()
    assert answer["rolls"] == [card_name(roll.card) for roll in daily_dice(DAY)]
    assert (answer["day"], answer["name"]) == (DAY, f"practice sheet of {DAY}")
    today = client.get("/api/king/daily").json()
    assert today["day"] == today["today"] == answer["today"]


@pytest.mark.parametrize("day", ["9999-01-01", "2026-02-30", "today", ""])
def test_a_day_that_is_none_or_still_to_come_has_no_dice(client: TestClient, day: str) -> None:
    assert daily(client, day).status_code == 422


def placed_in_order(rolls: list[str]) -> list[dict[str, str]]:
    """Each roll on the first square that takes it, as the table places."""
    sheet, score_card, placements = BLANK_SHEET, load_score_card(), []
    for rolled in rolls:
        square, card = sheet.placements(parse_card(rolled), score_card.wild_may_be_king)[0]
        sheet = sheet.place(square, card)
        placements.append({"rolled": rolled, "square": square_name(square), "card": card_name(card)})
    return placements


def test_a_day_played_in_the_browser_is_scored_and_shared_as_in_the_terminal(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    placements = placed_in_order(daily(client, DAY).json()["rolls"])
    answer = client.post(
        "/api/king/match", json={"placements": placements, "bonus": True, "daily": {"day": DAY}}
    ).json()
    typed = "".join(
        f"{entry['square']} {entry['card']}\n" if entry["card"] != entry["rolled"] else f"{entry['square']}\n"
        for entry in placements
    )
    ran = run("king", "daily", "--date", DAY, "--bonus", given=typed)
    assert ran.out.endswith(f"To share:\n{answer['share']}\n")
    assert f"{answer['score']['total']}, no hints, first try" in answer["share"]
    match = replay(KING_CROSS, answer["record"])
    assert match.rules.hash == answer["rules_hash"] and match.state.is_finished
    again = client.post(
        "/api/king/match",
        json={"placements": placements, "daily": {"day": DAY, "hint_count": 1, "games_before": 2, "first_total": 325}},
    )
    assert again.json()["share"].splitlines()[0].endswith(", hints for 1 roll, try 3 after 325 at first")


def test_a_game_half_played_has_a_record_and_no_score(client: TestClient) -> None:
    answer = client.post("/api/king/match", json=MATCH_EXAMPLE).json()
    assert (answer["score"], answer["share"], answer["grid"][1][1]) == (None, None, "7d")
    assert not replay(KING_CROSS, answer["record"]).state.is_finished


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"rolled": "7d", "square": "b2", "card": "7d"}, "placements.1: b2 is taken"),
        ({"rolled": "7d", "square": "b3", "card": "7d"}, "placements.1: "),
        ({"rolled": "8d", "square": "b3", "card": "9d"}, "placements.1: "),
        ({"rolled": "Kd", "square": "b3", "card": "Kd"}, "placements.1: "),
        ({"rolled": "8d", "square": "f3", "card": "8d"}, "placements.1.square: "),
    ],
)
def test_placements_against_the_rules_are_refused(client: TestClient, more: dict[str, str], fault: str) -> None:
    response = client.post("/api/king/match", json={"placements": [*MATCH_EXAMPLE["placements"], more]})
    assert response.status_code == 422
    assert response.json()["faults"][0].startswith(fault)


def test_other_dice_than_those_of_the_day_are_refused(client: TestClient) -> None:
    placement = MATCH_EXAMPLE["placements"][0] | {"rolled": "Ah" if daily_dice(DAY)[0].number else "2h"}
    response = client.post("/api/king/match", json={"placements": [placement], "daily": {"day": DAY}})
    first = card_name(daily_dice(DAY)[0].card)
    assert response.json()["faults"] == [f"placements.0.rolled: roll 1 of {DAY} is {first}"]


def test_sheets_to_print(client: TestClient) -> None:
    empty = client.get("/api/king/sheets.pdf?version=blank&per_page=2&bonus=1")
    assert (empty.headers["content-type"], empty.content[:5]) == ("application/pdf", b"%PDF-")
    full = client.get("/api/king/sheets.pdf", params={"cards": " ".join(" ".join(row) for row in SHEET)})
    assert full.status_code == 200 and full.content != empty.content


@pytest.mark.parametrize("query", ["version=ink", "per_page=3", "cards=3h", "cards=" + "+".join(["3h"] * 25)])
def test_no_such_page(client: TestClient, query: str) -> None:
    assert client.get(f"/api/king/sheets.pdf?{query}").status_code == 422
