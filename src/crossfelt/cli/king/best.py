"""`crossfelt king best`: the best sheet that 24 cards allow in hindsight."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.figures import progress_bar
from crossfelt.cli.king.cards import choose_card, option_option
from crossfelt.cli.streams import json_text, open_console, read_bytes
from crossfelt.errors import BadInput, CaseError

if TYPE_CHECKING:
    from crossfelt.cards import Card
    from crossfelt.kingcross.scorecard import ScoreCard

MOST_SECONDS = 3600.0


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--bonus", is_flag=True, help="Count the achievements.")
@click.option("--seconds", type=float, metavar="T", help="Search for so long; by default a fixed number of steps.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, help="Start of the search; 0 by default.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def best(file: str, bonus: bool, seconds: float | None, seed: int, option: tuple[str, ...], as_json: bool) -> None:
    """Find the best sheet for 24 cards in any order, with a total that no sheet of them exceeds.

    FILE is JSON with a list "cards"; - reads stdin.
    """
    if seconds is not None and not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        raise BadInput(f"--seconds: must be more than 0 and at most {MOST_SECONDS:g}")
    score_card = choose_card(option)
    cards = _read_cards(read_bytes(file))
    from crossfelt.kingmind.hindsight import best_sheet

    with progress_bar("looking for the best sheet") as report:
        found = best_sheet(score_card, bonus, cards, seconds, seed, lambda share, *_: report(share))
    document = {
        "grid": [list(row) for row in found.sheet.grid()],
        "total": found.total,
        "proven": found.is_proven,
        "bound": found.bound,
        "bonus": bonus,
        "score_card": f"{score_card.id}-{score_card.version}",
        "score_card_hash": score_card.hash,
    }
    if as_json:
        print(json_text(document))
    else:
        _draw(document, score_card)


def _read_cards(content: bytes) -> list[Card]:
    from crossfelt.cards import parse_card
    from crossfelt.errors import CardError, describe
    from crossfelt.fields import Fields
    from crossfelt.jsontext import parse_json

    fields = Fields(parse_json(content))
    names = fields.raw("cards")
    found = []
    if not fields.faults:
        if "cards" not in fields:
            fields.fault("is missing", "cards")
        elif not isinstance(names, list):
            fields.fault(f"must be a list of 24 cards, not {describe(names)}", "cards")
        else:
            for number, name in enumerate(names, start=1):
                try:
                    found.append(parse_card(name))
                except CardError as error:
                    fields.fault(f"card {number}: {error}", "cards")
        fields.refuse_unknown()
    if fields.faults:
        raise CaseError(fields.faults)
    return found


def _draw(document: dict[str, Any], score_card: ScoreCard) -> None:
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.king.drawing import drawn_sheet, score_table
    from crossfelt.kingcross.casefile import score_case

    console = open_console()
    console.print(drawn_sheet(Pencil.for_console(console), document["grid"]))
    console.print(score_table(score_case({"grid": document["grid"], "bonus": document["bonus"]}, score_card)))
    if document["proven"]:
        console.print("Proven: no sheet of these cards scores more.")
    else:
        console.print(f"The best sheet found; none of these cards scores more than {document['bound']}.")
