"""`crossfelt wheel meter`: how often a meter is won, how high it grows, and its cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import option_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import ROUNDS_PER_HOUR, SEED, WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.wheel import choice
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import meter_runs, meter_simulation
    from crossfelt.analysis.crisscross.csv_tables import wheels as tables
    from crossfelt.analysis.crisscross.documents import wheels as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.printing import wheels as printed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MOST_ROUNDS = 100_000_000
DEFAULT_SEED = 1


@click.command()
@choice.wheel_argument
@choice.rules_option
@choice.seats_option
@click.option("--wagers", metavar="DOLLARS", help="Instead of --seats: the wager of each seat, such as 5,5,1.")
@choice.wager_option
@choice.rate_option
@choice.event_option
@click.option(
    "--rounds-per-hour",
    type=ROUNDS_PER_HOUR,
    metavar="N",
    help="Rounds that the table deals in an hour; adds times in hours.",
)
@click.option(
    "--simulate", type=WholeNumber(1, MOST_ROUNDS), metavar="ROUNDS", help="Number of rounds to simulate as well."
)
@click.option("--seed", type=SEED, metavar="N", default=DEFAULT_SEED, show_default=True, help="Random seed.")
@choice.out_option
@option_option
@csv_option
@json_option
def meter(
    wheel: str,
    rules: str,
    seats: int,
    wagers: str | None,
    wager: int | None,
    rate_ppm: int | None,
    event: str | None,
    rounds_per_hour: float | None,
    simulate: int | None,
    seed: int,
    out: str | None,
    option: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show how often a meter is won, how high it grows and its cost.

    WHEEL is bonus_spin_b or _d or xtreme_a to _i, the wheels with a meter. Every round has the same wagers. The figures
    are exact; --simulate adds a simulation with cards and spins.
    """
    choice.refuse_picture(out)
    book, chosen, named = choice.choose_wheel(wheel, rules, option, wager, event, rate_ppm)
    sizes = choice.parse_wagers(wagers) if wagers is not None else [chosen.wager_cents] * seats
    play = meter_runs.meter_play(book, chosen, sizes, rate_ppm)
    run = meter_runs.meter_run(play)
    drawn = None
    if simulate is not None:
        with progress_bar("simulating rounds") as report:
            drawn = meter_simulation.simulate(play, simulate, seed, report)
    document = documents.meter_document(run, drawn, rounds_per_hour)
    header = header_for(named)
    files = choice.picture_files(out, lambda: printed.meter_svg(document))
    files += csv_files(csv, header, lambda: tables.meter_tables(document))
    give_answer(header, document, lambda console: _show(console, document), as_json=as_json, files=files)


def _show(console: Console, document: dict[str, Any]) -> None:
    sizes = ", ".join(dollars(cents) for cents in document["wagers_cents"])
    at_hit, drawn = document["at_hit_cents"], document["simulated"]
    table = drawing.plain_table("", ">")
    table.add_row("wagers of each round", sizes)
    table.add_row("triggered by", printed.event_words(document))
    table.add_row("growth per round", printed.cents_text(document["contribution_cents_a_round"]["value"]))
    table.add_row("rounds between jackpots", f"{document['rounds_between_jackpots']['value']:,.1f}")
    if hours := document["hours"]:
        table.add_row("hours between jackpots", f"{hours['between_jackpots']:,.1f}")
    table.add_row("mean jackpot", printed.cents_text(document["mean_jackpot_cents"]["value"]))
    table.add_row("standard deviation", printed.cents_text(at_hit["standard_deviation"]))
    title = "example weights" if document["example"] else "weights of the rules"
    console.print(drawing.section(f"Meter {document['meter']} in the long run, {title}", table))
    quantiles = drawing.plain_table(">won by then, % of jackpots", ">rounds", ">meter")
    for entry in at_hit["quantiles"]:
        quantiles.add_row(drawing.percent(entry["share"], 0), f"{entry['rounds']:,}", dollars(entry["cents"]))
    console.print(drawing.section(f"After a reset to {dollars(document['reset_cents'])}", quantiles))
    costs = drawing.plain_table("cost to the house", ">% of dollars wagered")
    for name, share in document["cost_of_dollars_wagered"].items():
        costs.add_row(name.replace("_", " "), drawing.percent(share["value"]))
    console.print(drawing.section("Where the wagers go", costs))
    if drawn is not None:
        console.print(drawing.section(_drawn_title(drawn), _drawn(document, drawn)))


def _drawn_title(drawn: dict[str, Any]) -> str:
    return f"{drawn['rounds']:,} simulated rounds, seed {drawn['seed']}: {drawn['jackpots']:,} jackpots"


def _drawn(document: dict[str, Any], drawn: dict[str, Any]) -> Table:
    table = drawing.plain_table("", ">exact", ">simulated", ">standard error")
    amounts = printed.cents_text
    rows = (
        ("rounds to a jackpot", document["rounds_to_hit"], drawn["rounds_to_hit"], "{:,.1f}".format),
        ("jackpot", document["at_hit_cents"]["mean"], drawn["at_hit_cents"], amounts),
        (
            "cost, % of dollars wagered",
            document["cost_of_dollars_wagered"]["total"],
            drawn["cost_of_dollars_wagered"],
            drawing.percent,
        ),
    )
    for name, formula, estimate, text in rows:
        if estimate is None:
            table.add_row(name, text(formula["value"]), "none", "")
        else:
            table.add_row(name, text(formula["value"]), text(estimate["mean"]), text(estimate["standard_error"]))
    return table
