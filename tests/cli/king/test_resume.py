"""Matches that were left and are taken up again from their record, and records that cannot be written."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from crossfelt.kingcross.dice import game_dice
from tests.support.cli.king_scripts import answers_to, script
from tests.support.cli.program import program, run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores of these games are kept where nobody looks."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


ANSWERS = answers_to(game_dice(7, 0))


@pytest.mark.parametrize("count", [0, 1, 11, 23])
def test_a_match_that_was_left_goes_on_as_if_it_had_not_been(home: Path, count: int) -> None:
    whole = run("king", "play", "--seed", "7", "--record", "whole.json", given=script(ANSWERS))
    left = run("king", "play", "--seed", "7", "--record", "left.json", given=script(ANSWERS[:count]))
    assert left.out.endswith("\nContinue with: crossfelt king play --seed 7 --resume left.json\n")
    resumed = run("king", "play", "--seed", "7", "--resume", "left.json", given=script(ANSWERS[count:]))
    assert (whole.status, left.status, resumed.status) == (0, 0, 0)
    assert (home / "left.json").read_bytes() == (home / "whole.json").read_bytes()


def test_without_a_seed_it_goes_on_with_fresh_dice(home: Path) -> None:
    run("king", "play", "--bonus", "--players", "Ann,Ben", "--seed", "7", "--record", "a.json", given="a1\nb2\nc1\n")
    before = json.loads((home / "a.json").read_text())
    names = ("--players", "Ann,Ben")
    ran = run("king", "play", "--resume", "a.json", *names, "--record", "b.json", given="quit\ny\n")
    assert ran.status == 0 and "bonus" in ran.out.splitlines()[0]
    assert "Ben, roll 2 of 24" in ran.out
    assert json.loads((home / "b.json").read_text()) == before
    assert json.loads((home / "a.json").read_text()) == before


def test_a_practice_sheet_goes_on_with_the_dice_of_its_day(home: Path) -> None:
    day = ("king", "daily", "--date", "2026-01-02")
    run(*day, "--record", "day.json", given="a1\n")
    assert run(*day, "--resume", "day.json", given="").status == 0
    other = run("king", "daily", "--date", "2026-01-03", "--resume", "day.json").refusal
    assert other == "--resume: the rolls in this file aren't those of the practice sheet of 2026-01-03"
    bonus = run(*day, "--bonus", "--resume", "day.json").refusal
    assert bonus == "--resume: the match in this file was started under other rules; give --bonus only if it was"


def test_what_cannot_be_gone_on_with_is_refused(home: Path) -> None:
    run("king", "play", "--seed", "7", "--record", "over.json", given=script(ANSWERS))
    run("king", "play", "--seed", "7", "--record", "left.json", given="a1\n")
    run("deal", "--seed", "1", "--rounds", "1", "--save", "round.json", given="\n1\n1\n1\n")
    (home / "none.json").write_text("{}")

    def refusal(*arguments: str) -> str:
        return run("king", "play", "--resume", *arguments).refusal

    assert "'over.json' is finished" in refusal("over.json")
    assert (
        "this is a record of 'criss-cross', not of 'king-cross'; resume a round with crossfelt deal --resume"
        in refusal("round.json")
    )
    assert "not a record" in refusal("none.json")
    assert "cannot read" in refusal("nothing.json")
    assert refusal("left.json", "--seed", "8") == "--resume: the rolls in this file aren't those of --seed 8"
    assert "has 1 players, not 2" in refusal("left.json", "--players", "Ann,Ben")
    assert "keeps the rules of its record" in refusal("left.json", "--bonus")


def test_a_match_that_is_killed_is_kept(home: Path) -> None:
    command = program("king", "play", "--seed", "7", "--record", "game.json")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdin is not None
        playing.stdin.write("".join(f"{answer}\n" for answer in ANSWERS[:3]))
        playing.stdin.flush()
        until = time.monotonic() + 30
        while time.monotonic() < until and _step_count(home / "game.json") < 7:
            time.sleep(0.05)
        playing.send_signal(signal.SIGKILL)
    assert _step_count(home / "game.json") == 7  # four rolls, three placements
    assert run("king", "play", "--seed", "7", "--resume", "game.json", given=script(ANSWERS[3:])).status == 0


def _step_count(path: Path) -> int:
    return len(json.loads(path.read_text())["steps"]) if path.exists() else 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_record_that_cannot_be_written_spoils_nothing() -> None:
    ran = run("king", "play", "--seed", "7", "--record", "/dev/full", given=script(ANSWERS))
    assert ran.status == 2
    assert "cannot write '/dev/full': No space left on device" in ran.error_line
    assert "The sheet is full" in ran.out and "total" in ran.out
    record = json.loads(ran.out.splitlines()[-1])
    assert record["format"] == "crossfelt-record" and len(record["steps"]) == 48
