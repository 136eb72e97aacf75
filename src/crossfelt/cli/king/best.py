"""`crossfelt king best`: find the best sheet for 24 cards in hindsight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cards import Card, parse_card
from crossfelt.cli.king.score_cards import choose_score_card, header_of_card, option_option
from crossfelt.cli.shared.answers import give_answer
from crossfelt.cli.shared.file_kinds import CARDS, naming_other_kinds
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SECONDS, SEED
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import read_bytes
from crossfelt.errors import CardError, CaseError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt.analysis.king import documents, hindsight
    from crossfelt.cli.king import board, score_table
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import casefile, scorecard

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--bonus", is_flag=True, help="Bonus mode: achievements count.")
@click.option(
    "--seconds",
    type=SECONDS,
    metavar="SECONDS",
    help="How long to search.  [default: a fixed number of steps, which is reproducible]",
)
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Random seed for the search.")
@option_option
@json_option
def best(file: str, bonus: bool, seconds: float | None, seed: int, option: tuple[str, ...], as_json: bool) -> None:
    """Find the best sheet for 24 cards, placed in any order.

    FILE is a JSON object with the 24 cards in a list named cards (- for stdin). The answer includes an upper bound: no
    sheet of these cards scores more.
    """
    score_card = choose_score_card(option)
    content = read_bytes(file)
    with naming_other_kinds(content, CARDS):
        cards = _read_cards(content)
    with progress_bar("searching for the best sheet") as report:
        sheet = hindsight.best_sheet(score_card, bonus, cards, seconds, seed, lambda share, *_: report(share))
    document = documents.best_document(score_card, bonus, sheet)
    give_answer(
        header_of_card(score_card), document, lambda console: _show(console, document, score_card), as_json=as_json
    )


def _read_cards(content: bytes) -> list[Card]:
    fields = Fields(parse_json(content))
    names = fields.raw("cards")
    cards = []
    if not fields.faults:
        if "cards" not in fields:
            fields.fault(FaultCode.MISSING, "is missing", "cards")
        elif not isinstance(names, list):
            message = f"must be a list of 24 cards, not {describe(names)}"
            fields.fault(FaultCode.WRONG_TYPE, message, "cards", expected="list", value=names)
        else:
            for number, name in enumerate(names, start=1):
                try:
                    cards.append(parse_card(name))
                except CardError as error:
                    fields.add(error.faults[0].prefixed(f"card {number}"), "cards")
        fields.refuse_unknown()
    if fields.faults:
        raise CaseError(fields.faults)
    return cards


def _show(console: Console, document: dict[str, Any], score_card: scorecard.ScoreCard) -> None:
    score = casefile.score_case({"grid": document["grid"], "bonus": document["bonus"]}, score_card)
    console.print(board.finished_sheet(drawing.Pencil.for_console(console), document["grid"]))
    console.print(score_table.score_table(score))
    if document["proven"]:
        console.print("Proven best: no sheet of these cards scores more.")
    else:
        console.print(f"Best sheet found. No sheet of these cards scores more than {document['bound']} points.")
