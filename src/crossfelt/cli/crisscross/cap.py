"""`crossfelt cap`: how an aggregate limit changes the house edge of the main game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.ante_limits import note_antes
from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.amounts import STAKE
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.errors import BadInput
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import caps
    from crossfelt.analysis.crisscross.csv_tables import questions as tables
    from crossfelt.analysis.crisscross.documents import cap as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.crisscross import rulebook
    from crossfelt.crisscross.wagers import smallest_wagers

if TYPE_CHECKING:
    from rich.console import Console

MOST_ROWS = 12


@click.command()
@rules_option
@click.option(
    "--ante",
    "antes",
    type=STAKE,
    metavar="DOLLARS",
    multiple=True,
    help="Size of one ante. Repeatable.  [default: the antes of the rule book]",
)
@click.option(
    "--limit",
    type=STAKE,
    metavar="DOLLARS",
    help="The most that a round can win.  [default: the limit of the rule book]",
)
@option_option
@pay_option
@csv_option
@json_option
@without_collection()
def cap(
    rules: str,
    antes: tuple[int, ...],
    limit: int | None,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show how an aggregate limit changes the house edge.

    Solves the main game exactly with the winnings of a round limited, for each size of ante.
    """
    analyzed = choose_rules(rules, option, pay)
    if limit is not None:
        analyzed = analyzed.with_limit(limit)
    book, scheme = analyzed.book, analyzed.scheme
    limit_cents = book.aggregate_limit.amount_cents
    if limit_cents is None:
        raise BadInput(f"{book.id} has no aggregate limit by default: give one with --limit")
    covers = caps.covered_wagers(book)
    with progress_bar("solving under the limit") as report:
        effects = caps.cap_effects(scheme, list(antes) or usual_antes(book), limit_cents, covers, report)
    note_antes(book, antes)
    document = documents.cap_document(book, scheme, limit_cents, covers, effects)
    header = header_for(analyzed.named)
    files = csv_files(csv, header, lambda: tables.cap_tables(document))
    give_answer(header, document, lambda console: _show(console, limit_cents, effects), as_json=as_json, files=files)


def usual_antes(book: rulebook.RuleBook) -> list[int]:
    """Return every ante that a table takes if they are few, else the smallest one doubled up to the largest."""
    spot = next(spot for spot in book.betting_spots if spot.kind == "ante")
    every = range(smallest_wagers(book)[spot.id], spot.maximum_cents + 1, book.table_unit_cents)
    if len(every) <= MOST_ROWS:
        return list(every)
    antes = [every[0]]
    while antes[-1] * 2 < every[-1]:
        antes.append(antes[-1] * 2)
    return [*antes, every[-1]]


def _show(console: Console, limit_cents: int, effects: Sequence[caps.CapEffect]) -> None:
    table = drawing.plain_table(
        ">ante", ">no limit", ">same play", ">best play", ">cost of the limit", "first action changes for"
    )
    for effect in effects:
        shares = (-effect.without_limit / 2, -effect.same_play / 2, -effect.best_play / 2, effect.cost / 2)
        hands = ", ".join(effect.changed_hands) or "no hand"
        table.add_row(dollars(effect.cap.ante_cents), *(drawing.percent(share, 4) for share in shares), hands)
    title = f"House edge with winnings limited to {dollars(limit_cents)} a round, % of both antes"
    console.print(drawing.section(title, table))
