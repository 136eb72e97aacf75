"""`crossfelt simulate`: simulate many rounds at a full table, with the exact value for comparison."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import click

from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.cli.crisscross.ante_limits import note_antes
from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.crisscross.checkpoint_file import CheckpointFile
from crossfelt.cli.crisscross.simulate_play import Played, RunOptions, play
from crossfelt.cli.crisscross.simulate_report import show_simulation
from crossfelt.cli.shared.amounts import DOLLARS, parse_amount
from crossfelt.cli.shared.answers import OutFile, csv_files, csv_option, give_answer
from crossfelt.cli.shared.cluster import chosen_fleet, cluster_option
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import ROUNDS_PER_HOUR, SEED, WHOLE, WORKERS, Number, Percentage
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import compilation_shown, progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.shared.streams import read_bytes, refuse_unwritable
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt.analysis import report_header
    from crossfelt.analysis.crisscross import encode, strategy_card
    from crossfelt.printing import simulation as printed
    from crossfelt.simulation import chart as charts
    from crossfelt.simulation import csv_tables, exact, plan, results_csv, run
    from crossfelt.simulation import document as documents
    from crossfelt.simulation import hours as paces
    from crossfelt.simulation.cluster import rounds as cluster_rounds

_WAGER = re.compile(r"(?:(?P<seat>\d{1,2}):)?(?P<spot>\w+)=(?P<dollars>.+)", re.ASCII)
MOST_ROUNDS_UNTIL = 100_000_000_000
"""The most rounds of a run with --until, unless --rounds says otherwise: a day at a million rounds a second."""
_ONLY_TELL = ""
"""The value of `--hours` without a number."""


class _Hours(Number):
    """A number of hours; 0 where the option has no number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or refuse it."""
        return 0.0 if value in (_ONLY_TELL, 0.0) else super().convert(value, param, ctx)


@click.command()
@rules_option
@click.option("--rounds", type=WHOLE, metavar="N", help="Number of rounds of the table; with --until, the most.")
@click.option(
    "--until",
    type=Percentage(most=100, needs_sign=True),
    metavar="PERCENT",
    help="Stop when the standard error of the mean is at most this percentage of one ante, such as 0.01%.",
)
@click.option("--seats", type=WHOLE, metavar="N", default=1, show_default=True, help="Number of seats that play.")
@click.option(
    "--strategy",
    metavar="STRATEGY",
    multiple=True,
    help=f"Strategy of all seats: {', '.join(CRISS_CROSS_KIT.simulated_names)}, or a strategy file. Repeat it to "
    "give one for each seat.  [default: optimal]",
)
@click.option("--seed", type=SEED, metavar="N", default=1, show_default=True, help="Random seed.")
@click.option(
    "--workers",
    type=WORKERS,
    metavar="N",
    help="Number of threads or processes.  [default: one per processor]",
)
@cluster_option
@click.option("--ante", type=DOLLARS, metavar="DOLLARS", help="Size of one ante. With it, the aggregate limit applies.")
@click.option(
    "--wager",
    metavar="SPOT=DOLLARS",
    multiple=True,
    help="Add a side bet, such as five_card_bonus=5; 3:five_card_bonus=5 adds it to seat 3 only. Repeatable.",
)
@click.option(
    "--control", is_flag=True, help="Also estimate the mean with the luck of the cards removed (a control variate)."
)
@click.option(
    "--hours",
    type=_Hours(0.0, 1e9, is_more=True),
    is_flag=False,
    flag_value=_ONLY_TELL,
    metavar="[HOURS]",
    help="Also show results per hour and per shift; with a number, simulate that many hours.",
)
@click.option(
    "--rounds-per-hour",
    type=ROUNDS_PER_HOUR,
    metavar="N",
    help="With --hours: rounds that your table deals in an hour.  [default: estimated from the seats]",
)
@click.option("--checkpoint", metavar="FILE", help="Resume from this file if it exists, and keep it up to date.")
@click.option("--out", metavar="FILE.csv", help="Write every outcome of every seat to this file.")
@click.option("--chart", metavar="FILE.svg", help="Draw how the mean converged, and the distribution of results.")
@option_option
@pay_option
@csv_option
@json_option
@without_collection()
def simulate(
    *,
    rules: str,
    rounds: int | None,
    until: Fraction | None,
    seats: int,
    strategy: tuple[str, ...],
    seed: int,
    workers: int | None,
    cluster: str | None,
    ante: int | None,
    wager: tuple[str, ...],
    control: bool,
    hours: float | None,
    rounds_per_hour: float | None,
    checkpoint: str | None,
    out: str | None,
    chart: str | None,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Simulate many rounds at a full table.

    Shows the average net of the main wagers per seat and round, with its standard error and the exact value. --wager
    adds side bets, each with figures of its own, and their meters. The same seed gives the same figures on any number
    of workers and machines. Ctrl-C stops early and shows the results so far; with --checkpoint, the same
    command continues later.
    """
    _refuse_files(checkpoint, out, chart)
    analyzed = choose_rules(rules, option, pay)
    book, scheme, header = analyzed.book, analyzed.scheme, header_for(analyzed.named)
    named = tuple(_strategy(name, scheme) for name in strategy or ("optimal",))
    placed = tuple(_wager(text) for text in wager)
    pace = _pace(hours, rounds_per_hour, seats)
    most = _rounds(rounds, until, hours, pace)
    run_plan = plan.plan_of(
        book, scheme, seats, named, most, seed, ante_cents=ante, wagers=placed, is_controlled=control
    )
    if pace is not None and run_plan.rounds < 2:
        raise BadInput("--hours: needs at least 2 rounds")
    file = None if checkpoint is None else CheckpointFile(checkpoint, run_plan)
    with chosen_fleet(cluster, workers) as fleet:
        with compilation_shown() if as_json else progress_bar("preparing the seats"):
            prepared = run.prepare(run_plan)
            true_mean = exact.exact_mean(prepared)
        if file is not None and file.saved is not None:
            click.echo(f"Continuing after {file.saved.counts.rounds:,} rounds.", err=True)
        engine = None if fleet is None else cluster_rounds.ClusterEngine(fleet, reports_every_block=until is not None)
        error = None if until is None else float(until)
        threads = workers or os.cpu_count() or 1
        played = play(prepared, RunOptions(threads, error, float(true_mean), file, not as_json, engine))
    note_antes(book, [] if ante is None else [ante])
    counts = played.reached.counts
    document = documents.simulation_document(
        prepared, counts, true_mean, played.rounds_per_second, played.ended, error, pace, header.rules
    )
    files = csv_files(csv, header, lambda: csv_tables.simulation_tables(prepared, counts, document))
    if out is not None:
        reported = report_header.with_report(document, header)
        files.append(OutFile(out, lambda: results_csv.csv_text(prepared, counts, reported).encode()))
    if chart is not None:
        drawn = charts.chart_document(prepared, counts, true_mean, played.reached.history, header)
        files.append(OutFile(chart, lambda: printed.simulation_svg(drawn).encode()))
    give_answer(header, document, lambda console: show_simulation(console, document), as_json=as_json, files=files)
    if played.trouble is not None:
        raise played.trouble
    if played.ended == "interrupted":
        _explain_how_to_continue(played, run_plan.rounds, checkpoint)
        raise click.exceptions.Exit(played.status)


