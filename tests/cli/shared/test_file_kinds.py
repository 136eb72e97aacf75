"""Files handed to the wrong command: the refusal names the kind of the file and the command that takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cli.program import run

EXAMPLES = Path(__file__).resolve().parents[3] / "src" / "crossfelt" / "examples"
FILES = {
    "proved-round.json": "This is a record: use replay.",
    "other-receipt.json": "This is a receipt: use verify.",
    "round.json": "This is a finished round: use settle.",
    "rounds.jsonl": "This is a finished round: use settle.",
    "king-sheet.json": "This is a King Cross sheet: use king score.",
    "wheels.toml": "This is a rules submission: use rules check.",
    "sweep.toml": "This is a sweep file: use sweep.",
    "strategies/middle-rule-of-thumb.toml": "This is a strategy file: use strategy --file.",
}
RECORDS = ("proved-round.json",)
COMMANDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("settle",): ("round.json", "rounds.jsonl"),
    ("king", "score"): ("king-sheet.json",),
    ("king", "hint"): (),
    ("king", "best"): (),
    ("solve",): ("wheels.toml",),
    ("rules", "check"): ("wheels.toml",),
    ("sweep",): ("sweep.toml",),
    ("strategy", "--file"): ("strategies/middle-rule-of-thumb.toml",),
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_command_is_recognized(command: tuple[str, ...], name: str) -> None:
    if name not in COMMANDS[command]:
        ran = run(*command, str(EXAMPLES / name))
        assert ran.status == 2 and FILES[name].removesuffix(".") in ran.out + ran.err


@pytest.mark.parametrize("command", ["replay", "verify", "dispute"])
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_record_is_recognized(command: str, name: str, tmp_path: Path) -> None:
    if name in RECORDS or (command == "verify" and "receipt" in name):
        return
    out = ("--out", str(tmp_path / "report.json")) if command == "dispute" else ()
    refusal = run(command, str(EXAMPLES / name), *out).refusal
    what, _, use = FILES[name].partition(": ")
    assert what in refusal and use in refusal


def test_a_review_takes_the_record_of_a_match() -> None:
    refusal = run("king", "review", str(EXAMPLES / "proved-round.json")).refusal
    assert refusal == "This is a record of a round: use replay."


def test_a_file_of_no_kind_is_refused_for_its_own_fault() -> None:
    assert "not TOML" in run("sweep", "-", given="[").refusal
    assert "not JSON" in run("verify", "-", given="]").refusal
    assert "grid: is missing" in run("king", "score", "-", given="{}").refusal
