"""The time until a command starts: help and a refusal of the parser, compared with a Python that does nothing.

Processor time of whole processes, run as `python -m crossfelt ...` and `python -c pass`.
"""

from __future__ import annotations

import sys

from benchmarks.harness import Result, process_seconds

PACKAGES = ("click", "rich")
"""The packages that the figures depend on."""


COMMANDS = {"--help": 0, "king --help": 0, "solve --nothing": 2}
"""Arguments -> their exit status."""
MOST_SECONDS = 0.25


def run(full: bool) -> list[Result]:
    """Return one row for each command; the processes take turns."""
    return [_row(arguments, status, 20 if full else 5) for arguments, status in COMMANDS.items()]


def _row(arguments: str, expected: int, turns: int) -> Result:
    what, peer = f"crossfelt {arguments}", "python -c pass"
    commands = {"ours": (["-m", "crossfelt", *arguments.split()], expected), "bare": (["-c", "pass"], 0)}
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(turns):
        for name, (words, expected_status) in commands.items():
            seconds, status = process_seconds([sys.executable, *words])
            if status != expected_status:
                note = f"python {' '.join(words)} ends with status {status}"
                return Result(what, "s", None, peer, None, most=MOST_SECONDS, note=note)
            best[name] = min(best[name], seconds)
    return Result(what, "s", best["ours"], peer, best["bare"], most=MOST_SECONDS)
