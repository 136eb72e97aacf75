"""`crossfelt strategy`: rules that a person can keep in mind, and what any rules cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.books import choose_book, json_option, option_option
from crossfelt.cli.streams import json_text, open_console, read_bytes, write_bytes

if TYPE_CHECKING:
    from crossfelt.analysis.solver import Solution
    from crossfelt.analysis.strategy_card import PricedStrategyCard
    from crossfelt.crisscross.rulebook import RuleBook


@click.command()
@click.option("--rules", metavar="RULES", default="maryland", show_default=True, help="A rule book id or file.")
@option_option
@click.option("--pay", metavar="HAND=ODDS", multiple=True, help="Other odds for a hand of the main table; repeatable.")
@click.option(
    "--lines",
    metavar="N",
    type=click.IntRange(2, 16),
    default=8,
    show_default=True,
    help="Show the best card of at most so many lines.",
)
@click.option("--file", "file", metavar="FILE", help="Price the rules of this strategy file instead (- for stdin).")
@click.option("--pdf", metavar="FILE", help="Write the card as a PDF to print.")
@json_option
def strategy(
    *,
    rules: str,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    lines: int,
    file: str | None,
    pdf: str | None,
    as_json: bool,
) -> None:
    """Grow a short strategy card, or price somebody's rules, exactly."""
    from crossfelt.analysis.encode import encode, parse_pay
    from crossfelt.analysis.solver import solve
    from crossfelt.analysis.strategy_card import parse_strategy_card, price
    from crossfelt.jsontext import parse_toml

    book = choose_book(rules, option)
    scheme = encode(book, parse_pay(list(pay)))
    if file is not None:
        card = parse_strategy_card(parse_toml(read_bytes(file)), scheme.multiples)
        shown = price(card, solve(scheme))
        cards = [shown]
    else:
        cards = _grown(solve(scheme))
        shown = [priced for priced in cards if len(priced.strategy_card.lines()) <= lines][-1]
    if pdf is not None:
        _write_pdf(pdf, book, shown)
    if as_json:
        print(json_text(_document(book, cards, shown, scheme.multiples)))
        return
    _print(book, cards, shown, scheme.multiples)


def _grown(solution: Solution) -> list[PricedStrategyCard]:
    """The cards, with a progress bar on stderr for people who watch."""
    from rich.console import Console
    from rich.progress import Progress

    from crossfelt.analysis.strategy_card import grow_strategy_cards

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Growing cards", total=1.0)
        return grow_strategy_cards(solution, progress=lambda share: progress.update(task, completed=share))


def _write_pdf(name: str, book: RuleBook, shown: PricedStrategyCard) -> None:
    from crossfelt.printing.strategy_card import strategy_pdf

    write_bytes(name, strategy_pdf(book, shown))


def _document(
    book: RuleBook, cards: Sequence[PricedStrategyCard], shown: PricedStrategyCard, multiples: tuple[int, ...]
) -> dict[str, Any]:
    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "card": _plain(shown, multiples),
        "cards": [_plain(priced, multiples) for priced in cards],
    }


def _plain(priced: PricedStrategyCard, multiples: tuple[int, ...]) -> dict[str, Any]:
    deals = priced.tally.deals
    return {
        "lines": len(priced.strategy_card.lines()),
        "rules": priced.strategy_card.text(multiples),
        "ev": {
            "numerator": priced.value,
            "denominator": deals,
            "value": priced.value / deals,
        },
        "cost": {"one_ante": float(priced.cost), "both_antes": float(priced.cost_of_both_antes)},
    }


def _print(
    book: RuleBook, cards: Sequence[PricedStrategyCard], shown: PricedStrategyCard, multiples: tuple[int, ...]
) -> None:
    from rich.table import Table

    from crossfelt.analysis.strategy_card import described
    from crossfelt.printing.strategy_card import COUNTING

    console = open_console()
    console.print(
        f"{book.title}: {len(shown.strategy_card.lines())} lines. For each decision take the first that fits.\n"
    )
    table = Table("Decision", "Rule", box=None, pad_edge=False)
    for line in shown.strategy_card.lines():
        table.add_row(", ".join(name.capitalize() for name in line.decisions), described(line.rule, multiples))
    console.print(table)
    console.print()
    for note in COUNTING:
        console.print(note, style="dim", highlight=False)
    console.print(
        f"\nCosts {float(shown.cost_of_both_antes):.4%} of both antes ({float(shown.cost):.6f} antes a round) "
        "against perfect play, counted over every deal.",
        highlight=False,
    )
    if len(cards) > 1:
        sizes = Table("Lines", "Cost, share of both antes", box=None, pad_edge=False)
        for priced in cards:
            sizes.add_row(str(len(priced.strategy_card.lines())), f"{float(priced.cost_of_both_antes):.4%}")
        console.print()
        console.print(sizes)
