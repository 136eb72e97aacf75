"""How things look in the terminal: cards and the cross drawn with text, and one style for all tables.

Colour only helps: rank and suit are always written, and a card that lies face down has a pattern of its own. Tables
have no frame, a rule under the heading, and are safe in 80 columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, TypeVar

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crossfelt.cards import SUIT_SYMBOLS, SUITS
from crossfelt.cli.shared.blocks import Block, below, beside
from crossfelt.cli.shared.quick_table import QuickTable
from crossfelt.game import Step

Action = TypeVar("Action")
Event = TypeVar("Event")

_TWO_COLOURS = {"h": "bold red", "c": "bold", "d": "bold red", "s": "bold"}
_FOUR_COLOURS = {"h": "bold red", "c": "bold green", "d": "bold blue", "s": "bold"}
_CARD_WIDTH = 6


@dataclass(frozen=True, slots=True)
class Pencil:
    """How cards are drawn: in which characters and colours."""

    is_ascii: bool = False
    four_colour: bool = False

    @classmethod
    def for_console(cls, console: Console, *, four_colour: bool = False) -> Pencil:
        """With suit symbols where the console can show them."""
        return cls(is_ascii=console.options.ascii_only, four_colour=four_colour)

    def name(self, card: str) -> Text:
        """A card in running text: `10♥`, or `Th` where there are no symbols."""
        rank, suit = card[0], card[1]
        style = (_FOUR_COLOURS if self.four_colour else _TWO_COLOURS)[suit]
        if self.is_ascii:
            return Text(card, style)
        return Text(("10" if rank == "T" else rank) + SUIT_SYMBOLS[SUITS.index(suit)], style)

    def names(self, cards: Sequence[str]) -> Text:
        """Several cards in running text, with blanks between them."""
        return Text(" ").join(self.name(card) for card in cards)

    def row(self, cards: Sequence[str | None]) -> Block:
        """Cards side by side on three lines; None lies face down."""
        return beside([_card(card, self) for card in cards])

    def cross(self, community: Mapping[str, str | None]) -> Block:
        """The five community cards, far on top, near below, left and right as the dealer sees them.

        A place without a card stays blank.
        """

        def card(place: str) -> Block:
            return _card(community[place], self) if place in community else _BLANK

        return below(
            beside([_BLANK, card("down_far"), _BLANK]),
            beside([card("across_left"), card("middle"), card("across_right")]),
            beside([_BLANK, card("down_near"), _BLANK]),
        )


_BLANK = Block((((" " * _CARD_WIDTH, ""),),) * 3)


@cache
def _card(card: str | None, pencil: Pencil) -> Block:
    """One card of three lines; None lies face down."""
    corners, flat, side, pattern = ("++++", "-", "|", "#") if pencil.is_ascii else ("╭╮╰╯", "─", "│", "▒")
    inside = _CARD_WIDTH - 2
    face = Text(pattern * inside, "dim") if card is None else pencil.name(card)
    text = face.plain.center(inside) if face.cell_len == len(face.plain) else face.plain
    return Block(
        (
            ((corners[0] + flat * inside + corners[1], ""),),
            ((side, ""), (text, str(face.style)), (side, "")),
            ((corners[2] + flat * inside + corners[3], ""),),
        )
    )


def rule(title: str, width: int, pencil: Pencil) -> Block:
    """A line across the whole width with a title in its middle."""
    flat = "-" if pencil.is_ascii else "─"
    left = flat * max((width - len(title)) // 2 - 1, 0)
    right = flat * max(width - len(left) - len(title) - 2, 0)
    return Block((((f"{left} ", "rule.line"), (title, "rule.text"), (f" {right}", "rule.line")),))


def plain_table(*columns: str, footer: bool = False) -> Table:
    """An empty table with these headings; one that starts with `>` is flush right."""
    table = QuickTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_footer=footer)
    for heading in columns:
        side: Literal["left", "right"] = "right" if heading.startswith(">") else "left"
        # A word too long for its column goes on below: an id cut short is no id.
        table.add_column(heading.removeprefix(">"), justify=side, overflow="fold")
    return table


def steps_table(steps: Iterable[Step[Action, Event]], words: Callable[[Event], str]) -> Table:
    """Every step of a recorded contest: who acted, and what happened in the words of that game."""
    table = plain_table(">step", "by", "what happened")
    for number, step in enumerate(steps, start=1):
        table.add_row(str(number), str(step.actor), "\n".join(map(words, step.events)))
    return table


def section(title: str, *parts: RenderableType) -> Group:
    """A heading in bold type with something indented below it."""
    return Group(Text(f"\n{title}", "bold"), Padding(Group(*parts), (0, 0, 0, 2)))


def percent(share: Fraction | float, digits: int = 3) -> str:
    """A share as a percentage; the heading beside it names the base."""
    return f"{100 * float(share):.{digits}f}%"
