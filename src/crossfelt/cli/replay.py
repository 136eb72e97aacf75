"""`crossfelt replay`: a recorded round, played again under the rule book it carries."""

from __future__ import annotations

import sys

import click

from crossfelt.cli.shared.streams import json_text, open_console, read_bytes
from crossfelt.errors import BadInput, RecordError
from crossfelt.jsontext import parse_json

DOES_NOT_HOLD = 1


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the final state as one JSON document.")
def replay(file: str, as_json: bool) -> None:
    """Replay a recorded round and say whether every step holds.

    FILE is a round record; - reads stdin.
    """
    from crossfelt.crisscross.export import FORMAT, replay_round
    from crossfelt.crisscross.round import CRISS_CROSS
    from crossfelt.game import AUDITOR
    from crossfelt.plain import to_plain

    data = parse_json(read_bytes(file))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"not a round record: it must be a JSON object with the format {FORMAT!r}")
    try:
        found = replay_round(data)
    except RecordError as error:
        print(f"does not replay: {error}", file=sys.stderr)
        raise click.exceptions.Exit(DOES_NOT_HOLD) from None
    view = CRISS_CROSS.view(found.state, AUDITOR)
    if as_json:
        print(json_text(to_plain(view)))
        return
    from crossfelt.cli.replayed import replayed_round
    from crossfelt.cli.shared.pencil import Pencil

    console = open_console()
    console.print(replayed_round(Pencil.for_console(console), found, view))
