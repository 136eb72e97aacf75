"""Which rule book a command runs under: `--rules` and `--option`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crossfelt.cli.shared.streams import STDIN, read_bytes
from crossfelt.errors import RuleBookError, describe

if TYPE_CHECKING:
    from crossfelt.crisscross.rulebook import RuleBook

rules_argument = click.argument("rules", metavar="RULES")
"""A rule book id, or a rules submission file (- for stdin)."""
option_option = click.option(
    "--option", metavar="NAME=VALUE", multiple=True, help="Set a choice of the rule book; repeatable."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def choose_book(rules: str, options: Sequence[str] | None) -> RuleBook:
    """The rule book of an id or a submission file, with the options on top."""
    from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids

    if rules in rule_book_ids():
        return with_options(rules, options)
    if not is_file_name(rules):
        known = ", ".join(rule_book_ids())
        raise RuleBookError(f"there is no rule book {describe(rules)}: choose from {known}, or name a submission file")
    book = load_submission(read_bytes(rules))
    if not options:
        return book
    return load_rule_book(book.id, {**book.choices, **parse_options(book.id, options)})


def with_options(name: str, options: Sequence[str] | None) -> RuleBook:
    """A shipped rule book with the options on top of its defaults."""
    from crossfelt.crisscross.resolve import load_rule_book

    return load_rule_book(name, parse_options(name, options or ()))


def parse_options(name: str, options: Sequence[str]) -> dict[str, object]:
    """The options of a rule book, by name."""
    from crossfelt.crisscross.resolve import parse_option

    return options_by_name(options, partial(parse_option, name))


def options_by_name(options: Sequence[str], parse: Callable[[str], tuple[str, object]]) -> dict[str, object]:
    """What `parse` makes of each `NAME=VALUE`; all that cannot be read are refused together."""
    found: dict[str, object] = {}
    faults: list[str] = []
    for assignment in options:
        try:
            key, value = parse(assignment)
        except RuleBookError as error:
            faults.extend(error.faults)
            continue
        if key in found:
            faults.append(f"option {key}: is given twice")
        found[key] = value
    if faults:
        raise RuleBookError(faults)
    return found


def option_text(value: object) -> str:
    """The value of a choice as it is written after `--option NAME=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def is_file_name(rules: str) -> bool:
    """Whether a text that is no rule book id is meant as the name of a submission file."""
    if rules == STDIN or any(mark in rules for mark in "./\\"):
        return True
    try:
        return Path(rules).exists()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False
