"""`crossfelt advise`: the decision at hand, every action priced exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfelt.cli.books import choose_book, json_option, option_option
from crossfelt.cli.streams import json_text, open_console
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from crossfelt.cards import Card

MOST_BETS = 3


@click.command()
@click.option("--rules", metavar="RULES", default="maryland", show_default=True, help="A rule book id or file.")
@option_option
@click.option("--hole", metavar="CARDS", required=True, help='Your two cards, such as "Ah Kd".')
@click.option("--across", metavar="CARDS", help="The across cards, once they are turned.")
@click.option("--down", metavar="CARDS", help="The down cards, once they are turned.")
@click.option("--bets", metavar="N,N", help="The multiples bet so far: across, then down.")
@click.option("--pay", metavar="HAND=ODDS", multiple=True, help="Other odds for a hand of the main table; repeatable.")
@json_option
def advise(
    *,
    rules: str,
    option: tuple[str, ...],
    hole: str,
    across: str | None,
    down: str | None,
    bets: str | None,
    pay: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say what each action is worth, exactly, and why."""
    from crossfelt.analysis.advice import advise as advice_on
    from crossfelt.analysis.encode import encode, parse_pay

    scheme = encode(choose_book(rules, option), parse_pay(list(pay)))
    advice = advice_on(scheme, _cards(hole), _optional(across), _optional(down), _bets(bets))
    values = {name: float(value) for name, value in advice.values.items()}
    costs = {name: float(cost) for name, cost in advice.costs.items()}
    if as_json:
        document = {"decision": advice.decision, "best": advice.best, "ev": values, "cost": costs}
        print(json_text(document | {"explained": list(advice.explained)}))
        return
    from rich.table import Table

    table = Table("Action", "Worth, antes a round", "Gives away", "", box=None, pad_edge=False)
    for name, value in values.items():
        best = name == advice.best
        table.add_row(name, f"{value:+.6f}", f"{costs[name]:.6f}", "best" if best else "")
    console = open_console()
    console.print(f"{advice.decision.capitalize()} decision: {advice.best}", style="bold", highlight=False)
    console.print(table)
    for line in advice.explained:
        console.print(line, highlight=False)


def _cards(text: str) -> tuple[Card, ...]:
    from crossfelt.cards import parse_cards

    return parse_cards(text)


def _optional(text: str | None) -> tuple[Card, ...] | None:
    return None if text is None else _cards(text)


def _bets(text: str | None) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > MOST_BETS or not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        raise BadInput(f"bets: write the multiples bet so far, such as 1,3, not {text!a}")
    return tuple(map(int, words))
