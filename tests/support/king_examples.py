"""A finished King Cross sheet whose score was worked out by hand, for the tests that print it."""

from __future__ import annotations

from typing import Any

ROWS = ("3h 4s 5d 6c 7c", "4s 5s 6s 7s 3c", "5c 6c K 3s 4h", "6h 7h 3h 4d 5h", "7d 7c 4s 5s 6s")
GRID: list[list[str]] = [row.split() for row in ROWS]
LINES = (
    ("straight", 100),
    ("one pair", 25),
    ("everything else", 0),
    ("straight", 100),
    ("straight", 100),
    ("straight", 100),
    ("straight", 100),
    ("everything else", 0),
    ("straight", 100),
    ("one pair", 25),
    ("everything else", 0),
    ("four of a kind", 250),
)
"""Hands 1 to 12: what each makes, and its points by the chart."""
LINE_POINTS = 900
BONUS_POINTS = 1000
"""Straight Shooter alone: six straights."""


def grid_case(**more: Any) -> dict[str, Any]:
    """The sheet as `king score` takes it."""
    return {"grid": GRID, **more}
