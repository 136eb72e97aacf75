"""Advice on a placement for people: what each square is worth, and why, in figures that add up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from crossfelt.cards import card_name
from crossfelt.cli.shared.drawing import Pencil, plain_table, won_or_lost
from crossfelt.kingcross.sheet import square_name

if TYPE_CHECKING:
    from crossfelt.analysis.king.hints import Hint
    from crossfelt.analysis.king.reasons import Kind, Reason

_FEWEST_REASONS = 2
_LARGEST_REST = 1.0
"""Reasons are told until what is left is no more points than this, or no more than a quarter of the difference: a
larger rest could turn what was told into its opposite."""
LEAST_LOSS = 0.05
"""A placement that loses less than this many points is shown as the best: it would print as 0.0."""
_TITLES: dict[Kind, str] = {
    "line": "line",
    "crossings": "crossings",
    "suits": "suits",
    "achievements": "achievements",
    "later_rolls": "later rolls",
}
_MEANINGS: dict[Kind, str] = {
    "line": "what that line may score, looked at alone",
    "crossings": "lines that cross on an empty square, where one card must serve them all",
    "suits": "lines that wait for cards of one suit, and whether they wait for the same",
    "achievements": "what is done and what is left of each",
    "later_rolls": "what the rolls to come can make of it",
}


def hint_table(pencil: Pencil, candidates: Sequence[Hint]) -> Table:
    """A table of placements, the best first, each with the score to be expected and what makes the difference to the
    best; the best itself is compared with the second."""
    table = plain_table("square", "card", ">expected", ">loss", "because")
    for number, hint in enumerate(candidates):
        loss = won_or_lost(f"{-hint.loss:+.1f}" if hint.loss >= LEAST_LOSS else "best")
        card = pencil.name(card_name(hint.card))
        table.add_row(square_name(hint.square), card, f"{hint.value:.1f}", loss, _because(hint, is_best=number == 0))
    return table


def legend(reasons: Iterable[Reason]) -> Text:
    """What the words in a table mean, for the kinds of reasons that are among these."""
    kinds = {reason.kind for reason in reasons}
    parts = [f"{_TITLES[kind]}: {meaning}" for kind, meaning in _MEANINGS.items() if kind in kinds]
    return Text(f"{'; '.join(parts)}.", "dim")


def reasons_text(reasons: Sequence[Reason], total: float) -> str:
    """The greatest reasons and the rest as one sum, in tenths of a point that add up to the rounded total."""
    parts: list[str] = []
    rest = round(total, 1)
    for reason in reasons:
        if len(parts) >= _FEWEST_REASONS and abs(rest) <= max(_LARGEST_REST, abs(total) / 4):
            break
        if round(reason.points, 1):
            parts.append(f"{_title(reason)} {reason.points:+.1f}")
            rest -= round(reason.points, 1)
    if round(rest, 1):
        parts.append(f"the rest {rest:+.1f}")
    return ", ".join(parts)


def _because(hint: Hint, is_best: bool) -> str:
    if hint.against is None:
        return "-"
    total = hint.value - hint.against.value if is_best else -hint.loss
    against = square_name(hint.against.square)
    if abs(total) < LEAST_LOSS:
        return f"worth the same as {against}"
    text = reasons_text(hint.reasons, total)
    return f"{total:+.1f} over {against}: {text}" if is_best else text


def _title(reason: Reason) -> str:
    title = _TITLES[reason.kind]
    return title if reason.line is None else f"{title} {reason.line}"
