"""A sheet while it is played: cards, the squares that are open or closed to the roll, what each line makes so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.text import Text

from crossfelt.cli.drawing import Pencil
from crossfelt.cli.king.drawing import words
from crossfelt.kingcross.sheet import SIDE, square_name

_CELL = 6


def playing_sheet(
    pencil: Pencil,
    grid: Sequence[Sequence[str | None]],
    made: Sequence[str],
    chart: Mapping[str, int],
    marked: Collection[int] | None = None,
) -> Text:
    """Five rows of squares, the hand of each row at its right, of columns and diagonals below, with points so far.

    With `marked`, an empty square shows its name where the roll may go and a cross where it may not.
    """
    edge = Text("|" if pencil.is_ascii else "│")
    lines = [Text("     " + " ".join(letter.center(_CELL) for letter in "abcde").rstrip())]
    for row, cards in enumerate(grid):
        cells = [_cell(pencil, SIDE * row + column, card, marked) for column, card in enumerate(cards)]
        hand = Text(f"  hand {row + 6}", "dim")
        lines.append(_rule(pencil, "├┼┤" if row else "┌┬┐"))
        lines.append(Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + hand + _worth(made[SIDE + row], chart))
    lines.append(_rule(pencil, "└┴┘"))
    return Text("\n").join([*lines, *_feet(made, chart)])


def _cell(pencil: Pencil, square: int, card: str | None, marked: Collection[int] | None) -> Text:
    if card is not None:
        text = Text("K", "bold") if card == "K" else pencil.name(card)
    elif marked is None:
        text = Text(" ")
    elif square in marked:
        text = Text(square_name(square), "cyan")
    else:
        text = Text("x" if pencil.is_ascii else "×", "dim")
    text.align("center", _CELL)
    return text


def _rule(pencil: Pencil, corners: str) -> Text:
    left, middle, right = ("+", "+", "+") if pencil.is_ascii else (corners[0], corners[1], corners[2])
    flat = "-" if pencil.is_ascii else "─"
    return Text("    " + left + middle.join([flat * _CELL] * SIDE) + right)


def _worth(slug: str, chart: Mapping[str, int]) -> Text:
    return Text(f": {words(slug)} {chart[slug]}") if chart[slug] else Text()


def _feet(made: Sequence[str], chart: Mapping[str, int]) -> list[Text]:
    """The numbers of the columns between those of the diagonals, and below them the points of those that have some."""
    order = (11, 0, 1, 2, 3, 4, 10)
    numbers = [str(line + 1) for line in order]
    points = [str(chart[made[line]] or "") for line in order]
    return [Text(_foot(numbers), "dim"), *([Text(_foot(points))] if any(points) else [])]


def _foot(entries: Sequence[str]) -> str:
    columns = " ".join(entry.center(_CELL) for entry in entries[1:-1])
    return f"{entries[0]:>4} {columns} {entries[-1]}".rstrip()
