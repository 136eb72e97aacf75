"""`crossfelt solve`: the whole game, exactly, for any pay table."""

from __future__ import annotations

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_option
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.streams import open_console, print_json

with deferred():
    from crossfelt.analysis import bonus as bonuses
    from crossfelt.analysis import results, solver
    from crossfelt.analysis.documents import bonus as joints
    from crossfelt.analysis.documents import solution as documents
    from crossfelt.cli.crisscross import solve_report


@click.command()
@rules_option
@option_option
@pay_option
@click.option("--threads", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Use so many.")
@click.option("--joint", is_flag=True, help="Also how each bonus goes together with the main game: some seconds more.")
@json_option
@without_collection()
def solve(
    *, rules: str, option: tuple[str, ...], pay: tuple[str, ...], threads: int, joint: bool, as_json: bool
) -> None:
    """Solve the game exactly: edge, volatility, folds, all 169 starting hands.

    Every decision with every one of the 84,284,272,800 deals, in integers. The aggregate limit is left out: `crossfelt
    cap` prices it.
    """
    book, scheme = choose_scheme(rules, option, pay)
    with compilation_shown():
        found = results.results(solver.solve(scheme, threads))
        bonus = bonuses.bonus_results(book)
        together = joints.joint_documents(book, found, bonus) if joint else {}
    if as_json:
        print_json(documents.solve_document(book, found, bonus, together))
    else:
        open_console().print(solve_report.report(book, found, bonus, together))
