"""`crossfelt simulate`: where it ends, what it prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.cli.cases import untimed
from tests.support.cli.program import program, run

BLOCK = 1 << 18
SIX = ("simulate", "--rules", "maryland", "--seats", "6", "--strategy", "always-1x", "--seed", "5")
UNTIL = ("--until", "0.4%", "--rounds", "9000000")
"""With the most rounds, so that a run that misses its end ends all the same."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_document_has_what_was_promised() -> None:
    ran = run(*SIX, "--rounds", "20000", "--json")
    result = ran.document
    assert (result["rounds"], result["seats"], result["ended"]) == (20_000, 6, "rounds")
    assert abs(result["mean"] - result["exact"]["value"]) < 4 * result["standard_error"]
    assert result["rounds_per_second"] > 0
    assert "rounds" not in ran.err, "no bar and no note"


def test_one_round_has_no_standard_error() -> None:
    assert run(*SIX, "--rounds", "1", "--json").document["standard_error"] is None
    one = run(*SIX, "--rounds", "1", "--wager", "five_card_bonus=5").out
    assert "average net per seat per round" in one and "standard" not in one, "one round has no error"


def test_until_ends_at_the_same_round_for_any_number_of_workers() -> None:
    documents = [run(*SIX, *UNTIL, "--workers", workers, "--json").document for workers in ("1", "2", "5")]
    first = untimed(documents[0])
    assert [untimed(document) for document in documents] == [first] * 3
    rounds = first["rounds"]
    assert first["ended"] == "standard_error"
    assert first["standard_error"] <= first["until"] == 0.004
    assert rounds % BLOCK == 0 and rounds > BLOCK
    shorter = run(*SIX, "--until", "0.4%", "--rounds", str(rounds - BLOCK), "--json").document
    assert shorter["ended"] == "rounds", "--rounds is the most"
    assert shorter["standard_error"] > 0.004, "the block before it was not enough"


def test_until_may_be_reached_by_the_last_round() -> None:
    shown = run(*SIX, "--until", "50%", "--rounds", "1000").out
    assert re.search(r"stopped at a standard error of at most +50% of one ante", shown)
    shown = run(*SIX, "--until", "0.001%", "--rounds", "1000").out
    assert re.search(r"standard error not reached +0.001% of one ante", shown)


def test_until_ends_an_interrupted_run_where_it_ends_a_whole_one() -> None:
    whole = untimed(run(*SIX, *UNTIL, "--json").document)
    run(*SIX, "--rounds", "300001", "--checkpoint", "run.json")
    result = untimed(run(*SIX, *UNTIL, "--checkpoint", "run.json", "--json").document)
    assert result == whole
    again = run(*SIX, *UNTIL, "--checkpoint", "run.json", "--json").document
    assert untimed(again) == whole and again["rounds_per_second"] is None, "nothing is left to be played"


def test_hours_say_what_the_rounds_stand_for() -> None:
    result = run(*SIX, "--rounds", "7200", "--hours", "--ante", "10", "--json").document["hours"]
    assert result["hours"] == pytest.approx(250)
    assert (result["rounds_per_hour"], result["rounds_per_hour_are"]) == (pytest.approx(28.8), "assumed")
    assert result["house_wins_an_hour"]["cents"] == pytest.approx(1000 * result["house_wins_an_hour"]["antes"])
    result = run(*SIX, "--rounds", "7200", "--hours", "--rounds-per-hour", "36", "--json").document["hours"]
    assert (result["hours"], result["rounds_per_hour_are"]) == (200, "given")
    shown = run(*SIX, "--rounds", "7200", "--hours", "--ante", "10").out
    for words in ("28.8 rounds an hour, estimated for 6 seats", "A shift of 8 hours", "% of all money bet", "$"):
        assert words in shown


def test_hours_with_a_number_are_played() -> None:
    result = run(*SIX, "--hours", "100", "--json").document
    assert result["rounds"] == 2_880 and result["hours"]["hours"] == 100


