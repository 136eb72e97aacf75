"""How large the large counts of the tests are.

A count that would take minutes is written `scaled(quick, full)`. Every run uses the quick one; `dev.py soak`
sets `CROSSFELT_SCALE=full` and so takes the full one.
"""

from __future__ import annotations

import os

SCALE = os.environ.get("CROSSFELT_SCALE", "quick")
assert SCALE in ("quick", "full"), f"CROSSFELT_SCALE is {SCALE!r}: write quick or full"


def scaled(quick: int, full: int) -> int:
    """The count to use in this run."""
    return full if SCALE == "full" else quick
