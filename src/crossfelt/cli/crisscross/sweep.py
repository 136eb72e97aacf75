"""`crossfelt sweep`: compare rule variations, strategies and numbers of seats, exactly or by simulation."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.shared.answers import OutFile, csv_files, csv_option, give_answer
from crossfelt.cli.shared.cluster import chosen_fleet, cluster_option
from crossfelt.cli.shared.file_kinds import SWEEP, refuse_other_content
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import WORKERS
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import command_line
from crossfelt.cli.shared.streams import STDIN, read_bytes, refuse_unwritable

with deferred():
    from crossfelt.analysis import report_header
    from crossfelt.cli.shared import drawing
    from crossfelt.simulation import csv_tables, sweep_file
    from crossfelt.simulation import sweep as sweeps

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--workers",
    type=WORKERS,
    metavar="N",
    help="Number of threads or processes.  [default: one per processor]",
)
@cluster_option
@click.option("--out", metavar="FILE", help="Write a CSV file with one row per combination.")
@csv_option
@json_option
@without_collection()
def sweep(file: str, workers: int | None, cluster: str | None, out: str | None, csv: str | None, as_json: bool) -> None:
    """Compare rule variations, strategies and numbers of seats.

    FILE is a TOML file with a list or a grid of rule variations (- for stdin); crossfelt examples has one. Every
    combination with a strategy and a number of seats is solved exactly, simulated, or both. The same file gives the
    same figures on any number of workers and machines.
    """
    if out is not None:
        refuse_unwritable("--out", out, (".csv",))
    folder = Path() if file == STDIN else Path(file).parent
    content = read_bytes(file)
    refuse_other_content(content, SWEEP)
    planned = sweep_file.parse_sweep(content, lambda name: read_bytes(str(folder / name)))
    with chosen_fleet(cluster, workers) as fleet, progress_bar(f"{len(planned.cells):,} combinations") as report:
        spread = None if fleet is None else fleet.in_order
        cells = list(sweeps.run_sweep(planned, workers or os.cpu_count() or 1, report, spread))
    named = (cell.variation.rules.named for cell in planned.cells)
    header = report_header.header_of_several(named, command_line())
    files = [] if out is None else [OutFile(out, lambda: sweeps.csv_text(cells).encode())]
    files += csv_files(csv, header, lambda: csv_tables.sweep_tables(cells))
    document = sweeps.sweep_document(cells)
    give_answer(header, document, lambda console: _show(console, cells, planned), as_json=as_json, files=files)


def _show(console: Console, cells: list[dict[str, Any]], planned: sweeps.Sweep) -> None:
    columns = ["rules", "strategies", ">seats"]
    columns += [">exact net", ">house edge"] if planned.is_exact else []
    columns += [">simulated net", ">standard error"] if planned.is_simulated else []
    table = drawing.plain_table(*columns)
    for cell in cells:
        row: list[RenderableType] = [cell["name"], sweeps.strategy_words(cell["strategies"]), str(cell["seats"])]
        if planned.is_exact:
            value = cell["exact"]["value"]
            row += [drawing.won_or_lost(f"{value:+.5f}"), f"{-50 * value:.3f}%"]
        if planned.is_simulated:
            error = cell["standard_error"]
            row += [drawing.won_or_lost(f"{cell['mean']:+.5f}"), "-" if error is None else f"{error:.5f}"]
        table.add_row(*row)
    title = f"Net antes per seat per round: {len(cells):,} {'combination' if len(cells) == 1 else 'combinations'}"
    console.print(drawing.section(title, table))
    if planned.is_exact:
        console.print("\nThe house edge is in % of both antes.")
    if planned.is_simulated:
        console.print(f"\nSimulated: {cells[0]['rounds']:,} rounds of each combination, seed {cells[0]['seed']}.")
