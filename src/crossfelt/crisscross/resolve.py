"""From a rule-book file and the choices made to one resolved `RuleBook`, or to the list of everything wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from crossfelt.cards import describe
from crossfelt.crisscross.playable import text_faults
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.rulebook_reader import read_rule_book
from crossfelt.errors import BadInput, RuleBookError
from crossfelt.fields import MOST_CENTS, Fields
from crossfelt.jsontext import canonical_json, parse_json, parse_toml

CHOICE_TYPES = ("boolean", "cents", "text", "integers", "spots")
_FILE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)\.toml")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the text leaves to the house, or that we read one way and a house may read another."""

    name: str
    type: str
    default: object
    least: int | None
    most: int | None
    values: tuple[str, ...]
    clause: str
    reading: str | None
    says: str


def rule_book_ids() -> tuple[str, ...]:
    """The published rule sets that are shipped."""
    return tuple(sorted(_newest()))


def load_rule_book(name: str, choices: Mapping[str, object] | None = None) -> RuleBook:
    """The newest version of a shipped rule set, resolved. Choices not made take their default.

    >>> load_rule_book("cardroom").aggregate_limit.amount_cents
    300000
    """
    try:
        text = canonical_json(dict(choices or {}))
    except (TypeError, ValueError, RecursionError):  # TOML has dates and nan, which no choice takes
        raise RuleBookError("choices: dates, times and numbers without a value do not belong here") from None
    return _load(name, text)


def load_submission(text: str | bytes) -> RuleBook:
    """A rules submission: TOML with `rules = "ID"` and a table `[choices]`."""
    try:
        fields = Fields(parse_toml(text))
    except BadInput as error:
        raise RuleBookError(error.faults) from None
    name = fields.text("rules", among=rule_book_ids())
    choices = fields.raw("choices")
    if choices is not None and not isinstance(choices, dict):
        fields.fault(f"must be a table, not {describe(choices)}", "choices")
    fields.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
    return load_rule_book(name, choices if isinstance(choices, dict) else None)


def rule_book_from_document(document: object) -> RuleBook:
    """A rule book from the resolved document that a record embeds."""
    try:
        canonical_json(document)
    except (TypeError, ValueError, RecursionError):
        raise RuleBookError("rule book: is not plain JSON data") from None
    fields = Fields(deepcopy(document))
    fields.faults.extend(text_faults(document))
    book = read_rule_book(fields) if not fields.faults else None
    if book is None:
        raise RuleBookError(f"rule book: {fault}" for fault in fields.faults)
    return book


def choices_of(name: str) -> tuple[Choice, ...]:
    """Every choice that a rule set leaves, in the order of its file."""
    return tuple(_choices(_published(name)).values())


def parse_option(name: str, assignment: str) -> tuple[str, object]:
    """`NAME=VALUE` as typed on a command line, read by the type that the rule set gives the choice."""
    key, equals, text = assignment.partition("=")
    key = key.strip()
    choices = _choices(_published(name))
    if not equals or not key:
        raise RuleBookError(f"option {describe(assignment)}: write NAME=VALUE")
    if key not in choices:
        raise RuleBookError(_unknown_choice(name, key, choices))
    kind = choices[key].type
    text = text.strip()
    if kind == "text":
        return key, text
    if kind == "spots":
        return key, [word.strip() for word in text.split(",") if word.strip()]
    if kind == "integers":
        text = f"[{text}]" if not text.startswith("[") else text
    try:
        return key, parse_json(text)
    except BadInput:
        raise RuleBookError(f"option {key}: {describe(text)} is not a {_TYPE_WORDS[kind]}") from None


_TYPE_WORDS = {"boolean": "true or false", "cents": "whole number of cents", "integers": "list such as 1,2,3"}


@cache
def _newest() -> dict[str, str]:
    """Rule-set id -> file name of its newest version."""
    found: dict[str, tuple[int, str]] = {}
    for entry in files("crossfelt.crisscross.rulebooks").iterdir():
        match = _FILE.fullmatch(entry.name)
        if match:
            name, version = match[1], int(match[2])
            found[name] = max(found.get(name, (0, "")), (version, entry.name))
    return {name: file for name, (_, file) in found.items()}


@cache
def _published(name: str) -> dict[str, Any]:
    if name not in _newest():
        raise RuleBookError(f"there is no rule book {describe(name)}: choose from {', '.join(rule_book_ids())}")
    return parse_toml(files("crossfelt.crisscross.rulebooks").joinpath(_newest()[name]).read_bytes())


@lru_cache(maxsize=256)  # Choices come from outside, so the books kept must be bounded.
def _load(name: str, choices_text: str) -> RuleBook:
    published = _published(name)
    try:
        choices = parse_json(choices_text)
    except BadInput as error:
        raise RuleBookError(f"choices: {fault}" for fault in error.faults) from None
    assert isinstance(choices, dict)
    definitions = _choices(published)
    faults: list[str] = []
    values = {choice.name: choice.default for choice in definitions.values()}
    for key, value in choices.items():
        if key not in definitions:
            faults.append(_unknown_choice(name, key, definitions))
        else:
            values[key] = _checked(definitions[key], value, published, faults)
    if faults:
        raise RuleBookError(faults)
    # The dealer's procedure is no part of what a round depends on: a clearer sentence changes no hash.
    body = {key: value for key, value in published.items() if key not in ("choices", "procedure")}
    document = _filled(body, values) | {"choices": values}
    fields = Fields(document)
    book = read_rule_book(fields)
    if fields.faults or book is None:
        raise RuleBookError(fields.faults)
    return book


def _unknown_choice(name: str, key: str, choices: Mapping[str, Choice]) -> str:
    return f"{name} has no choice {describe(key)}: it has {', '.join(choices)}"


def _filled(node: Any, values: Mapping[str, object]) -> Any:
    """The same data with each `{ choice = NAME }` replaced by the value of that choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            return values[node["choice"]]
        return {key: _filled(child, values) for key, child in node.items()}
    if isinstance(node, list):
        return [_filled(child, values) for child in node]
    return node


def _choices(published: Mapping[str, Any]) -> dict[str, Choice]:
    fields = Fields(published.get("choices", {}), "choices")
    found: dict[str, Choice] = {}
    for name in fields.names():
        entry = fields.table(name)
        kind = entry.text("type", among=CHOICE_TYPES)
        numeric = kind in ("cents", "integers")
        found[name] = Choice(
            name=name,
            type=kind,
            default=entry.raw("default"),
            least=entry.integer("least", least=0, most=MOST_CENTS) if numeric else None,
            most=entry.integer("most", least=0, most=MOST_CENTS) if numeric else None,
            values=entry.texts("values") if kind == "text" else (),
            clause=entry.text("clause", default=""),
            reading=entry.optional_text("reading"),
            says=entry.text("says"),
        )
        if not found[name].clause and not found[name].reading:
            entry.fault("needs a clause or a reading")
        _checked(found[name], found[name].default, published, fields.faults)
        entry.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
    return found


def _checked(choice: Choice, value: object, published: Mapping[str, Any], faults: list[str]) -> object:
    """The value, after noting what is wrong with it."""
    fields = Fields({choice.name: value}, "choices", faults)
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
            fields.texts(choice.name, among=tuple(published.get("spots", {})))
    return value
