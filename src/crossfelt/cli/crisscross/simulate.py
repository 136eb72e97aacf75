"""`crossfelt simulate`: many rounds of a whole table by chance, the exact value beside them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_option
from crossfelt.cli.shared.amounts import DOLLARS, parse_amount
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SEED
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json, read_bytes
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt import money
    from crossfelt.analysis import encode, strategy_card
    from crossfelt.cli.shared import drawing
    from crossfelt.simulation import document as documents
    from crossfelt.simulation import exact, plan, results, run

if TYPE_CHECKING:
    from rich.console import RenderableType

_WAGER = re.compile(r"(?:(?P<seat>\d{1,2}):)?(?P<spot>\w+)=(?P<dollars>.+)", re.ASCII)
_BOLDNESS = 1.96
"""Standard errors to each side that hold the true mean in 95 of 100 runs."""


@click.command()
@rules_option
@click.option("--rounds", type=int, metavar="N", required=True, help="Rounds of the whole table.")
@click.option("--seats", type=int, metavar="K", default=1, show_default=True, help="How many play.")
@click.option(
    "--strategy",
    metavar="STRATEGY",
    multiple=True,
    help="optimal, card, always-1x, never-fold, or a strategy file; one for all seats, or repeated, one for each seat.",
)
@click.option("--seed", type=SEED, metavar="S", default=1, show_default=True, help="The same seed, the same rounds.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="W", help="How many work at once; all processors.")
@click.option("--ante", type=DOLLARS, metavar="DOLLARS", help="The size of one ante; the aggregate limit then counts.")
@click.option(
    "--wager",
    metavar="SPOT=DOLLARS",
    multiple=True,
    help="A wager beside the main game, such as five_card_bonus=5; with SEAT: before it, of that seat alone.",
)
@click.option("--control", is_flag=True, help="Also estimate with the luck of the cards taken out (a control variate).")
@option_option
@pay_option
@json_option
@without_collection()
def simulate(
    *,
    rules: str,
    rounds: int,
    seats: int,
    strategy: tuple[str, ...],
    seed: int,
    workers: int | None,
    ante: int | None,
    wager: tuple[str, ...],
    control: bool,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many rounds of a whole table by chance.

    The main wagers of every seat: net antes per seat and round, with their standard error, beside the exact value.
    The same seed gives the same figures for any number of workers. Ctrl-C ends it early and shows what was played.
    """
    book, scheme = choose_scheme(rules, option, pay)
    named = tuple(_strategy(name, scheme) for name in strategy or ("optimal",))
    placed = tuple(_wager(text) for text in wager)
    wanted = plan.plan_of(
        book, scheme, seats, named, rounds, seed, ante_cents=ante, wagers=placed, is_controlled=control
    )
    with progress_bar("preparing the seats"):
        prepared = run.prepare(wanted)
        true_mean = exact.exact_mean(prepared)
    began = time.perf_counter()
    with progress_bar(f"playing {rounds:,} rounds") as report:
        counts = _played(prepared, workers or os.cpu_count() or 1, report)
    found = documents.simulation_document(prepared, counts, true_mean, time.perf_counter() - began)
    if as_json:
        print_json(found)
    else:
        _show(found)


def _played(prepared: run.Prepared, workers: int, report: Callable[[float], None]) -> results.Counts:
    """Plays the plan; whoever interrupts it gets what was played so far."""
    reached: list[results.Counts] = []

    def watch(counts: results.Counts) -> bool:
        reached[:] = [counts]
        report(counts.rounds / prepared.plan.rounds)
        return True

    try:
        return run.run(prepared, workers, watch=watch)
    except KeyboardInterrupt:
        if not reached:
            raise
        return reached[0]


def _strategy(name: str, scheme: encode.Scheme) -> plan.SeatStrategy:
    if not name.endswith(".toml"):
        return plan.SeatStrategy(name)
    parsed = strategy_card.parse_strategy_card(parse_toml(read_bytes(name)), scheme.multiples)
    return plan.SeatStrategy(Path(name).stem, parsed)


def _wager(text: str) -> plan.SeatWager:
    """`five_card_bonus=5` for every seat, `3:bonus_spin=5` for one."""
    match = _WAGER.fullmatch(text)
    if match is None:
        raise BadInput(f"--wager: write SPOT=DOLLARS or SEAT:SPOT=DOLLARS, such as five_card_bonus=5, not {text!r}")
    return plan.SeatWager(match["spot"], parse_amount(match["dollars"]), int(match["seat"]) if match["seat"] else None)


