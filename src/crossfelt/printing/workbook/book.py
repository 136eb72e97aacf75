"""A workbook of labeled cells: text, inputs and formulas, each kind with its own look.

XlsxWriter writes it. A formula is stored with its result, so programs that don't calculate show it too; spreadsheets
calculate again when they open the file. The same cells give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any, Literal

from xlsxwriter import Workbook
from xlsxwriter.format import Format

MOST_EXACT = 2**53
"""Cells hold binary64 numbers, so a larger count would be rounded."""
Number = Literal["count", "odds", "bets", "antes", "percent", "exact", "dollars", "weight", "level", "text", "z"]
NUMBERS: Mapping[Number, str] = {
    "count": "#,##0",
    "odds": '[=-1]"loses";[=0]"push";#,##0',
    "bets": "#,##0;-#,##0;0",
    "antes": "#,##0.00000;-#,##0.00000;0.00000",
    "percent": "0.0000%",
    "exact": "0.000000000000",
    "dollars": '"$"#,##0.00',
    "weight": "#,##0",
    "level": "0.##%",
    "text": "General",
    "z": "0.000000",
}
FELT, QUIET, PAPER, PAY, COUNT = "#14452F", "#4A574E", "#E6EFE8", "#FFF2CC", "#DDEBF7"
ROLES: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 16, "font_color": FELT},
    "section": {"bold": True, "font_size": 12, "font_color": FELT, "bottom": 2, "bottom_color": FELT},
    "note": {"font_color": QUIET, "text_wrap": True, "valign": "top"},
    "plain": {"font_color": QUIET},
    "beside": {"font_color": QUIET, "indent": 1},
    "code": {"font_name": "Consolas", "text_wrap": True, "valign": "top"},
    "label": {"valign": "top"},
    "key": {"indent": 1},
    "above": {"font_color": QUIET, "align": "right"},
    "head": {"bold": True, "bg_color": PAPER, "text_wrap": True, "valign": "bottom", "bottom": 1},
    "head_right": {
        "bold": True,
        "bg_color": PAPER,
        "text_wrap": True,
        "valign": "bottom",
        "bottom": 1,
        "align": "right",
    },
    "pay": {"bg_color": PAY, "border": 1, "border_color": "#BF9000"},
    "count": {"bg_color": COUNT},
    "formula": {"align": "right"},
    "formula_text": {"indent": 1},
}
"""The look of a cell by what it is. Headings name inputs as such, so color is never the only sign."""
A4 = 9
LINE_HEIGHT = 15
MOST_FOOTER = 200
"""A footer takes 255 characters, its own signs included."""
MOST_ODDS = 1_000_000


class Book:
    """A workbook in memory."""

    def __init__(self, properties: Mapping[str, str], created: datetime, footer: str) -> None:
        self._buffer = BytesIO()
        self._book = Workbook(
            self._buffer,
            {"in_memory": True, "strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False},
        )
        self._book.set_properties({**properties, "created": created.replace(tzinfo=None)})
        self._footer = footer
        self._formats: dict[tuple[str, Number], Format] = {}

    def page(self, name: str, widths: Sequence[float], *, is_wide: bool = False) -> Page:
        """A new worksheet with columns of these widths in characters, printed one page wide."""
        sheet = self._book.add_worksheet(name)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.set_paper(A4)
        sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
        sheet.fit_to_pages(1, 0)
        sheet.hide_gridlines(1)
        # The page number is at the top, because a long list of changes takes the whole width of the footer.
        sheet.set_header("&R&8&A, page &P of &N")
        sheet.set_footer(f"&L&8{self._footer.replace('&', '&&')[:MOST_FOOTER]}")
        if is_wide:
            sheet.set_landscape()
        return Page(self, sheet, name, widths)

    def define(self, name: str, reference: str) -> None:
        """Name what a reference points at."""
        self._book.define_name(name, f"={reference}")

    def style(self, role: str, number: Number) -> Format:
        """The look of a kind of cell, made once."""
        if (role, number) not in self._formats:
            self._formats[role, number] = self._book.add_format({**ROLES[role], "num_format": NUMBERS[number]})
        return self._formats[role, number]

    def content(self) -> bytes:
        """The bytes of the finished file; nothing can be added afterwards."""
        self._book.close()
        return self._buffer.getvalue()


class Page:
    """One worksheet. Rows and columns count from 0."""

    def __init__(self, book: Book, sheet: Any, name: str, widths: Sequence[float]) -> None:
        self.book, self.name, self._sheet, self._widths = book, name, sheet, widths

    def section(self, row: int, title: str, columns: int) -> None:
        """Write a heading over this number of columns."""
        for column in range(columns):
            self.text(row, column, "" if column else title, "section")

    def text(self, row: int, column: int, text: str, role: str = "label") -> None:
        """Words, which never become a number or a formula."""
        self._sheet.write_string(row, column, text, self.book.style(role, "text"))

    def heads(self, row: int, *headings: str, lines: int = 2) -> None:
        """The heading of each column; `>` in front puts it flush right, over figures."""
        self._sheet.set_row(row, LINE_HEIGHT * lines)
        for column, heading in enumerate(headings):
            role = "head_right" if heading.startswith(">") else "head"
            self.text(row, column, heading.removeprefix(">"), role)

    def note(self, row: int, text: str) -> None:
        """A line in the first column that runs over the columns beside it."""
        self.text(row, 0, text, "plain")

    def count(self, row: int, column: int, value: int, number: Number = "count") -> None:
        """An exact whole number that was counted or chosen."""
        assert abs(value) <= MOST_EXACT, "a cell holds only numbers up to 2**53 exactly"
        self._sheet.write_number(row, column, value, self.book.style("count", number))

    def pay(self, row: int, column: int, value: float, number: Number = "odds") -> None:
        """A pay entry, amount or setting that a reader may change."""
        self._sheet.write_number(row, column, value, self.book.style("pay", number))

    def formula(self, row: int, column: int, formula: str, result: float | str, number: Number) -> None:
        """A formula with the result that it has for the inputs of this file."""
        role = "formula_text" if number == "text" else "formula"
        self._sheet.write_formula(row, column, f"={formula}", self.book.style(role, number), result)

    def only_odds(self, row: int, column: int, last_row: int, last_column: int) -> None:
        """Let these cells take whole odds only."""
        self._sheet.data_validation(
            *(row, column, last_row, last_column),
            {
                "validate": "integer",
                "criteria": "between",
                "minimum": -1,
                "maximum": MOST_ODDS,
                "error_title": "Odds to 1",
                "error_message": f"Enter whole odds to 1: -1 loses, 0 pushes, at most {MOST_ODDS:,}.",
            },
        )

    def only_seats(self, row: int, column: int, most: int) -> None:
        """Let this cell take a number of seats only."""
        rule = {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": most}
        message = {"error_title": "Seats", "error_message": f"Enter 1 to {most} seats."}
        self._sheet.data_validation(row, column, row, column, {**rule, **message})

    def paragraphs(self, row: int, *texts: str) -> None:
        """Texts side by side in the first columns, in a row as high as the longest needs."""
        lines = max(math.ceil(0.9 * len(text) / width) for text, width in zip(texts, self._widths, strict=False))
        self._sheet.set_row(row, LINE_HEIGHT * max(lines, 1))
        for column, text in enumerate(texts):
            self.text(row, column, text, "note")

    def break_pages(self, rows: Sequence[int]) -> None:
        """Start a new page of paper at each of these rows."""
        self._sheet.set_h_pagebreaks(list(rows))

    def freeze(self, row: int, column: int = 0) -> None:
        """Keep the rows above and the columns to the left in sight, and repeat those rows on paper."""
        self._sheet.freeze_panes(row, column)
        self._sheet.repeat_rows(0, row - 1)

    def filter(self, row: int, last_row: int, last_column: int) -> None:
        """Buttons on the headings that sort and filter the rows below."""
        self._sheet.autofilter(row, 0, last_row, last_column)

    def define(self, name: str, row: int, column: int, last_row: int | None = None) -> None:
        """Name a cell of this sheet, or a range of one column, for formulas and for people who move by name."""
        letters = column_name(column)
        rows = [f"${letters}${place + 1}" for place in ([row] if last_row is None else [row, last_row])]
        self.book.define(name, f"'{self.name}'!{':'.join(rows)}")


def column_name(column: int) -> str:
    """The letters of a column, which counts from 0.

    >>> column_name(0), column_name(26)
    ('A', 'AA')
    """
    return (column_name(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)
