"""`crossfelt settle`: settle finished rounds and explain every chip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import choose_named, option_option, with_options
from crossfelt.cli.shared.cases import Cases, Entry, answer_cases, read_cases
from crossfelt.cli.shared.file_kinds import ROUND, refuse_other_content, refuse_other_kind
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_cases_option, long_option
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, STDIN, open_console, read_bytes
from crossfelt.errors import BadInput, RuleBookError

with deferred():
    from crossfelt.cli.crisscross import felt, typed_round
    from crossfelt.cli.shared import drawing, prompts
    from crossfelt.crisscross import casefile, resolve, rulebook

if TYPE_CHECKING:
    from rich.console import RenderableType

DEFAULT_RULES = "maryland"
"""The rule book of a round that is typed in."""


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--rules",
    metavar="RULES",
    help="Rule book or submission file for rounds that name none; maryland for a typed round.",
)
@option_option
@long_option
@json_cases_option
@without_collection()
def settle(file: str | None, rules: str | None, option: tuple[str, ...], is_long: bool, as_json: bool) -> None:
    """Settle finished rounds and explain every chip.

    FILE is JSON or JSON Lines; - reads stdin. Without it, the command asks for a round: cards, wagers and decisions.
    """
    if rules == STDIN and file in (STDIN, None):
        raise BadInput("The round and --rules can't both come from stdin")
    if file is None and as_json:
        raise BadInput("--json: name a FILE, or - for stdin")
    cases = None if file is None else _read_rounds(file)
    named = choose_named(rules or DEFAULT_RULES, option) if rules is not None or cases is None else None
    default = None if named is None else named.rules
    assert default is None or isinstance(default, rulebook.RuleBook)
    if cases is None:
        assert default is not None
        cases = _ask_round(default)
    book_for = _books(cases, default, option)

    def answer(data: object) -> casefile.SettledCase:
        try:
            return casefile.settle_finished(_case(data, default), book_for)
        except BadInput:
            refuse_other_kind(data, ROUND)
            raise

    def draw(pencil: drawing.Pencil, data: dict[str, Any], settled: casefile.SettledCase) -> Iterator[RenderableType]:
        used = named or resolve.named_rules(book_for(settled.rules))
        yield felt.settled_case(pencil, used, data, settled, is_long=is_long)

    answer_cases(cases, answer, draw, as_json=as_json)


def _read_rounds(file: str) -> Cases:
    content = read_bytes(file, MOST_CASES_BYTES)
    try:
        return read_cases(content)
    except BadInput:
        refuse_other_content(content, ROUND)
        raise


def _ask_round(book: rulebook.RuleBook) -> Cases:
    console = open_console()
    return Cases((Entry(1, typed_round.TypedRound(book, prompts.Prompter(console)).ask()),), is_lines=False)


def _case(data: object, default: rulebook.RuleBook | None) -> object:
    """Return the case, with the rule book of `--rules` if it names none."""
    if default is None or not isinstance(data, dict) or "rules" in data:
        return data
    return {"rules": default.id, **data}


def _books(
    cases: Cases, default: rulebook.RuleBook | None, options: Sequence[str] | None
) -> Callable[[str], rulebook.RuleBook]:
    """Return the function from the id that a case names to its rule book.

    All books are resolved before the first case is settled: a wrong option is one mistake, not one in each case.
    """
    if default is not None:

        def only_book(name: str) -> rulebook.RuleBook:
            if name != default.id:
                raise RuleBookError(f"rules: the case names {name}, but --rules names {default.id}")
            return default

        return only_book
    named = [entry.data.get("rules") for entry in cases.entries if isinstance(entry.data, dict)]
    return {name: with_options(name, options) for name in resolve.rule_book_ids() if name in named}.__getitem__
