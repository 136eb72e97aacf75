"""`crossfelt solve`: the whole game, exactly, for any pay table."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.books import choose_book, json_option, option_option
from crossfelt.cli.streams import json_text, open_console

if TYPE_CHECKING:
    from crossfelt.analysis.bonus import BonusResult
    from crossfelt.analysis.results import Results
    from crossfelt.crisscross.rulebook import RuleBook


@click.command()
@click.option("--rules", metavar="RULES", default="maryland", show_default=True, help="A rule book id or file.")
@option_option
@click.option("--pay", metavar="HAND=ODDS", multiple=True, help="Other odds for a hand of the main table; repeatable.")
@click.option("--threads", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Use so many.")
@json_option
def solve(*, rules: str, option: tuple[str, ...], pay: tuple[str, ...], threads: int, as_json: bool) -> None:
    """Solve the game exactly: edge, volatility, folds, all 169 starting hands."""
    from crossfelt.analysis.encode import encode, parse_pay

    book = choose_book(rules, option)
    scheme = encode(book, parse_pay(list(pay)))
    with first_compilation():
        from crossfelt.analysis.results import results
        from crossfelt.analysis.solver import solve as solve_scheme

        found = results(solve_scheme(scheme, threads))
    from crossfelt.analysis.bonus import bonus_results

    bonus = bonus_results(book)
    if as_json:
        print(json_text(_document(book, found, bonus)))
        return
    _print(book, found, bonus)


def first_compilation() -> AbstractContextManager[Any]:
    """Says on stderr that the first run ever compiles, with a spinner for people who watch."""
    from crossfelt.kernels.compiled import is_compiled

    if is_compiled():
        return nullcontext()
    if not sys.stderr.isatty():
        print("compiling the kernels, first run only", file=sys.stderr)
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status("Compiling the kernels, first run only ...")


def _document(book: RuleBook, found: Results, bonus: dict[str, BonusResult]) -> dict[str, Any]:
    from crossfelt.analysis.symmetry import DEALS, hole_classes

    mean = found.mean
    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "pay": found.scheme.named_pay(),
        "deals": DEALS,
        "ev": {"numerator": found.numerator, "denominator": DEALS, "value": float(mean)},
        "house_edge": {"one_ante": float(-mean), "both_antes": float(-mean / 2)},
        "element_of_risk": float(found.element_of_risk),
        "average_total_wager": float(found.average_total_wager),
        "standard_deviation": found.standard_deviation,
        "skewness": found.skewness,
        "folds": {name: float(share) for name, share in found.folds.items()},
        "rounds": {name: float(share) for name, share in found.rounds_won.items()},
        "starting_hands": {
            hole.name: {
                "best": found.best_start(hole),
                "ev": {name: float(value) for name, value in found.starting_hand(hole).items()},
            }
            for hole in hole_classes()
        },
        "wagers": {
            name: {"staked": wager.staked, "net": wager.net, "by_hand": wager.by_hand}
            for name, wager in found.wagers.items()
        },
        "distribution": [{"net": net, "deals": deals} for net, deals in found.distribution.items()],
        "bonus": {
            name: {
                "house_edge": float(entry.house_edge),
                "numerator": entry.numerator,
                "denominator": entry.denominator,
                "standard_deviation": float(entry.variance) ** 0.5,
                "hit_rate": float(entry.hit_rate),
                "counts": entry.counts,
            }
            for name, entry in bonus.items()
        },
    }


def _print(book: RuleBook, found: Results, bonus: dict[str, BonusResult]) -> None:
    from rich.table import Table

    console = open_console()
    mean = found.mean
    console.print(f"{book.title}: the main game played perfectly", style="bold", highlight=False)
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = [
        ("House edge, of both antes", f"{float(-mean / 2):.4%}"),
        ("House edge, of one ante", f"{float(-mean):.4%}"),
        ("House edge, of all money bet", f"{float(found.element_of_risk):.4%}"),
        ("Average wager in a round, antes", f"{float(found.average_total_wager):.4f}"),
        ("Standard deviation of a round, antes", f"{found.standard_deviation:.4f}"),
        ("Rounds won / even / lost", " / ".join(f"{float(share):.2%}" for share in found.rounds_won.values())),
        ("Rounds folded at across / down / middle", " / ".join(f"{float(s):.2%}" for s in found.folds.values())),
        ("Exact value, antes over all deals", f"{found.numerator:,} / {found.solution.denominator:,}"),
    ]
    for entry in bonus.values():
        title = book.spots[entry.spot].title
        rows.append((f"{title}: house edge, of that wager", f"{float(entry.house_edge):.4%}"))
    for row in rows:
        table.add_row(*row)
    console.print(table)
    console.print(
        "\nFirst decision (suited above the diagonal; F folds, a number bets so many antes):", highlight=False
    )
    console.print(_grid(found))


def _grid(found: Results) -> Any:
    from rich.table import Table
    from rich.text import Text

    from crossfelt.analysis.symmetry import hole_classes
    from crossfelt.cards import RANKS

    best = {hole.name: found.best_start(hole) for hole in hole_classes()}
    table = Table("", *reversed(RANKS), box=None, pad_edge=False, padding=(0, 1, 0, 0))
    styles = {"fold": "red", "1x": "dim"}
    for high in reversed(RANKS):
        cells = []
        for low in reversed(RANKS):
            ranks = sorted((high, low), key=RANKS.index, reverse=True)
            above = RANKS.index(high) > RANKS.index(low)
            name = "".join(ranks) + ("" if high == low else "s" if above else "o")
            action = best[name]
            mark = "F" if action == "fold" else action.removesuffix("x")
            cells.append(Text(mark, styles.get(action, "bold green")))
        table.add_row(high, *cells)
    return table
