"""`crossfelt king score`: the points of every line and achievement of full sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.king.score_cards import choose_score_card, option_option, scoring_option
from crossfelt.cli.shared.cases import answer_cases, read_cases
from crossfelt.cli.shared.file_kinds import SHEET, naming_other_kinds, refuse_other_kind
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_cases_option
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, STDIN, read_bytes
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.cli.king import board, score_table
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import casefile

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command()
@click.argument("file", metavar="FILE")
@scoring_option
@option_option
@json_cases_option
def score(file: str, scoring: str | None, option: tuple[str, ...], as_json: bool) -> None:
    """Score full sheets: twelve hands, achievements, total.

    FILE is JSON or JSON Lines (- for stdin).
    """
    if scoring == STDIN and file == STDIN:
        raise BadInput("FILE and --scoring can't both be stdin: name a file for one of them")
    score_card = choose_score_card(option, scoring)
    content = read_bytes(file, MOST_CASES_BYTES)
    with naming_other_kinds(content, SHEET):
        cases = read_cases(content)

    def score_sheet(data: object) -> dict[str, Any]:
        try:
            return casefile.score_case(data, score_card)
        except BadInput:
            refuse_other_kind(data, SHEET)
            raise

    answer_cases(cases, score_sheet, _draw, as_json=as_json)


def _draw(pencil: drawing.Pencil, data: dict[str, Any], scored: dict[str, Any]) -> Iterator[RenderableType]:
    yield board.finished_sheet(pencil, data["grid"])
    yield score_table.score_table(scored)
