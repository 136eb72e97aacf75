"""`crossfelt king hint`: a sheet and a roll in, the worth of every legal placement out."""

from __future__ import annotations

import click

from crossfelt.cards import card_name
from crossfelt.cli.king.score_cards import choose_score_card, option_option
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json, read_bytes
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt.cli.king import board, hint_table
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import casefile, scoring
    from crossfelt.kingmind import documents, hints


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--bonus", is_flag=True, help="Bonus mode, whatever the file says.")
@option_option
@json_option
def hint(file: str, bonus: bool, option: tuple[str, ...], as_json: bool) -> None:
    """Say what each legal square is worth for a roll.

    FILE is JSON with the grid, null for an empty square, and the roll; - reads stdin.
    """
    score_card = choose_score_card(option)
    sheet, rolled, says_bonus = casefile.read_position(parse_json(read_bytes(file)), score_card)
    with_bonus = bonus or says_bonus
    with progress_bar("weighing every square"):
        found = hints.hints(score_card, with_bonus, sheet, rolled)
    if as_json:
        print_json(documents.hint_document(score_card, with_bonus, sheet, rolled, found))
        return
    console = open_console()
    pencil = drawing.Pencil.for_console(console)
    made = [scoring.made_hand(sheet.line(number)).slug for number in range(12)]
    marked = {entry.square for entry in found}
    console.print(board.playing_sheet(pencil, sheet.grid(), made, score_card.chart, marked))
    wild = " It fits nowhere, so it is wild." if sheet.is_wild(rolled) else ""
    console.print(pencil.name(card_name(rolled)), f"was rolled.{wild}\n")
    console.print(hint_table.hint_table(pencil, found))
    if len(found) > 1:
        console.print()
        console.print(hint_table.legend(reason for entry in found for reason in entry.reasons))
