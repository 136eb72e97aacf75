"""Drawing in the terminal: cards and the cross as text, and one style for all tables.

Color is never the only sign: rank and suit are always written, and a card that is face down has a pattern. Tables have
no frame and a rule under the heading. Cards and words stay whole however narrow the terminal is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, TypeVar

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
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
_NARROW = 64
_GAP = 3
"""The blanks between two columns of a table."""
_THIN = 12
"""The least width of a column whose texts take more than three lines."""
_LEAST_SHORTENED = 20
"""The least width of a text that may be cut and end in dots."""
_RULED_HEAD = box.Box(str(box.SIMPLE_HEAD), ascii=True)
"""A rule under the heading. It is marked as ASCII so that rich keeps it in every locale: the stream of a console turns
the rule into hyphens where it has to."""
_LONGEST_LABEL = 14
"""The widest heading beside an entry, where the rows of a table are drawn one by one; longer ones wrap."""


@dataclass(frozen=True, slots=True)
class Pencil:
    """The characters and colors in which cards are drawn."""

    is_ascii: bool = False
    four_colour: bool = False
    is_narrow: bool = False
    """Whether the terminal is too narrow for words beside a sheet."""

    @classmethod
    def for_console(cls, console: Console, *, four_colour: bool = False) -> Pencil:
        """Return the pencil for a console, with suit symbols if it can show them."""
        is_narrow = console.width < _NARROW
        return cls(is_ascii=console.options.ascii_only, four_colour=four_colour, is_narrow=is_narrow)

    def name(self, card: str) -> Text:
        """Return a card in running text: `10♥`, or `Th` in ASCII."""
        rank, suit = card[0], card[1]
        style = (_FOUR_COLOURS if self.four_colour else _TWO_COLOURS)[suit]
        if self.is_ascii:
            return Text(card, style)
        return Text(("10" if rank == "T" else rank) + SUIT_SYMBOLS[SUITS.index(suit)], style)

    def names(self, cards: Sequence[str]) -> Text:
        """Return several cards in running text."""
        return Text(" ").join(self.name(card) for card in cards)

    def row(self, cards: Sequence[str | None]) -> Block:
        """Draw cards side by side on three lines; None is face down."""
        return beside([_card(card, self) for card in cards])

    def cross(self, community: Mapping[str, str | None]) -> Block:
        """Draw the five community cards: far on top, near below, left and right as the dealer sees them.

        A place that is missing stays blank.
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
    """Draw one card on three lines; None is face down."""
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
    """Draw a line across the whole width with a title in the middle."""
    flat = "-" if pencil.is_ascii else "─"
    left = flat * max((width - len(title)) // 2 - 1, 0)
    right = flat * max(width - len(left) - len(title) - 2, 0)
    return Block((((f"{left} ", "rule.line"), (title, "rule.text"), (f" {right}", "rule.line")),))


class PlainTable(QuickTable):
    """A table in the style of all commands, with every word whole.

    Columns that are too wide together are narrowed, the widest first, but none below its longest word. Where that
    isn't enough, or leaves a long text in a thin column, rows are drawn one by one: the first entry, and under it the
    others, each after its heading. With `is_by_column`, columns are drawn one by one instead.
    """

    is_by_column = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the table, or its rows or columns one by one."""
        sizes = [_sizes(column) for column in self.columns]
        room = options.max_width - _GAP * (len(sizes) - 1)
        if sum(widest for _, widest in sizes) > room:
            widths = _shared(sizes, room)
            if widths is None and len(sizes) > 1:
                yield from self._columns_apart() if self.is_by_column else self._rows_apart()
                return
            for column, width in zip(self.columns, widths or (), strict=False):
                column.width = width
        yield from super().__rich_console__(console, options)

    def _rows_apart(self) -> RenderResult:
        title, *others = self.columns
        rows = list(zip(*map(self._entries, self.columns), strict=True))
        labels = min(_LONGEST_LABEL, max(len(str(column.header)) for column in others))
        for number, (opening, *entries) in enumerate(rows):
            if number:
                yield Text()
            name = _text(opening)
            yield Text.assemble(f"{title.header} " if name.plain.isdecimal() else "", name, style="bold")
            grid = Table.grid(Column(width=labels, style="dim"), Column(overflow="fold"), padding=(0, 2, 0, 0))
            for column, entry in zip(others, map(_text, entries), strict=True):
                if entry:
                    entry.no_wrap, entry.overflow = column.no_wrap, column.overflow
                    grid.add_row(column.header, entry)
            yield Padding(grid, (0, 0, 0, 2))

    def _columns_apart(self) -> RenderResult:
        title, *others = self.columns
        for number, column in enumerate(others):
            if number:
                yield Text()
            yield Text(str(column.header), "bold")
            grid = Table.grid(Column(), Column(justify=column.justify, overflow="fold"), padding=(0, 2, 0, 0))
            for entries in zip(self._entries(title), self._entries(column), strict=True):
                grid.add_row(*entries)
            yield Padding(grid, (0, 0, 0, 2))

    def _entries(self, column: Column) -> list[RenderableType]:
        return [*column._cells, *([column.footer] if self.show_footer else [])]


def plain_table(*columns: str, footer: bool = False) -> PlainTable:
    """Return an empty table with these headings; one that starts with `>` is flush right."""
    table = PlainTable(box=_RULED_HEAD, show_edge=False, pad_edge=False, show_footer=footer)
    for heading in columns:
        side: Literal["left", "right"] = "right" if heading.startswith(">") else "left"
        # A word too long for its column continues below: an id must stay whole.
        table.add_column(heading.removeprefix(">"), justify=side, overflow="fold")
    return table


def figures_table(rows: Iterable[tuple[str, RenderableType]], *, is_flush_right: bool = True) -> PlainTable:
    """Return a table of figures with their names at the left, and no headings."""
    table = plain_table("", ">" if is_flush_right else "")
    table.show_header = False
    for row in rows:
        table.add_row(*row)
    return table


def _sizes(column: Column) -> tuple[int, int]:
    """Return the length of the longest word of a column, and of its longest line."""
    texts = [_text(part) for part in (column.header, column.footer, *column._cells)]
    widest = max(cell_len(line) for text in texts for line in text.plain.split("\n"))
    if column.no_wrap:
        return min(widest, _LEAST_SHORTENED) if column.overflow == "ellipsis" else widest, widest
    return max((cell_len(word) for text in texts for word in text.plain.split()), default=0), widest


def _text(part: RenderableType) -> Text:
    return part if isinstance(part, Text) else Text(str(part))


def _shared(sizes: Sequence[tuple[int, int]], room: int) -> list[int] | None:
    """Return the widths of columns that fit: the widest are narrowed first, to no less than their longest word.

    Returns None where that doesn't fit, or would leave a long text in a thin column.
    """
    if sum(least for least, _ in sizes) > room:
        return None
    limit = max(widest for _, widest in sizes)
    while sum(max(least, min(widest, limit)) for least, widest in sizes) > room:
        limit -= 1
    widths = [max(least, min(widest, limit)) for least, widest in sizes]
    for number in reversed(range(len(sizes))):  # columns left over: fewer than those that were narrowed
        if widths[number] < sizes[number][1] and sum(widths) < room:
            widths[number] += 1
    is_thin = any(width < min(_THIN, widest / 3) for width, (_, widest) in zip(widths, sizes, strict=True))
    return None if is_thin else widths


def steps_table(steps: Iterable[Step[Action, Event]], words: Callable[[Event], str]) -> PlainTable:
    """Return every step of a recorded contest: who acted, and what happened in the words of that game."""
    table = plain_table(">step", "by", "what happened")
    for number, step in enumerate(steps, start=1):
        table.add_row(str(number), str(step.actor), "\n".join(map(words, step.events)))
    return table


def print_headline(console: Console, title: Text) -> None:
    """Print a title with a line after it, or over several lines where the terminal is too narrow."""
    console.print()
    if title.cell_len + _GAP > console.width:
        title.stylize("bold")
        console.print(title)
    else:
        console.rule(title, align="left")


def section(title: str, *parts: RenderableType) -> Group:
    """Return a bold heading with indented content below it."""
    return Group(Text(f"\n{title}", "bold"), Padding(Group(*parts), (0, 0, 0, 2)))


def won_or_lost(figure: str) -> Text:
    """Return a signed figure, green if it is positive and red if it is negative."""
    is_nothing = not any(digit in figure for digit in "123456789")
    return Text(figure, "" if is_nothing else {"+": "green", "-": "red"}.get(figure[:1], ""))


def percent(share: Fraction | float, digits: int = 3) -> str:
    """Return a share as a percentage; the heading beside it names the base."""
    return f"{100 * float(share):.{digits}f}%"
