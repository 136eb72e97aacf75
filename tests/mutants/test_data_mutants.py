"""Every number, name and order of the rule data, changed one at a time, fails a test."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.mutants.changes import FILES, ROOT, mutants
from tests.support.mutants.harness import KILLERS
from tests.support.scale import report_figures, scaled

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks processes and counts their threads")
EQUIVALENT = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text(encoding="utf-8"))["equivalent"]
SEED = 20_261_118


def run(results: Path, *options: str) -> list[dict[str, Any]]:
    """Run the harness and return its verdict on each mutant."""
    command = [sys.executable, "-m", "tests.support.mutants.harness", str(results), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert results.exists(), done.stdout + done.stderr
    *verdicts, end = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    assert end == {"problem": ""}
    return verdicts


def is_equivalent(name: str) -> bool:
    return any(re.fullmatch(entry["mutants"], name) for entry in EQUIVALENT)


def test_every_change_of_the_data_fails_a_test(tmp_path: Path) -> None:
    """A sample of the mutants, the same one every time; `dev.py soak mutants` runs all of them."""
    sample, jobs = scaled(150, 0), scaled(1, 2)
    options = ["--sample", str(sample), "--seed", str(SEED), "--jobs", str(jobs)]
    if sample:  # those that survive take longest: every test has to pass
        options += ["--leave-out", "|".join(entry["mutants"] for entry in EQUIVALENT)]
    verdicts = run(tmp_path / "results.jsonl", *options)
    survived = {entry["mutant"] for entry in verdicts if not entry["killed_by"]}
    killed = {entry["mutant"] for entry in verdicts} - survived
    equivalent = {name for name in survived if is_equivalent(name)}
    report_figures(
        f"{len(verdicts)} mutants of {len(FILES)} data files: {len(killed)} killed, {len(equivalent)} equivalent, "
        f"{len(survived - equivalent)} survived"
    )
    assert survived - equivalent == set()
    assert {name for name in killed if is_equivalent(name)} == set(), "these are not equivalent: a test kills them"
    assert len(verdicts) == (sample or sum(1 for _ in mutants()))


def test_every_entry_of_the_equivalent_ones_fits_a_mutant_and_says_why() -> None:
    names = [mutant.name for mutant in mutants()]
    for entry in EQUIVALENT:
        assert any(re.fullmatch(entry["mutants"], name) for name in names), entry
        assert entry["why"].endswith(".")
    # Nearly all mutants have to be killed: whatever holds for whole tables is no mutant in the first place.
    assert sum(map(is_equivalent, names)) < len(names) // 50


def test_the_harness_tells_a_killed_mutant_from_a_survivor(tmp_path: Path) -> None:
    """With a few tests only: one that plays a round kills other odds, and knows nothing of the dealer's steps."""
    tests = "tests/rules/test_cardroom_play.py::test_Pay_Tables_Criss_Cross_Paytable"
    odds, step = "cardroom-1: pay_tables.main.flush: 8*", "cardroom-1: procedure[[]1].who*"
    killed, survived = run(tmp_path / "results.jsonl", "--only", odds, step, "--tests", tests, "--jobs", "1")
    assert killed["killed_by"].startswith(tests) and killed["mutant"].endswith(".flush: 8 -> 9")
    assert survived["killed_by"] == "" and not survived["is_out_of_time"]


def test_no_killer_knows_a_hash() -> None:
    """That the hash of a file has changed says nothing about what it means."""
    files = [ROOT / path for path in KILLERS]
    files += [path for folder in files if folder.is_dir() for path in folder.rglob("*.py")]
    files += (ROOT / "tests" / "published" / "printed").glob("*.txt")
    for file in files:
        assert file.is_dir() or not re.search(r"\b[0-9a-f]{16,}\b", file.read_text(encoding="utf-8")), file
