"""Files are written before anything is printed: a reader who closes the pipe after one line still gets them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.cli.program import program

WRITERS = {
    "strategy --pdf": (("strategy", "--simple", "--lines", "2"), "--pdf", "card.pdf"),
    "simulate --out": (("simulate", "--rounds", "64"), "--out", "outcomes.csv"),
    "simulate --chart": (("simulate", "--rounds", "64", "--json"), "--chart", "chart.svg"),
    "session --csv": (("session", "--rounds", "10"), "--csv", "session.csv"),
    "sweep --out": (("sweep", "sweep.toml"), "--out", "cells.csv"),
    "wheel show --out": (("wheel", "show", "bonus_spin_b"), "--out", "wheel.svg"),
    "wheel meter --out": (("wheel", "meter", "bonus_spin_b", "--rate-ppm", "1"), "--out", "meter.svg"),
    "par --out": (("par", "maryland", "--samples", "0", "--json"), "--out", "par.html"),
}


@pytest.mark.parametrize(("words", "option", "file"), WRITERS.values(), ids=WRITERS.keys())
def test_a_closed_pipe_costs_no_file(words: tuple[str, ...], option: str, file: str, tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text('[[rules]]\nrules = "maryland"\n')
    command = program(*words, option, file)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
    assert process.returncode == 1, errors
    assert "error" not in errors and f"Wrote {file}" in errors
    assert (tmp_path / file).stat().st_size > 0
