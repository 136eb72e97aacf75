"""`crossfelt king review`: what each placement of a recorded match cost, and the best sheet in hindsight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.cli.king.score_cards import header_of_card
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.file_kinds import MATCH_RECORD, naming_other_kinds
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SECONDS, WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, read_bytes
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt import record
    from crossfelt.analysis.king import csv_tables, documents, match_review
    from crossfelt.cli.king import review_report
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import match as matches

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="N", type=WholeNumber(1), help="Review only this seat.")
@click.option("--no-best", is_flag=True, help="Skip the search for the best sheet in hindsight.")
@click.option(
    "--seconds",
    metavar="SECONDS",
    type=SECONDS,
    help="How long to search for the best sheet.  [default: a fixed number of steps]",
)
@csv_option
@json_option
def review(file: str, seat: int | None, no_best: bool, seconds: float | None, csv: str | None, as_json: bool) -> None:
    """Review a finished match: points lost by each placement, luck of each roll.

    FILE is a match record, such as king play --record writes (- for stdin).
    """
    if no_best and seconds is not None:
        raise BadInput("--seconds and --no-best: give only one of them; --no-best skips the search")
    content = read_bytes(file, MOST_RECORD_BYTES)
    with naming_other_kinds(content, MATCH_RECORD):
        match = record.replay(matches.KING_CROSS, parse_json(content))
    seats = match_review.seats_to_review(match, seat, "--seat")
    with progress_bar("reviewing") as progress:
        judged = match_review.review_match(match, seats, with_best=not no_best, seconds=seconds, progress=progress)
    card = match.rules.score_card

    def show(console: Console) -> None:
        pencil = drawing.Pencil.for_console(console)
        for entry in judged:
            if len(match.seats) > 1:
                console.rule(f"Seat {entry.seat}", align="left")
            console.print(review_report.review_report(pencil, card, entry.review, entry.placed_by_table, entry.best))

    document = documents.review_document(match.rules, judged)
    header = header_of_card(card)
    files = csv_files(csv, header, lambda: csv_tables.review_tables(document))
    give_answer(header, document, show, as_json=as_json, files=files)
