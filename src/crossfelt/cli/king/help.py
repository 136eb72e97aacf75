"""The help that a player gets during a match by typing `help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from crossfelt.cli.shared.drawing import plain_table
from crossfelt.cli.shared.lazy import deferred
from crossfelt.kingcross.scorecard import words
from crossfelt.kingcross.sheet import square_name

with deferred():
    from crossfelt.printing import king_sheet

if TYPE_CHECKING:
    from crossfelt.kingcross.rules import MatchRules
    from crossfelt.kingcross.scorecard import Achievement

HELP = """\
Fill the 24 empty squares, one card per roll. Each column, row and diagonal is
a poker hand. The King in the middle counts as the best suit for each hand.
  b4      place the card in column b, row 4; placed cards don't move
  b4 7s   for a wild roll: the square and the card that it becomes, which keeps
          the rolled value or the rolled suit
  hint    the best squares, with their expected scores and why
  sheet   show the sheets
  quit    leave the match; --record saves it
A square shows its name if the roll may go there, and a cross if a line through
it already has the same card. Points are beside the lines."""

SEVERAL_HELP = "leave   give up your sheet; the table places for you and the others continue"

ROLL_HELP = """\
Roll both dice and type the faces, such as 7 3, or the card, such as 7d.
d12: 1 is the ace, 11 the jack, 12 the queen. d4: 1 hearts, 2 clubs, 3 diamonds,
4 spades. Type hint or sheet after the roll; quit leaves the match."""


def help_text(rules: MatchRules) -> Group:
    """Explain what to type, what each hand scores and, in bonus mode, each achievement."""
    parts: list[RenderableType] = [
        Text(HELP if rules.mode == "solo" else HELP.replace("  quit ", f"  {SEVERAL_HELP}\n  quit "))
    ]
    chart = ", ".join(f"{words(name)} {points}" for name, points in rules.score_card.chart.items() if points)
    parts.append(Text(f"Points: {chart}."))
    if rules.bonus:
        table = plain_table("achievement", ">points", "for")
        for entry in rules.score_card.achievements.values():
            table.add_row(entry.title, str(entry.points), asked(entry))
        parts += [Text(), table]
    return Group(*parts)


def asked(entry: Achievement) -> str:
    """Return the condition of an achievement as the printed sheet puts it, with squares by name instead of dots."""
    pieces = [
        piece if isinstance(piece, str) else piece["value"] + piece["suit"][0] for piece in king_sheet.statement(entry)
    ]
    names = " ".join(map(square_name, entry.squares))
    return "".join(pieces).replace("squares with a dot", f"squares {names}").replace("\N{NO-BREAK SPACE}", " ")
