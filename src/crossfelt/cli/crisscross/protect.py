"""`crossfelt protect`: what exposed cards and card sharing cost the house."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SAMPLES, SEED, WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for

with deferred():
    from crossfelt.analysis.crisscross import protection
    from crossfelt.analysis.crisscross.csv_tables import questions as tables
    from crossfelt.analysis.crisscross.documents import protection as documents
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import Console

TITLES = {
    "nothing": "nothing",
    "one_across": "one across card",
    "one_down": "one down card",
    "both_across": "both across cards",
    "middle": "the middle card",
}


@click.command()
@rules_option
@click.option(
    "--samples",
    type=SAMPLES,
    metavar="N",
    default=2000,
    show_default=True,
    help="Situations to sample for shared cards; 0 for none.",
)
@click.option("--seed", type=SEED, metavar="N", default=1, show_default=True, help="Random seed.")
@click.option(
    "--seats",
    type=WholeNumber(2, 6),
    metavar="N",
    default=6,
    show_default=True,
    help="Largest number of seats that share their cards.",
)
@option_option
@pay_option
@csv_option
@json_option
@without_collection()
def protect(
    rules: str,
    samples: int,
    seed: int,
    seats: int,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show what exposed and shared cards are worth to players.

    Exact for a card seen before the first decision. Sampled, with standard errors, for seats that show each other their
    hole cards.
    """
    analyzed = choose_rules(rules, option, pay)
    scheme = analyzed.scheme
    with progress_bar("sampling shared cards") as report:
        shared = protection.sharing(scheme, samples, seed, seats, report)
    with progress_bar("solving with a card seen") as report:
        seen = protection.exposures(scheme, report)
    document = documents.protect_document(analyzed.book, scheme, seen, shared, samples, seed)
    header = header_for(analyzed.named)
    files = csv_files(csv, header, lambda: tables.protect_tables(document))
    give_answer(
        header,
        document,
        lambda console: _show(console, seen, shared, samples, seed),
        as_json=as_json,
        files=files,
    )


def _show(
    console: Console,
    seen: Sequence[protection.Exposure],
    shared: Sequence[protection.Sharing],
    samples: int,
    seed: int,
) -> None:
    exposed = drawing.plain_table("seen before the first decision", ">house edge", ">gain for the player")
    for entry in seen:
        gain = entry.value - seen[0].value
        exposed.add_row(TITLES[entry.seen], drawing.percent(-entry.value / 2), drawing.percent(gain / 2))
    console.print(drawing.section("Exact, % of both antes", exposed))
    if shared:
        table = drawing.plain_table(">seats", ">cards known", ">house edge", ">gain", ">+-", ">per extra card", ">+-")
        for row in shared:
            shares = (row.gain, row.standard_error, row.extra_per_card, row.extra_standard_error)
            edge = drawing.percent(-seen[0].value / 2 - Fraction(row.gain) / 2)
            table.add_row(str(row.seats), str(row.known_cards), edge, *(drawing.percent(share / 2) for share in shares))
        sampled = f"sampled, +- one standard error ({samples:,} samples, seed {seed})"
        title = f"Seats that share cards, % of both antes per seat: {sampled}"
        console.print(drawing.section(title, table))
