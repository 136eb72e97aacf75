"""`crossfelt king sheet`: score sheets to print, empty or filled with finished games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from crossfelt.cli.king.score_cards import choose_score_card, option_option
from crossfelt.cli.shared.cases import Entry, read_cases
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, read_bytes, refuse_unwritable, replace_file
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import record as records
    from crossfelt.kingcross import casefile, grid, scorecard
    from crossfelt.kingcross import match as matches
    from crossfelt.printing import king_sheet

if TYPE_CHECKING:
    from crossfelt.printing.king_sheet import Form, PerPage

SUFFIXES = (".pdf", ".svg", ".png")
MOST_SHEETS = 400
"""Finished games in one file; typesetting each takes a twentieth of a second or more."""


@click.command()
@click.option("--out", metavar="FILE", required=True, help="File to write: FILE.pdf, FILE.svg or FILE.png.")
@click.option(
    "--version",
    type=click.Choice(["pips", "blank"]),
    default="pips",
    show_default=True,
    help="Squares with pips to fill in, or empty squares.",
)
@click.option("--per-page", type=click.Choice(["1", "2", "4"]), default="1", show_default=True, help="Sheets per page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Paper size.")
@click.option("--bonus", is_flag=True, help="Bonus mode: add the achievements.")
@click.option(
    "--filled", metavar="FILE", help="Fill in finished games: a file for king score, or match records (- for stdin)."
)
@option_option
def sheet(
    *, out: str, version: str, per_page: str, paper: str, bonus: bool, filled: str | None, option: tuple[str, ...]
) -> None:
    """Make score sheets to print, empty or filled with finished games.

    SVG and PNG files have one page, a PDF any number.
    """
    refuse_unwritable("--out", out, SUFFIXES)
    form = cast("Form", Path(out).suffix.lower().removeprefix("."))
    if bonus and filled is not None:
        raise BadInput(
            "--bonus and --filled: give only one of them; each finished game says whether it is in bonus mode"
        )
    score_card = choose_score_card(option)
    sheets_on_page = cast("PerPage", int(per_page))
    layout = king_sheet.Layout(cast(Any, version), sheets_on_page, cast(Any, paper))
    sheets = (
        [king_sheet.PrintedSheet(score_card, bonus)] * sheets_on_page
        if filled is None
        else _finished(read_bytes(filled, MOST_CASES_BYTES), score_card, option)
    )
    if len(sheets) > MOST_SHEETS:
        raise BadInput(f"--filled: {len(sheets)} sheets are too many for one file: the most is {MOST_SHEETS}")
    page_count = layout.page_count(len(sheets))
    if form != "pdf" and page_count > 1:
        raise BadInput(f"--out: a .{form} file has one page, and this needs {page_count}; write a .pdf instead")
    replace_file(Path(out), king_sheet.king_sheets(sheets, layout, form)[0])
    tell_written(out)


def _finished(
    content: bytes, score_card: scorecard.ScoreCard, options: tuple[str, ...]
) -> list[king_sheet.PrintedSheet]:
    """Return every finished sheet of a file; one that can't be read refuses them all."""
    cases = read_cases(content)
    sheets: list[king_sheet.PrintedSheet] = []
    faults: list[str] = []
    for entry in cases.entries:
        try:
            sheets.extend(_sheets_of(entry, score_card, options))
        except BadInput as error:
            faults.extend(f"line {entry.line}: {fault}" if cases.is_lines else fault for fault in error.faults)
    if faults:
        raise BadInput(faults)
    return sheets


def _sheets_of(
    entry: Entry, score_card: scorecard.ScoreCard, options: tuple[str, ...]
) -> Iterator[king_sheet.PrintedSheet]:
    if entry.refusal is not None:
        raise entry.refusal
    if isinstance(entry.data, dict) and "format" in entry.data:
        yield from _sheets_of_match(entry.data, options)
        return
    bonus = casefile.score_case(entry.data, score_card)["bonus"]
    assert isinstance(entry.data, dict)
    yield king_sheet.PrintedSheet(score_card, bonus, grid.sheet_from_grid(entry.data["grid"], score_card))


def _sheets_of_match(record: dict[str, Any], options: tuple[str, ...]) -> Iterator[king_sheet.PrintedSheet]:
    if options:
        raise BadInput("--option: a match record has its own score card; leave --option out")
    match = records.replay(matches.KING_CROSS, record)
    if not match.state.is_finished:
        raise BadInput("the match isn't finished; finish it with king play --resume first")
    for seat in match.state.seats:
        name = f"Seat {seat.seat}" if len(match.seats) > 1 else ""
        yield king_sheet.PrintedSheet(match.rules.score_card, match.rules.bonus, seat.sheet, name)