def _show(found: dict[str, Any]) -> None:
    console = open_console()
    error = found["standard_error"]
    rows: list[tuple[str, RenderableType]] = [
        ("net of a seat and round", drawing.won_or_lost(f"{found['mean']:+.5f} antes")),
        ("standard error", f"{error:.5f} antes"),
        ("95 of 100 such runs lie within", f"{_BOLDNESS * error:.5f} of the true mean"),
        ("exact value", drawing.won_or_lost(f"{found['exact']['value']:+.5f} antes")),
        ("off by", f"{_off(found)} standard errors"),
        ("standard deviation of one seat's round", f"{found['standard_deviation']:.3f} antes"),
        ("rounds a second", f"{found['rounds_per_second']:,.0f}" if found["rounds_per_second"] else "-"),
    ]
    if "control" in found:
        rows += _control_rows(found["control"])
    title = f"{found['rounds']:,} rounds, {_seats(found['strategies'])}, seed {found['seed']}"
    console.print(drawing.section(title, drawing.figures_table(rows)))
    for spot, wager in found.get("wagers", {}).items():
        console.print(drawing.section(_wager_title(spot, wager), drawing.figures_table(_wager_rows(wager))))
    for name, meter in found.get("meters", {}).items():
        console.print(drawing.section(f"meter {name}", drawing.figures_table(_meter_rows(meter))))
    if "together" in found:
        console.print(drawing.section("all wagers of a seat together", drawing.figures_table(_together_rows(found))))


def _control_rows(control: dict[str, Any]) -> list[tuple[str, RenderableType]]:
    seats = f"{control['seats']} seats" if control["seats"] > 1 else "1 seat"
    return [
        (f"with luck taken out, {seats}", drawing.won_or_lost(f"{control['mean']:+.6f} antes")),
        ("its standard error", f"{control['standard_error']:.6f} antes"),
        ("its variance", f"1/{control['variance_ratio']:,.0f} of plain sampling" if control["variance_ratio"] else "0"),
    ]


def _wager_title(spot: str, wager: dict[str, Any]) -> str:
    seats = f"{wager['seats']} seats" if wager["seats"] > 1 else "1 seat"
    return f"{spot}, {seats}, {money.dollars(wager['staked_cents'])} a round"


def _wager_rows(wager: dict[str, Any]) -> list[tuple[str, RenderableType]]:
    exact_cents = wager["exact_cents"]["value"]
    error = wager["standard_error_cents"]
    return [
        ("net of a seat and round", drawing.won_or_lost(f"{wager['mean_cents']:+.4f} cents")),
        ("standard error", f"{error:.4f} cents"),
        ("exact value", drawing.won_or_lost(f"{exact_cents:+.4f} cents")),
        ("off by", f"{(wager['mean_cents'] - exact_cents) / error:+.2f} standard errors" if error else "-"),
        ("house edge, of what is staked here", f"{100 * wager['edge']:.3f}%"),
        *([("weights of the wheel", "examples, no wheel in use anywhere")] if wager["example_weights"] else []),
    ]


def _meter_rows(meter: dict[str, Any]) -> list[tuple[str, RenderableType]]:
    return [
        ("put up at", money.dollars(meter["initial_cents"])),
        ("starts again from", money.dollars(meter["reset_cents"])),
        ("jackpots", f"{meter['jackpots']:,}"),
        ("paid in all", money.dollars(meter["paid_cents"])),
        ("largest jackpot", money.dollars(meter["highest_cents"]) if meter["jackpots"] else "-"),
        ("shows now", money.dollars(int(Fraction(meter["now_cents"])))),
    ]


def _together_rows(found: dict[str, Any]) -> list[tuple[str, RenderableType]]:
    together = found["together"]
    return [
        ("net of a seat and round", drawing.won_or_lost(f"{together['mean_cents']:+.3f} cents")),
        ("standard error", f"{together['standard_error_cents']:.3f} cents"),
        ("taken off by the aggregate limit", money.dollars(together["cut_cents"])),
    ]


def _off(found: dict[str, Any]) -> str:
    error = found["standard_error"]
    return f"{(found['mean'] - found['exact']['value']) / error:+.2f}" if error else "0"


def _seats(strategies: Sequence[str]) -> str:
    if len(set(strategies)) == 1:
        return f"{len(strategies)} {'seat' if len(strategies) == 1 else 'seats'} of {strategies[0]}"
    return "seats " + ", ".join(strategies)
