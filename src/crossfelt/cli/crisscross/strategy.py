"""`crossfelt strategy`: rules that a person can keep in mind, and what any rules cost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_option
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json, read_bytes, refuse_unwritable, write_bytes
from crossfelt.jsontext import parse_toml

with deferred():
    from rich import table as rich_table

    from crossfelt.analysis import solver, strategy_card
    from crossfelt.analysis.documents import strategy as documents
    from crossfelt.crisscross import rulebook
    from crossfelt.printing import strategy_card as printed


@click.command()
@rules_option
@option_option
@pay_option
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
@without_collection()
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
    if pdf is not None:
        # A device, such as /dev/null, is written to whatever its name.
        refuse_unwritable("--pdf", pdf, () if Path(pdf).is_char_device() else (".pdf",))
    book, scheme = choose_scheme(rules, option, pay)
    if file is not None:
        rules_of_file = parse_toml(read_bytes(file))  # refused before what computes is loaded
        parsed = strategy_card.parse_strategy_card(rules_of_file, scheme.multiples)
        shown = strategy_card.price(parsed, solver.solve(scheme))
        cards = [shown]
    else:
        cards = _grown(solver.solve(scheme))
        shown = [priced for priced in cards if len(priced.strategy_card.lines()) <= lines][-1]
    if as_json:
        print_json(documents.strategy_document(book, cards, shown, scheme.multiples))
    else:
        _show(book, cards, shown, scheme.multiples)
    if pdf is not None:  # after the answer, which a full disk must not swallow
        write_bytes(pdf, printed.strategy_pdf(book, shown))
        tell_written(pdf)


def _grown(solution: solver.Solution) -> list[strategy_card.PricedStrategyCard]:
    """The cards, with a progress bar on stderr for people who watch."""
    with progress_bar("growing cards") as report:
        return strategy_card.grow_strategy_cards(solution, progress=report)


def _show(
    book: rulebook.RuleBook,
    cards: Sequence[strategy_card.PricedStrategyCard],
    shown: strategy_card.PricedStrategyCard,
    multiples: tuple[int, ...],
) -> None:
    console = open_console()
    console.print(
        f"{book.title}: {len(shown.strategy_card.lines())} lines. For each decision take the first that fits.\n"
    )
    table = rich_table.Table("Decision", "Rule", box=None, pad_edge=False)
    for line in shown.strategy_card.lines():
        table.add_row(
            ", ".join(name.capitalize() for name in line.decisions), strategy_card.described(line.rule, multiples)
        )
    console.print(table)
    console.print()
    for note in printed.COUNTING:
        console.print(note, style="dim", highlight=False)
    console.print(
        f"\nCosts {float(shown.cost_of_both_antes):.4%} of both antes ({float(shown.cost):.6f} antes a round) "
        "against perfect play, counted over every deal.",
        highlight=False,
    )
    if len(cards) > 1:
        sizes = rich_table.Table("Lines", "Cost, share of both antes", box=None, pad_edge=False)
        for priced in cards:
            sizes.add_row(str(len(priced.strategy_card.lines())), f"{float(priced.cost_of_both_antes):.4%}")
        console.print()
        console.print(sizes)
