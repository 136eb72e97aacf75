"""What the commands that compute have in common: the rules they run under, exact figures, a bar while one waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import choose_book

if TYPE_CHECKING:
    from crossfelt.analysis.encode import Scheme
    from crossfelt.crisscross.rulebook import RuleBook

rules_option = click.option(
    "--rules", metavar="RULES", default="maryland", show_default=True, help="A rule book id or file (- for stdin)."
)
pay_option = click.option(
    "--pay", metavar="HAND=ODDS", multiple=True, help="Other odds for a hand of the main table; repeatable."
)


def choose_scheme(rules: str, options: Sequence[str], pay: Sequence[str]) -> tuple[RuleBook, Scheme]:
    """The rule book of a command, and its main game with the odds that `--pay` changes."""
    from crossfelt.analysis.encode import encode, parse_pay

    book = choose_book(rules, options)
    return book, encode(book, parse_pay(list(pay)))


def exact(value: Fraction) -> dict[str, Any]:
    """A fraction for JSON: exactly, and as a number."""
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


def house_edge(value: Fraction) -> dict[str, float]:
    """The house's edge by both usual bases, from the player's net antes a round."""
    return {"one_ante": float(-value), "both_antes": float(-value / 2)}


def percent(share: Fraction | float, digits: int = 3) -> str:
    """A share as a percentage; the heading beside it names the base."""
    return f"{100 * float(share):.{digits}f}%"


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on stderr that goes away when the work is done; nothing where stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from crossfelt.kernels.compiled import is_compiled

    if not is_compiled():
        title += ", after compiling the kernels (first run only)"
    console = Console(stderr=True, markup=False, highlight=False, emoji=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)
