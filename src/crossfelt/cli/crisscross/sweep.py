"""`crossfelt sweep`: rule variations by strategies by seats, each solved exactly, simulated, or both."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.shared.cluster import chosen_fleet, cluster_option
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import STDIN, open_console, print_json, read_bytes, refuse_unwritable, replace_file

with deferred():
    from crossfelt.cli.shared import drawing
    from crossfelt.simulation import sweep as sweeps
    from crossfelt.simulation import sweep_file

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="W", help="How many work at once; all processors.")
@cluster_option
@click.option("--out", metavar="FILE", help="Write a CSV file, one row for each cell.")
@json_option
@without_collection()
def sweep(file: str, workers: int | None, cluster: str | None, out: str | None, as_json: bool) -> None:
    """Compare rule variations, strategies and numbers of seats.

    FILE is a TOML file that lists rule variations or spans a grid of them (- for stdin); `crossfelt examples` has one.
    Each is met by every strategy and number of seats: solved exactly, played by chance, or both. Net antes are of a
    seat and round. The same file gives the same figures on any number of workers and machines.
    """
    if out is not None:
        refuse_unwritable("--out", out, (".csv",))
    folder = Path() if file == STDIN else Path(file).parent
    wanted = sweep_file.parse_sweep(read_bytes(file), lambda name: read_bytes(str(folder / name)))
    with chosen_fleet(cluster, workers) as fleet, progress_bar(f"{len(wanted.cells):,} cells") as report:
        spread = None if fleet is None else fleet.in_order
        found = list(sweeps.run_sweep(wanted, workers or os.cpu_count() or 1, report, spread))
    if out is not None:
        replace_file(Path(out), _csv(sweeps.rows(found)).encode())
    if as_json:
        print_json({"cells": found})
    else:
        _show(found, wanted)


def _csv(rows: Iterable[dict[str, object]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, sweeps.COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _show(found: list[dict[str, Any]], wanted: sweeps.Sweep) -> None:
    columns = ["rules", "strategies", ">seats"]
    columns += [">exact net", ">house edge"] if wanted.is_exact else []
    columns += [">simulated net", ">standard error"] if wanted.is_simulated else []
    table = drawing.plain_table(*columns)
    for cell in found:
        row: list[RenderableType] = [cell["name"], sweeps.strategy_words(cell["strategies"]), str(cell["seats"])]
        if wanted.is_exact:
            value = cell["exact"]["value"]
            row += [drawing.won_or_lost(f"{value:+.5f}"), f"{-50 * value:.3f}%"]
        if wanted.is_simulated:
            error = cell["standard_error"]
            row += [drawing.won_or_lost(f"{cell['mean']:+.5f}"), "-" if error is None else f"{error:.5f}"]
        table.add_row(*row)
    title = f"Net antes of a seat and round: {len(found):,} {'cell' if len(found) == 1 else 'cells'}"
    console = open_console()
    console.print(drawing.section(title, table))
    if wanted.is_exact:
        console.print("\nThe house edge is in % of both antes.")
    if wanted.is_simulated:
        console.print(f"\nSimulated: {found[0]['rounds']:,} rounds of each cell, seed {found[0]['seed']}.")
