"""`crossfelt floor summary`: the operator's report of one table or of all, with the band that the hold belongs in."""

from __future__ import annotations

from typing import Any

import click

from crossfelt.cli.floor.client import Client, connected
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SHARE
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.errors import BadInput, CrossfeltError
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import sessions
    from crossfelt.analysis.crisscross.documents import table_hold as hold_documents
    from crossfelt.cli.floor import summary_tables

CONFIDENCE = 0.99
PLAY = (
    "Expected: every player plays the main game best, as its exact solution has it. Who plays worse loses more, so "
    "that a win above the band may just be mistakes. Seats of one round share the cross: the band takes them as alike."
)


@click.command()
@click.argument("table", metavar="[TABLE]", required=False)
@click.option(
    "--all",
    "is_all",
    is_flag=True,
    help="Every table you are floor of; as the operator, every listed one.",
)
@click.option("--confidence", type=SHARE, metavar="SHARE", default=CONFIDENCE, show_default=True, help="Of the band.")
@click.option("--no-band", is_flag=True, help="Leave out what should have been won, which needs the game solved.")
@json_option
@connected
def summary(client: Client, table: str | None, is_all: bool, confidence: float, no_band: bool, as_json: bool) -> None:
    """Report on tables: win, hold, jackpots, ledger.

    TABLE is its id; it may be closed. What the table should have won on antes and bets is computed here, not by the
    server.
    """
    if (table is None) != is_all:
        raise BadInput("name one TABLE, or give --all")
    names = [table] if table is not None else [entry["table"] for entry in client.get("tables")["tables"]]
    bands = _Bands(confidence)
    summaries = []
    for name in names:
        report = _report(client, name, is_all)
        if report is not None:
            band = None if no_band else bands.of(report)
            del report["rules_document"]
            summaries.append({**report, "band": band})
    if as_json:
        print_json({"tables": summaries, "band_is_for": PLAY})
        return
    console = open_console()
    for report in summaries:
        summary_tables.show(console, report)
    if not summaries:
        console.print("You aren't floor of any open table here.")
    elif any(report["band"] for report in summaries):
        console.print(f"\n{PLAY}")
    if len(summaries) > 1:
        win, handle = (sum(report[key] for report in summaries) for key in ("win_cents", "handle_cents"))
        console.print(f"\n{len(summaries)} tables: wagered {dollars(handle)}, won by the house {dollars(win)}")


def _report(client: Client, name: str, is_all: bool) -> dict[str, Any] | None:
    try:
        report: dict[str, Any] = client.get("tables", name, "report")
    except CrossfeltError as error:
        # Among all tables, those of others are passed over.
        if is_all and "(floor_needed)" in str(error):
            return None
        raise
    return report


class _Bands:
    """Solves each rule book once, whatever number of tables is played by it."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence
        self._solved: dict[str, sessions.RoundResults] = {}

    def of(self, report: dict[str, Any]) -> dict[str, Any] | None:
        """The band of a table's main game; None where there are no wagers, or none yet."""
        main = report["main"]
        if main is None or not main["seat_rounds"]:
            return None
        return hold_documents.band_document(self._results(report), main, self.confidence)

    def _results(self, report: dict[str, Any]) -> sessions.RoundResults:
        name = report["rules_hash"]
        if name not in self._solved:
            with progress_bar("solving") as progress:
                self._solved[name] = hold_documents.solved_round(report["rules_document"], progress)
        return self._solved[name]
