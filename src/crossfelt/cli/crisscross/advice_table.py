"""The expected net of each action of a decision, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from crossfelt.cli.shared.drawing import PlainTable, plain_table, won_or_lost


def advice_table(values: Mapping[str, Fraction], best: str) -> PlainTable:
    """Return a row for each action, with its expected net in antes and its loss against the best one."""
    table = plain_table("action", ">expected net (antes)", ">loss", "")
    for action, value in values.items():
        loss = value - values[best]
        note = "best" if action == best else "" if loss else "tied"
        lost = won_or_lost(f"{float(loss):+.6f}") if loss else "-"
        table.add_row(action, won_or_lost(f"{float(value):+.6f}"), lost, note)
    return table
