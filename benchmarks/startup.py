"""What a user waits for before anything happens: `crossfelt --help` against a Python that does nothing.

Processor time of whole processes, run as `python -m crossfelt --help` and `python -c pass`.
"""

from __future__ import annotations

import resource
import subprocess
import sys

from benchmarks.harness import Result

PACKAGES = ("click", "rich")
"""What the figures depend on."""


def run(full: bool) -> list[Result]:
    """One row; the processes take turns."""
    commands = {"ours": ["-m", "crossfelt", "--help"], "bare": ["-c", "pass"]}
    best = dict.fromkeys(commands, float("inf"))
    what, peer = "crossfelt --help", "python -c pass"
    for _ in range(20 if full else 5):
        for name, arguments in commands.items():
            seconds, status = _child_seconds([sys.executable, *arguments])
            if status != 0:
                note = f"python {' '.join(arguments)} ends with status {status}"
                return [Result(what, "s", None, peer, None, most=0.4, note=note)]
            best[name] = min(best[name], seconds)
    return [Result(what, "s", best["ours"], peer, best["bare"], most=0.4)]


def _child_seconds(command: list[str]) -> tuple[float, int]:
    """Processor time of one child process, with what it took to start it, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, capture_output=True, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, status
