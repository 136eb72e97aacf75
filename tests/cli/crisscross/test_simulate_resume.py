"""Simulations that are interrupted or killed, and taken up again: identical figures, as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import crossfelt
from crossfelt.cli.shared.stopping import stopping
from crossfelt.simulation.history import History
from crossfelt.simulation.results import Counts
from tests.support.cli.cases import untimed
from tests.support.cli.program import run

EXAMPLES = Path(crossfelt.__file__).parent / "examples"
ROUNDS = 12_000_000
PLAN = ("simulate", "--rules", "maryland", "--seats", "3", "--strategy", "always-1x", "--seed", "9")
OFTEN = """
import sys
from crossfelt.cli import main
from crossfelt.cli.crisscross import checkpoint_file
checkpoint_file.SECONDS_BETWEEN = 0.02
sys.exit(main(sys.argv[1:]))
"""
"""The program, but with a checkpoint many times a second, so that a test need not wait for the next."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document(*words: str) -> dict[str, Any]:
    """Run a simulation and return its JSON without timings."""
    return untimed(run(*PLAN, *words, "--json").document)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the table and the chart of a run that nobody disturbed."""
    return tmp_path_factory.mktemp("undisturbed")


@pytest.fixture(scope="module")
def whole(undisturbed: Path) -> dict[str, Any]:
    """The JSON of the uninterrupted run."""
    files = ("--out", str(undisturbed / "run.csv"), "--chart", str(undisturbed / "run.svg"))
    return document("--rounds", str(ROUNDS), *files)


def saved_rounds(path: Path) -> int:
    """How many rounds a checkpoint holds. It is replaced as a whole, so that there is never a part of one."""
    if not path.exists():
        return 0
    rounds: int = json.loads(path.read_bytes())["counts"]["rounds"]
    return rounds


def stopped(path: Path, how: signal.Signals, *words: str) -> tuple[int, str, str]:
    """Starts a run and stops it in its middle: status, stdout and stderr."""
    before = saved_rounds(path)
    command = [sys.executable, "-c", OFTEN, *PLAN, "--rounds", str(ROUNDS), "--checkpoint", str(path), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None and saved_rounds(path) <= before + 200_000:
            time.sleep(0.005)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    assert before < saved_rounds(path) < ROUNDS, "it was stopped in its middle"
    return process.returncode, out, err


def test_a_run_that_was_stopped_again_and_again_comes_to_the_same(
    folder: Path, undisturbed: Path, whole: dict[str, Any]
) -> None:
    checkpoint = folder / "run.json"
    status, out, err = stopped(checkpoint, signal.SIGKILL, "--workers", "2")
    assert (status, out) == (-signal.SIGKILL, "")
    status, out, err = stopped(checkpoint, signal.SIGINT, "--workers", "1")
    assert status == 130
    assert "seats (always-1x)" in out and "standard error" in out, "what was played is shown"
    assert f"of {ROUNDS:,} rounds. Run the same command again to continue from {checkpoint}." in err
    assert err.startswith("Continuing after ")
    status, out, err = stopped(checkpoint, signal.SIGTERM, "--json")
    assert status == 143
    partly = json.loads(out)
    assert (partly["ended"], partly["rounds"]) == ("interrupted", saved_rounds(checkpoint))
    files = ("--checkpoint", "run.json", "--out", "run.csv", "--chart", "run.svg")
    assert document("--rounds", str(ROUNDS), *files, "--workers", "5") == whole
    for name in ("run.csv", "run.svg"):
        assert (folder / name).read_bytes() == (undisturbed / name).read_bytes()
    assert len(list(folder.iterdir())) == 3, "nothing is left beside them"


def test_a_run_goes_on_to_more_rounds_than_were_wanted_at_first(whole: dict[str, Any]) -> None:
    document("--rounds", "1234567", "--checkpoint", "run.json")
    assert document("--rounds", str(ROUNDS), "--checkpoint", "run.json") == whole
    again = run(*PLAN, "--rounds", str(ROUNDS), "--checkpoint", "run.json", "--json").document
    assert untimed(again) == whole and again["rounds_per_second"] is None, "nothing is left to be played"
    refusal = run(*PLAN, "--rounds", "1000", "--checkpoint", "run.json").refusal
    assert refusal == (
        "--checkpoint: 'run.json' already has 12,000,000 rounds, more than 1,000: increase --rounds, or name another "
        "file"
    )


@pytest.mark.parametrize("words", [("--control",), ("--ante", "5")])
def test_wagers_meters_and_control_variates_go_on_too(words: tuple[str, ...]) -> None:
    wheels = str(EXAMPLES / "wheels.toml")
    plan = ("simulate", "--rules", wheels, "--seats", "2", "--strategy", "never-fold", "--seed", "9", *words, "--json")
    wagers = ("--wager", "five_card_bonus=5", "--wager", "1:bonus_spin=5")
    whole = run(*plan, *wagers, "--rounds", "300000").document
    assert whole["meters"]["bonus_spin"]["jackpots"] > 0 and ("control" in whole) == ("--control" in words)
    run(*plan, *wagers, "--rounds", "100001", "--checkpoint", "run.json")
    result = run(*plan, *wagers, "--rounds", "300000", "--checkpoint", "run.json").document
    assert untimed(result) == untimed(whole)
    other = run(*plan, "--wager", "five_card_bonus=6", "--rounds", "300000", "--checkpoint", "run.json").refusal
    assert "the checkpoint belongs to another plan" in other


def test_a_file_that_does_not_belong_to_the_run_is_refused_and_left_as_it_is(folder: Path) -> None:
    checkpoint = folder / "run.json"
    document("--rounds", "5000", "--checkpoint", "run.json")
    content = checkpoint.read_bytes()
    for words in (("--seed", "10"), ("--seats", "2"), ("--rules", "cardroom"), ("--ante", "5")):
        refusal = run(*PLAN, *words, "--rounds", "9000", "--checkpoint", "run.json").refusal
        assert "'run.json': the checkpoint belongs to another plan" in refusal
    assert checkpoint.read_bytes() == content
    for broken, message in (
        (content[: len(content) // 2], "not a checkpoint of a simulation, or cut off"),
        (content.replace(b'"net":', b'"net":1'), "not a checkpoint of|changed after it was written"),
        (b"", "not a checkpoint of a simulation, or cut off"),
    ):
        checkpoint.write_bytes(broken)
        refusal = run(*PLAN, "--rounds", "9000", "--checkpoint", "run.json").refusal
        assert any(part in refusal for part in message.split("|"))
        assert checkpoint.read_bytes() == broken, "somebody may still need it"


@pytest.mark.parametrize("times", [1, 2])
def test_a_run_without_a_file_shows_what_was_played_and_how_it_could_have_gone_on(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first Ctrl-C ends it after a block; a second one at once, with the blocks before."""
    blocks = []
    usual = History.after

    def interrupted(history: History, counts: Counts) -> History:
        blocks.append(counts.rounds)
        for _ in range(times if len(blocks) == 3 else 0):
            signal.raise_signal(signal.SIGINT)
        return usual(history, counts)

    monkeypatch.setattr(History, "after", interrupted)
    ran = run(*PLAN, "--rounds", str(ROUNDS))
    assert ran.status == 130
    played = blocks[2 - (times - 1)]
    assert f"{played:,} rounds, 3 seats (always-1x)" in ran.out
    assert ran.err.endswith(
        f"Stopped after {played:,} of {ROUNDS:,} rounds. With --checkpoint FILE, a run can be continued later.\n"
    )
    assert len(blocks) == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, "as it was before"


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stopping() as stop:
            signal.raise_signal(signal.SIGINT)
            assert not stop.is_requested
            signal.raise_signal(signal.SIGTERM)
            assert stop.status == 143
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_file_that_can_no_longer_be_written_does_not_end_the_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crossfelt.cli.crisscross import checkpoint_file

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint_file, "swap_file", full)
    ran = run(*PLAN, "--rounds", "600000", "--checkpoint", "run.json", "--json")
    assert ran.status == 2
    assert json.loads(ran.out)["rounds"] == 600_000, "the rounds played so far are printed"
    lines = [line for line in ran.err.splitlines() if "write" in line]
    assert lines == [
        "Can't write run.json: No space left on device. The run continues without it.",
        "error: --checkpoint: can't write 'run.json': No space left on device",
    ]
