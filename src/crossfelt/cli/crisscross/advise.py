"""`crossfelt advise`: the decision at hand, every action priced exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import json_option, option_option
from crossfelt.cli.crisscross.scheme import choose_scheme, pay_option, rules_option
from crossfelt.cli.shared.streams import json_text, open_console
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from crossfelt.analysis.advice import Advice
    from crossfelt.cards import Card
    from crossfelt.crisscross.rulebook import RuleBook

MOST_BETS = 3


@click.command()
@rules_option
@option_option
@click.option("--hole", metavar="CARDS", required=True, help='Your two cards, such as "Ah Kd".')
@click.option("--across", metavar="CARDS", help="The across cards, once they are turned.")
@click.option("--down", metavar="CARDS", help="The down cards, once they are turned.")
@click.option("--bets", metavar="N,N", help="The multiples bet so far: across, then down.")
@pay_option
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
    """Say what each action is worth, exactly, and why.

    In antes for the whole round, what is already staked included, when every later decision is the best one.
    """
    from crossfelt.analysis.advice import advise as advice_on

    book, scheme = choose_scheme(rules, option, pay)
    faults: list[str] = []
    cards = {
        name: None if text is None else _cards(name, text, faults)
        for name, text in (("hole", hole), ("across", across), ("down", down))
    }
    made = _bets(bets, faults)
    if faults:
        raise BadInput(faults)
    advice = advice_on(scheme, cards["hole"] or (), cards["across"], cards["down"], made)
    if as_json:
        print(json_text(_document(book, advice)))
    else:
        _show(advice)


def _cards(name: str, text: str, faults: list[str]) -> tuple[Card, ...]:
    from crossfelt.cards import parse_cards

    try:
        return parse_cards(text)
    except BadInput as error:
        faults.extend(f"{name}: {fault}" for fault in error.faults)
        return ()


def _bets(text: str | None, faults: list[str]) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")] if text else []
    if len(words) > MOST_BETS or not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        faults.append(f"bets: write the multiples bet so far, such as 1,3, not {text!a:.60}")
        return ()
    return tuple(map(int, words))


def _document(book: RuleBook, advice: Advice) -> dict[str, Any]:
    from crossfelt.analysis.advice import LINES, fate, middle_cards
    from crossfelt.cards import card_name

    return {
        "rules": book.id,
        "decision": advice.decision,
        "best": advice.best,
        "ev": {name: float(value) for name, value in advice.values.items()},
        "cost": {name: float(cost) for name, cost in advice.costs.items()},
        "numerators": dict(zip(advice.actions, advice.sums, strict=True)),
        "denominator": advice.deals,
        "chances": {
            line: {
                **{name: float(share) for name, share in advice.fates(line).items()},
                "hands": {hand.slug: float(share) for hand, share in advice.chances(line).items()},
            }
            for line in LINES
        },
        "middle_cards": {
            line: {
                card_name(card): {"hand": hand.slug, "bet": fate(advice.scheme, hand)} for card, hand in made.items()
            }
            for line, made in middle_cards(advice).items()
        },
        "explained": list(advice.explained),
    }


def _show(advice: Advice) -> None:
    from rich.table import Table

    table = Table("Action", "Worth, antes a round", "Gives away", "", box=None, pad_edge=False)
    costs = advice.costs
    for name, value in advice.values.items():
        note = "best" if name == advice.best else "as good" if not costs[name] else ""
        table.add_row(name, f"{float(value):+.6f}", f"{float(costs[name]):.6f}", note)
    console = open_console()
    console.print(f"{advice.decision.capitalize()} decision: {advice.best}", style="bold", highlight=False)
    console.print(table)
    for sentence in advice.explained:
        console.print(sentence, highlight=False)
