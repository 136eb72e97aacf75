"""`crossfelt king hint`: a sheet and a roll in, the worth of every legal placement out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.king.score_cards import choose_card, option_option
from crossfelt.cli.shared.streams import json_text, open_console, read_bytes
from crossfelt.errors import BadInput, CardError, CaseError

if TYPE_CHECKING:
    from crossfelt.cards import Card
    from crossfelt.fields import Fields
    from crossfelt.kingcross.scorecard import ScoreCard
    from crossfelt.kingcross.sheet import Sheet
    from crossfelt.kingmind.hints import Hint


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--bonus", is_flag=True, help="Bonus mode, whatever the file says.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def hint(file: str, bonus: bool, option: tuple[str, ...], as_json: bool) -> None:
    """Say what each legal square is worth for a roll.

    FILE is JSON with the grid, null for an empty square, and the roll; - reads stdin.
    """
    from crossfelt.jsontext import parse_json

    score_card = choose_card(option)
    sheet, rolled, says_bonus = read_position(parse_json(read_bytes(file)), score_card)
    with_bonus = bonus or says_bonus
    from crossfelt.cli.crisscross.scheme import progress_bar
    from crossfelt.kingmind.hints import hints

    with progress_bar("weighing every square"):
        found = hints(score_card, with_bonus, sheet, rolled)
    if as_json:
        print(json_text(hint_document(score_card, with_bonus, sheet, rolled, found)))
        return
    from crossfelt.cards import card_name
    from crossfelt.cli.king.board import playing_sheet
    from crossfelt.cli.king.hint_table import hint_table
    from crossfelt.cli.shared.pencil import Pencil
    from crossfelt.kingcross.scoring import made_hand

    console = open_console()
    pencil = Pencil.for_console(console)
    made = [made_hand(sheet.line(number)).slug for number in range(12)]
    marked = {entry.square for entry in found}
    console.print(playing_sheet(pencil, sheet.grid(), made, score_card.chart, marked))
    wild = " It fits nowhere, so it is wild." if sheet.is_wild(rolled) else ""
    console.print(pencil.name(card_name(rolled)), f"was rolled.{wild}\n")
    console.print(hint_table(pencil, found))


def hint_document(
    score_card: ScoreCard, bonus: bool, sheet: Sheet, rolled: Card, found: tuple[Hint, ...]
) -> dict[str, Any]:
    """Advice as plain data, the best placement first."""
    from crossfelt.cards import card_name
    from crossfelt.kingcross.sheet import square_name
    from crossfelt.plain import to_plain

    return {
        "roll": card_name(rolled),
        "is_wild": sheet.is_wild(rolled),
        "bonus": bonus,
        "best": {"square": square_name(found[0].square), "card": card_name(found[0].card), "value": found[0].value},
        "placements": [
            {
                "square": square_name(entry.square),
                "card": card_name(entry.card),
                "value": entry.value,
                "loss": entry.loss,
                "reasons": [to_plain(reason) for reason in entry.reasons],
            }
            for entry in found
        ],
        "score_card": f"{score_card.id}-{score_card.version}",
        "score_card_hash": score_card.hash,
    }


def read_position(case: object, score_card: ScoreCard) -> tuple[Sheet, Card, bool]:
    """The sheet with room on it, the roll and whether achievements count; `CaseError` lists every fault."""
    from crossfelt.fields import Fields
    from crossfelt.kingcross.dice import parse_roll

    fields = Fields(case)
    if fields.faults:
        raise CaseError(fields.faults)
    sheet = _sheet(fields, score_card)
    text = fields.text("roll")
    bonus = fields.boolean("bonus", default=False)
    fields.refuse_unknown()
    rolled = None
    try:
        rolled = parse_roll(text).card if text else None
    except CardError as error:
        fields.fault(str(error), "roll")
    if sheet is not None and sheet.is_full:
        fields.fault("is full, so that no roll can be placed", "grid")
    if fields.faults or sheet is None or rolled is None:
        raise CaseError(fields.faults or ["roll: is missing"])
    return sheet, rolled, bonus


def _sheet(fields: Fields, score_card: ScoreCard) -> Sheet | None:
    from crossfelt.kingcross.sheet import CENTRE, PRINTED_KING, SIDE, Sheet, square_card_name

    rows = fields.raw("grid")
    if not isinstance(rows, list) or [len(row) if isinstance(row, list) else 0 for row in rows] != [SIDE] * SIDE:
        fields.fault("must be a list of five rows of five, null for an empty square", "grid")
        return None
    squares: list[Card | None] = []
    for square, name in enumerate(name for row in rows for name in row):
        try:
            squares.append(_square(square, name, score_card))
        except BadInput as error:
            fields.fault(str(error), "grid")
            squares.append(None)
    squares[CENTRE] = PRINTED_KING
    sheet = Sheet(tuple(squares))
    for line, twin in sheet.twins():
        fields.fault(f"hand {line + 1} holds {square_card_name(twin)} more than once", "grid")
    return sheet


def _square(square: int, name: object, score_card: ScoreCard) -> Card | None:
    from crossfelt.cards import parse_card, rank_of
    from crossfelt.errors import describe
    from crossfelt.kingcross.sheet import CENTRE, KING_RANK, square_name

    where = square_name(square)
    if square == CENTRE:
        if name != "K":
            raise CardError(f'{where} is the centre and holds the printed King, written "K", not {describe(name)}')
        return None
    if name is None or name == "":
        return None
    try:
        found = parse_card(name)
    except CardError as error:
        raise CardError(f"{where}: {error}") from None
    if rank_of(found) == KING_RANK and not score_card.wild_may_be_king:
        raise CardError(f"{where}: {name} cannot be rolled, the dice have no king (option wild_may_be_king)")
    return found
