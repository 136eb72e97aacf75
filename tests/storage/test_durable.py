"""Acknowledged data is on disk: before each acknowledgment the system was asked to write it and has answered.

A kill can't show this, because the system keeps what a process has written. The trace of its calls can.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.scale import report_figures, scaled

ROOT = Path(__file__).resolve().parents[2]
CALL = re.compile(r"^(?P<thread>\d+) +(?P<call>write|pwrite64|fsync|fdatasync)\(\d+<(?P<file>[^>]*)>(?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<thread>\d+) +<\.\.\. (?P<call>\w+) resumed>")
SYNCS = ("fsync", "fdatasync")


@pytest.fixture
def strace() -> str:
    """The program that shows system calls; continuous integration may not be without it."""
    result = shutil.which("strace")
    if result is None:
        assert os.environ.get("CI") != "true", "strace is missing: dev.py test installs it"
        pytest.skip("there is no strace here")
    return result


def traced(strace: str, folder: Path, mode: str, count: int) -> list[str]:
    """The lines of the trace of a process that acknowledged `count` batches."""
    trace = folder / "trace.txt"
    calls = "trace=fsync,fdatasync,pwrite64,write"
    options = [strace, "-f", "-y", "-s", "24", "-e", calls, "-o", str(trace)]
    command = [sys.executable, "-m", "tests.support.storage.acknowledger", str(folder / "tables.db"), mode, str(count)]
    done = subprocess.run([*options, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"acknowledged {number}" for number in range(1, count + 1)]
    return trace.read_text().splitlines()


def not_synced(trace: list[str]) -> list[str]:
    """The acknowledgements before which the write-ahead log was not written, or was not on the disk when they were
    given. A sync counts when it has returned, and only for what was written before it began."""
    written = synced = 0
    """How many writes to the log there were, and how many of them a sync has covered."""
    begun: dict[str, tuple[str, str, int]] = {}
    """Thread -> the call that it has not come back from, its file, and the writes before it."""
    at_last_answer = 0
    results = []
    for line in trace:
        call = CALL.match(line)
        if call is not None:
            is_log = call["file"].endswith("-wal")
            if call["call"] in SYNCS and is_log:
                begun[call["thread"]] = call["call"], call["file"], written
                if "unfinished" not in line and line.endswith("= 0"):
                    synced = max(synced, written)
            elif is_log:
                written += 1
            elif '"acknowledged ' in call["rest"]:
                if written == at_last_answer or synced < written:
                    results.append(line)
                at_last_answer = written
            continue
        resumed = RESUMED.match(line)
        if resumed is not None and resumed["call"] in SYNCS and line.endswith("= 0"):
            waiting = begun.pop(resumed["thread"], None)
            synced = max(synced, waiting[2] if waiting is not None else 0)
    return results


def test_an_fsync_comes_before_every_acknowledgement(strace: str, tmp_path: Path) -> None:
    count = scaled(100, 2000)
    assert not_synced(traced(strace, tmp_path, "FULL", count)) == []
    report_figures(f"{count} acknowledgements, an fsync before each")


def test_without_full_synchronisation_the_trace_shows_it(strace: str, tmp_path: Path) -> None:
    count = scaled(100, 2000)
    assert len(not_synced(traced(strace, tmp_path, "NORMAL", count))) > 0.9 * count
