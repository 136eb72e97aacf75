"""`crossfelt king score`: full sheets in, every hand and achievement out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.king.score_cards import choose_card, option_option, scoring_option
from crossfelt.cli.shared.cases import Result, answer_cases, read_cases
from crossfelt.cli.shared.streams import STDIN, read_bytes
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crossfelt.cli.shared.pencil import Pencil


@click.command()
@click.argument("file", metavar="FILE")
@scoring_option
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one document, or one a line.")
def score(file: str, scoring: str | None, option: tuple[str, ...], as_json: bool) -> None:
    """Score full sheets: twelve hands, achievements, total.

    FILE is JSON or JSON Lines; - reads stdin.
    """
    from crossfelt.kingcross.casefile import score_case

    if scoring == STDIN and file == STDIN:
        raise BadInput("the sheets and --scoring cannot both come from stdin")
    score_card = choose_card(option, scoring)
    cases = read_cases(read_bytes(file))
    answer_cases(cases, lambda data: score_case(data, score_card), _draw, as_json=as_json)


def _draw(pencil: Pencil, data: dict[str, Any], result: Result) -> Iterator[RenderableType]:
    from crossfelt.cli.king.drawing import drawn_sheet, score_table

    yield drawn_sheet(pencil, data["grid"])
    yield score_table(result)
