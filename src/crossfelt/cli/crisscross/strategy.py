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
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt.analysis import solver, strategy_card
    from crossfelt.analysis.documents import strategy as documents
    from crossfelt.cli.shared import drawing
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
    help="Show the best card of at most so many lines; 8, or 5 with --simple.",
)
@click.option("--simple", is_flag=True, help="Grow a card that needs no counting.")
@click.option("--file", "file", metavar="FILE", help="Price the rules of this strategy file instead (- for stdin).")
@click.option("--pdf", metavar="FILE", help="Write the card as a PDF to print.")
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
    as_json: bool,
) -> None:
    """Grow a short strategy card, or price somebody's rules, exactly.

    The PDF of a card that counts has the card that needs no counting on its second page.
    """
    if file is not None and (simple or lines is not None):
        raise BadInput("--file: prices the rules of the file; leave --simple and --lines out")
    if pdf is not None:
        # A device, such as /dev/null, is written to whatever its name.
        refuse_unwritable("--pdf", pdf, () if Path(pdf).is_char_device() else (".pdf",))
    book, scheme = choose_scheme(rules, option, pay)
    if file is not None:
        rules_of_file = parse_toml(read_bytes(file))  # refused before what computes is loaded
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
    if as_json:
        print_json(documents.strategy_document(book, cards, shown, scheme.multiples))
    else:
        _show(book, cards, shown, scheme.multiples)
        if file is None and not simple:
            click.echo("\nA card that needs no counting: --simple.")
    if pdf is not None:  # after the answer, which a full disk must not swallow
        write_bytes(pdf, printed.strategy_pdf(book, printed_cards))
        tell_written(pdf)


def _grown(solution: solver.Solution, *, counting: bool) -> list[strategy_card.PricedStrategyCard]:
    """The cards, with a progress bar on stderr for people who watch."""
    with progress_bar("growing cards") as report:
        return strategy_card.grow_strategy_cards(solution, progress=report, counting=counting)


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
        "against perfect play, counted over every deal.",
    )
    if len(cards) > 1:
        sizes = drawing.plain_table(">lines", ">cost, % of both antes")
        for priced in cards:
            sizes.add_row(str(len(priced.strategy_card.lines())), f"{float(priced.cost_of_both_antes):.4%}")
        console.print()
        console.print(sizes)
