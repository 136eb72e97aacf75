"""`crossfelt king hint`: a sheet and a roll in, the worth of every legal placement out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.king.cards import choose_card, option_option
from crossfelt.cli.streams import json_text, open_console, read_bytes

if TYPE_CHECKING:
    from crossfelt.cards import Card
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
    from crossfelt.kingcross.casefile import read_position

    score_card = choose_card(option)
    sheet, rolled, says_bonus = read_position(parse_json(read_bytes(file)), score_card)
    with_bonus = bonus or says_bonus
    from crossfelt.cli.figures import progress_bar
    from crossfelt.kingmind.hints import hints

    with progress_bar("weighing every square"):
        found = hints(score_card, with_bonus, sheet, rolled)
    if as_json:
        print(json_text(hint_document(score_card, with_bonus, sheet, rolled, found)))
        return
    from crossfelt.cards import card_name
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.king.board import playing_sheet
    from crossfelt.cli.king.hinted import hint_table
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
