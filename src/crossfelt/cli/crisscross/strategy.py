"""`crossfelt strategy`: short strategy cards, and the exact cost of any strategy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.answers import OutFile, csv_files, csv_option, give_answer
from crossfelt.cli.shared.file_kinds import STRATEGY, refuse_other_content
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.shared.streams import read_bytes, refuse_unwritable
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt.analysis.crisscross import solver, strategy_card
    from crossfelt.analysis.crisscross.csv_tables import decisions as tables
    from crossfelt.analysis.crisscross.documents import strategy as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.printing import strategy_card as printed

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@rules_option
@option_option
@pay_option
@click.option(
    "--lines",
    metavar="N",
    type=WholeNumber(2, 16),
    help="Largest number of lines of the card.  [default: 8, or 5 with --simple]",
)
@click.option("--simple", is_flag=True, help="Find a card that needs no counting.")
@click.option("--file", "file", metavar="FILE", help="Compute the cost of this strategy file instead (- for stdin).")
@click.option("--pdf", metavar="FILE", help="Write the card as a PDF to print.")
@csv_option
@json_option
@without_collection()
def strategy(
    *,
    rules: str,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    lines: int | None,
    simple: bool,
    file: str | None,
    pdf: str | None,
    csv: str | None,
    as_json: bool,
) -> None:
    """Find a short strategy card, or compute the exact cost of a strategy file.

    If the card needs counting, the second page of its PDF has a card that needs none.
    """
    if file is not None and (simple or lines is not None):
        raise BadInput("--file: the file has its own lines; leave --simple and --lines out")
    if pdf is not None:
        # A device, such as /dev/null, may have any name.
        refuse_unwritable("--pdf", pdf, () if Path(pdf).is_char_device() else (".pdf",))
    analyzed = choose_rules(rules, option, pay)
    scheme, header = analyzed.scheme, header_for(analyzed.named)
    if file is not None:
        content = read_bytes(file)  # before the solver is loaded
        refuse_other_content(content, STRATEGY)
        rules_of_file = parse_toml(content)
        parsed = strategy_card.parse_strategy_card(rules_of_file, scheme.multiples)
        shown = strategy_card.price(parsed, solver.solve(scheme))
        cards, printed_cards = [shown], [shown]
    else:
        solution = solver.solve(scheme)
        cards = _grown(solution, counting=not simple)
        shown = strategy_card.longest_within(cards, lines, counting=not simple)
        printed_cards = [shown]
        if pdf is not None and not simple:
            printed_cards.append(strategy_card.simple_strategy_card(solution))

    def show(console: Console) -> None:
        _show(console, header.title, cards, shown, scheme.multiples)
        if file is None and not simple:
            console.print("\nFor a card that needs no counting, use --simple.")

    files = [] if pdf is None else [OutFile(pdf, lambda: printed.strategy_pdf(header, scheme.multiples, printed_cards))]
    document = documents.strategy_document(analyzed.book, cards, shown, scheme.multiples)
    files += csv_files(csv, header, lambda: tables.strategy_tables(document))
    give_answer(header, document, show, as_json=as_json, files=files)


def _grown(solution: solver.Solution, *, counting: bool) -> list[strategy_card.PricedStrategyCard]:
    """Return the cards, with a progress bar."""
    with progress_bar("building strategy cards") as report:
        return strategy_card.grow_strategy_cards(solution, progress=report, counting=counting)


def _show(
    console: Console,
    title: str,
    cards: Sequence[strategy_card.PricedStrategyCard],
    shown: strategy_card.PricedStrategyCard,
    multiples: tuple[int, ...],
) -> None:
    console.print(
        f"{title}: {len(shown.strategy_card.lines())} lines. For each decision, use the first line that fits.\n"
    )
    table = drawing.plain_table("decision", "rule")
    for line in shown.strategy_card.lines():
        table.add_row(
            ", ".join(name.capitalize() for name in line.decisions), strategy_card.described(line.rule, multiples)
        )
    console.print(table)
    console.print()
    for note in printed.legend(strategy_card.described(line.rule, multiples) for line in shown.strategy_card.lines()):
        console.print(f"{note}\n", style="dim")
    console.print(
        f"Costs {float(shown.cost_of_both_antes):.4%} of both antes ({float(shown.cost):.6f} antes a round) "
        "compared with optimal play, counted over every deal.",
    )
    if len(cards) > 1:
        sizes = drawing.plain_table(">lines", ">cost, % of both antes")
        for priced in cards:
            sizes.add_row(str(len(priced.strategy_card.lines())), f"{float(priced.cost_of_both_antes):.4%}")
        console.print()
        console.print(sizes)
