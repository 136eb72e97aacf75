"""`crossfelt rules list` and `rules show`: the rule books and score cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import choose_named, option_option, rules_argument, with_options
from crossfelt.cli.king.score_cards import choose_score_card
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option, long_option
from crossfelt.cli.shared.streams import open_console, print_json

with deferred():
    from crossfelt import rulefiles, schema
    from crossfelt.analysis.crisscross.documents import readings
    from crossfelt.cli.rules import book_tables, citations, score_card_tables
    from crossfelt.cli.shared import drawing
    from crossfelt.crisscross import resolve, rulebook
    from crossfelt.crisscross.progressives import printed_lists
    from crossfelt.kingcross import resolve as king
    from crossfelt.kingcross import scorecard

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command("list")
@json_option
def list_books(as_json: bool) -> None:
    """List the rule books."""
    books = [with_options(name, None) for name in resolve.rule_book_ids()]
    cards = [king.load_score_card(name) for name in king.score_card_ids()]
    if as_json:
        print_json(
            {"rule_books": [_summary(book) for book in books], "score_cards": [_card_summary(card) for card in cards]}
        )
        return
    console = open_console()
    console.print(drawing.section("Criss Cross Poker", book_tables.books_table(books)))
    console.print(drawing.section("King Cross Poker", score_card_tables.score_cards_table(cards)))
    console.print("\nFor one of them in full: crossfelt rules show ID")


@click.command()
@rules_argument
@option_option
@long_option
@json_option
def show(rules: str, option: tuple[str, ...], is_long: bool, as_json: bool) -> None:
    """Show one rule book: pay tables, limits, order of play, and choices.

    RULES is cardroom, maryland, massachusetts, king-cross, or a rules submission file (- for stdin).
    """
    if rules in king.score_card_ids():
        card = choose_score_card(option)
        if as_json:
            print_json(_resolved(card, king.choices_of(card.id)))
        else:
            _print(score_card_tables.whole_score_card(card), card, is_long)
        return
    named = choose_named(rules, option)
    book = named.rules
    assert isinstance(book, rulebook.RuleBook)
    if as_json:
        more = {
            "name": named.name,
            "changes": list(named.changes),
            "aggregate_limit_cents": book.aggregate_limit.amount_cents,
            "arising": list(book.rulings),
            "community_lists": schema.to_plain(dict(printed_lists.printed_community(book.id))),
            "readings": [reading.id for reading in readings.readings_in_force(book)],
            "readings_set_aside": [reading.id for reading in readings.readings_set_aside(book)],
        }
        print_json(_resolved(book, resolve.choices_of(book.id)) | more)
    else:
        _print(book_tables.whole_book(named), book, is_long)


def _print(drawn: RenderableType, rules: rulefiles.Resolved, is_long: bool) -> None:
    console = open_console()
    console.print(drawn)
    if is_long:
        console.print(citations.cited_clauses(rules.id, citations.all_citations(rules.document)))


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


def _card_summary(card: scorecard.ScoreCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "version": card.version,
        "title": card.title,
        "hash": card.hash,
        "points": card.chart,
        "achievements": {name: entry.points for name, entry in card.achievements.items()},
    }


def _resolved(rules: rulefiles.Resolved, left: Iterable[rulefiles.Choice]) -> dict[str, Any]:
    return {
        "id": rules.id,
        "version": rules.version,
        "title": rules.title,
        "hash": rules.hash,
        "document": rules.document,
        "choices": [{**schema.to_plain(choice), "value": rules.choices.get(choice.name)} for choice in left],
    }
