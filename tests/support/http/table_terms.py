"""Terms of tables as they are sent over HTTP."""

from __future__ import annotations

UNTIMED_TABLE = {
    "title": "Friday",
    "game": "criss-cross",
    "table_kind": "practice",
    "rules": "maryland",
    "decision_seconds": 0,
    "betting_seconds": 0,
    "pace_ms": 0,
}
"""A practice table without clocks."""
