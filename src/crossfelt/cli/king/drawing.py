"""The sheet and its score for people: a grid with the numbers of the hands at its edges, then what each one made."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.pencil import Pencil
from crossfelt.cli.shared.tables import plain_table
from crossfelt.kingcross.sheet import SIDE, square_name

_CELL = 5


def drawn_sheet(pencil: Pencil, grid: Sequence[Sequence[str | None]], marked: Collection[int] = ()) -> Text:
    """Five rows of cards (None is empty) with columns a to e, rows 1 to 5 and the hands 1 to 12 beside their lines.

    Squares in `marked` show their name, so that a player can see where a card may go.
    """
    flat, side, crossing = ("-", "|", "+") if pencil.is_ascii else ("─", "│", "┼")
    margin = "    "
    rule = Text(margin + crossing + crossing.join([flat * _CELL] * SIDE) + crossing)
    heading = Text(margin + " " + " ".join(letter.center(_CELL) for letter in "abcde"))
    lines = [heading, rule]
    for row, cards in enumerate(grid):
        cells = [_cell(pencil, SIDE * row + column, card, marked) for column, card in enumerate(cards)]
        edge = Text(side)
        line = Text(f"  {row + 1} ") + edge + edge.join(cells) + edge + Text(f"  hand {row + 6}", "dim")
        lines += [line, rule]
    feet = " ".join(str(number).center(_CELL) for number in range(1, SIDE + 1))
    lines.append(Text(f" 12  {feet}  11", "dim"))
    return Text("\n").join(lines)


def score_table(result: Mapping[str, Any]) -> Group:
    """The result of `king score` as a table of hands, the achievements where they count, and the total."""
    hands = plain_table(">hand", "makes", ">points")
    for line in result["lines"]:
        hands.add_row(str(line["hand"]), words(line["name"]), str(line["points"]))
    parts: list[Table | Text] = [hands]
    if result["bonus"]:
        bonus = plain_table("achievement", ">points", "how far", "hands")
        for name, points in result["achievements"].items():
            counted = result["counted"][name]
            bonus.add_row(
                words(name),
                str(points),
                f"{counted['have']} of {counted['need']}",
                ", ".join(map(str, counted["hands"])),
            )
        parts += [Text(), bonus]
    parts.append(Text(f"\nTotal {result['total']}", "bold"))
    return Group(*parts)


def words(name: str) -> str:
    """`three of a kind` for `three_of_a_kind`."""
    return name.replace("dead_mans", "dead man's").replace("_", " ")


def _cell(pencil: Pencil, square: int, card: str | None, marked: Collection[int]) -> Text:
    if card is None:
        text = Text(square_name(square), "dim") if square in marked else Text(".", "dim")
    else:
        text = Text("K", "bold") if card == "K" else pencil.name(card)
    text.align("center", _CELL)
    return text
