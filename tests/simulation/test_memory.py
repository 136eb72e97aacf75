"""Memory does not grow with the rounds: twenty times the rounds need as much of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.scale import report_figures, scaled

MEASURED = """
import resource, sys
from crossfelt.cli import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""
TOLERATED_KIB = 4 * 1024
"""Allowed difference between runs due to the allocator: less than the counts of all blocks would take."""


def peak_kib(rounds: int, folder: str) -> int:
    """Simulate this many rounds and return the peak memory."""
    words = ["simulate", "--rounds", str(rounds), "--seats", "6", "--strategy", "always-1x", "--workers", "2", "--json"]
    files = ["--checkpoint", f"{folder}/{rounds}.json", "--chart", f"{folder}/{rounds}.svg"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words, *files], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="needs the resource module")
def test_twenty_times_the_rounds_need_no_more_memory(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = str(tmp_path_factory.mktemp("memory"))
    rounds = scaled(3_000_000, 30_000_000)
    few, many = peak_kib(rounds, folder), peak_kib(20 * rounds, folder)
    report_figures(f"peak memory {few // 1024} MiB for {rounds:,} rounds, {many // 1024} MiB for {20 * rounds:,}")
    assert many - few < TOLERATED_KIB