def test_files_are_written_and_the_same_for_any_number_of_workers(folder: Path) -> None:
    for workers in ("1", "5"):
        out, chart = f"{workers}.csv", f"{workers}.svg"
        ran = run(*SIX, "--rounds", "600000", "--workers", workers, "--out", out, "--chart", chart, "--json")
        assert ran.status == 0, ran.err
        assert f"Wrote {out}" in ran.err and f"Wrote {chart}" in ran.err
    assert (folder / "1.csv").read_bytes() == (folder / "5.csv").read_bytes()
    assert (folder / "1.svg").read_bytes() == (folder / "5.svg").read_bytes()
    with (folder / "1.csv").open(newline="") as file:
        assert sum(int(row["rounds"]) for row in csv.DictReader(file) if row["part"] == "outcome") == 6 * 600_000
    assert ElementTree.parse(folder / "1.svg").getroot().tag.endswith("svg")
    assert {path.name for path in folder.iterdir()} == {"1.csv", "1.svg", "5.csv", "5.svg"}, "nothing is left beside"


REFUSED = {
    "nothing to end it": ((), "give the number of rounds with --rounds, or the precision of the mean with --until"),
    "no rounds": (("--rounds", "0"), "rounds: must be 1 to"),
    "a share": (("--until", "0.01"), "--until: must be a percentage with its sign, such as 0.01%, not 0.01"),
    "no error": (("--until", "0%"), "--until: must be more than 0% and at most 100%, not 0%"),
    "too large an error": (("--until", "101%"), "must be more than 0% and at most 100%, not 101%"),
    "a negative error": (("--until", "-1%"), "more than 0% and at most 100%, not -1%"),
    "no number": (("--until", "nan%"), "must be a percentage with its sign, such as 0.01%, not 'nan%'"),
    "rounds and hours": (("--rounds", "5", "--hours", "3"), "--rounds and --hours with a number: give only one"),
    "no hours": (("--hours", "0"), "--hours: must be a number more than 0 and at most"),
    "no such hours": (("--hours", "nan"), "--hours: must be a number more than 0"),
    "hours without a spread": (("--rounds", "1", "--hours"), "--hours: needs at least 2 rounds"),
    "a pace of nothing": (("--rounds", "9", "--rounds-per-hour", "9"), "--rounds-per-hour needs --hours"),
    "no wager": (("--rounds", "9", "--wager", "x"), "--wager: write SPOT=DOLLARS or SEAT:SPOT=DOLLARS"),
    "no amount": (("--rounds", "9", "--wager", "five_card_bonus=abc"), "--wager: 'abc' isn't an amount"),
    "no such wager": (("--rounds", "9", "--wager", "bonus_spin=5"), "wager: maryland has no side bet 'bonus_spin'"),
    "another table": (("--rounds", "9", "--out", "a.txt"), "--out: 'a.txt' must end in .csv"),
    "another picture": (("--rounds", "9", "--chart", "a.png"), "--chart: 'a.png' must end in .svg"),
    "no folder": (("--rounds", "9", "--out", "none/a.csv"), "--out: 'none/a.csv' is not a file in an existing"),
    "no folder to keep": (("--rounds", "9", "--checkpoint", "none/a"), "--checkpoint: 'none/a' is not a file in"),
    "a device": (("--rounds", "9", "--checkpoint", os.devnull), "isn't a regular file: name one"),
    "one file for two": (
        ("--rounds", "9", "--checkpoint", "a.csv", "--out", "./a.csv"),
        "--checkpoint: needs another file than --out and --chart",
    ),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_done_is_refused_in_one_line(folder: Path, words: tuple[str, ...], message: str) -> None:
    assert message in run("simulate", *words).refusal
    assert list(folder.iterdir()) == [], "nothing is written"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_people_see_how_far_it_has_come() -> None:
    import pty

    controller, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    words = program("simulate", "--rounds", "9000000", "--strategy", "always-1x")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=terminal, env=environment) as process:
        os.close(terminal)
        shown = b""
        try:
            while more := os.read(controller, 4096):
                shown += more
        except OSError:  # what a pseudo-terminal says when its program has ended
            pass
        assert process.wait() == 0
    os.close(controller)
    for part in (
        "simulating 9,000,000 rounds",
        "per second",
        "average net per seat per round",
        "±",
        "antes (95%), exact -1.24980",
    ):
        assert part.encode() in shown
