"""Tables of plain text, drawn ten times as fast as rich draws them, with the same characters.

Thousands of settled rounds are thousands of tables, and rich measures, wraps and pads every cell several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import StyleType
from rich.table import Table
from rich.text import Text

GAP = 3
"""The blanks between two columns."""
_BLANKS = " " * GAP
_Cell = tuple[str, StyleType]


class QuickTable(Table):
    """A table without edges, with a rule under its heading, that is drawn fast if its cells are plain text.

    Other cells, and tables in which more than one column has to be narrowed, are left to rich.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the lines that rich would draw."""
        drawn = self._draw(console, options.max_width)
        return super().__rich_console__(console, options) if drawn is None else drawn

    def _draw(self, console: Console, room: int) -> list[Segment] | None:
        rows = self._rows()
        widths = None if rows is None else self._widths(rows, room)
        if rows is None or widths is None or self.title or self.caption or self.row_styles:
            return None
        drawn: list[Segment] = []
        for number, row in enumerate(rows):
            is_header = self.show_header and number == 0
            is_footer = self.show_footer and number == len(rows) - 1
            if is_footer:
                drawn.append(Segment(" " * (sum(widths) + GAP * (len(widths) - 1)) + "\n"))
            style = self.header_style if is_header else self.footer_style if is_footer else ""
            lines = self._lines(console, row, widths, style or "")
            if lines is None or (
                is_header and "\n" in "".join(line.text for line in lines)[:-1]
            ):  # rich sets a heading of several lines low
                return None
            drawn.extend(lines)
            if is_header:
                drawn.append(Segment("─" * (sum(widths) + GAP * (len(widths) - 1)) + "\n"))
        return drawn

    def _rows(self) -> list[list[_Cell]] | None:
        """Return heading, rows and footer as plain cells; None if one is something else."""
        columns = []
        for column in self.columns:
            parts = [*([column.header] if self.show_header else []), *column._cells]
            columns.append([_plain(part) for part in [*parts, *([column.footer] if self.show_footer else [])]])
        rows = [[cell for cell in row if cell is not None] for row in zip(*columns, strict=True)]
        return rows if all(len(row) == len(columns) for row in rows) else None

    def _widths(self, rows: Sequence[Sequence[_Cell]], room: int) -> list[int] | None:
        """Return the width of the widest line of each column; if that is too wide, the widest column is narrowed."""
        widths = [
            column.width or max(len(line) for row in rows for line in row[place][0].split("\n"))
            for place, column in enumerate(self.columns)
        ]
        room -= GAP * (len(widths) - 1)
        over = sum(widths) - room
        if over <= 0:
            return widths
        place = max(range(len(widths)), key=widths.__getitem__)
        widths[place] -= over
        column = self.columns[place]
        others = [width for number, width in enumerate(widths) if number != place]
        return None if column.width or column.no_wrap or widths[place] <= max(others, default=0) else widths

    def _lines(
        self, console: Console, row: Sequence[_Cell], widths: Sequence[int], style: StyleType
    ) -> list[Segment] | None:
        """Draw one row, in as many lines as its longest cell needs."""
        cells = [
            None if column.no_wrap and len(text) > width else _wrapped(text, width)
            for column, (text, _), width in zip(self.columns, row, widths, strict=True)
        ]
        if any(lines is None for lines in cells):
            return None
        styles = [console.get_style(style) + console.get_style(own) if style or own else None for _, own in row]
        drawn = []
        last = len(row) - 1
        for number in range(max(len(lines) for lines in cells if lines is not None)):
            unstyled = ""
            for place, (lines, column) in enumerate(zip(cells, self.columns, strict=True)):
                text = lines[number] if lines is not None and number < len(lines) else ""
                padded = text.rjust(widths[place]) if column.justify == "right" else text.ljust(widths[place])
                unstyled_end = "\n" if place == last else _BLANKS
                if styles[place] is None:
                    unstyled += padded + unstyled_end
                else:
                    drawn += [Segment(unstyled), Segment(padded, styles[place])]
                    unstyled = unstyled_end
            drawn.append(Segment(unstyled))
        return drawn


def _plain(part: RenderableType) -> _Cell | None:
    """Return a cell of one text in one style, with characters as wide as a letter; None for anything else."""
    if isinstance(part, str):
        cell: _Cell = part, ""
    elif isinstance(part, Text) and not part.spans:
        cell = part.plain, part.style
    else:
        return None
    return cell if cell[0].isascii() and "\t" not in cell[0] else None


@lru_cache(maxsize=4096)
def _wrapped(text: str, width: int) -> list[str] | None:
    """Wrap a text to this width; None where a word doesn't fit or blanks aren't single."""
    if len(text) <= width and "\n" not in text:
        return [text]
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" ") if paragraph else ():
            if not word or len(word) > width:
                return None
            if not line:
                line = word
            elif len(line) + 1 + len(word) <= width:
                line += f" {word}"
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return lines
