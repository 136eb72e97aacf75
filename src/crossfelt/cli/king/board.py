"""Sheets for people: finished ones, and while they are played with the squares that are open or closed to a roll."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.text import Text

from crossfelt.cli.shared.pencil import Pencil
from crossfelt.kingcross.sheet import SIDE, square_name

_CELL = 6
_FINISHED_CELL = 5


def finished_sheet(pencil: Pencil, grid: Sequence[Sequence[str]]) -> Text:
    """Five rows of cards with columns a to e, rows 1 to 5, and the numbers 1 to 12 beside their lines."""
    flat, side, crossing = ("-", "|", "+") if pencil.is_ascii else ("─", "│", "┼")
    margin = "    "
    edge = Text(side)
    rule = Text(margin + crossing + crossing.join([flat * _FINISHED_CELL] * SIDE) + crossing)
    lines = [Text(margin + " " + " ".join(letter.center(_FINISHED_CELL) for letter in "abcde")), rule]
    for row, cards in enumerate(grid):
        cells = [_card(pencil, card, _FINISHED_CELL) for card in cards]
        lines += [Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + _row_number(row), rule]
    feet = " ".join(str(number).center(_FINISHED_CELL) for number in range(1, SIDE + 1))
    lines.append(Text(f" 12  {feet}  11", "dim"))
    return Text("\n").join(lines)


def playing_sheet(
    pencil: Pencil,
    grid: Sequence[Sequence[str | None]],
    made: Sequence[str],
    chart: Mapping[str, int],
    marked: Collection[int] | None = None,
) -> Text:
    """Five rows of squares, what each row makes at its right, columns and diagonals below, with points so far.

    With `marked`, an empty square shows its name where the roll may go and a cross where it may not.
    """
    edge = Text("|" if pencil.is_ascii else "│")
    lines = [Text("     " + " ".join(letter.center(_CELL) for letter in "abcde").rstrip())]
    for row, cards in enumerate(grid):
        cells = [_cell(pencil, SIDE * row + column, card, marked) for column, card in enumerate(cards)]
        lines.append(_rule(pencil, "├┼┤" if row else "┌┬┐"))
        lines.append(
            Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + _row_number(row) + _worth(made[SIDE + row], chart)
        )
    lines.append(_rule(pencil, "└┴┘"))
    return Text("\n").join([*lines, *_feet(made, chart)])


def words(name: str) -> str:
    """The name of a hand or an achievement for people: `three of a kind` for `three_of_a_kind`."""
    return name.replace("dead_mans", "dead man's").replace("_", " ")


def _cell(pencil: Pencil, square: int, card: str | None, marked: Collection[int] | None) -> Text:
    if card is not None:
        return _card(pencil, card, _CELL)
    if marked is None:
        text = Text(" ")
    elif square in marked:
        text = Text(square_name(square), "cyan")
    else:
        text = Text("x" if pencil.is_ascii else "×", "dim")
    text.align("center", _CELL)
    return text


def _card(pencil: Pencil, card: str, width: int) -> Text:
    text = Text("K", "bold") if card == "K" else pencil.name(card)
    text.align("center", width)
    return text


def _row_number(row: int) -> Text:
    return Text(f"  line {row + 6}", "dim")


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
