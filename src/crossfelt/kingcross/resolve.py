"""From a score-card file and the choices made to one resolved `ScoreCard`, or to the list of everything wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from crossfelt.cards import describe
from crossfelt.errors import BadInput, RuleBookError
from crossfelt.fields import Fields
from crossfelt.jsontext import canonical_json, parse_json, parse_toml
from crossfelt.kingcross.scorecard import HAND_BY_SLUG, ScoreCard
from crossfelt.kingcross.scorecard_reader import hands_of, read_score_card

DEFAULT_CARD = "king-cross"
CHOICE_TYPES = ("boolean", "text", "hands")
_FILE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)\.toml")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that we read one way and a house may read another."""

    name: str
    type: str
    default: object
    values: tuple[str, ...]
    clause: str
    reading: str | None
    says: str


def score_card_ids() -> tuple[str, ...]:
    """The scorings that are shipped."""
    return tuple(sorted(_newest()))


def load_score_card(choices: Mapping[str, object] | None = None, name: str = DEFAULT_CARD) -> ScoreCard:
    """The newest version of a shipped scoring, resolved. Choices not made take their default.

    >>> load_score_card().chart["straight"]
    100
    """
    try:
        text = canonical_json(dict(choices or {}))
    except (TypeError, ValueError, RecursionError):
        raise RuleBookError("choices: dates, times and numbers without a value do not belong here") from None
    return _load(name, text)


def load_submission(text: str | bytes) -> ScoreCard:
    """A file of choices: TOML with `scoring = "ID"` and a table `[choices]`."""
    try:
        fields = Fields(parse_toml(text))
    except BadInput as error:
        raise RuleBookError(error.faults) from None
    name = fields.text("scoring", among=score_card_ids())
    choices = fields.raw("choices")
    if choices is not None and not isinstance(choices, dict):
        fields.fault(f"must be a table, not {describe(choices)}", "choices")
    fields.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
    return load_score_card(choices if isinstance(choices, dict) else None, name)


def score_card_from_document(document: object) -> ScoreCard:
    """A score card from the resolved document that a record embeds, with whatever points it has."""
    try:
        canonical_json(document)
    except (TypeError, ValueError, RecursionError):
        raise RuleBookError("score card: is not plain JSON data") from None
    fields = Fields(deepcopy(document))
    card = read_score_card(fields) if not fields.faults else None
    if card is None:
        raise RuleBookError(f"score card: {fault}" for fault in fields.faults)
    return card


def choices_of(name: str = DEFAULT_CARD) -> tuple[Choice, ...]:
    """Every choice that a scoring leaves, in the order of its file."""
    return tuple(_choices(name).values())


def parse_option(assignment: str, name: str = DEFAULT_CARD) -> tuple[str, object]:
    """`NAME=VALUE` as typed on a command line, read by the type of the choice."""
    key, equals, text = (part.strip() for part in assignment.partition("="))
    if not equals or not key:
        raise RuleBookError(f"option {describe(assignment)}: write NAME=VALUE")
    choices = _choices(name)
    if key not in choices:
        raise RuleBookError(_unknown_choice(name, key))
    if choices[key].type == "text":
        return key, text
    if choices[key].type == "hands":
        return key, [word.strip() for word in text.split(",") if word.strip()]
    if text not in ("true", "false"):
        raise RuleBookError(f"option {key}: {describe(text)} is not true or false")
    return key, text == "true"


@cache
def _newest() -> dict[str, str]:
    """Scoring id -> file name of its newest version."""
    found: dict[str, tuple[int, str]] = {}
    for entry in files("crossfelt.kingcross.scorecards").iterdir():
        match = _FILE.fullmatch(entry.name)
        if match:
            found[match[1]] = max(found.get(match[1], (0, "")), (int(match[2]), entry.name))
    return {name: file for name, (_, file) in found.items()}


@cache
def _published(name: str) -> dict[str, Any]:
    if name not in _newest():
        raise RuleBookError(f"there is no scoring {describe(name)}: choose from {', '.join(score_card_ids())}")
    return parse_toml(files("crossfelt.kingcross.scorecards").joinpath(_newest()[name]).read_bytes())


@lru_cache(maxsize=256)  # Choices come from outside, so the cards kept must be bounded.
def _load(name: str, choices_text: str) -> ScoreCard:
    published = _published(name)
    try:
        choices = parse_json(choices_text)
    except BadInput as error:
        raise RuleBookError(f"choices: {fault}" for fault in error.faults) from None
    assert isinstance(choices, dict)
    definitions = _choices(name)
    faults: list[str] = []
    values = {choice.name: choice.default for choice in definitions.values()}
    for key, value in choices.items():
        if key in definitions:
            values[key] = _checked(definitions[key], value, faults)
        else:
            faults.append(_unknown_choice(name, key))
    if faults:
        raise RuleBookError(faults)
    body = {key: value for key, value in published.items() if key != "choices"}
    fields = Fields(_filled(body, values) | {"choices": values})
    card = read_score_card(fields)
    if card is None:
        raise RuleBookError(fields.faults)
    return card


def _unknown_choice(name: str, key: str) -> str:
    return f"{name} has no choice {describe(key)}: it has {', '.join(_choices(name))}"


def _filled(node: Any, values: Mapping[str, object]) -> Any:
    """The same data with each `{ choice = NAME }` replaced by the value of that choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            return values[node["choice"]]
        return {key: _filled(child, values) for key, child in node.items()}
    if isinstance(node, list):
        return [_filled(child, values) for child in node]
    return node


@cache
def _choices(name: str) -> dict[str, Choice]:
    fields = Fields(_published(name).get("choices", {}), "choices")
    found: dict[str, Choice] = {}
    for key in fields.names():
        entry = fields.table(key)
        kind = entry.text("type", among=CHOICE_TYPES)
        choice = Choice(
            name=key,
            type=kind,
            default=entry.raw("default"),
            values=entry.texts("values") if kind == "text" else tuple(HAND_BY_SLUG) if kind == "hands" else (),
            clause=entry.text("clause"),
            reading=entry.optional_text("reading"),
            says=entry.text("says"),
        )
        _checked(choice, choice.default, fields.faults)
        entry.refuse_unknown()
        found[key] = choice
    if fields.faults:
        raise RuleBookError(fields.faults)
    return found


def _checked(choice: Choice, value: object, faults: list[str]) -> object:
    """The value in the one form in which it is hashed, after noting what is wrong with it."""
    fields = Fields({choice.name: value}, "choices", faults)
    match choice.type:
        case "boolean":
            fields.boolean(choice.name)
        case "text":
            fields.text(choice.name, among=choice.values)
        case "hands":
            names = fields.texts(choice.name, among=choice.values)
            if not names:
                fields.fault("needs at least one hand", choice.name)
            return [hand.slug for hand in hands_of(names)]
    return value
