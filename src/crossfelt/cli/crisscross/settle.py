"""`crossfelt settle`: finished rounds in, every chip explained out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import choose_named, option_option, with_options
from crossfelt.cli.shared.cases import Cases, answer_cases, read_cases
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_cases_option, long_option
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, STDIN, read_bytes
from crossfelt.errors import BadInput, RuleBookError

with deferred():
    from crossfelt.cli.crisscross import felt
    from crossfelt.cli.shared import drawing
    from crossfelt.crisscross import casefile, resolve, rulebook

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--rules", metavar="RULES", help="Rule book id or submission file, for cases without one.")
@option_option
@long_option
@json_cases_option
@without_collection()
def settle(file: str, rules: str | None, option: tuple[str, ...], is_long: bool, as_json: bool) -> None:
    """Settle finished rounds and explain every chip.

    FILE is JSON or JSON Lines; - reads stdin.
    """
    if rules == STDIN and file == STDIN:
        raise BadInput("the cases and --rules cannot both come from stdin")
    cases = read_cases(read_bytes(file, MOST_CASES_BYTES))
    named = choose_named(rules, option) if rules is not None else None
    default = None if named is None else named.rules
    assert default is None or isinstance(default, rulebook.RuleBook)
    book_for = _books(cases, default, option)

    def answer(data: object) -> casefile.SettledCase:
        return casefile.settle_finished(_case(data, default), book_for)

    def draw(pencil: drawing.Pencil, data: dict[str, Any], settled: casefile.SettledCase) -> Iterator[RenderableType]:
        used = named or resolve.named_rules(book_for(settled.rules))
        yield felt.settled_case(pencil, used, data, settled, is_long=is_long)

    answer_cases(cases, answer, draw, as_json=as_json)


def _case(data: object, default: rulebook.RuleBook | None) -> object:
    """The case, with the rule book of `--rules` where it names none itself."""
    if default is None or not isinstance(data, dict) or "rules" in data:
        return data
    return {"rules": default.id, **data}


def _books(
    cases: Cases, default: rulebook.RuleBook | None, options: Sequence[str] | None
) -> Callable[[str], rulebook.RuleBook]:
    """From the id that a case names to its rule book.

    A wrong option is one mistake of whoever typed it, not one of each case, so all books are resolved before the
    first case is settled.
    """
    if default is not None:

        def only_book(name: str) -> rulebook.RuleBook:
            if name != default.id:
                raise RuleBookError(f"rules: the case names {name}, --rules names {default.id}")
            return default

        return only_book
    named = [entry.data.get("rules") for entry in cases.entries if isinstance(entry.data, dict)]
    return {name: with_options(name, options) for name in resolve.rule_book_ids() if name in named}.__getitem__
