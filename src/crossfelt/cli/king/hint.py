"""`crossfelt king hint`: a sheet and a roll in, the worth of every legal placement out."""

from __future__ import annotations

import click

from crossfelt.cards import Card, card_name, parse_card, rank_of
from crossfelt.cli.king.score_cards import choose_score_card, option_option
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json, read_bytes
from crossfelt.errors import BadInput, CardError, CaseError, describe
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt.cli.king import board, hint_table
    from crossfelt.cli.shared import pencil as pencils
    from crossfelt.kingcross import dice, scorecard, scoring
    from crossfelt.kingcross import sheet as sheets
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
    sheet, rolled, says_bonus = read_position(parse_json(read_bytes(file)), score_card)
    with_bonus = bonus or says_bonus
    with progress_bar("weighing every square"):
        found = hints.hints(score_card, with_bonus, sheet, rolled)
    if as_json:
        print_json(documents.hint_document(score_card, with_bonus, sheet, rolled, found))
        return
    console = open_console()
    pencil = pencils.Pencil.for_console(console)
    made = [scoring.made_hand(sheet.line(number)).slug for number in range(12)]
    marked = {entry.square for entry in found}
    console.print(board.playing_sheet(pencil, sheet.grid(), made, score_card.chart, marked))
    wild = " It fits nowhere, so it is wild." if sheet.is_wild(rolled) else ""
    console.print(pencil.name(card_name(rolled)), f"was rolled.{wild}\n")
    console.print(hint_table.hint_table(pencil, found))


def read_position(case: object, score_card: scorecard.ScoreCard) -> tuple[sheets.Sheet, Card, bool]:
    """The sheet with room on it, the roll and whether achievements count; `CaseError` lists every fault."""
    fields = Fields(case)
    if fields.faults:
        raise CaseError(fields.faults)
    sheet = _sheet(fields, score_card)
    text = fields.text("roll")
    bonus = fields.boolean("bonus", default=False)
    fields.refuse_unknown()
    rolled = None
    try:
        rolled = dice.parse_roll(text).card if text else None
    except CardError as error:
        fields.fault(str(error), "roll")
    if sheet is not None and sheet.is_full:
        fields.fault("is full, so that no roll can be placed", "grid")
    if fields.faults or sheet is None or rolled is None:
        raise CaseError(fields.faults or ["roll: is missing"])
    return sheet, rolled, bonus


def _sheet(fields: Fields, score_card: scorecard.ScoreCard) -> sheets.Sheet | None:
    rows = fields.raw("grid")
    if (
        not isinstance(rows, list)
        or [len(row) if isinstance(row, list) else 0 for row in rows] != [sheets.SIDE] * sheets.SIDE
    ):
        fields.fault("must be a list of five rows of five, null for an empty square", "grid")
        return None
    squares: list[Card | None] = []
    for square, name in enumerate(name for row in rows for name in row):
        try:
            squares.append(_square(square, name, score_card))
        except BadInput as error:
            fields.fault(str(error), "grid")
            squares.append(None)
    squares[sheets.CENTRE] = sheets.PRINTED_KING
    sheet = sheets.Sheet(tuple(squares))
    for line, twin in sheet.twins():
        fields.fault(f"line {line + 1} holds {sheets.square_card_name(twin)} more than once", "grid")
    return sheet


def _square(square: int, name: object, score_card: scorecard.ScoreCard) -> Card | None:
    where = sheets.square_name(square)
    if square == sheets.CENTRE:
        if name != "K":
            raise CardError(f'{where} is the centre and holds the printed King, written "K", not {describe(name)}')
        return None
    if name is None or name == "":
        return None
    try:
        found = parse_card(name)
    except CardError as error:
        raise CardError(f"{where}: {error}") from None
    if rank_of(found) == sheets.KING_RANK and not score_card.wild_may_be_king:
        raise CardError(f"{where}: {name} cannot be rolled, the dice have no king (option wild_may_be_king)")
    return found
