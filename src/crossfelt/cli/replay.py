"""`crossfelt replay`: play a recorded contest again under the rules in its record."""

from __future__ import annotations

import sys
from typing import Any

import click

from crossfelt.cli.shared.file_kinds import naming_other_kinds, refuse_no_record
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.ruling import HOST_RULES
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, open_console, print_json, read_bytes
from crossfelt.errors import CrossfeltError, RecordError
from crossfelt.game import AUDITOR
from crossfelt.jsontext import parse_json
from crossfelt.schema import to_plain

with deferred():
    from crossfelt import catalog
    from crossfelt.cli.shared import drawing

DOES_NOT_HOLD = 1


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the final state as one JSON document.")
def replay(file: str, as_json: bool) -> None:
    """Replay a recorded round or match step by step, and check every step.

    FILE is a record, such as deal --save or king play --record writes; - reads stdin. The exit status is 1 when the
    rules don't allow a step.
    """
    content = read_bytes(file, MOST_RECORD_BYTES)
    with naming_other_kinds(content):
        data = parse_json(content)
    refuse_no_record(data)
    try:
        contest = catalog.replay_record(data)
    except RecordError as error:
        print(f"Record invalid: {error}", file=sys.stderr)
        raise click.exceptions.Exit(DOES_NOT_HOLD) from None
    view = contest.view(AUDITOR)
    if as_json:
        print_json(to_plain(view))
        return
    console = open_console()
    load_report = catalog.KITS[contest.game.name].load_report
    if load_report is None:
        console.print(f"Record valid: {len(contest.steps)} steps.")
    else:
        console.print(load_report()(drawing.Pencil.for_console(console), contest, view))
    if _host_rules(data):
        console.print(f"\n{HOST_RULES}")


def _host_rules(data: Any) -> bool:
    """Whether the log in the proof says that the host rules at the table. The proof isn't checked here, so it may be
    anything."""
    try:
        entries = data["proof"]["log"]["entries"]
        opened: list[Any] = [parse_json(entry["body"]) for entry in entries if entry["kind"] == "round_opened"]
        return any(body["host_rules"] is True for body in opened)
    except (AttributeError, LookupError, TypeError, CrossfeltError):
        return False
