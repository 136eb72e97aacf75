"""`crossfelt replay`: a recorded contest of either game, played again under the rules it carries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.ruling import HOST_RULES
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, open_console, print_json, read_bytes
from crossfelt.errors import CrossfeltError, RecordError
from crossfelt.game import AUDITOR
from crossfelt.jsontext import parse_json
from crossfelt.plain import to_plain

with deferred():
    from crossfelt import games, record
    from crossfelt.cli.crisscross import round_report
    from crossfelt.cli.king import match_report
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import RenderableType

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
        contest = games.replay_record(data)
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
    drawn_with = drawing.Pencil.for_console(console)
    reports: dict[str, Callable[..., RenderableType]] = {
        "table": round_report.round_report,
        "match": match_report.match_report,
    }
    console.print(reports[view.kind](drawn_with, contest, view))
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
