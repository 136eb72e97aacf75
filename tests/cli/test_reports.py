"""Every analysis names its rules: one header line, the same keys in its JSON, MODIFIED where the game was changed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kingcross.resolve import load_score_card
from tests.support.cli.cases import small_case
from tests.support.cli.program import run

OPTION = ("--option", "ace_low_straight=false")
PAY = ("--pay", "flush=7")
CHANGES = ["ace low straight is false, not true", "flush pays 7, not 8"]
SWEEP = '[[rules]]\nrules = "maryland"\noptions = { ace_low_straight = false }\npay = { flush = 7 }\n'
SUBMISSION = 'rules = "maryland"\nfacility = "Harbor Casino"\n[choices]\nante_minimum_cents = 1000\n'
ANALYSES = {
    "solve": ("solve",),
    "advise": ("advise", "--hole", "Ah Kd"),
    "strategy": ("strategy", "--simple", "--lines", "3"),
    "session": ("session", "--rounds", "10"),
    "cap": ("cap", "--ante", "5", "--limit", "50000"),
    "protect": ("protect", "--samples", "0"),
    "sensitivity": ("sensitivity", "--hand", "straight", "--from", "5", "--to", "5"),
    "simulate": ("simulate", "--rounds", "100"),
}
"""Analyses that take both `--option` and `--pay`."""
WHEELS = {
    "wheel show": ("wheel", "show", "bonus_spin_b"),
    "wheel fit": ("wheel", "fit", "bonus_spin_b", "--return", "0.85"),
    "wheel meter": ("wheel", "meter", "bonus_spin_b", "--rate-ppm", "200000"),
}
KING = {
    "king hint": ("king", "hint", "-"),
    "king best": ("king", "best", "-"),
    "king bench": ("king", "bench", "--policy", "random", "--games", "2"),
}
CARDS = [f"{rank}{suit}" for suit in "hc" for rank in "A23456789TJQ"]
POSITION = {"grid": [[None] * 5, [None] * 5, [None, None, "K", None, None], [None] * 5, [None] * 5], "roll": "5d"}


@pytest.mark.parametrize("words", ANALYSES.values(), ids=ANALYSES.keys())
def test_a_published_book_is_named_with_its_hash(words: tuple[str, ...]) -> None:
    document = run(*words, "--json").document
    report = document["report"]
    assert report["rules"] == report["rule_book"] == "maryland-1"
    assert report["rules_hash"] == load_rule_book("maryland").hash
    assert report["changes"] == [] and report["modified"] is False
    assert report["date"] == "2026-01-01"
    assert report["command"] == shlex.join(["crossfelt", *words])


@pytest.mark.parametrize("words", ANALYSES.values(), ids=ANALYSES.keys())
def test_a_changed_game_never_wears_the_official_name(words: tuple[str, ...]) -> None:
    report = run(*words, *OPTION, *PAY, "--json").document["report"]
    assert report["rules"] == "maryland-1 MODIFIED" and report["modified"] is True
    assert report["changes"] == CHANGES
    optioned = load_rule_book("maryland", {"ace_low_straight": False})
    assert report["rules_hash"] not in (load_rule_book("maryland").hash, optioned.hash)
    ran = run(*words, *OPTION, *PAY)
    assert f"maryland-1 MODIFIED ({'; '.join(CHANGES)}), hash {report['rules_hash'][:12]}." in ran.header


@pytest.mark.parametrize("words", WHEELS.values(), ids=WHEELS.keys())
def test_wheels_name_their_rules(words: tuple[str, ...], tmp_path: Path) -> None:
    report = run(*words, *OPTION, "--json").document["report"]
    assert report["rules"] == "maryland-1 MODIFIED" and report["changes"][0] == CHANGES[0]
    assert run(*words, *OPTION).header.startswith(f"Rules: maryland-1 MODIFIED ({CHANGES[0]}")


def test_what_a_wheel_command_assumes_is_a_change() -> None:
    words = ("wheel", "meter", "xtreme_a", "--event", "flush", "--rate-ppm", "5", "--json")
    report = run(*words).document["report"]
    assert report["changes"] == [
        "the event is flush, not two pair",
        "the meter xtreme_a grows by 5 ppm of a wager, not set",
    ]
    assert report["rules_hash"] != load_rule_book("maryland").hash


@pytest.mark.parametrize("words", [*ANALYSES.values(), WHEELS["wheel show"]], ids=[*ANALYSES, "wheel show"])
def test_a_submission_is_named_as_the_submission(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "harbor.toml").write_text(SUBMISSION)
    rules = ("--rules", str(tmp_path / "harbor.toml"))
    report = run(*words, *rules, "--json").document["report"]
    assert report["rules"] == "harbor (Harbor Casino, under maryland-1)"
    assert (report["submission"], report["facility"]) == ("harbor", "Harbor Casino")
    assert report["changes"] == [] and report["rules_hash"] != load_rule_book("maryland").hash
    changed = run(*words, *rules, *OPTION, "--json").document["report"]
    assert changed["rules"] == "harbor MODIFIED (Harbor Casino, under maryland-1)"
    assert changed["changes"] == [CHANGES[0]]


def test_a_submission_from_stdin_has_no_name_of_its_own() -> None:
    report = run("solve", "--rules", "-", "--json", given=SUBMISSION).document["report"]
    assert report["rules"] == "submission (Harbor Casino, under maryland-1)"


def test_every_row_of_a_sweep_names_its_rules() -> None:
    published = '[[rules]]\nrules = "maryland"\n'
    document = run("sweep", "-", "--json", given=published + SWEEP).document
    assert document["report"]["rules"] == "2 rule variations (1 MODIFIED)"
    official, changed = document["cells"]
    assert (official["rules"], official["changes"]) == ("maryland-1", [])
    assert (changed["rules"], changed["changes"]) == ("maryland-1 MODIFIED", CHANGES)
    alone = run("sweep", "-", "--json", given=SWEEP).document["report"]
    assert alone["rules"] == "maryland-1 MODIFIED" and alone["rules_hash"] == changed["hash"]
    assert changed["hash"] == run("solve", *OPTION, *PAY, "--json").document["rule_book_hash"]


def test_what_is_no_analysis_names_changed_rules_too(tmp_path: Path) -> None:
    """Settling, showing and playing under an option is no longer the published game either."""
    changed = f"Criss Cross Poker, Maryland, MODIFIED ({CHANGES[0]})"
    settled = run("settle", "-", *OPTION, given=json.dumps(small_case()), columns=200)
    assert f"{changed} (maryland-1, " in settled.out
    assert f"{changed} (maryland-1)" in run("rules", "show", "maryland", *OPTION, columns=200).out
    assert changed in run("deal", *OPTION, "--rounds", "1", given="q\n", columns=200).out
    (tmp_path / "harbor.toml").write_text(SUBMISSION)
    shown = run("rules", "show", str(tmp_path / "harbor.toml"), columns=200).out
    assert "harbor, Harbor Casino (Criss Cross Poker, Maryland) (maryland-1)" in shown
    document = run("rules", "show", str(tmp_path / "harbor.toml"), *OPTION, "--json").document
    assert document["name"] == "harbor MODIFIED (Harbor Casino, under maryland-1)"
    assert document["changes"] == [CHANGES[0]]


def test_two_books_compared_are_both_named(tmp_path: Path) -> None:
    (tmp_path / "harbor.toml").write_text(SUBMISSION)
    document = run("rules", "diff", "maryland", str(tmp_path / "harbor.toml"), "--json").document
    assert [document[side]["name"] for side in ("a", "b")] == ["maryland-1", "harbor (Harbor Casino, under maryland-1)"]
    assert document["report"]["rules"] == "2 rule variations"
    assert run("rules", "diff", "maryland", "cardroom").header.startswith("Rules: 2 rule variations.")


@pytest.mark.parametrize("words", KING.values(), ids=KING.keys())
def test_king_cross_names_its_score_card(words: tuple[str, ...]) -> None:
    given = json.dumps(POSITION if words[1] == "hint" else {"cards": CARDS})
    plain = run(*words, "--json", given=given).document["report"]
    assert plain["rules"] == "king-cross-1" and plain["rules_hash"] == load_score_card().hash
    changed = run(*words, "--option", "anarchy_scope=neighbours", "--json", given=given).document["report"]
    assert changed["rules"] == "king-cross-1 MODIFIED"
    assert changed["changes"] == ["anarchy scope is neighbours, not line"]
    assert changed["rules_hash"] != plain["rules_hash"]


def test_the_keys_that_others_rely_on_stay(tmp_path: Path) -> None:
    """`rules` of the contract stays the id of the rule book; the new name stands beside it."""
    for name in ("solve", "advise", "cap", "session"):
        assert run(*ANALYSES[name], *PAY, "--json").document["rules"] == "maryland"


def test_options_that_change_no_figure_are_left_out_of_the_command() -> None:
    words = ("simulate", "--rounds", "64", "--seats", "2")
    documents = [run(*words, "--workers", workers, "--json").document for workers in ("1", "3")]
    assert documents[0]["report"] == documents[1]["report"]
    assert documents[0]["report"]["command"] == "crossfelt simulate --rounds 64 --seats 2"
    assert run("solve", "--threads=2", "--json").document["report"]["command"] == "crossfelt solve"


def test_the_header_is_one_line_at_any_width() -> None:
    wide, narrow = (run(*ANALYSES["cap"], *OPTION, columns=columns) for columns in (200, 40))
    assert wide.header == narrow.header


def test_a_bad_date_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert "SOURCE_DATE_EPOCH: must be a whole number of seconds" in run("solve", "--json").refusal


def test_the_same_day_the_same_bytes() -> None:
    assert json.dumps(run("solve", "--json").document) == json.dumps(run("solve", "--json").document)
