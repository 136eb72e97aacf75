"""`crossfelt cap`: what an aggregate limit does to the edge of the main game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import json_option, option_option
from crossfelt.cli.crisscross.scheme import (
    choose_scheme,
    exact,
    house_edge,
    pay_option,
    percent,
    progress_bar,
    rules_option,
)
from crossfelt.cli.shared.amounts import parse_amount
from crossfelt.cli.shared.streams import json_text, open_console
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from crossfelt.analysis.caps import CapEffect
    from crossfelt.crisscross.rulebook import RuleBook

MOST_ROWS = 12


@click.command()
@rules_option
@click.option(
    "--ante", metavar="CENTS", multiple=True, help="The size of one ante; repeatable. Else those of the rule book."
)
@click.option("--limit", metavar="CENTS", help="The most that a round can win; else the rule book's.")
@option_option
@pay_option
@json_option
def cap(
    rules: str, ante: tuple[str, ...], limit: str | None, option: tuple[str, ...], pay: tuple[str, ...], as_json: bool
) -> None:
    """What an aggregate limit does to the edge.

    The exact optimum of the main game when what a round wins is limited, for each size of ante.
    """
    from crossfelt.analysis.caps import cap_effects, covered_wagers

    book, scheme = choose_scheme(rules, option, pay)
    limit_cents = book.aggregate_limit.amount_cents if limit is None else parse_amount(limit, plain_is_cents=True)
    if limit_cents is None:
        raise BadInput(f"{book.id} has no aggregate limit as it stands: name one with --limit")
    antes = [parse_amount(text, plain_is_cents=True) for text in ante] or usual_antes(book)
    covers = covered_wagers(book)
    with progress_bar("solving under the limit") as report:
        effects = cap_effects(scheme, antes, limit_cents, covers, report)
    if as_json:
        document = {
            "rules": book.id,
            "pay": scheme.named_pay(),
            "limit_cents": limit_cents,
            "counts_towards_it": [
                name
                for name, is_covered in zip(
                    ("ante_across", "ante_down", "across", "down", "middle"), covers, strict=True
                )
                if is_covered
            ],
            "antes": [_row(effect) for effect in effects],
        }
        print(json_text(document))
    else:
        _show(limit_cents, effects)


def usual_antes(book: RuleBook) -> list[int]:
    """Every ante that a table takes where those are few, else its smallest one doubled until the largest is there."""
    spot = next(spot for spot in book.betting_spots if spot.kind == "ante")
    every = list(range(spot.minimum_cents, spot.maximum_cents + 1, book.table_unit_cents))
    if len(every) <= MOST_ROWS:
        return every
    antes = [spot.minimum_cents]
    while antes[-1] * 2 < spot.maximum_cents:
        antes.append(antes[-1] * 2)
    return [*antes, spot.maximum_cents]


def _row(effect: CapEffect) -> dict[str, Any]:
    return {
        "ante_cents": effect.cap.ante_cents,
        "ev": exact(effect.best_play),
        "ev_without_limit": exact(effect.without_limit),
        "ev_same_play": exact(effect.same_play),
        "house_edge": house_edge(effect.best_play),
        "house_edge_without_limit": house_edge(effect.without_limit),
        "house_edge_same_play": house_edge(effect.same_play),
        "cost": house_edge(-effect.cost),
        "changed_starting_hands": list(effect.changed_hands),
    }


def _show(limit_cents: int, effects: list[CapEffect]) -> None:
    from crossfelt.cli.shared.tables import plain_table, section
    from crossfelt.money import dollars

    table = plain_table(
        ">ante", ">no limit", ">same play", ">best play", ">cost of the limit", "first action changes for"
    )
    for effect in effects:
        shares = (-effect.without_limit / 2, -effect.same_play / 2, -effect.best_play / 2, effect.cost / 2)
        hands = ", ".join(effect.changed_hands) or "no hand"
        table.add_row(dollars(effect.cap.ante_cents), *(percent(share, 4) for share in shares), hands)
    title = f"House edge with winnings of a round limited to {dollars(limit_cents)}, % of both antes"
    open_console().print(section(title, table))
