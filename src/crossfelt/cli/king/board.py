"""Sheets drawn as text: finished ones, and during play with the squares that are open or closed to a roll."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.text import Text

from crossfelt.cli.shared.drawing import Pencil
from crossfelt.kingcross.scorecard import words
from crossfelt.kingcross.sheet import SIDE, square_name

_CELL = 6
_FINISHED_CELL = 5
_NARROW_CELL = 4


def finished_sheet(pencil: Pencil, grid: Sequence[Sequence[str]]) -> Text:
    """Draw five rows of cards with columns a to e, rows 1 to 5, and the number of each line beside it."""
    flat, side, crossing = ("-", "|", "+") if pencil.is_ascii else ("─", "│", "┼")
    width = _NARROW_CELL if pencil.is_narrow else _FINISHED_CELL
    margin = "    "
    edge = Text(side)
    rule = Text(margin + crossing + crossing.join([flat * width] * SIDE) + crossing)
    lines = [Text(margin + " " + " ".join(letter.center(width) for letter in "abcde")), rule]
    for row, cards in enumerate(grid):
        cells = [_card(pencil, card, width) for card in cards]
        lines += [Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + _row_number(row), rule]
    feet = " ".join(str(number).center(width) for number in range(1, SIDE + 1))
    lines.append(Text(f" 12  {feet}  11", "dim"))
    return Text("\n").join(lines)


def playing_sheet(
    pencil: Pencil,
    grid: Sequence[Sequence[str | None]],
    made: Sequence[str],
    chart: Mapping[str, int],
    marked: Collection[int] | None = None,
) -> Text:
    """Draw five rows of squares with the hands they make at the right, and columns and diagonals below with points.

    With `marked`, an empty square shows its name where the roll may go and a cross where it may not. In a narrow
    terminal the hands of the rows are listed below the sheet.
    """
    width = _NARROW_CELL if pencil.is_narrow else _CELL
    edge = Text("|" if pencil.is_ascii else "│")
    lines = [Text("     " + " ".join(letter.center(width) for letter in "abcde").rstrip())]
    worths = [_worth(slug, chart) for slug in made[SIDE : 2 * SIDE]]
    for row, cards in enumerate(grid):
        cells = [_cell(pencil, SIDE * row + column, card, marked, width) for column, card in enumerate(cards)]
        lines.append(_rule(pencil, "├┼┤" if row else "┌┬┐", width))
        worth = Text() if pencil.is_narrow else worths[row]
        lines.append(Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + _row_number(row) + worth)
    lines.append(_rule(pencil, "└┴┘", width))
    lines += _feet(made, chart, width)
    if pencil.is_narrow:
        lines += [Text(f"line {row + SIDE + 1}") + worth for row, worth in enumerate(worths) if worth]
    return Text("\n").join(lines)


def _cell(pencil: Pencil, square: int, card: str | None, marked: Collection[int] | None, width: int) -> Text:
    if card is not None:
        return _card(pencil, card, width)
    if marked is None:
        text = Text(" ")
    elif square in marked:
        text = Text(square_name(square), "cyan")
    else:
        text = Text("x" if pencil.is_ascii else "×", "dim")
    text.align("center", width)
    return text


def _card(pencil: Pencil, card: str, width: int) -> Text:
    text = Text("K", "bold") if card == "K" else pencil.name(card)
    text.align("center", width)
    return text


def _row_number(row: int) -> Text:
    return Text(f"  line {row + 6}", "dim")


def _rule(pencil: Pencil, corners: str, width: int) -> Text:
    left, middle, right = ("+", "+", "+") if pencil.is_ascii else (corners[0], corners[1], corners[2])
    flat = "-" if pencil.is_ascii else "─"
    return Text("    " + left + middle.join([flat * width] * SIDE) + right)


def _worth(slug: str, chart: Mapping[str, int]) -> Text:
    return Text(f": {words(slug)} {chart[slug]}") if chart[slug] else Text()


def _feet(made: Sequence[str], chart: Mapping[str, int], width: int) -> list[Text]:
    """Return the numbers of the columns between those of the diagonals, and below them the points that are made."""
    order = (11, 0, 1, 2, 3, 4, 10)
    numbers = [str(line + 1) for line in order]
    points = [str(chart[made[line]] or "") for line in order]
    return [Text(_foot(numbers, width), "dim"), *([Text(_foot(points, width))] if any(points) else [])]


def _foot(entries: Sequence[str], width: int) -> str:
    columns = " ".join(entry.center(width) for entry in entries[1:-1])
    return f"{entries[0]:>4} {columns} {entries[-1]}".rstrip()
