"""`crossfelt king bench`: how strong a policy is, on dice that are the same for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.cli.king.score_cards import choose_score_card, header_of_card, option_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.cluster import chosen_fleet, cluster_option
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import GAMES, MILLISECONDS, SEED
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis.king import csv_tables, documents, series

if TYPE_CHECKING:
    from rich.console import Console

POLICIES = KING_CROSS_KIT.policy_names


@click.command()
@click.option(
    "--policy", required=True, metavar="NAME", type=click.Choice(POLICIES), help=f"One of {', '.join(POLICIES)}."
)
@click.option("--games", metavar="N", type=GAMES, default=1000, show_default=True, help="How many.")
@click.option(
    "--seed",
    metavar="N",
    type=SEED,
    default=1,
    show_default=True,
    help="Of the dice: game i depends on it and i alone.",
)
@click.option("--bonus", is_flag=True, help="Bonus mode.")
@click.option("--move-ms", type=MILLISECONDS, metavar="T", help="Milliseconds a placement for the champion; 200.")
@click.option(
    "--playouts",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    help="Games played on a placement instead: the same every time.",
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="W", help="Games side by side; 1.")
@cluster_option
@option_option
@csv_option
@json_option
def bench(
    policy: str,
    games: int,
    seed: int,
    bonus: bool,
    move_ms: float | None,
    playouts: int | None,
    workers: int | None,
    cluster: str | None,
    option: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Measure how strong a policy is.

    Every policy meets the same dice for the same seed. The luck of a game is what its rolls brought against the mean of
    all 48, by the learned value: nothing on average. Taking it away leaves the mean as it is, and makes it known better
    for all who play well. The same games come out the same on any number of workers and machines, unless the champion
    thinks by the clock.
    """
    if move_ms is not None and playouts is not None:
        raise BadInput("--move-ms and --playouts: give only one of them")
    if (move_ms is not None or playouts is not None) and policy != "champion":
        raise BadInput("--move-ms and --playouts: are for --policy champion alone")
    games_played = series.Series(choose_score_card(option), bonus, policy, seed, games, move_ms, playouts)
    with chosen_fleet(cluster, workers) as fleet, progress_bar(f"{games:,} games of {policy}") as progress:
        spread = None if fleet is None else fleet.in_order
        outcome = series.play_series(games_played, workers or 1, progress, spread)
    document = documents.bench_document(games_played, outcome)
    header = header_of_card(games_played.score_card)
    files = csv_files(csv, header, lambda: csv_tables.bench_tables(document))
    give_answer(header, document, lambda console: _show(console, games_played, outcome), as_json=as_json, files=files)


def _show(console: Console, games_played: series.Series, outcome: series.Outcome) -> None:
    without_luck, bonus = outcome.score_without_luck, "with" if games_played.bonus else "without"
    console.print(
        f"{games_played.policy}, {games_played.games:,} games, dice of seed {games_played.seed}, {bonus} bonus points"
    )
    if without_luck is not None:
        console.print(f"  mean score without the luck of the dice {_figure(without_luck)}")
    console.print(f"  mean score as the dice fell {_figure(outcome.score)}")
    console.print(f"  lowest {min(outcome.scores)}, highest {max(outcome.scores)}")
    console.print(f"  {1000 * outcome.seconds_per_game / 24:.3f} ms a placement")


def _figure(figure: series.Figure) -> str:
    return f"{figure.mean:.1f}, standard error {figure.standard_error:.1f}"
