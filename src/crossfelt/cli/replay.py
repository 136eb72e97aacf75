"""`crossfelt replay`: a recorded round, played again under the rule book it carries."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from crossfelt.cli.streams import json_text, open_console, read_bytes
from crossfelt.errors import BadInput, RecordError
from crossfelt.jsontext import parse_json

DOES_NOT_HOLD = 1


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A round record; - reads stdin.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the final state as one JSON document.")] = False,
) -> None:
    """Replay a recorded round and say whether every step holds."""
    from crossfelt.crisscross.export import FORMAT, replay_round
    from crossfelt.crisscross.round import CRISS_CROSS
    from crossfelt.game import AUDITOR
    from crossfelt.record import to_plain

    data = parse_json(read_bytes(file))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"not a round record: it must be a JSON object with the format {FORMAT!r}")
    try:
        found = replay_round(data)
    except RecordError as error:
        print(f"does not replay: {error}", file=sys.stderr)
        raise typer.Exit(DOES_NOT_HOLD) from None
    view = CRISS_CROSS.view(found.state, AUDITOR)
    if as_json:
        print(json_text(to_plain(view)))
        return
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.replayed import replayed_round

    console = open_console()
    console.print(replayed_round(Pencil.for_console(console), found, view))
