"""Cards and the cross, drawn with text.

Colour only helps: rank and suit are always written, and a card that lies face down has a pattern of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from crossfelt.cards import SUIT_SYMBOLS, SUITS

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
