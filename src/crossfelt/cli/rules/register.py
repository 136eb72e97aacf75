"""`crossfelt rules clauses`, `clause`, `readings`, `reading` and `procedure`: the rule texts, clause by clause."""

from __future__ import annotations

from difflib import get_close_matches

import click

from crossfelt import register
from crossfelt.cli.crisscross.books import choose_book, is_file_name, known_id, rules_argument
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option, long_option
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.errors import BadInput, describe
from crossfelt.schema import to_plain

with deferred():
    from crossfelt.cli.rules import register_tables
    from crossfelt.crisscross import procedure as steps_of

_MOST_NEAR = 8


@click.command()
@rules_argument
@click.option(
    "--met", metavar="KIND", help="Show only clauses met by: engine, choice, procedure, physical or 'not yet'."
)
@long_option
@json_option
def clauses(rules: str, met: str | None, is_long: bool, as_json: bool) -> None:
    """List every clause of a rule text and how it is met.

    RULES is cardroom, maryland, massachusetts, king-cross, or a rules submission file. Each clause gets one line;
    --long shows the whole text, in our words. For one clause, use crossfelt rules clause.
    """
    text = register.clauses(_text_id(rules))
    chosen = text.clauses
    if met is not None:
        kinds = [kind.value for kind in register.Met]
        met_kind = " ".join(met.lower().replace("-", " ").replace("_", " ").split())
        if met_kind not in kinds:
            raise BadInput(f"--met: {describe(met)} isn't one of {', '.join(kinds)}")
        chosen = tuple(clause for clause in chosen if clause.met == met_kind)
    if as_json:
        print_json({**to_plain(text), "clauses": to_plain(chosen)})
    else:
        open_console().print(register_tables.clauses_table(text, chosen, is_long=is_long))


@click.command()
@rules_argument
@click.argument("clause", metavar="CLAUSE")
@json_option
def clause(rules: str, clause: str, as_json: bool) -> None:
    """Show one clause of a rule text: what it says, how it is met, and what shows it.

    RULES is cardroom, maryland, massachusetts, king-cross, or a rules submission file. CLAUSE is the number of a
    clause, such as 12.B; crossfelt rules clauses lists them all.
    """
    text = register.clauses(_text_id(rules))
    entry = _clause_named(clause, text)
    cited = f"{text.rules} {entry.id}"
    readings = [each for each in register.readings(text.rules) if each.id == entry.reading or cited in each.clauses]
    if as_json:
        print_json({"rules": text.rules, **to_plain(entry), "readings": [reading.id for reading in readings]})
    else:
        open_console().print(register_tables.one_clause(text, entry, readings))


@click.command()
@click.argument("reading", metavar="READING")
@json_option
def reading(reading: str, as_json: bool) -> None:
    """Show one reading of an unclear point: how we read it, and why.

    READING is its id, such as R4; crossfelt rules readings lists them all.
    """
    every = {entry.id: entry for entry in register.readings()}
    entry = every.get(reading.strip().upper())
    if entry is None:
        raise BadInput(f"there is no reading {describe(reading)}: choose from {', '.join(every)}")
    if as_json:
        print_json(to_plain(entry))
    else:
        open_console().print(register_tables.readings_list([entry]))


@click.command()
@click.argument("rules", metavar="[RULES]", required=False)
@json_option
def readings(rules: str | None, as_json: bool) -> None:
    """Show how we read unclear points of the rule texts, and why.

    RULES is a rule text: only its readings are shown.
    """
    name = None if rules is None else _text_id(known_id(rules))
    listed = register.readings(name)
    if as_json:
        print_json({"rules": name, "readings": to_plain(listed)})
    else:
        open_console().print(register_tables.readings_list(listed))


@click.command()
@rules_argument
@click.option("--method", metavar="METHOD", help="Show only the steps of this dealing method.")
@json_option
def procedure(rules: str, method: str | None, as_json: bool) -> None:
    """List the dealer's steps in order, each with its clause.

    RULES is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). The steps of a wager are
    listed only if the rules offer it.
    """
    book = choose_book(rules, None)
    name = book.id
    steps, methods = steps_of.procedure(name, method, book.spots), steps_of.methods_of(name)
    if as_json:
        document = {"rules": name, "hash": book.hash, "method": method, "methods": list(methods)}
        print_json({**document, "steps": to_plain(steps)})
    else:
        open_console().print(register_tables.procedure_list(steps, methods, method, book.name, book.hash))


def _clause_named(name: str, text: register.Register) -> register.Clause:
    """Return the clause of this number, however it is capitalized and spaced."""
    by_name = {_bare(entry.id): entry for entry in text.clauses}
    sought = _bare(name)
    if sought in by_name:
        return by_name[sought]
    near = [entry.id for bare, entry in by_name.items() if sought and bare.startswith(sought)]
    near = near[:_MOST_NEAR] or get_close_matches(name, [entry.id for entry in text.clauses])
    hint = f": did you mean {', '.join(near)}?" if near else f": crossfelt rules clauses {text.rules} lists them"
    raise BadInput(f"{text.rules} has no clause {describe(name)}{hint}")


def _bare(name: str) -> str:
    return "".join(name.lower().split())


def _text_id(rules: str) -> str:
    """Return the id of a rule text, or of the rule book that a submission file is for."""
    return choose_book(rules, None).id if rules not in register.registered() and is_file_name(rules) else rules
