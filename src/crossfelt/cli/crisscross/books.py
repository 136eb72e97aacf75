"""The rule book of a Criss Cross command: an argument or `--rules`, `--option` and, for analyses, `--pay`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from crossfelt.cli.shared.file_kinds import SUBMISSION, refuse_other_content
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import plain_assignment
from crossfelt.cli.shared.streams import STDIN, read_bytes
from crossfelt.errors import RuleBookError, describe
from crossfelt.rulefiles import NamedRules, SubmissionName, options_by_name

with deferred():
    from crossfelt.analysis.crisscross import analyzed_rules
    from crossfelt.cli.crisscross import typed_odds
    from crossfelt.crisscross import resolve, rulebook

_Command = TypeVar("_Command", bound=Callable[..., Any])
_POSITIONAL = "crossfelt.rules"
"""The key under which the context keeps the rule book of the argument, for the option to use."""


def known_id(name: str) -> str:
    """Return the id of a rule book or score card however it is capitalized; leave the name of a file alone."""
    lower = name.lower()
    return lower if lower in resolve.rule_book_ids() or not is_file_name(name) else name


def complete_ids(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the rule books that begin like this, for the completion of a shell."""
    return [name for name in resolve.rule_book_ids() if name.startswith(incomplete.lower())]


def _keep_positional(context: click.Context, _param: click.Parameter, name: str | None) -> None:
    context.meta[_POSITIONAL] = name


def _either(context: click.Context, _param: click.Parameter, name: str | None) -> str | None:
    """Return the rule book of the argument or of `--rules`, and refuse two."""
    positional = context.meta.get(_POSITIONAL)
    if positional is not None:
        if context.get_parameter_source("rules") is ParameterSource.COMMANDLINE:
            raise RuleBookError(f"--rules: {describe(positional)} names a rule book too; give only one of them")
        context.set_parameter_source("rules", ParameterSource.COMMANDLINE)
        name = positional
    if name is None and not context.resilient_parsing:
        message = f"name a rule book: {', '.join(resolve.rule_book_ids())}, or a rules submission file (- for stdin)"
        raise RuleBookError(f"RULES: {message}")
    return None if name is None else known_id(name)


def _rules_option(default: str | None) -> Callable[[_Command], _Command]:
    argument = click.argument(
        "rule_book",
        metavar="[RULES]",
        required=False,
        expose_value=False,
        is_eager=True,
        callback=_keep_positional,
        shell_complete=complete_ids,
    )
    option = click.option(
        "--rules",
        metavar="RULES",
        default=default,
        show_default=default is not None,
        callback=_either,
        shell_complete=complete_ids,
        help="Rule book: cardroom, maryland, massachusetts, or a rules submission file (- for stdin).",
    )

    def decorate(command: _Command) -> _Command:
        return argument(option(command))

    return decorate


rules_option = _rules_option("maryland")
"""The rule book of an analysis: `crossfelt solve cardroom` or `crossfelt solve --rules cardroom`."""
required_rules_option = _rules_option(None)
"""The same where there is no default."""
rules_argument = click.argument(
    "rules",
    metavar="RULES",
    callback=lambda _context, _param, name: None if name is None else known_id(name),
    shell_complete=complete_ids,
)
"""A rule book id, or a rules submission file (- for stdin)."""
option_option = click.option(
    "--option", metavar="NAME=VALUE", multiple=True, help="Set a choice of the rule book. Repeatable."
)
pay_option = click.option(
    "--pay",
    metavar="HAND=ODDS",
    multiple=True,
    help="Change the odds of a hand of the main game, such as flush=7. Repeatable.",
)


def choose_book(rules: str, options: Sequence[str] | None) -> rulebook.RuleBook:
    """Return the rule book of an id or a submission file, with the options on top."""
    return _chosen(rules, options)[0]


def choose_named(rules: str, options: Sequence[str] | None) -> NamedRules:
    """Return the rule book of an id or a submission file, with the options on top, and its name in reports."""
    return resolve.named_rules(*_chosen(rules, options))


def choose_rules(rules: str, options: Sequence[str], pay: Sequence[str]) -> analyzed_rules.AnalyzedRules:
    """Return the rules of an analysis: the book, its main game with the odds of `--pay`, and its name."""
    return analyzed_rules.analyzed_rules(choose_named(rules, options), typed_odds.parse_pay(pay) if pay else {})


def _chosen(
    rules: str, options: Sequence[str] | None
) -> tuple[rulebook.RuleBook, rulebook.RuleBook | None, SubmissionName | None]:
    """Return the rule book; for a submission, also the book before the options and its name."""
    rules = known_id(rules)
    if rules in resolve.rule_book_ids():
        return with_options(rules, options), None, None
    if not is_file_name(rules):
        known = ", ".join(resolve.rule_book_ids())
        raise RuleBookError(
            f"there is no rule book {describe(rules)}: choose from {known}, or give the name of a submission file"
        )
    content = read_bytes(rules)
    refuse_other_content(content, SUBMISSION)
    examined = resolve.examine_submission(content)
    submitted = examined.rules
    if submitted is None:
        raise RuleBookError(examined.faults)
    book = submitted
    if options:
        book = resolve.load_rule_book(book.id, {**book.choices, **_by_name(book.id, options)})
    return book, submitted, examined.name(submission_file_title(rules))


def submission_file_title(file: str) -> str:
    """Return the title of a submission that has none of its own: the name of its file."""
    return "submission" if file == STDIN else Path(file).stem


def with_options(name: str, options: Sequence[str] | None) -> rulebook.RuleBook:
    """Return a shipped rule book with the options on top of its defaults."""
    return resolve.load_rule_book(name, _by_name(name, options or ()))


def is_file_name(rules: str) -> bool:
    """Return whether a text is meant as the name of a submission file."""
    if rules == STDIN or any(mark in rules for mark in "./\\"):
        return True
    try:
        return Path(rules).exists()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False


def _by_name(name: str, options: Sequence[str]) -> dict[str, object]:
    return options_by_name(list(map(plain_assignment, options)), partial(resolve.parse_option, name))
