"""Load a rule book or a submission: resolve a file and its choices into a `RuleBook`, or list everything wrong.

Call `load_rule_book("maryland")` for a shipped book and `load_submission` for a house's own file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crossfelt.crisscross.playable import coverage_faults, text_faults
from crossfelt.crisscross.progressives.choose import checked_bonus_spin, checked_xtreme, progressives_document
from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.rulebook_reader import read_rule_book
from crossfelt.errors import BadInput, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json
from crossfelt.rulefiles import TABLE, Choice, NamedRules, RuleLibrary, Submission, SubmissionName, cited, words_of

DEFAULT_BOOK = "maryland"
_TYPE_WORDS = {"boolean": "true or false", "cents": "whole number of cents"}


def rule_book_ids() -> tuple[str, ...]:
    """Return the ids of the shipped rule sets."""
    return _LIBRARY.ids()


def load_rule_book(name: str, choices: Mapping[str, object] | None = None) -> RuleBook:
    """Return the newest version of a shipped rule set, resolved. Choices that aren't passed take their defaults.

    >>> load_rule_book("cardroom").aggregate_limit.amount_cents
    300000
    """
    return _LIBRARY.load(name, choices)


def load_submission(text: str | bytes) -> RuleBook:
    """Return the book of a rules submission: TOML with `rules = "ID"` and a table `[choices]`."""
    return _LIBRARY.load_submission(text)


def examine_submission(text: str | bytes) -> Submission[RuleBook]:
    """Return the result of a rules submission with all of its faults; raise only if it isn't TOML."""
    return _LIBRARY.examine_submission(text)


def named_rules(
    book: RuleBook, submitted: RuleBook | None = None, submission: SubmissionName | None = None
) -> NamedRules:
    """Return a book with its name for reports: its published name, its submission, or MODIFIED.

    `submitted` is the book of a submission before any option was set.
    """
    return _LIBRARY.named(book, submitted, submission)


def rule_book_from_document(document: object) -> RuleBook:
    """Return the rule book of a resolved document, as records embed it."""
    return _LIBRARY.from_document(document)


def choices_of(name: str) -> tuple[Choice, ...]:
    """Return every choice of a rule set, in the order of its file."""
    return tuple(_LIBRARY.choices(name).values())


@dataclass(frozen=True, slots=True)
class PlayerEdge:
    """A choice that gives the player an edge with best play of antes and bets."""

    choice: Choice
    value: object
    ev: Fraction
    """The average win per round, in antes."""


def player_edge(book: RuleBook) -> PlayerEdge | None:
    """Return the choice of a book that gives the player an edge, as its rule file states; None if the house has it."""
    for entry in _LIBRARY.published(book.id).get("player_edges", ()):
        if all(book.choices.get(name, value) == value for name, value in entry["choices"].items()):
            name = entry["names"]
            return PlayerEdge(_LIBRARY.choices(book.id)[name], book.choices[name], Fraction(*entry["ev"]))
    return None


def parse_option(name: str, assignment: str) -> tuple[str, object]:
    """Parse `NAME=VALUE` as typed on a command line, by the type of the choice."""
    choice, text = _LIBRARY.parse_option(name, assignment)
    if choice.type == "text":
        return choice.name, text
    if choice.type == "spots":
        return choice.name, words_of(text)
    try:
        return choice.name, parse_json(text)
    except BadInput:
        message = f"option {choice.name}: {describe(text)} is not a {_TYPE_WORDS[choice.type]}"
        field = f"choices.{choice.name}"
        raise RuleBookError(message, FaultCode.WRONG_TYPE, field, expected=choice.type, value=text) from None


def _checked(choice: Choice, fields: Fields, published: Mapping[str, Any]) -> object:
    """Return the value, after noting its faults."""
    match choice.type:
        case "boolean":
            fields.boolean(choice.name)
        case "cents":
            reading = cited("", choice.reading or "") if choice.most_is_ours else None
            fields.integer(choice.name, least=choice.least or 0, most=choice.most or 0, own_most=reading)
        case "text":
            fields.text(choice.name, among=choice.values)
        case "spots":
            spots, limit = published["spots"], published["aggregate_limit"]
            progressive = (BONUS_SPIN, XTREME)
            covers = fields.texts(choice.name, among=tuple(spots), refused_later=progressive)
            if isinstance(fields.raw(choice.name), list | tuple):
                kinds = {name: spot["kind"] for name, spot in spots.items()} | dict.fromkeys(progressive, "progressive")
                for fault in coverage_faults(covers, limit["must_cover"], kinds):
                    fields.add(fault, choice.name)
            return [name for name in spots if name in covers]
        case "table":
            printed = printed_progressives(published["id"])
            assert printed is not None, "this rule book has no progressive wagers; remove the table"
            table = fields.table(choice.name)
            if choice.name == "bonus_spin":
                return checked_bonus_spin(table, printed.bonus_spin)
            return checked_xtreme(table, printed.xtreme)
    return fields.raw(choice.name)


def _added(name: str, choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the wheels, lists and meters of the progressive wagers that a house offers."""
    if not any(isinstance(value, dict) for value in choices.values()):
        return {}
    printed = printed_progressives(name)
    assert printed is not None, "this rule book has no progressive wagers; remove the table"
    return {"progressives": progressives_document(choices, printed)}


_LIBRARY = RuleLibrary(
    package="crossfelt.crisscross.rulebooks",
    noun="rule book",
    key="rules",
    types=("boolean", "cents", "text", "spots", TABLE),
    check=_checked,
    read=read_rule_book,
    strangers_faults=text_faults,
    added=_added,
    labels=("facility",),
    left_out=("procedure", "fixed", "player_edges"),
)
