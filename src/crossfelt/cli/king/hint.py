"""`crossfelt king hint`: the expected score of every legal placement of a roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.cards import card_name
from crossfelt.cli.king.score_cards import choose_score_card, header_of_card, option_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.file_kinds import POSITION, naming_other_kinds
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import read_bytes
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt.analysis.king import csv_tables, documents, hints
    from crossfelt.cli.king import board, hint_table
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import casefile, scoring

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--bonus", is_flag=True, help="Bonus mode, even if the file doesn't say so.")
@option_option
@csv_option
@json_option
def hint(file: str, bonus: bool, option: tuple[str, ...], csv: str | None, as_json: bool) -> None:
    """Show the expected score of each legal square for a roll.

    FILE is a JSON object with the grid, null for an empty square, and the roll (- for stdin).
    """
    score_card = choose_score_card(option)
    content = read_bytes(file)
    with naming_other_kinds(content, POSITION):
        sheet, rolled, has_bonus = casefile.read_position(parse_json(content), score_card)
    with_bonus = bonus or has_bonus
    with progress_bar("evaluating every square"):
        hinted = hints.hints(score_card, with_bonus, sheet, rolled)

    def show(console: Console) -> None:
        pencil = drawing.Pencil.for_console(console)
        made = [scoring.made_hand(sheet.line(number)).slug for number in range(12)]
        marked = {entry.square for entry in hinted}
        console.print(board.playing_sheet(pencil, sheet.grid(), made, score_card.chart, marked))
        wild = " It fits nowhere, so it is wild." if sheet.is_wild(rolled) else ""
        console.print(pencil.name(card_name(rolled)), f"was rolled.{wild}\n")
        console.print(hint_table.hint_table(pencil, hinted))
        if len(hinted) > 1:
            console.print()
            if tied := hint_table.tied_squares(hinted):
                console.print(tied)
            console.print(hint_table.UNITS, style="dim")
            console.print(hint_table.legend(reason for entry in hinted for reason in entry.reasons))

    document = documents.hint_document(score_card, with_bonus, sheet, rolled, hinted)
    header = header_of_card(score_card)
    files = csv_files(csv, header, lambda: csv_tables.hint_tables(document))
    give_answer(header, document, show, as_json=as_json, files=files)
