"""`crossfelt solve`: solve the main game exactly, for any pay table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import THREADS
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.report import header_for

with deferred():
    from crossfelt.analysis.crisscross import bonus as bonuses
    from crossfelt.analysis.crisscross import results, solver
    from crossfelt.analysis.crisscross.csv_tables import solution as tables
    from crossfelt.analysis.crisscross.documents import bonus as joints
    from crossfelt.analysis.crisscross.documents import solution as documents
    from crossfelt.cli.crisscross import solve_report

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@rules_option
@option_option
@pay_option
@click.option("--threads", metavar="N", type=THREADS, default=1, show_default=True, help="Number of threads.")
@click.option(
    "--joint",
    is_flag=True,
    help="Also show how each bonus bet correlates with the main game. Takes a few seconds more.",
)
@csv_option
@json_option
@without_collection()
def solve(
    *,
    rules: str,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    threads: int,
    joint: bool,
    csv: str | None,
    as_json: bool,
) -> None:
    """Solve the game exactly: house edge, volatility, folds, all 169 starting hands.

    Counts every decision over all 84,284,272,800 deals, in integers. It ignores the aggregate limit: see crossfelt cap.
    """
    analyzed = choose_rules(rules, option, pay)
    book, header = analyzed.book, header_for(analyzed.named)
    with compilation_shown():
        result = results.results(solver.solve(analyzed.scheme, threads))
        bonus = bonuses.bonus_results(book)
        together = joints.joint_documents(book, result, bonus) if joint else {}
    document = documents.solve_document(book, result, bonus, together)

    def show(console: Console) -> None:
        console.print(solve_report.report(book, header.title, result, bonus, together))

    files = csv_files(csv, header, lambda: tables.solve_tables(document))
    give_answer(header, document, show, as_json=as_json, files=files)
