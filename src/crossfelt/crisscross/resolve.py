"""From a rule-book file and the choices made to one resolved `RuleBook`, or to the list of everything wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfelt.choices import TABLE, Choice, Shelf, Submission, words_of
from crossfelt.crisscross.playable import coverage_faults, text_faults
from crossfelt.crisscross.progressives.choose import checked_bonus_spin, checked_xtreme, progressives_document
from crossfelt.crisscross.progressives.published import printed_progressives
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.rulebook_reader import read_rule_book
from crossfelt.errors import BadInput, RuleBookError, describe
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json

DEFAULT_BOOK = "maryland"
_TYPE_WORDS = {"boolean": "true or false", "cents": "whole number of cents", "integers": "list such as 1,2,3"}


def rule_book_ids() -> tuple[str, ...]:
    """The published rule sets that are shipped."""
    return _SHELF.ids()


def load_rule_book(name: str, choices: Mapping[str, object] | None = None) -> RuleBook:
    """The newest version of a shipped rule set, resolved. Choices not made take their default.

    >>> load_rule_book("cardroom").aggregate_limit.amount_cents
    300000
    """
    return _SHELF.load(name, choices)


def load_submission(text: str | bytes) -> RuleBook:
    """A rules submission: TOML with `rules = "ID"` and a table `[choices]`."""
    return _SHELF.load_submission(text)


def examine_submission(text: str | bytes) -> Submission[RuleBook]:
    """What a rules submission makes, with everything that is wrong with it; refused only when it is not TOML."""
    return _SHELF.examine_submission(text)


def rule_book_from_document(document: object) -> RuleBook:
    """A rule book from the resolved document that a record embeds."""
    return _SHELF.from_document(document)


def choices_of(name: str) -> tuple[Choice, ...]:
    """Every choice that a rule set leaves, in the order of its file."""
    return tuple(_SHELF.choices(name).values())


def parse_option(name: str, assignment: str) -> tuple[str, object]:
    """`NAME=VALUE` as typed on a command line, read by the type that the rule set gives the choice."""
    choice, text = _SHELF.parse_option(name, assignment)
    if choice.type == "text":
        return choice.name, text
    if choice.type == "spots":
        return choice.name, words_of(text)
    if choice.type == "integers":
        text = f"[{text}]" if not text.startswith("[") else text
    try:
        return choice.name, parse_json(text)
    except BadInput:
        raise RuleBookError(f"option {choice.name}: {describe(text)} is not a {_TYPE_WORDS[choice.type]}") from None


def _checked(choice: Choice, fields: Fields, published: Mapping[str, Any]) -> object:
    """The value, after noting what is wrong with it."""
    match choice.type:
        case "boolean":
            fields.boolean(choice.name)
        case "cents":
            fields.integer(choice.name, least=choice.least or 0, most=choice.most or 0)
        case "integers":
            fields.integers(choice.name, least=choice.least or 0, most=choice.most or 0)
        case "text":
            fields.text(choice.name, among=choice.values)
        case "spots":
            spots, limit = published["spots"], published["aggregate_limit"]
            kinds = {name: spot["kind"] for name, spot in spots.items()}
            kinds |= dict.fromkeys((BONUS_SPIN, XTREME), "progressive")
            covers = fields.texts(choice.name, among=tuple(kinds))
            for says in coverage_faults(covers, limit["must_cover"], kinds):
                fields.fault(says, choice.name)
            return [name for name in spots if name in covers]
        case "table":
            printed = printed_progressives(published["id"])
            assert printed is not None, "only a text with progressive wagers has tables of choices"
            table = fields.table(choice.name)
            if choice.name == "bonus_spin":
                return checked_bonus_spin(table, printed.bonus_spin)
            return checked_xtreme(table, printed.xtreme)
    return fields.raw(choice.name)


def _added(name: str, choices: Mapping[str, Any]) -> dict[str, Any]:
    """The wheels, lists and meters of the progressive wagers that a house offers."""
    if not any(isinstance(value, dict) for value in choices.values()):
        return {}
    printed = printed_progressives(name)
    assert printed is not None, "only a text with progressive wagers has tables of choices"
    return {"progressives": progressives_document(choices, printed)}


_SHELF = Shelf(
    package="crossfelt.crisscross.rulebooks",
    noun="rule book",
    key="rules",
    types=("boolean", "cents", "text", "integers", "spots", TABLE),
    check=_checked,
    read=read_rule_book,
    strangers_faults=text_faults,
    added=_added,
    labels=("facility",),
    left_out=("procedure", "fixed"),
)
