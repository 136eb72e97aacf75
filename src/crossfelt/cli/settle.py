"""`crossfelt settle`: finished rounds in, every chip explained out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.books import choose_book, option_option, with_options
from crossfelt.cli.cases import Cases, Entry, read_cases
from crossfelt.cli.streams import STDIN, json_line, json_text, open_console, read_bytes
from crossfelt.errors import BadInput, RuleBookError

if TYPE_CHECKING:
    from crossfelt.crisscross.rulebook import RuleBook


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--rules", metavar="RULES", help="Rule book id or submission file, for cases without one.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one document, or one a line.")
def settle(file: str, rules: str | None, option: tuple[str, ...], as_json: bool) -> None:
    """Settle finished rounds and explain every chip.

    FILE is JSON or JSON Lines; - reads stdin.
    """
    from crossfelt.crisscross.casefile import settle_case

    if rules == STDIN and file == STDIN:
        raise BadInput("the cases and --rules cannot both come from stdin")
    cases = read_cases(read_bytes(file))
    default = choose_book(rules, option) if rules is not None else None
    book_for = _books(cases, default, option)
    show = _json_printer(cases.is_lines) if as_json else _table_printer(cases.is_lines, book_for)
    refused = 0
    for entry in cases.entries:
        try:
            case = _case(entry, default)
            result = settle_case(case, book_for)
        except BadInput as error:
            if not cases.is_lines:
                raise
            refused += 1
            show(entry, {"error": str(error), "faults": list(error.faults), "line": entry.line})
        else:
            show(entry, result)
    if refused:
        raise BadInput(f"{refused} of {len(cases.entries)} cases refused")


def _case(entry: Entry, default: RuleBook | None) -> object:
    """The case, with the rule book of `--rules` where it names none itself."""
    if entry.refusal is not None:
        raise entry.refusal
    if default is None or not isinstance(entry.data, dict) or "rules" in entry.data:
        return entry.data
    return {"rules": default.id, **entry.data}


def _books(cases: Cases, default: RuleBook | None, options: Sequence[str] | None) -> Callable[[str], RuleBook]:
    """From the id that a case names to its rule book.

    A wrong option is one mistake of whoever typed it, not one of each case, so all books are resolved before the
    first case is settled.
    """
    from crossfelt.crisscross.resolve import rule_book_ids

    if default is not None:

        def only_book(name: str) -> RuleBook:
            if name != default.id:
                raise RuleBookError(f"rules: the case names {name}, --rules names {default.id}")
            return default

        return only_book
    named = [entry.data.get("rules") for entry in cases.entries if isinstance(entry.data, dict)]
    return {name: with_options(name, options) for name in rule_book_ids() if name in named}.__getitem__


Show = Callable[[Entry, dict[str, Any]], None]


def _json_printer(is_lines: bool) -> Show:
    def show(_: Entry, result: dict[str, Any]) -> None:
        print(json_line(result) if is_lines else json_text(result))

    return show


def _table_printer(is_lines: bool, book_for: Callable[[str], RuleBook]) -> Show:
    from crossfelt.cli.drawing import Pencil
    from crossfelt.cli.settled import settled_case

    console = open_console()
    pencil = Pencil.for_console(console)

    def show(entry: Entry, result: dict[str, Any]) -> None:
        if is_lines:
            console.rule(f"line {entry.line}")
        if "error" in result:
            console.print(f"refused: {result['error']}")
        else:
            assert isinstance(entry.data, dict)
            console.print(settled_case(pencil, book_for(result["rules"]), entry.data, result))

    return show
