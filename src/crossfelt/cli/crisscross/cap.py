"""`crossfelt cap`: what an aggregate limit does to the edge of the main game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_option
from crossfelt.cli.shared.amounts import STAKE
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.errors import BadInput
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis import caps
    from crossfelt.analysis.documents import cap as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.crisscross import rulebook

MOST_ROWS = 12


@click.command()
@rules_option
@click.option(
    "--ante",
    "antes",
    type=STAKE,
    metavar="DOLLARS",
    multiple=True,
    help="The size of one ante; repeatable. By default those of the rule book.",
)
@click.option(
    "--limit",
    type=STAKE,
    metavar="DOLLARS",
    help="The most that a round can win. By default that of the rule book.",
)
@option_option
@pay_option
@json_option
@without_collection()
def cap(
    rules: str, antes: tuple[int, ...], limit: int | None, option: tuple[str, ...], pay: tuple[str, ...], as_json: bool
) -> None:
    """What an aggregate limit does to the edge.

    The exact optimum of the main game when what a round wins is limited, for each size of ante.
    """
    book, scheme = choose_scheme(rules, option, pay)
    limit_cents = book.aggregate_limit.amount_cents if limit is None else limit
    if limit_cents is None:
        raise BadInput(f"{book.id} has no aggregate limit as it stands: name one with --limit")
    covers = caps.covered_wagers(book)
    with progress_bar("solving under the limit") as report:
        effects = caps.cap_effects(scheme, list(antes) or usual_antes(book), limit_cents, covers, report)
    if as_json:
        print_json(documents.cap_document(book, scheme, limit_cents, covers, effects))
    else:
        _show(limit_cents, effects)


def usual_antes(book: rulebook.RuleBook) -> list[int]:
    """Every ante that a table takes where those are few, else its smallest one doubled until the largest is there."""
    spot = next(spot for spot in book.betting_spots if spot.kind == "ante")
    every = list(range(spot.minimum_cents, spot.maximum_cents + 1, book.table_unit_cents))
    if len(every) <= MOST_ROWS:
        return every
    antes = [spot.minimum_cents]
    while antes[-1] * 2 < spot.maximum_cents:
        antes.append(antes[-1] * 2)
    return [*antes, spot.maximum_cents]


def _show(limit_cents: int, effects: Sequence[caps.CapEffect]) -> None:
    table = drawing.plain_table(
        ">ante", ">no limit", ">same play", ">best play", ">cost of the limit", "first action changes for"
    )
    for effect in effects:
        shares = (-effect.without_limit / 2, -effect.same_play / 2, -effect.best_play / 2, effect.cost / 2)
        hands = ", ".join(effect.changed_hands) or "no hand"
        table.add_row(dollars(effect.cap.ante_cents), *(drawing.percent(share, 4) for share in shares), hands)
    title = f"House edge with winnings of a round limited to {dollars(limit_cents)}, % of both antes"
    open_console().print(drawing.section(title, table))
