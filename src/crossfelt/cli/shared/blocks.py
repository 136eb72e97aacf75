"""Text in lines and styles with a fixed layout, such as cards.

rich lays a text out whenever it is drawn. Cards never change their shape, and thousands of rounds have many of them, so
a block is written as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.text import Text

Piece = tuple[str, str]
"""A text without line breaks, and its style, which may be empty."""
BlockLine = tuple[Piece, ...]


@dataclass(frozen=True)
class Block:
    """Lines below each other."""

    lines: tuple[BlockLine, ...]

    @cached_property
    def width(self) -> int:
        """The width of the longest line in columns."""
        return max((line_width(line) for line in self.lines), default=0)

    @property
    def plain(self) -> str:
        """The text of all lines without their styles."""
        return "\n".join("".join(text for text, _ in line) for line in self.lines)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the lines as they are, or as rich breaks them where there is too little room."""
        if self.width > options.max_width:
            yield Text("\n").join(Text.assemble(*line) for line in self.lines)
            return
        yield from self.segments(console)

    def segments(self, console: Console) -> list[Segment]:
        """Return the lines for a console that has room for them."""
        segments = []
        for line in self.lines:
            unstyled = ""
            for text, style in line:
                if style:
                    segments += [Segment(unstyled), Segment(text, console.get_style(style))]
                    unstyled = ""
                else:
                    unstyled += text
            segments.append(Segment(f"{unstyled}\n"))
        return segments

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the width of the block."""
        return Measurement(self.width, self.width)


def line_width(line: BlockLine) -> int:
    """Return the width of a line in columns."""
    return sum(cell_len(text) for text, _ in line)


def below(*blocks: Block) -> Block:
    """Put blocks below each other, the first on top."""
    return Block(tuple(line for block in blocks for line in block.lines))


def beside(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Put blocks beside each other with `gap` blanks between them; all lines are equally wide."""
    rows = []
    for lines in zip_longest(*(block.lines for block in blocks), fillvalue=()):
        row: list[Piece] = []
        for number, (line, block) in enumerate(zip(lines, blocks, strict=True)):
            blanks = block.width - line_width(line) + (gap if number < len(blocks) - 1 else 0)
            row.extend(line)
            if blanks:
                row.append((" " * blanks, ""))
        rows.append(tuple(row))
    return Block(tuple(rows))
