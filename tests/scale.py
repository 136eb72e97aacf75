"""How large the large counts of the tests are.

A count that would take minutes is written `scaled(quick, full)`. Every run uses the quick one; `dev.py soak PART`
sets `CROSSFELT_SCALE=full` and so takes the full one, and keeps what the tests tell it they have done.
"""

from __future__ import annotations

import os
from pathlib import Path

SCALE = os.environ.get("CROSSFELT_SCALE", "quick")
assert SCALE in ("quick", "full"), f"CROSSFELT_SCALE is {SCALE!r}: write quick or full"


def scaled(quick: int, full: int) -> int:
    """The count to use in this run."""
    return full if SCALE == "full" else quick


def told(figures: str) -> None:
    """Says what a test has done, in a few words: printed, and kept for the table of results where `dev.py soak` asks
    for it by naming a file in `CROSSFELT_TOLD`."""
    print(figures)
    path = os.environ.get("CROSSFELT_TOLD")
    if path:
        # One short write to the end of a file, so that lines of several processes do not mix.
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(figures + "\n")
