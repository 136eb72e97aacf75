"""`crossfelt king sheet`: files written whole or not at all, finished games read, mistakes refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.game import CHANCE, SYSTEM
from crossfelt.kingcross.actions import RollDice
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode
from crossfelt.record import export_record
from tests.support.cli.program import Ran, run
from tests.support.king_examples import BONUS_POINTS, LINE_POINTS, grid_case
from tests.support.pdf import Pdf, read_pdf


def sheet(out: Path, *arguments: str, given: str = "") -> Ran:
    return run("king", "sheet", "--out", str(out), *arguments, given=given)


def made(out: Path, *arguments: str, given: str = "") -> Pdf:
    ran = sheet(out, *arguments, given=given)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.startswith(f"Wrote {out}, ")
    assert ran.err.endswith(" kB.\n")
    return read_pdf(out.read_bytes())


def match_record(mode: Mode, seats: tuple[int, ...], rolls: int | None = None, **options: Any) -> dict[str, Any]:
    """A match that the table plays for everybody, to its end or for some rolls."""
    score_card = load_score_card(choices=options)
    contest = open_match(MatchRules(score_card, mode, bonus=True), seats)
    number = 0
    while (pending := contest.game.pending(contest.state)).kind != "finished" and number != rolls:
        if pending.kind == "chance":
            number += 1
            contest.act(CHANCE, RollDice(1 + 5 * number % 12, 1 + number % 4))
        else:
            placing = contest.game.on_timeout(contest.state, pending.seats[0])
            assert placing is not None
            contest.act(SYSTEM, placing)
    return export_record(contest)


@pytest.mark.parametrize(
    ("arguments", "size", "count"),
    [
        ((), (210.0, 297.0), 1),
        (("--version", "blank", "--per-page", "2"), (297.0, 210.0), 2),
        (("--per-page", "4", "--paper", "letter", "--bonus"), (215.9, 279.4), 4),
    ],
)
def test_empty_sheets_fill_one_page(
    arguments: tuple[str, ...], size: tuple[float, float], count: int, tmp_path: Path
) -> None:
    result = made(tmp_path / "sheets.pdf", *arguments)
    assert result.sizes == (size,)
    assert result.texts.count("King Cross Poker") == count
    assert result.texts.count("BONUS ACHIEVEMENTS") == (count if "--bonus" in arguments else 0)
    for letter in "abcde":  # by which a game in the terminal names a column
        assert result.texts.count(letter) == count
    assert [path.name for path in tmp_path.iterdir()] == ["sheets.pdf"]


def test_the_two_versions_differ(tmp_path: Path) -> None:
    files = [tmp_path / f"{version}.pdf" for version in ("pips", "blank")]
    for file in files:
        made(file, "--version", file.stem)
    assert files[0].read_bytes() != files[1].read_bytes()


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.PNG", b"\x89PNG"), ("a.Pdf", b"%PDF-")])
def test_the_suffix_says_what_is_written(name: str, start: bytes, tmp_path: Path) -> None:
    assert sheet(tmp_path / name).status == 0
    assert (tmp_path / name).read_bytes().startswith(start)


def test_an_option_is_printed(tmp_path: Path) -> None:
    result = made(
        tmp_path / "a.pdf",
        "--bonus",
        "--option",
        "bottom_feeder_hands=flush,straight,three_of_a_kind,two_pair,one_pair",
    )
    assert "one each: flush, straight" in " ".join(result.texts)


@pytest.mark.parametrize("bonus", [False, True])
def test_a_finished_game_is_filled_in(bonus: bool, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(grid_case(bonus=bonus)), encoding="utf-8")
    result = made(tmp_path / "a.pdf", "--filled", str(file))
    total = LINE_POINTS + (BONUS_POINTS if bonus else 0)
    assert result.texts[result.texts.index("TOTAL") + 1] == str(total)
    assert ("BONUS ACHIEVEMENTS" in result.texts) == bonus


def test_finished_games_one_a_line_share_pages(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(grid_case(bonus=bonus)) for bonus in (True, False, True))
    result = made(tmp_path / "a.pdf", "--filled", "-", "--per-page", "2", given=lines)
    assert len(result.sizes) == 2
    totals = [result.texts[at + 1] for at, text in enumerate(result.texts) if text == "TOTAL"]
    assert totals == [str(LINE_POINTS + BONUS_POINTS), str(LINE_POINTS), str(LINE_POINTS + BONUS_POINTS)]


def test_a_match_record_gives_a_sheet_for_each_seat(tmp_path: Path) -> None:
    record = match_record("communal", (2, 5), anarchy_needs_points=False)
    result = made(tmp_path / "a.pdf", "--filled", "-", "--per-page", "2", given=json.dumps(record))
    assert [text for text in result.texts if text.startswith("Seat")] == ["Seat 2", "Seat 5"]
    totals = [int(result.texts[at + 1]) for at, text in enumerate(result.texts) if text == "TOTAL"]
    assert totals == [entry["total"] for entry in record["steps"][-1]["events"][-1]["scores"]]
    assert "5 or more hands, no adjacent ranks (A by 2 and K)" in result.texts  # by the card inside the record


def test_a_match_alone_needs_no_name(tmp_path: Path) -> None:
    result = made(tmp_path / "a.pdf", "--filled", "-", given=json.dumps(match_record("solo", (1,))))
    assert not [text for text in result.texts if text.startswith("Seat")]


BAD = "not a sheet"


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (("--per-page", "3"), "", "--per-page"),
        (("--paper", "a5"), "", "--paper"),
        (("--version", "lines"), "", "--version"),
        (("--option", "unheard=1"), "", "no choice 'unheard'"),
        (("--filled", "nowhere.json"), "", "cannot read 'nowhere.json'"),
        (("--filled", "-"), "", "empty"),
        (("--filled", "-"), BAD, "not JSON"),
        (("--filled", "-"), "[]", "must be"),
        (("--filled", "-"), '{"grid": []}', "five rows"),
        (("--filled", "-"), '{"format": "other"}', "format"),
        (("--filled", "-", "--bonus"), json.dumps(grid_case()), "--bonus and --filled: give only one of them"),
        (("--filled", "-"), json.dumps(grid_case()) + '\n{"grid": 1}', "line 2: grid"),
        (("--filled", "-"), (json.dumps(grid_case()) + "\n") * 401, "401 sheets are too many"),
        (("--filled", "-"), json.dumps(match_record("solo", (1,), rolls=5)), "the match isn't finished"),
        (
            ("--filled", "-", "--option", "wild_may_be_king=true"),
            json.dumps(match_record("solo", (1,))),
            "--option: a match record has its own score card",
        ),
    ],
    ids=range(15),
)
def test_what_cannot_be_printed_changes_nothing(
    arguments: tuple[str, ...], given: str, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "a.pdf"
    out.write_bytes(b"before")
    assert message in sheet(out, *arguments, given=given).refusal
    assert out.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.txt", "must end in .pdf, .svg or .png"),
        ("-", "must end in"),
        ("nowhere/a.pdf", "not a file in an existing directory"),
        ("folder.pdf", "not a file in an existing directory"),
        ("a\0.pdf", "cannot be the name of a file"),
        ("a" * 300 + ".pdf", "cannot be the name of a file"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    assert message in sheet(Path(name)).refusal
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.pdf"]


def test_a_file_must_be_named() -> None:
    assert "--out" in run("king", "sheet").refusal


def test_a_picture_holds_one_page(tmp_path: Path) -> None:
    lines = "\n".join([json.dumps(grid_case())] * 2)
    out = tmp_path / "a.svg"
    assert "a .svg file has one page, and this needs 2" in sheet(out, "--filled", "-", given=lines).refusal
    assert not out.exists()
    assert sheet(out, "--filled", "-", "--per-page", "2", given=lines).status == 0
