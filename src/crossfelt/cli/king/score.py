"""`crossfelt king score`: full sheets in, every hand and achievement out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from crossfelt.cli.cases import Entry, read_cases
from crossfelt.cli.king.cards import choose_card, option_option, scoring_option
from crossfelt.cli.streams import STDIN, json_line, json_text, open_console, read_bytes
from crossfelt.errors import BadInput

Show = Callable[[Entry, dict[str, Any]], None]


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
    card = choose_card(option, scoring)
    cases = read_cases(read_bytes(file))
    show = _json_printer(cases.is_lines) if as_json else _sheet_printer(cases.is_lines)
    refused = 0
    for entry in cases.entries:
        try:
            if entry.refusal is not None:
                raise entry.refusal
            result = score_case(entry.data, card)
        except BadInput as error:
            if not cases.is_lines:
                raise
            refused += 1
            show(entry, {"error": str(error), "faults": list(error.faults), "line": entry.line})
        else:
            show(entry, result)
    if refused:
        raise BadInput(f"{refused} of {len(cases.entries)} cases refused")


def _json_printer(is_lines: bool) -> Show:
    def show(_: Entry, result: dict[str, Any]) -> None:
        print(json_line(result) if is_lines else json_text(result))

    return show


def _sheet_printer(is_lines: bool) -> Show:
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.king.drawing import drawn_sheet, score_table

    console = open_console()
    pencil = Pencil.for_console(console)

    def show(entry: Entry, result: dict[str, Any]) -> None:
        if is_lines:
            console.rule(f"line {entry.line}")
        if "error" in result:
            console.print(f"refused: {result['error']}")
        else:
            assert isinstance(entry.data, dict)
            console.print(drawn_sheet(pencil, entry.data["grid"]))
            console.print(score_table(result))

    return show
