"""`crossfelt replay`: a recorded contest of either game, played again under the rules it carries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.streams import json_text, open_console, read_bytes
from crossfelt.errors import RecordError
from crossfelt.jsontext import parse_json

if TYPE_CHECKING:
    from rich.console import Group

    from crossfelt.games import AnyContest

DOES_NOT_HOLD = 1


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the final state as one JSON document.")
def replay(file: str, as_json: bool) -> None:
    """Replay a recorded round or match and say whether every step holds.

    FILE is a record, such as deal --save or king play --record writes; - reads stdin.
    """
    from crossfelt.game import AUDITOR
    from crossfelt.games import replay_record
    from crossfelt.plain import to_plain
    from crossfelt.record import is_record

    data = parse_json(read_bytes(file))
    try:
        contest = replay_record(data)
    except RecordError as error:
        if not is_record(data):
            raise
        print(f"does not replay: {error}", file=sys.stderr)
        raise click.exceptions.Exit(DOES_NOT_HOLD) from None
    view = contest.view(AUDITOR)
    if as_json:
        print(json_text(to_plain(view)))
        return
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.king.match_drawing import match_drawing
    from crossfelt.cli.replayed import replayed_round

    drawings: dict[str, Callable[[Pencil, AnyContest, Any], Group]] = {"table": replayed_round, "match": match_drawing}
    console = open_console()
    console.print(drawings[view.kind](Pencil.for_console(console), contest, view))
