"""How things look in the terminal: cards and the cross drawn with text, and one style for all tables.

Colour only helps: rank and suit are always written, and a card that lies face down has a pattern of its own. Tables
have no frame, a rule under the heading, and are safe in 80 columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crossfelt.cards import SUIT_SYMBOLS, SUITS
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

    def row(self, cards: Sequence[str | None]) -> Text:
        """Cards side by side on three lines; None lies face down."""
        return _side_by_side(map(self._card, cards))

    def cross(self, community: Mapping[str, str | None]) -> Text:
        """The five community cards, far on top, near below, left and right as the dealer sees them.

        A place without a card stays blank.
        """
        blank = (Text(" " * _CARD_WIDTH),) * 3

        def card(place: str) -> tuple[Text, ...]:
            return self._card(community[place]) if place in community else blank

        rows = (
            (blank, card("down_far"), blank),
            (card("across_left"), card("middle"), card("across_right")),
            (blank, card("down_near"), blank),
        )
        return Text("\n").join(_side_by_side(row) for row in rows)

    def _card(self, card: str | None) -> tuple[Text, Text, Text]:
        corners, flat, side, pattern = ("++++", "-", "|", "#") if self.is_ascii else ("╭╮╰╯", "─", "│", "▒")
        inside = _CARD_WIDTH - 2
        face = Text(pattern * inside, "dim") if card is None else self.name(card)
        face.align("center", inside)
        return (
            Text(corners[0] + flat * inside + corners[1]),
            Text().join([Text(side), face, Text(side)]),
            Text(corners[2] + flat * inside + corners[3]),
        )


def _side_by_side(cards: Iterable[tuple[Text, ...]]) -> Text:
    return Text("\n").join(Text().join(parts) for parts in zip(*cards, strict=True))


def plain_table(*columns: str, footer: bool = False) -> Table:
    """An empty table with these headings; one that starts with `>` is flush right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_footer=footer)
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
