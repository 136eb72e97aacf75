"""`crossfelt rules list` and `rules show`: the rule books, what each fixes and the choices it leaves."""

from __future__ import annotations

from typing import Any

import click

from crossfelt.cli.crisscross.books import choose_book, option_option, rules_argument, with_options
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import open_console, print_json

with deferred():
    from crossfelt import plain
    from crossfelt.cli.rules import book_tables
    from crossfelt.crisscross import resolve, rulebook


@click.command("list")
@json_option
def list_books(as_json: bool) -> None:
    """List the rule books."""
    books = [with_options(name, None) for name in resolve.rule_book_ids()]
    if as_json:
        print_json({"rule_books": [_summary(book) for book in books]})
    else:
        open_console().print(book_tables.books_table(books))


@click.command()
@rules_argument
@option_option
@json_option
def show(rules: str, option: tuple[str, ...], as_json: bool) -> None:
    """Show what one rule book fixes and the choices it leaves.

    RULES is a rule book id, or a rules submission file (- for stdin).
    """
    book = choose_book(rules, option)
    if as_json:
        print_json(_resolved(book))
    else:
        open_console().print(book_tables.whole_book(book))


def _summary(book: rulebook.RuleBook) -> dict[str, Any]:
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


def _resolved(book: rulebook.RuleBook) -> dict[str, Any]:
    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "hash": book.hash,
        "document": book.document,
        "choices": [
            {**plain.to_plain(choice), "value": book.choices[choice.name]} for choice in resolve.choices_of(book.id)
        ],
        "aggregate_limit_cents": book.aggregate_limit.amount_cents,
        "arising": list(book.rulings),
    }
