"""`crossfelt king hint`: every legal placement with its worth, for programs and people; hints during play."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from crossfelt.analysis.king.reasons import Reason
from crossfelt.cards import Card, card_name, parse_card
from crossfelt.cli.king.hint_table import reasons_text
from crossfelt.kingcross.dice import daily_dice
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import Sheet, parse_square, square_name
from tests.support.cli.king_scripts import answers_to, script, sheet_after
from tests.support.cli.program import run

GRID: list[list[Any]] = [
    ["Ah", "2c", None, "4s", "5h"],
    ["As", "Ac", "8s", None, "5d"],
    ["6h", None, "K", "8h", "9h"],
    ["2h", "Jc", "4d", "4c", None],
    [None, "Qd", "4c", "6d", "6s"],
]


def sheet_of(grid: Sequence[Sequence[str | None]]) -> Sheet:
    return sheet_from_grid(grid, load_score_card(), is_full=False)


def case(roll: object = "7d", grid: object = GRID, **more: object) -> str:
    return json.dumps({"grid": grid, "roll": roll, **more})


def answer(given: str, *arguments: str) -> Any:
    return run("king", "hint", "-", "--json", *arguments, given=given).document


def refusal(given: str, *arguments: str) -> str:
    return run("king", "hint", "-", "--json", *arguments, given=given).refusal


def legal(sheet: Sheet, rolled: Card) -> set[tuple[str, str]]:
    return {(square_name(square), card_name(card)) for square, card in sheet.placements(rolled, False)}


def test_every_legal_square_with_value_loss_and_reasons() -> None:
    result = answer(case())
    placements = result["placements"]
    assert {(entry["square"], entry["card"]) for entry in placements} == legal(sheet_of(GRID), parse_card("7d"))
    assert [entry["value"] for entry in placements] == sorted((entry["value"] for entry in placements), reverse=True)
    for entry in placements:
        assert entry["loss"] == pytest.approx(placements[0]["value"] - entry["value"], abs=1e-9)
        other = placements[0] if entry is not placements[0] else placements[1]
        assert entry["against"] == other["square"]
        points = [reason["points"] for reason in entry["reasons"]]
        assert sum(points) == pytest.approx(entry["value"] - other["value"], abs=1e-6)
        assert points == sorted(points, key=abs, reverse=True)
        assert all(("hand" in reason) == (reason["kind"] == "line") for reason in entry["reasons"])
    assert (result["roll"], result["is_wild"], result["bonus"]) == ("7d", False, False)
    assert result["best"] == {key: placements[0][key] for key in ("square", "card", "value")}


def test_the_last_square_is_worth_the_final_score() -> None:
    grid = [list(row) for row in GRID]
    for square, card in (("c1", "3d"), ("b3", "7h"), ("e4", "4h"), ("a5", "Qs")):
        number = parse_square(square)
        grid[number // 5][number % 5] = card
    full = [list(row) for row in grid]
    full[1][3] = "8c"
    total = run("king", "score", "-", "--json", given=json.dumps({"grid": full, "bonus": True})).document["total"]
    [only] = answer(case("8 2", grid), "--bonus")["placements"]
    assert (only["square"], only["value"], only["loss"]) == ("d2", pytest.approx(total), 0)
    assert answer(case("8 2", grid, bonus=True))["placements"] == [only]
    assert answer(case("8 2", grid))["placements"][0]["value"] == pytest.approx(total - 550)


def test_a_wild_roll_is_valued_by_its_legal_changes() -> None:
    grid: list[list[Any]] = [[None] * 5 for _ in range(5)]
    grid[2][2] = "K"
    for row, column in ((0, 0), (1, 2), (2, 3), (3, 4), (4, 1)):
        grid[row][column] = "Ah"
    result = answer(case("1 1", grid))
    assert result["is_wild"]
    assert {(entry["square"], entry["card"]) for entry in result["placements"]} == legal(
        sheet_of(grid), parse_card("Ah")
    )
    assert all(entry["card"] != "Ah" for entry in result["placements"])
    ran = run("king", "hint", "-", given=case("1 1", grid))
    assert "It fits nowhere, so it is wild." in ran.out


def test_the_answer_for_people() -> None:
    ran = run("king", "hint", "-", given=case())
    assert ran.status == 0
    assert max(map(len, ran.body.splitlines())) <= 80
    assert "7♦ was rolled." in ran.out
    rows = re.findall(r"^([a-e][1-5]) +7♦ +-?[\d.]+ +(best|-[\d.]+) +\S", ran.out, re.MULTILINE)
    assert rows[0][1] == "best"
    assert {square for square, _ in rows} == {square for square, _ in legal(sheet_of(GRID), parse_card("7d"))}


def test_squares_worth_the_same_are_told_so() -> None:
    """On an empty sheet the ends of a diagonal differ in nothing: no reasons, and no `+0.0 over`."""
    empty = [[None] * 5, [None] * 5, [None, None, "K", None, None], [None] * 5, [None] * 5]
    out = run("king", "hint", "-", given=case(grid=empty), columns=120).out
    best = re.findall(r"^([a-e][1-5]) +7♦ +[\d.]+ +best +(\S.*?) *$", out, re.MULTILINE)
    assert len(best) > 1
    assert [because for _, because in best] == [
        f"tied with {best[1 if number == 0 else 0][0]}" for number in range(len(best))
    ]
    assert "+0.0 over" not in out
    squares = [square for square, _ in best]
    assert f"Tied for best: {', '.join(squares[:-1])} and {squares[-1]}." in " ".join(out.split())


@pytest.mark.parametrize(
    ("reasons", "total", "text"),
    [
        (
            [Reason("line", 3, 12.0), Reason("line", 8, -11.0), Reason("suits", None, 0.6)],
            1.6,
            "line 3 and line 8 together +1.0, suits +0.6",
        ),
        ([Reason("line", 3, 12.0), Reason("line", 8, -5.0)], 7.0, "line 3 +12.0, line 8 -5.0"),
        (
            [Reason("crossings", None, -2.0, (9, 3, 11)), Reason("line", 1, 0.5)],
            -1.5,
            "crossings (mostly lines 3, 9 and 11) -2.0, line 1 +0.5",
        ),
    ],
)
def test_terms_that_cancel_are_one_and_crossing_lines_have_numbers(
    reasons: list[Reason], total: float, text: str
) -> None:
    assert reasons_text(reasons, total) == text


def test_a_sheet_and_its_labels_fit_a_narrow_terminal() -> None:
    for text in (case(), case(grid=[["7h", "7s", "7c", "2d", None], *GRID[1:]])):
        lines = run("king", "hint", "-", given=text, columns=40).body.splitlines()
        assert max(map(len, lines)) <= 40
        for row in range(5):
            assert any(line.startswith(f"  {row + 1} │") and line.endswith(f"line {row + 6}") for line in lines)


@pytest.mark.parametrize("bonus", [(), ("--bonus",)])
@pytest.mark.parametrize("grid", [GRID, [[None] * 5, [None] * 5, [None, None, "K", None, None], [None] * 5, GRID[4]]])
def test_the_reasons_that_people_see_add_up_to_the_loss_that_they_see(grid: object, bonus: tuple[str, ...]) -> None:
    ran = run("king", "hint", "-", *bonus, given=case(grid=grid), columns=300)
    rows = re.findall(r"^[a-e][1-5] +7♦ +(-?[\d.]+) +(best|-[\d.]+) +(\S.*)$", ran.out, re.MULTILINE)
    assert len(rows) > 3
    for _, loss, because in rows[1:]:
        total = sum(float(points) for points in re.findall(r"[a-z0-9)] ([+-]\d+\.\d)(?:,|$)", because.rstrip()))
        assert total == pytest.approx(0 if loss == "best" else float(loss), abs=0.01), because
    over, reasons = rows[0][2].split(": ")
    total = sum(float(points) for points in re.findall(r"[a-z0-9)] ([+-]\d+\.\d)(?:,|$)", reasons.rstrip()))
    assert total == pytest.approx(float(over.split()[0]), abs=0.01)
    assert "what the next rolls can do for the sheet" in " ".join(ran.out.split())
    assert ("achievements: " in ran.out) == bool(bonus)


def test_hints_while_playing_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    rolls = daily_dice("2026-11-15")
    answers = answers_to(rolls)
    asked = run(
        "king", "daily", "--date", "2026-11-15", given=script(["hint", "hint", answers[0], "hint", *answers[1:]])
    )
    assert asked.out.count("loss   because") == 3
    assert "hints for 2 rolls, first try" in asked.out
    shown = run("king", "daily", "--date", "2026-11-15", "--hints", given=script(answers))
    assert shown.out.count("loss   because") == 24
    assert "hints for 24 rolls, try 2" in shown.out
    first = shown.out[: shown.out.index("Square for")].splitlines()
    assert sum(1 for line in first if re.match(r"[a-e][1-5] +\S+ +-?\d", line)) == 3


def test_options_that_the_learned_players_do_not_know() -> None:
    option = ("--option", "wild_may_be_king=true")
    assert "the learned players and the search for the best sheet don't support this option" in refusal(case(), *option)
    ran = run("king", "play", "--seed", "1", *option, given="hint\n")
    assert "No hint: wild_may_be_king" in ran.out


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("{}", "grid: is missing; roll: is missing"),
        ("[]", "must be a JSON object, not a list"),
        ("{", "not JSON"),
        (case(grid=GRID[:4]), "grid: must be a list of five rows, not 4 of them"),
        (case(grid=[*GRID[:4], "Ah"]), "grid: row 5 must be a list of five cards, not 'Ah'"),
        (case("13h"), "roll: '13h' is not a roll"),
        (case("Kh"), "roll: 'Kh' can't be rolled"),
        (case(7), "roll: must be a string, not 7"),
        (case(bonus=1), "bonus: must be true or false, not 1"),
        (case(mode=1), "mode: unknown key"),
        (case(grid=[["1h", None, None, None, None], *GRID[1:]]), "grid: a1: '1h' is not a card"),
        (case(grid=[["Kh", None, None, None, None], *GRID[1:]]), "grid: a1: Kh can't be rolled"),
        (
            case(grid=[*GRID[:2], [None] * 5, *GRID[3:]]),
            'grid: c3 is the center and must be "K", the printed King',
        ),
        (
            case(grid=[["5d", None, None, None, None], *GRID[1:4], ["5d", *GRID[4][1:]]]),
            "line 1 has 5d more than once",
        ),
    ],
)
def test_refusals(given: str, reason: str) -> None:
    assert reason in refusal(given)


def test_a_full_sheet_takes_no_roll() -> None:
    full = sheet_after(daily_dice("2026-11-15")).grid()
    assert refusal(case(grid=full)) == "grid: is full, so no roll can be placed"
