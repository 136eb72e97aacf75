"""`crossfelt wheel fit`: find whole-number weights for a target return."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import option_option
from crossfelt.cli.shared.amounts import DOLLARS
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.wheel import choice
from crossfelt.errors import BadInput
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import wheel_fit
    from crossfelt.analysis.crisscross.csv_tables import wheels as tables
    from crossfelt.analysis.crisscross.documents import wheels as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.printing import wheels as printed

if TYPE_CHECKING:
    from rich.console import Console

TOTAL = 1_000
MOST_TOTAL = 1_000_000


@click.command()
@choice.wheel_argument
@click.option("--return", "target", metavar="SHARE", required=True, help="Target return, such as 0.85 or 85%.")
@click.option(
    "--basis",
    type=click.Choice(["long-run", "reset"]),
    help="What the target means: the long-run return, meter growth included, or the return at the reset amount."
    "  [default: long-run]",
)
@click.option(
    "--total",
    type=WholeNumber(1, MOST_TOTAL),
    metavar="N",
    default=TOTAL,
    show_default=True,
    help="Largest sum of all weights.",
)
@click.option(
    "--jackpot", type=DOLLARS, metavar="DOLLARS", help="Fit the return with a jackpot of this amount instead."
)
@choice.rate_option
@choice.rules_option
@choice.seats_option
@choice.wager_option
@choice.event_option
@option_option
@csv_option
@json_option
def fit(
    wheel: str,
    target: str,
    basis: str | None,
    total: int,
    jackpot: int | None,
    rate_ppm: int | None,
    rules: str,
    seats: int,
    wager: int | None,
    event: str | None,
    option: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Find whole-number weights for a target return.

    WHEEL is bonus_spin_a to _d, xtreme_a to _i or xtreme_community_a to _i. Every symbol gets at least 1, and the
    weights keep the proportions of the rules as far as possible. The target is the long-run return, in which the whole
    growth of the meter is paid out, at the rate of the rules or --rate-ppm.
    """
    share = choice.parse_return(target)
    book, chosen, named = choice.choose_wheel(wheel, rules, option, wager, event, rate_ppm)
    if chosen.meter is None and rate_ppm is not None:
        raise BadInput(f"--rate-ppm: {chosen.id} has no meter")
    if chosen.kind == "community" and jackpot is not None:
        raise BadInput(f"--jackpot: {chosen.id} has no jackpot")
    if jackpot is not None and basis is not None:
        raise BadInput("--jackpot and --basis: give only one of them")
    plan = wheel_fit.fit_plan(
        chosen, "jackpot" if jackpot is not None else "reset" if basis == "reset" else "long_run", rate_ppm
    )
    fitted = wheel_fit.fit(chosen, share, total, seats, jackpot, plan.counted_ppm)
    document = documents.fit_document(fitted, total, plan, book.seat_count)
    header = header_for(named)
    files = csv_files(csv, header, lambda: tables.fit_tables(document))
    give_answer(header, document, lambda console: _show(console, document), as_json=as_json, files=files)


def _show(console: Console, document: dict[str, Any]) -> None:
    table = drawing.plain_table("symbol", ">weight", ">% of spins")
    for entry in document["symbols"]:
        if entry["weight"]:
            share = drawing.percent(entry["chance_in_a_spin"])
            table.add_row(printed.symbol_name(entry), f"{entry['weight']:,}", share)
    console.print(drawing.section(f"{document['title']}, total weight {document['total_weight']:,}", table))
    seats = document["seats"]
    who = "1 seat" if seats == 1 else f"{seats} seats"
    figures = drawing.plain_table("return", ">% of the wager")
    for name, key, digits in _returns(document):
        figures.add_row(name, drawing.percent(document[key]["value"], digits))
    if full := document["full_table"]:
        share = drawing.percent(full["long_run_return"]["value"], 4)
        figures.add_row(f"in the long run, {full['seats']} seats", share)
    heading = f"A wager of {dollars(document['wager_cents'])}, {who}, triggered by {printed.event_words(document)}"
    console.print(drawing.section(heading, figures))
    miss = document["miss"]
    if miss["numerator"] == 0:
        console.print("\nThe target return is met exactly.")
    else:
        exactly = f"It misses the target by exactly {miss['numerator']} / {miss['denominator']} of the wager"
        proof = "no other weights within the total are closer" if document["proven"] else "closer weights may exist"
        console.print(f"\n{exactly}; {proof}.")
    if document["jackpot_cents"] is not None and document["rate_ppm"] is not None:
        console.print(f"\n{_rate_words(document)}")
    if full := document["full_table"]:
        console.print(
            f"\nWith {full['seats']} seats wagering, the spins of other seats pay Community Pay too (reading P4)."
        )
    console.print(f"\nFor a rules submission:\n\n{document['toml']}", end="")


def _returns(document: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield each return with its name, its key and its number of decimal places."""
    jackpot = document["jackpot_cents"]
    basis = {
        "long_run": "in the long run",
        "reset": "with the meter at its reset",
        "jackpot": f"with a jackpot of {dollars(jackpot or 0)}",
    }[document["wanted_is"]]
    yield f"target, {basis}", "wanted", 4
    yield f"these weights, {basis}", "return", 4
    yield "off by", "miss", 9
    if document["wanted_is"] != "long_run":
        yield "in the long run", "long_run_return", 4
    if document["wanted_is"] != "reset" and document["rate_ppm"] is not None:
        yield "with the meter at its reset", "return_at_reset", 4
    yield "lowest achievable", "least", 4
    yield "highest achievable", "greatest", 4


def _rate_words(document: dict[str, Any]) -> str:
    if document["rate_from"] == "nothing":
        return (
            "These rules don't use this wheel, so its meter has no rate and the long run includes no growth. "
            "Give yours with --rate-ppm."
        )
    share = drawing.percent(document["rate_ppm"] / 1_000_000, 4)
    source = "the rules" if document["rate_from"] == "rules" else "--rate-ppm"
    return f"The meter grows by {share} of each wager ({source}), and all of it is paid out in the long run."
