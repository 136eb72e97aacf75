"""`crossfelt floor summary`: report on one table or all, with the expected range of the hold."""

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
"""For programs, which may compare it; people read `EXPECTED`."""
EXPECTED = (
    "The expected range is for players who make the best decision every time. Players who don't lose more, so a win "
    "above the range may come from their mistakes. Seats of one round share the cross: the range assumes that their "
    "results move together."
)


@click.command()
@click.argument("table", metavar="[TABLE]", required=False)
@click.option(
    "--all",
    "is_all",
    is_flag=True,
    help="Every table you manage; for the operator, every listed table.",
)
@click.option(
    "--confidence",
    type=SHARE,
    metavar="SHARE",
    default=CONFIDENCE,
    show_default=True,
    help="Confidence level of the expected range.",
)
@click.option("--no-band", is_flag=True, help="Leave out the expected range, which requires solving the game.")
@json_option
@connected
def summary(client: Client, table: str | None, is_all: bool, confidence: float, no_band: bool, as_json: bool) -> None:
    """Report on tables: win, hold, jackpots, ledger.

    TABLE is its id; it may be closed. The expected win on antes and bets is computed on this machine, not on the
    server.
    """
    if (table is None) != is_all:
        raise BadInput("Name a TABLE, or use --all")
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
        console.print("You don't manage any open table on this server.")
    elif any(report["band"] for report in summaries):
        console.print(f"\n{EXPECTED}")
    if len(summaries) > 1:
        win, handle = (sum(report[key] for report in summaries) for key in ("win_cents", "handle_cents"))
        console.print(f"\n{len(summaries)} tables: wagered {dollars(handle)}, won by the house {dollars(win)}")


def _report(client: Client, name: str, is_all: bool) -> dict[str, Any] | None:
    try:
        report: dict[str, Any] = client.get("tables", name, "report")
    except CrossfeltError as error:
        # With --all, tables that the guest doesn't manage are skipped.
        if is_all and "(floor_needed)" in str(error):
            return None
        raise
    return report


class _Bands:
    """Solves each rule book once, however many tables use it."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence
        self._solved: dict[str, sessions.RoundResults] = {}

    def of(self, report: dict[str, Any]) -> dict[str, Any] | None:
        """Return the expected range of a table's main game; None without wagers."""
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
