"""`crossfelt rules clauses`, `readings` and `procedure`: the texts clause by clause, how each is met, and by whom."""

from __future__ import annotations

import click

from crossfelt import register
from crossfelt.cli.crisscross.books import choose_book, is_file_name, rules_argument
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option, long_option
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.errors import BadInput, describe
from crossfelt.schema import to_plain

with deferred():
    from crossfelt.cli.rules import register_tables
    from crossfelt.crisscross import procedure as steps_of


@click.command()
@rules_argument
@click.option("--met", metavar="KIND", help="Only clauses met so: engine, choice, procedure, physical, 'not yet'.")
@long_option
@json_option
def clauses(rules: str, met: str | None, is_long: bool, as_json: bool) -> None:
    """List every clause of a rule text and how it is met.

    RULES is cardroom, maryland, massachusetts, king-cross, or a rules submission file. Each clause has one line, and
    with --long all that it says.
    """
    text = register.clauses(_text_id(rules))
    chosen = text.clauses
    if met is not None:
        kinds = [kind.value for kind in register.Met]
        met_kind = " ".join(met.lower().replace("-", " ").replace("_", " ").split())
        if met_kind not in kinds:
            raise BadInput(f"--met: {describe(met)} is not one of {', '.join(kinds)}")
        chosen = tuple(clause for clause in chosen if clause.met == met_kind)
    if as_json:
        print_json({**to_plain(text), "clauses": to_plain(chosen)})
    else:
        open_console().print(register_tables.clauses_table(text, chosen, is_long=is_long))


@click.command()
@click.argument("rules", metavar="[RULES]", required=False)
@json_option
def readings(rules: str | None, as_json: bool) -> None:
    """Show how unclear points of the texts are read, and why.

    RULES leaves only those that bear on this rule text.
    """
    name = None if rules is None else _text_id(rules)
    listed = register.readings(name)
    if as_json:
        print_json({"rules": name, "readings": to_plain(listed)})
    else:
        open_console().print(register_tables.readings_list(listed))


@click.command()
@rules_argument
@click.option("--method", metavar="METHOD", help="Only the steps of this dealing method.")
@json_option
def procedure(rules: str, method: str | None, as_json: bool) -> None:
    """List the dealer's steps in order, each with its clause.

    RULES is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). Steps of a wager appear only
    if the rules offer it.
    """
    book = choose_book(rules, None)
    name = book.id
    steps, methods = steps_of.procedure(name, method, book.spots), steps_of.methods_of(name)
    if as_json:
        document = {"rules": name, "hash": book.hash, "method": method, "methods": list(methods)}
        print_json({**document, "steps": to_plain(steps)})
    else:
        open_console().print(register_tables.procedure_list(steps, methods, method, book.name, book.hash))


def _text_id(rules: str) -> str:
    """The id of a rule text as given, or that of the rule book which a submission file is about."""
    return choose_book(rules, None).id if rules not in register.registered() and is_file_name(rules) else rules
