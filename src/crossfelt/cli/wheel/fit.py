"""`crossfelt wheel fit`: whole-number weights for a wanted return."""

from __future__ import annotations

from typing import Any

import click

from crossfelt.cli.crisscross.books import option_option
from crossfelt.cli.shared.amounts import DOLLARS
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.cli.wheel import choice
from crossfelt.errors import BadInput
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis import wheel_fit
    from crossfelt.analysis.documents import wheels as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.printing import wheels as printed

TOTAL = 1_000
MOST_TOTAL = 1_000_000


@click.command()
@choice.wheel_argument
@click.option("--return", "wanted", metavar="SHARE", required=True, help="The wanted return, such as 0.85 or 85%.")
@click.option(
    "--total",
    type=click.IntRange(1, MOST_TOTAL),
    metavar="N",
    default=TOTAL,
    help=f"The most that all weights may sum to; {TOTAL}.",
)
@click.option("--jackpot", type=DOLLARS, metavar="DOLLARS", help="What the jackpot is expected to pay; its reset.")
@choice.rate_option
@choice.rules_option
@choice.seats_option
@choice.wager_option
@choice.event_option
@option_option
@json_option
def fit(
    wheel: str,
    wanted: str,
    total: int,
    jackpot: int | None,
    rate_ppm: int | None,
    rules: str,
    seats: int,
    wager: int | None,
    event: str | None,
    option: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find whole-number weights for a wanted return.

    WHEEL is bonus_spin_a to _d, xtreme_a to _i or xtreme_community_a to _i. Every symbol gets at least 1, and the
    weights keep the shape of those of the rules. The jackpot pays its reset amount, or with --jackpot that amount.
    With --rate-ppm alone the growth of the meter counts as paid out, which it is in the long run.
    """
    share = choice.parse_share(wanted)
    _, chosen = choice.choose_wheel(wheel, rules, option, wager, event)
    if chosen.meter is None and rate_ppm is not None:
        raise BadInput(f"--rate-ppm: {chosen.id} has no meter")
    if chosen.kind == "community" and jackpot is not None:
        raise BadInput(f"--jackpot: {chosen.id} has no jackpot")
    grows = rate_ppm if rate_ppm is not None and jackpot is None else 0
    found = wheel_fit.fit(chosen, share, total, seats, jackpot, grows)
    document = documents.fit_document(found, total, rate_ppm)
    if as_json:
        print_json(document)
    else:
        _show(document)


def _show(document: dict[str, Any]) -> None:
    console = open_console()
    table = drawing.plain_table("symbol", ">weight", ">% of spins")
    for entry in document["symbols"]:
        if entry["weight"]:
            share = drawing.percent(entry["chance_in_a_spin"])
            table.add_row(printed.symbol_name(entry), f"{entry['weight']:,}", share)
    console.print(drawing.section(f"{document['title']}, weights of {document['total_weight']:,} together", table))
    seats = document["seats"]
    who = "1 seat" if seats == 1 else f"{seats} seats"
    figures = drawing.plain_table("", ">% of the wager")
    for name in ("wanted", "return", "miss"):
        figures.add_row(name, drawing.percent(document[name]["value"], 9 if name == "miss" else 4))
    figures.add_row("least that any reach", drawing.percent(document["least"]["value"], 4))
    figures.add_row("greatest", drawing.percent(document["greatest"]["value"], 4))
    if document["long_run_return"] is not None:
        figures.add_row("in the long run", drawing.percent(document["long_run_return"]["value"], 4))
    heading = f"A wager of {dollars(document['wager_cents'])}, {who}, set off by {printed.event_words(document)}"
    console.print(drawing.section(heading, figures))
    miss = document["miss"]
    if miss["numerator"] == 0:
        console.print("\nThe return is met exactly.")
    else:
        exactly = f"The miss is exactly {miss['numerator']} / {miss['denominator']} of the wager"
        proof = "no weights within the total come closer" if document["proven"] else "closer weights may exist"
        console.print(f"\n{exactly}; {proof}.")
    console.print(f"\nFor a rules submission:\n\n{document['toml']}", end="")
