"""`crossfelt replay`: a recorded contest of any game, played again under the rules it carries."""

from __future__ import annotations

import sys
from typing import Any

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.ruling import HOST_RULES
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, open_console, print_json, read_bytes
from crossfelt.errors import CrossfeltError, RecordError
from crossfelt.game import AUDITOR
from crossfelt.jsontext import parse_json
from crossfelt.schema import to_plain

with deferred():
    from crossfelt import catalog, record
    from crossfelt.cli.shared import drawing

DOES_NOT_HOLD = 1


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the final state as one JSON document.")
def replay(file: str, as_json: bool) -> None:
    """Replay a recorded round or match and say whether every step holds.

    FILE is a record, such as deal --save or king play --record writes; - reads stdin.
    """
    data = parse_json(read_bytes(file, MOST_RECORD_BYTES))
    try:
        contest = catalog.replay_record(data)
    except RecordError as error:
        if not record.is_record(data):
            raise
        print(f"does not replay: {error}", file=sys.stderr)
        raise click.exceptions.Exit(DOES_NOT_HOLD) from None
    view = contest.view(AUDITOR)
    if as_json:
        print_json(to_plain(view))
        return
    console = open_console()
    load_report = catalog.KITS[contest.game.name].load_report
    if load_report is None:
        console.print(f"The record holds: {len(contest.steps)} steps.")
    else:
        console.print(load_report()(drawing.Pencil.for_console(console), contest, view))
    if _host_rules(data):
        console.print(f"\n{HOST_RULES}")


def _host_rules(data: Any) -> bool:
    """Whether the log that proves a record says that the host rules at its table. A proof isn't checked here, so
    anything may be in its place."""
    try:
        entries = data["proof"]["log"]["entries"]
        opened: list[Any] = [parse_json(entry["body"]) for entry in entries if entry["kind"] == "round_opened"]
        return any(body["host_rules"] is True for body in opened)
    except (AttributeError, LookupError, TypeError, CrossfeltError):
        return False