def _refuse_files(checkpoint: str | None, out: str | None, chart: str | None) -> None:
    """Refuse files that can't be written, before anything is computed."""
    if out is not None:
        refuse_unwritable("--out", out, (".csv",))
    if chart is not None:
        refuse_unwritable("--chart", chart, (".svg",))
    if checkpoint is not None and any(
        other is not None and Path(other).resolve() == Path(checkpoint).resolve() for other in (out, chart)
    ):
        raise BadInput("--checkpoint: needs another file than --out and --chart")


def _pace(hours: float | None, rounds_per_hour: float | None, seats: int) -> paces.Pace | None:
    if hours is None:
        if rounds_per_hour is not None:
            raise BadInput("--rounds-per-hour needs --hours")
        return None
    if rounds_per_hour is not None:
        return paces.Pace(Fraction(rounds_per_hour), is_assumed=False)
    return paces.assumed_pace(max(seats, 1))


def _rounds(rounds: int | None, until: Fraction | None, hours: float | None, pace: paces.Pace | None) -> int:
    """Return the largest number of rounds to play."""
    if hours and pace is not None:
        if rounds is not None:
            raise BadInput("--rounds and --hours with a number: give only one of them")
        return ceil(Fraction(hours) * pace.rounds_per_hour)
    if rounds is not None:
        return rounds
    if until is None:
        raise BadInput("give the number of rounds with --rounds, or the precision of the mean with --until")
    return MOST_ROUNDS_UNTIL


def _explain_how_to_continue(played: Played, most_rounds: int, checkpoint: str | None) -> None:
    done = f"Stopped after {played.reached.counts.rounds:,} of {most_rounds:,} rounds."
    if checkpoint is None:
        click.echo(f"{done} With --checkpoint FILE, a run can be continued later.", err=True)
    else:
        click.echo(f"{done} Run the same command again to continue from {checkpoint}.", err=True)


def _strategy(name: str, scheme: encode.Scheme) -> plan.SeatStrategy:
    if not name.endswith(".toml"):
        return plan.SeatStrategy(name)
    parsed = strategy_card.parse_strategy_card(parse_toml(read_bytes(name)), scheme.multiples)
    return plan.SeatStrategy(Path(name).stem, parsed)


def _wager(text: str) -> plan.SeatWager:
    """Read `five_card_bonus=5` for every seat, or `3:bonus_spin=5` for one."""
    match = _WAGER.fullmatch(text)
    if match is None:
        raise BadInput(f"--wager: write SPOT=DOLLARS or SEAT:SPOT=DOLLARS, such as five_card_bonus=5, not {text!r}")
    try:
        cents = parse_amount(match["dollars"])
    except BadInput as error:
        raise BadInput(f"--wager: {error}") from None
    return plan.SeatWager(match["spot"], cents, int(match["seat"]) if match["seat"] else None)
