"""The par sheet as a workbook."""

from __future__ import annotations

import textwrap
from datetime import UTC, datetime

from crossfelt.analysis.report_header import header_of
from crossfelt.printing.blocks import words
from crossfelt.printing.par_front import choice_in_force
from crossfelt.printing.workbook.bonus import write_bonus
from crossfelt.printing.workbook.book import Book, Page
from crossfelt.printing.workbook.pay import write_pay
from crossfelt.printing.workbook.play import Document, write_play
from crossfelt.printing.workbook.progressives import write_progressives
from crossfelt.printing.workbook.summary import write_summary
from crossfelt.printing.workbook.wagers import write_wagers
from crossfelt.rulefiles import MODIFIED

MOST_LINE = 110
"""Characters of a line above the figures, within the width of the columns."""
NOTES = (
    "Yellow cells are pay entries and settings: change them, and every figure follows.",
    "Blue cells are exact counts of best play, by the bets made and the two hands. They hold for this play only.",
    "All other numbers are formulas. Nothing that can be computed from other cells is stored as a constant.",
    "Changed odds keep the play as it is. The best play under other odds may differ: solve it with --pay.",
    "A cell holds whole numbers up to 2^53 (9,007,199,254,740,992) exactly. The largest count here is the number of "
    "all deals, 84,284,272,800, so every count is exact. Chances of progressive wagers are fractions in lowest terms.",
    "Figures agree with the exact fractions of the JSON document to 1e-9 or better.",
    "The aggregate limit is left out except in its own section of the Summary.",
    "Cells and columns have names, such as House_edge_both_antes, Bet_odds and Deals. Formulas use them.",
)


def par_xlsx(document: Document) -> bytes:
    """The workbook of a par sheet with the header of its report. The same document gives the same bytes."""
    rules, header = document["rule_book"], header_of(document)
    properties = {
        "title": _title(document),
        "subject": f"{header.title}, {header.rules}",
        "author": f"Crossfelt {header.version}",
        "keywords": rules["hash"],
        "comments": "Counts and pay entries are inputs. Every other number is a formula.",
    }
    # The date of the report, not of the moment, so that the file can be made again.
    book = Book(properties, datetime.strptime(header.date, "%Y-%m-%d").replace(tzinfo=UTC), header.footer)
    summary = book.page("Summary", [46, 31, 46])
    write_pay(book, document)
    rows = write_play(book, document)
    write_wagers(book, document, rows)
    write_bonus(book, document)
    write_progressives(book, document)
    _write_notes(book, document)
    write_summary(summary, _write_heading(summary, document), document, rows)
    return book.content()


def _write_heading(page: Page, document: Document) -> int:
    """The title and what the figures are of; returns the first free row."""
    header = header_of(document)
    lines = [
        header.title,
        header.line,
        f"Prepared by: {document['prepared_by'] or '____________________'}",
        f"Hash of the resolved rule book (SHA-256): {document['rule_book']['hash']}",
        "Best play over every deal. The unit is one ante; a round stakes two.",
        "Yellow: inputs to change. Blue: exact counts. Everything else is a formula.",
    ]
    page.text(0, 0, _title(document), "title")
    # A longer line would make the whole sheet smaller on paper, where it is fitted to the width of a page.
    shown = [part for line in lines for part in textwrap.wrap(line, MOST_LINE, break_on_hyphens=False)]
    for row, line in enumerate(shown, 1):
        page.note(row, line)
    return len(shown) + 2


def _title(document: Document) -> str:
    return f"Par sheet: Criss Cross Poker{f' ({MODIFIED})' if header_of(document).modified else ''}"


def _write_notes(book: Book, document: Document) -> None:
    rules = document["rule_book"]
    page = book.page("Notes", [34, 100])
    page.text(0, 0, "Notes", "title")
    row = _section(page, 2, "How to read this workbook", [(f"{number}.", note) for number, note in enumerate(NOTES, 1)])
    row = _section(page, row, "Reproducing these figures", [("As JSON, with exact fractions", document["reproduce"])])
    meanings = rules["choices_say"]
    choices = [
        (words(name.removesuffix("_cents")).capitalize(), f"{choice_in_force(rules, name)}. {meanings[name]}")
        for name in rules["choices"]
    ]
    row = _section(page, row, "Choices in force", choices)
    readings = [(f"{entry['id']} {entry['title']}", entry["says"]) for entry in document["readings"]]
    _section(page, row, "Interpretations relied on", readings)


def _section(page: Page, row: int, title: str, entries: list[tuple[str, str]]) -> int:
    page.section(row, title, 2)
    for place, (name, text) in enumerate(entries, row + 1):
        page.paragraphs(place, name, text)
    return row + len(entries) + 2
