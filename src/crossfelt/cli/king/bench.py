"""`crossfelt king bench`: measure the average score of a bot, on the same dice for every bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.cli.king.score_cards import choose_score_card, header_of_card, option_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.cluster import chosen_fleet, cluster_option
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import GAMES, MILLISECONDS, SEED, THREADS, WholeNumber
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
@click.option("--games", metavar="N", type=GAMES, default=1000, show_default=True, help="Number of games.")
@click.option(
    "--seed",
    metavar="N",
    type=SEED,
    default=1,
    show_default=True,
    help="Random seed for the dice. Each game depends only on the seed and its own number.",
)
@click.option("--bonus", is_flag=True, help="Bonus mode: achievements count.")
@click.option(
    "--move-ms", type=MILLISECONDS, metavar="MS", help="Milliseconds per placement for the champion.  [default: 200]"
)
@click.option(
    "--playouts",
    type=WholeNumber(1, 10_000_000),
    metavar="N",
    help="Playouts per placement for the champion instead of --move-ms. Results are then reproducible.",
)
@click.option("--workers", type=THREADS, metavar="N", help="Games to run in parallel.  [default: 1]")
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
    """Measure the average score of a bot.

    Every bot gets the same dice for the same seed. The luck of a game is how much better its rolls were than the
    average of all 48, by the learned value; it averages to 0. Subtracting it keeps the mean and makes it more precise.
    Results are the same on any number of workers and machines, unless the champion plays by the clock (--move-ms).
    """
    if move_ms is not None and playouts is not None:
        raise BadInput("--move-ms and --playouts: give only one of them")
    if (move_ms is not None or playouts is not None) and policy != "champion":
        raise BadInput("--move-ms and --playouts need --policy champion")
    games_played = series.Series(choose_score_card(option), bonus, policy, seed, games, move_ms, playouts)
    with chosen_fleet(cluster, workers) as fleet, progress_bar(f"{policy}, {_count(games)}") as progress:
        spread = None if fleet is None else fleet.in_order
        outcome = series.play_series(games_played, workers or 1, progress, spread)
    document = documents.bench_document(games_played, outcome)
    header = header_of_card(games_played.score_card)
    files = csv_files(csv, header, lambda: csv_tables.bench_tables(document))
    give_answer(header, document, lambda console: _show(console, games_played, outcome), as_json=as_json, files=files)


def _show(console: Console, games_played: series.Series, outcome: series.Outcome) -> None:
    without_luck, bonus = outcome.score_without_luck, "with" if games_played.bonus else "without"
    console.print(
        f"{games_played.policy}, {_count(games_played.games)}, seed {games_played.seed}, {bonus} bonus points"
    )
    if without_luck is not None:
        console.print(f"  mean score without the luck of the dice: {_figure(without_luck, games_played.games)}")
    console.print(f"  mean score: {_figure(outcome.score, games_played.games)}")
    if games_played.games > 1:
        console.print(f"  lowest: {min(outcome.scores)}, highest: {max(outcome.scores)}")
    console.print(f"  time per placement: {1000 * outcome.seconds_per_game / 24:.3f} ms")


def _count(games: int) -> str:
    return f"{games:,} game{'' if games == 1 else 's'}"


def _figure(figure: series.Figure, games: int) -> str:
    return f"{figure.mean:.1f}" if games == 1 else f"{figure.mean:.1f}, standard error {figure.standard_error:.1f}"
