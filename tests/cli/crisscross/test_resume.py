"""Rounds that were interrupted and are taken up again from their record, and records that cannot be written."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cli.program import program, run

ROUND = ("deal", "--rules", "maryland", "--rounds", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _stage_count(path: Path) -> int:
    """The decisions that a record holds."""
    # The place is tried out before the round begins, and the file is empty for that moment.
    text = path.read_text() if path.exists() else ""
    steps = json.loads(text)["steps"] if text else []
    return sum(step["action"]["kind"] in ("bet", "fold") for step in steps)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("answers", [[], ["1"], ["1", "2"]], ids=len)
def test_a_round_that_was_interrupted_goes_on_as_if_it_had_not_been(
    folder: Path, answers: list[str], how: signal.Signals
) -> None:
    left = folder / "left.json"
    command = program(*ROUND, "--seed", "7", "--save", "left.json")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdin is not None
        playing.stdin.write("".join(f"{answer}\n" for answer in ["5 5", *answers]))
        playing.stdin.flush()
        until = time.monotonic() + 30
        while time.monotonic() < until and not (left.exists() and _stage_count(left) == len(answers)):
            time.sleep(0.05)
        time.sleep(0.1)
        playing.send_signal(how)
    whole = run(*ROUND, "--seed", "7", "--save", "whole.json", given="5 5\n1\n2\n3\n")
    rest = "".join(f"{answer}\n" for answer in ["1", "2", "3"][len(answers) :])
    resumed = run("deal", "--resume", "left.json", "--rounds", "1", given=rest)
    assert (whole.status, resumed.status) == (0, 0)
    assert re.fullmatch(r"Wrote left\.json, \d+ kB\.\n", resumed.err)
    assert json.loads(left.read_text()) == json.loads((folder / "whole.json").read_text())
    settled = next(line for line in whole.out.splitlines() if "settled: " in line)
    assert settled.split(",")[0] in resumed.out
    assert run("deal", "--resume", "left.json").refusal.startswith("--resume: 'left.json' is finished")


def test_a_round_in_company_goes_on_when_its_players_are_named_again(folder: Path) -> None:
    company = ("--seats", "3", "--with", "always-1x")
    whole = run(*ROUND, "--seed", "7", *company, "--save", "round.json", given="5 5\n1\n2\n3\n")
    assert whole.status == 0, whole.err
    record = json.loads((folder / "round.json").read_text())
    left = next(n for n, step in enumerate(record["steps"]) if step["actor"] == "seat:1" and n > 3)
    (folder / "left.json").write_text(json.dumps(record | {"steps": record["steps"][:left]}))
    assert run("deal", "--resume", "left.json").refusal == (
        "--resume: this record doesn't name the bots of its 3 seats. Name them with --with"
    )
    resumed = run("deal", "--resume", "left.json", "--with", "always-1x", "--rounds", "1", given="1\n2\n3\n")
    assert resumed.status == 0, resumed.err
    assert json.loads((folder / "left.json").read_text()) == record
    assert "Seat 3 (always-1x) bets 1x." in resumed.out


def test_what_cannot_be_gone_on_with_is_refused(folder: Path) -> None:
    run("king", "play", "--record", "match.json", given="")
    assert "resume a match with crossfelt king play --resume" in run("deal", "--resume", "match.json").refusal
    assert "cannot read" in run("deal", "--resume", "nothing.json").refusal
    for option in (("--rules", "cardroom"), ("--seed", "1"), ("--ante", "5.00"), ("--seats", "3")):
        assert f"{option[0]}: can't be combined with --resume" in run("deal", "--resume", "match.json", *option).refusal


def test_a_round_that_the_bankroll_does_not_cover_or_that_is_still_open_is_refused(folder: Path) -> None:
    run(*ROUND, "--seed", "7", "--save", "round.json", given="5 5\n1\n1\n1\n")
    record = json.loads((folder / "round.json").read_text())
    (folder / "left.json").write_text(json.dumps(record | {"steps": record["steps"][:-1]}))
    short = run("deal", "--resume", "left.json", "--bankroll", "$20.00").refusal
    assert short == "--bankroll: $30 is already on the table, more than $20"
    record["steps"] = []
    (folder / "round.json").write_text(json.dumps(record))
    assert "no wagers are placed in this round yet" in run("deal", "--resume", "round.json").refusal


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_record_that_cannot_be_written_ends_no_stay() -> None:
    ran = run("deal", "--seed", "7", "--rounds", "2", "--save", "/dev/full", given="5 5\n1\n1\n1\n" * 2)
    assert ran.status == 2 and "cannot write '/dev/full'" in ran.error_line
    assert "after 2 rounds" in ran.out
    assert sum(line.startswith('{"format":"crossfelt-record"') for line in ran.out.splitlines()) == 2


def test_a_kept_round_remembers_bankroll_and_bots(folder: Path) -> None:
    options = ("--seed", "7", "--bankroll", "321", "--with", "always-1x,random")
    ran = run("deal", *options, given="5 5\n1\nq\nk\nKept Round.json\n")
    assert (ran.status, ran.err) == (0, "")
    saved = "The round is saved in Kept Round.json. Continue with: crossfelt deal --resume 'Kept Round.json'\n"
    assert ran.out.endswith(saved)
    record = json.loads((folder / "Kept Round.json").read_text())
    assert record["sitting"] == {"bankroll_cents": 32100, "players": "always-1x,random"}
    assert run("replay", "Kept Round.json").status == 0
    assert run("verify", "Kept Round.json").status == 3
    resumed = run("deal", "--resume", "Kept Round.json", "--rounds", "1", given="1\n1\n")
    assert (resumed.status, resumed.err.startswith("Wrote Kept Round.json")) == (0, True)
    assert "You sit down with $321." in resumed.out
    assert "Seat 2 (always-1x) bets 1x." in resumed.out
    assert "Betting 1x on Across" in resumed.out, "decisions from before the break are judged too"
    assert "sitting" not in json.loads((folder / "Kept Round.json").read_text())


def test_keeping_asks_before_it_replaces_a_file(folder: Path) -> None:
    (folder / "round.json").write_text("mine")
    answers = ["5", "q", "k", "", "n", "no/such/folder/x", "other.json"]
    ran = run("deal", "--seed", "7", given="\n".join(answers) + "\n")
    assert "round.json exists. Replace it?" in ran.out
    assert "is not a file in an existing directory" in " ".join(ran.out.split())
    assert (folder / "round.json").read_text() == "mine"
    assert json.loads((folder / "other.json").read_text())["format"] == "crossfelt-record"


@pytest.mark.parametrize("sitting", [{}, {"bankroll_cents": -1, "players": ""}, {"bankroll_cents": 5, "players": 1}, 7])
def test_a_sitting_that_was_tampered_with_is_refused(folder: Path, sitting: object) -> None:
    run("deal", "--seed", "7", given="5\nq\nk\nleft.json\n")
    record = json.loads((folder / "left.json").read_text())
    (folder / "left.json").write_text(json.dumps(record | {"sitting": sitting}))
    assert run("deal", "--resume", "left.json").refusal.startswith("--resume: sitting")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("options", [("--save", "left.json"), ()], ids=["saved", "not saved"])
def test_ctrl_c_names_the_saved_file(folder: Path, options: tuple[str, ...]) -> None:
    import pty

    controller, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    command = program("deal", "--seed", "7", *options)
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, start_new_session=True
    ) as process:
        os.close(terminal)
        shown = b""
        for question, answer in ((b"dollars: ", b"$5\n"), (b"or a): ", b"$5\n"), (b"or a): ", b"")):
            while not shown.endswith(question):
                shown += os.read(controller, 4096)
            os.write(controller, answer)
            shown += os.read(controller, 1) if answer else b""
        process.send_signal(signal.SIGINT)
        # A signal between the prompt and the wait for input is only noticed with the next one.
        while not select.select([controller], [], [], 1.0)[0]:
            process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # what a pseudo-terminal says when its program has ended
            while more := os.read(controller, 4096):
                shown += more
        assert process.wait() == 130
    os.close(controller)
    last = shown.decode().replace("\r\n", "\n").rpartition("or a): ")[2].lstrip("^C")
    if not options:
        assert last == "\nThe round isn't saved. Use --save FILE to be able to continue one.\n"
        return
    assert last == "\nThe round is saved in left.json. Continue with: crossfelt deal --resume left.json\n"
    resumed = run("deal", "--resume", "left.json", "--rounds", "1", given="f\n")
    assert (resumed.status, "Folding on Down" in resumed.out) == (0, True)
