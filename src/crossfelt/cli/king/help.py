"""What the game answers to somebody who types `help` during a match."""

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
Fill the 24 empty squares, one card a roll. Each column, row and diagonal is a
poker hand; in each of its hands the King takes whatever suit serves best.
  b4      places the card on column b, row 4; a placed card stays
  b4 7s   where a roll is wild: the square and the card that it becomes,
          which keeps the rolled value or the rolled suit
  hint    the best squares, what they are worth and why
  sheet   the sheets as they are
  quit    ends the match; a record that was asked for is written
A square shows its name where the roll may go, and a cross where a line
through it already holds the same card. Points stand beside their lines."""

SEVERAL_HELP = "leave gives up your sheet: the table places for you, and the others play on."

ROLL_HELP = """\
Roll both dice and type the faces, such as 7 3, or the card, such as 7d.
d12: 1 is the ace, 11 the jack, 12 the queen. d4: 1 hearts, 2 clubs, 3 diamonds,
4 spades. Hints and sheets come after the roll; quit ends the match."""


def help_text(rules: MatchRules) -> Group:
    """What to type and what each hand scores, and with bonus points what each achievement asks for."""
    parts: list[RenderableType] = [Text(HELP if rules.mode == "solo" else f"{HELP}\n{SEVERAL_HELP}")]
    chart = ", ".join(f"{words(name)} {points}" for name, points in rules.score_card.chart.items() if points)
    parts.append(Text(f"Points: {chart}."))
    if rules.bonus:
        table = plain_table("achievement", ">points", "for")
        for entry in rules.score_card.achievements.values():
            table.add_row(entry.title, str(entry.points), asked(entry))
        parts += [Text(), table]
    return Group(*parts)


def asked(entry: Achievement) -> str:
    """What an achievement asks for, in the words of the printed sheet but for what only paper shows."""
    pieces = [
        piece if isinstance(piece, str) else piece["value"] + piece["suit"][0] for piece in king_sheet.statement(entry)
    ]
    names = " ".join(map(square_name, entry.squares))
    return "".join(pieces).replace("squares with a dot", f"squares {names}").replace("\N{NO-BREAK SPACE}", " ")
