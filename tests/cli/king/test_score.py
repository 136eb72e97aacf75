"""`crossfelt king score`: the contract's values, options, JSON Lines, refusals, and the sheet for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli.program import run, run_program

GRID = [
    ["Ah", "2c", "3d", "4s", "5h"],
    ["As", "Ac", "8s", "8c", "5d"],
    ["6h", "7h", "K", "8h", "9h"],
    ["2h", "Jc", "4d", "4c", "4h"],
    ["Qs", "Qd", "4c", "6d", "6s"],
]
CASE = {"grid": GRID, "bonus": True}
OTHER_FIVE = "flush,straight,three_of_a_kind,two_pair,one_pair"


def answer(case: object, *arguments: str) -> Any:
    return run("king", "score", "-", "--json", *arguments, given=json.dumps(case)).document


def refusal(case: object, *arguments: str) -> str:
    return run("king", "score", "-", "--json", *arguments, given=json.dumps(case)).refusal


def with_square(row: int, column: int, card: object) -> dict[str, object]:
    grid: list[list[object]] = [list(names) for names in GRID]
    grid[row][column] = card
    return {"grid": grid}


def test_the_answer_of_the_contract() -> None:
    result = answer(CASE)
    assert [(line["hand"], line["name"], line["points"]) for line in result["lines"]] == [
        (1, "one_pair", 25),
        (2, "everything_else", 0),
        (3, "one_pair", 25),
        (4, "two_pair", 50),
        (5, "one_pair", 25),
        (6, "straight", 100),
        (7, "two_pair", 50),
        (8, "flush", 150),
        (9, "three_of_a_kind", 75),
        (10, "two_pair", 50),
        (11, "one_pair", 25),
        (12, "everything_else", 0),
    ]
    assert result["achievements"] == {
        "straight_shooter": 0,
        "jackpot": 0,
        "pool_shark": 0,
        "boat_captain": 0,
        "law_and_order": 0,
        "anarchy": 0,
        "bottom_feeder": 350,
        "dead_mans_hand": 200,
    }
    assert result["total"] == 575 + 550
    assert result["counted"]["dead_mans_hand"] == {"reached": True, "have": 1, "need": 1, "hands": [7]}


def test_bonus_is_off_unless_asked_for() -> None:
    plain = answer({"grid": GRID})
    assert plain == answer({"grid": GRID, "bonus": False})
    assert (plain["total"], set(plain["achievements"].values())) == (575, {0})


def test_options_change_what_counts() -> None:
    flushless = with_square(2, 0, "6c") | {"bonus": True}
    assert answer(flushless)["achievements"]["bottom_feeder"] == 350
    assert answer(flushless, "--option", f"bottom_feeder_hands={OTHER_FIVE}")["achievements"]["bottom_feeder"] == 0
    king = with_square(4, 0, "Ks")
    assert "grid: a5: Ks can't be rolled" in refusal(king)
    assert answer(king, "--option", "wild_may_be_king=true")["lines"][11]["name"] == "one_pair"
    strict = answer(CASE)["counted"]["anarchy"]["hands"]
    loose = answer(CASE, "--option", "anarchy_scope=neighbours", "--option", "anarchy_needs_points=false")
    assert set(strict) < set(loose["counted"]["anarchy"]["hands"])
    assert loose["score_card_hash"] != answer(CASE)["score_card_hash"]


def test_choices_come_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'scoring = "king-cross"\n[choices]\nanarchy_scope = "neighbours"\nbottom_feeder_hands = ['
        '"flush", "straight", "three_of_a_kind", "two_pair", "one_pair"]\n'
    )
    house = answer(CASE, "--scoring", str(file))
    assert house == answer(
        CASE, "--option", "anarchy_scope=neighbours", "--option", f"bottom_feeder_hands={OTHER_FIVE}"
    )
    assert answer(CASE, "--scoring", str(file), "--option", "anarchy_scope=line") != house
    file.write_text("scoring = 3")
    assert refusal(CASE, "--scoring", str(file)) == "scoring: must be a string, not 3"
    assert "FILE and --scoring can't both be stdin" in refusal(CASE, "--scoring", "-")


def test_wrong_options_are_one_mistake_before_the_first_case() -> None:
    arguments = ("--option", "x=1", "--option", "wild_may_be_king=2", "--option", "wild_may_be_king=true")
    reason = refusal(CASE, *arguments, "--option", "wild_may_be_king=false")
    assert reason == (
        "king-cross has no choice 'x'; choose from wild_may_be_king, anarchy_needs_points, anarchy_scope, "
        "bottom_feeder_hands; option wild_may_be_king: must be true or false, not '2'; "
        "option wild_may_be_king: appears twice"
    )
    assert "not one of line, neighbours" in refusal(CASE, "--option", "anarchy_scope=sheet")


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ({}, "grid: is missing"),
        ([], "must be a JSON object, not a list"),
        ({"grid": GRID[:4]}, "grid: must be a list of five rows, not 4 of them"),
        ({"grid": [*GRID[:4], ["Ah"]]}, "grid: row 5 must be a list of five cards, not 1 of them"),
        ({"grid": "K"}, "grid: must be a list of five rows, not 'K'"),
        ({"grid": GRID, "bonus": 1}, "bonus: must be true or false, not 1"),
        ({"grid": GRID, "bonus": None}, "bonus: must not be null"),
        ({"grid": GRID, "mode": 1}, "mode: unknown key"),
        (with_square(0, 0, None), "grid: a1 is empty"),
        (with_square(0, 0, ""), "grid: a1 is empty"),
        (with_square(0, 0, "K"), "grid: a1 is the printed King, which belongs in the center"),
        (
            with_square(0, 0, "Kh"),
            "grid: a1: Kh can't be rolled, because the dice have no king (option wild_may_be_king)",
        ),
        (with_square(2, 2, "Kh"), "grid: c3 is the center and must be \"K\", the printed King, not 'Kh'"),
        (with_square(2, 2, "Ah"), "grid: c3 is the center and must be \"K\", the printed King, not 'Ah'"),
        (with_square(0, 0, "As"), "grid: line 1 has As more than once"),
        (with_square(0, 0, "2c"), "grid: line 6 has 2c more than once"),
        (with_square(4, 4, "Ac"), "grid: line 11 has Ac more than once"),
    ],
)
def test_bad_grids_are_refused_with_a_reason(case: object, reason: str) -> None:
    assert refusal(case) == reason


def test_every_fault_at_once() -> None:
    case = {"grid": [["xx", None, "Kh", 3, "5h"], *[list(row) for row in GRID[1:]]], "bonus": "yes", "seed": 1}
    case["grid"][4][4] = "5h"  # type: ignore[index]
    reason = refusal(case)
    assert [part.split(":")[0] + ":" for part in reason.split("; ")] == ["grid:"] * 5 + ["bonus:", "seed:"]
    assert "line 5 has 5h more than once" in reason


def test_four_kings_leave_the_printed_one_no_suit() -> None:
    grid = [list(names) for names in GRID]
    grid[2] = ["Kh", "Kc", "K", "Kd", "Ks"]
    reason = refusal({"grid": grid}, "--option", "wild_may_be_king=true")
    assert reason == "grid: line 8 has four other kings, which leaves no suit for the printed King"
    grid[2][4] = "9h"
    assert answer({"grid": grid}, "--option", "wild_may_be_king=true")["lines"][7]["name"] == "four_of_a_kind"


def test_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "sheets.jsonl"
    file.write_text("\n".join(json.dumps(case) for case in (CASE, with_square(0, 0, "As"), {"grid": GRID})) + "\n\n{\n")
    ran = run("king", "score", str(file), "--json")
    first, second, third, fourth = map(json.loads, ran.out.splitlines())
    assert (ran.status, ran.error_line) == (2, "2 of 4 cases refused, on lines 2 and 5")
    assert (first, third) == (answer(CASE), answer({"grid": GRID}))
    assert second == {"error": "grid: line 1 has As more than once",
                      "faults": ["grid: line 1 has As more than once"], "line": 2}  # fmt: skip
    assert fourth["line"] == 5 and fourth["error"].startswith("not JSON")


def test_the_sheet_for_people() -> None:
    shown = run("king", "score", "-", given=json.dumps(CASE))
    assert (shown.status, shown.err) == (0, "")
    assert "│ A♥  │ 2♣  │ 3♦  │ 4♠  │ 5♥  │  line 6" in shown.out
    assert "  3 │ 6♥  │ 7♥  │  K  │ 8♥  │ 9♥  │  line 8" in shown.out
    assert "dead man's hand" in shown.out and "Total 1125" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    plain = run("king", "score", "-", given=json.dumps({"grid": GRID}), encoding="ascii")
    assert "| Ah  | 2c  | 3d  | 4s  | 5h  |  line 6" in plain.out
    assert "dead man" not in plain.out and "Total 575" in plain.out


def test_lines_for_people_say_what_was_refused() -> None:
    cases = f"{json.dumps(CASE)}\n{json.dumps({'grid': 3})}\n"
    ran = run("king", "score", "-", given=cases)
    assert ran.status == 2
    assert "line 1" in ran.out and "Total 1125" in ran.out
    assert "refused: grid: must be a list of five rows, not 3" in ran.out


def test_the_real_program() -> None:
    ran = run_program("king", "score", "-", "--json", given=json.dumps(CASE).encode())
    assert (ran.err, ran.document["total"]) == ("", 1125)
    assert "score" in run("king", "--help").out
    assert run("king", "--help").out == run("king").out
    assert "no such command" in run("king", "juggle").refusal
