"""Hints for people: the expected score of each square, and why, in figures that add up."""

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
"""Reasons are listed until the rest is at most this many points, or at most a quarter of the difference: a larger rest
could turn the listed ones into their opposite."""
_CANCELS = 0.25
"""Two opposite reasons, each greater than the whole difference, become one if their sum is at most this share of the
smaller one: apart they would only hide what decides."""
LEAST_LOSS = 0.05
"""A placement that loses fewer points than this is shown as the best: it would print as 0.0."""
_TITLES: dict[Kind, str] = {
    "line": "line",
    "crossings": "crossings",
    "suits": "suits",
    "achievements": "achievements",
    "later_rolls": "later rolls",
}
_MEANINGS: dict[Kind, str] = {
    "line": "what that line alone can score",
    "crossings": "lines that meet on an empty square, where one card has to serve them all",
    "suits": "lines that wait for cards of one suit, and whether it is the same suit",
    "achievements": "achievements made and still possible",
    "later_rolls": "what the next rolls can do for the sheet",
}
UNITS = "Expected: the average final score after this placement, in points. Loss: points less than the best square."


def hint_table(pencil: Pencil, candidates: Sequence[Hint]) -> Table:
    """A table of placements, the best first, each with its expected score and why it differs from the best; the best
    itself is compared with the second."""
    table = plain_table("square", "card", ">expected", ">loss", "because")
    for number, hint in enumerate(candidates):
        loss = won_or_lost(f"{-hint.loss:+.1f}" if hint.loss >= LEAST_LOSS else "best")
        card = pencil.name(card_name(hint.card))
        table.add_row(square_name(hint.square), card, f"{hint.value:.1f}", loss, _because(hint, is_best=number == 0))
    return table


def tied_squares(candidates: Sequence[Hint]) -> str:
    """Return the sentence that names the squares tied for best; empty where there is only one best square."""
    tied = list(dict.fromkeys(square_name(hint.square) for hint in candidates if hint.loss < LEAST_LOSS))
    return "" if len(tied) < 2 else f"Tied for best: {', '.join(tied[:-1])} and {tied[-1]}."


def legend(reasons: Iterable[Reason]) -> Text:
    """Explain the words that are among these reasons."""
    kinds = {reason.kind for reason in reasons}
    parts = [f"{_TITLES[kind]}: {meaning}" for kind, meaning in _MEANINGS.items() if kind in kinds]
    text = "; ".join(parts)
    return Text(f"{text[:1].upper()}{text[1:]}.", "dim")


def reasons_text(reasons: Sequence[Reason], total: float) -> str:
    """Join the greatest reasons and the rest, in tenths of a point that add up to the rounded total."""
    terms = _folded([(_title(reason), round(reason.points, 1)) for reason in reasons], abs(total))
    parts: list[str] = []
    rest = round(total, 1)
    for title, points in terms:
        if len(parts) >= _FEWEST_REASONS and abs(rest) <= max(_LARGEST_REST, abs(total) / 4):
            break
        if points:
            parts.append(f"{title} {points:+.1f}")
            rest -= points
    if round(rest, 1):
        parts.append(f"the rest {rest:+.1f}")
    return ", ".join(parts)


def _folded(terms: list[tuple[str, float]], total: float) -> list[tuple[str, float]]:
    """Put terms that nearly cancel into one, the greatest first."""
    waiting, folded = list(terms), []
    while waiting:
        title, points = waiting.pop(0)
        other = next((term for term in waiting if _cancel(points, term[1], total)), None)
        if other is not None:
            waiting.remove(other)
            title, points = f"{title} and {other[0]} together", round(points + other[1], 1)
        folded.append((title, points))
    return sorted(folded, key=lambda term: -abs(term[1]))


def _cancel(points: float, other: float, total: float) -> bool:
    smaller = min(abs(points), abs(other))
    return points * other < 0 and smaller > total and abs(points + other) <= _CANCELS * smaller


def _because(hint: Hint, is_best: bool) -> str:
    if hint.against is None:
        return "-"
    total = hint.value - hint.against.value if is_best else -hint.loss
    against = square_name(hint.against.square)
    if abs(total) < LEAST_LOSS:
        return f"tied with {against}"
    text = reasons_text(hint.reasons, total)
    return f"{total:+.1f} over {against}: {text}" if is_best else text


def _title(reason: Reason) -> str:
    title = _TITLES[reason.kind]
    if reason.crossed:
        numbers = [str(number) for number in sorted(reason.crossed)]
        return f"{title} (mostly lines {', '.join(numbers[:-1])} and {numbers[-1]})"
    return title if reason.line is None else f"{title} {reason.line}"
