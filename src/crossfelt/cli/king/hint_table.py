"""Advice on a placement for people: what each square is worth, and which lines make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from crossfelt.cards import card_name
from crossfelt.cli.shared.pencil import Pencil
from crossfelt.cli.shared.tables import plain_table
from crossfelt.kingcross.sheet import square_name

if TYPE_CHECKING:
    from crossfelt.kingmind.hints import Hint, Reason

_MOST_REASONS = 3
_LEAST_LOSS = 0.05
"""A placement that loses less than this many points is shown as the best: it would print as 0.0."""
_LEAST_CHANGE = 3.0
"""Smaller changes of a line may be chance: they are estimated by playouts."""


def hint_table(pencil: Pencil, found: Sequence[Hint]) -> Table:
    """A table of placements, the best first, each with the score to be expected and the lines that it changes."""
    table = plain_table("square", "card", ">expected", ">loss", "because")
    for hint in found:
        loss = f"{hint.loss:.1f}" if hint.loss >= _LEAST_LOSS else "best"
        card = pencil.name(card_name(hint.card))
        table.add_row(square_name(hint.square), card, f"{hint.value:.1f}", loss, _because(hint.reasons))
    return table


def _because(reasons: Sequence[Reason]) -> Text:
    told = [reason for reason in reasons if abs(reason.after - reason.before) >= _LEAST_CHANGE]
    parts = [f"line {reason.line} {reason.after - reason.before:+.0f}" for reason in told[:_MOST_REASONS]]
    return Text(", ".join(parts) or "-")
