"""The size of large counts in tests.

A count that would take minutes is written `scaled(quick, full)`. Ordinary runs use the quick one. `dev.py soak PART`
sets `CROSSFELT_SCALE=full`, which takes the full one, and saves the figures that tests report.
"""

from __future__ import annotations

import os
from pathlib import Path

SCALE = os.environ.get("CROSSFELT_SCALE", "quick")
assert SCALE in ("quick", "full"), f"CROSSFELT_SCALE is {SCALE!r}: write quick or full"


def scaled(quick: int, full: int) -> int:
    """The count to use in this run."""
    return full if SCALE == "full" else quick


def report_figures(figures: str) -> None:
    """Print what a test has done, in a few words, and add it to the file that `dev.py soak` names in
    `CROSSFELT_FIGURES`, for the table of results."""
    print(figures)
    path = os.environ.get("CROSSFELT_FIGURES")
    if path:
        # One short write to the end of a file, so that lines of several processes do not mix.
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(figures + "\n")
