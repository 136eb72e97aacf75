"""`crossfelt rules`: the rule books, their clauses, our readings of them and the dealer's procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import (
    choose_book,
    is_file_name,
    json_option,
    option_option,
    rules_argument,
    with_options,
)
from crossfelt.cli.shared.streams import json_text, open_console
from crossfelt.errors import BadInput, describe

if TYPE_CHECKING:
    from crossfelt.crisscross.rulebook import RuleBook


@click.group(invoke_without_command=True)
@click.pass_context
def rules(context: click.Context) -> None:
    """Read the rule books: pay tables, limits, clauses, procedure."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@rules.command("list")
@json_option
def list_books(as_json: bool) -> None:
    """List the rule books."""
    from crossfelt.crisscross.resolve import rule_book_ids

    books = [with_options(name, None) for name in rule_book_ids()]
    if as_json:
        print(json_text({"rule_books": [_summary(book) for book in books]}))
        return
    from crossfelt.cli.rules.book_tables import books_table

    open_console().print(books_table(books))


@rules.command()
@rules_argument
@option_option
@json_option
def show(rules: str, option: tuple[str, ...], as_json: bool) -> None:
    """Show what one rule book fixes and the choices it leaves.

    RULES is a rule book id, or a rules submission file (- for stdin).
    """
    book = choose_book(rules, option)
    if as_json:
        print(json_text(_resolved(book)))
        return
    from crossfelt.cli.rules.book_tables import whole_book

    open_console().print(whole_book(book))


@rules.command()
@rules_argument
@click.option("--met", metavar="KIND", help="Only clauses met so: engine, choice, procedure, physical, 'not yet'.")
@json_option
def clauses(rules: str, met: str | None, as_json: bool) -> None:
    """List every clause of a rule text and how it is met.

    RULES is the id of a rule text, king-cross included, or a submission file.
    """
    from crossfelt.plain import to_plain
    from crossfelt.register import Met
    from crossfelt.register import clauses as clauses_of

    register = clauses_of(_text_id(rules))
    chosen = register.clauses
    if met is not None:
        kinds = [kind.value for kind in Met]
        wanted = " ".join(met.lower().replace("-", " ").replace("_", " ").split())
        if wanted not in kinds:
            raise BadInput(f"--met: {describe(met)} is not one of {', '.join(kinds)}")
        chosen = tuple(clause for clause in chosen if clause.met == wanted)
    if as_json:
        print(json_text({**to_plain(register), "clauses": to_plain(chosen)}))
        return
    from crossfelt.cli.rules.register_tables import clauses_table

    open_console().print(clauses_table(register, chosen))


@rules.command()
@click.argument("rules", metavar="[RULES]", required=False)
@json_option
def readings(rules: str | None, as_json: bool) -> None:
    """Show how unclear points of the texts are read, and why.

    RULES leaves only those that bear on this rule text.
    """
    from crossfelt.plain import to_plain
    from crossfelt.register import readings as readings_of

    name = None if rules is None else _text_id(rules)
    found = readings_of(name)
    if as_json:
        print(json_text({"rules": name, "readings": to_plain(found)}))
        return
    from crossfelt.cli.rules.register_tables import readings_list

    open_console().print(readings_list(found))


@rules.command()
@rules_argument
@click.option("--method", metavar="METHOD", help="Only the steps of this dealing method.")
@json_option
def procedure(rules: str, method: str | None, as_json: bool) -> None:
    """List the dealer's steps in order, each with its clause."""
    from crossfelt.crisscross.procedure import methods_of
    from crossfelt.crisscross.procedure import procedure as procedure_of
    from crossfelt.plain import to_plain

    name = choose_book(rules, None).id
    steps = procedure_of(name, method)
    if as_json:
        document = {"rules": name, "method": method, "methods": list(methods_of(name)), "steps": to_plain(steps)}
        print(json_text(document))
        return
    from crossfelt.cli.rules.register_tables import procedure_list

    open_console().print(procedure_list(steps, methods_of(name), method))


def _text_id(rules: str) -> str:
    """The id of a rule text as given, or that of the rule book which a submission file is about."""
    from crossfelt.register import registered

    return choose_book(rules, None).id if rules not in registered() and is_file_name(rules) else rules


def _summary(book: RuleBook) -> dict[str, Any]:
    antes = [spot for spot in book.betting_spots if spot.kind == "ante"]
    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "publisher": book.document["publisher"],
        "hash": book.hash,
        "seats": book.seat_count,
        "spots": list(book.spots),
        "ante_minimum_cents": min(spot.minimum_cents for spot in antes),
        "ante_maximum_cents": max(spot.maximum_cents for spot in antes),
        "aggregate_limit_cents": book.aggregate_limit.amount_cents,
        "dealing_method": book.dealing.method,
    }


def _resolved(book: RuleBook) -> dict[str, Any]:
    from crossfelt.crisscross.resolve import choices_of
    from crossfelt.plain import to_plain

    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "hash": book.hash,
        "document": book.document,
        "choices": [{**to_plain(choice), "value": book.choices[choice.name]} for choice in choices_of(book.id)],
        "aggregate_limit_cents": book.aggregate_limit.amount_cents,
        "arising": list(book.rulings),
    }
