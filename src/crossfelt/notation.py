"""What the notations of all games share: a title, a heading with the rules, and one line an event.

A line that starts with `#` is a remark. `NotationError` names the line that does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from crossfelt.choices import Choice, Resolved
from crossfelt.errors import BadInput, NotationError, RecordError, RuleBookError, describe
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.plain import from_plain

Event = TypeVar("Event")
SomeResolved = TypeVar("SomeResolved", bound=Resolved)

RULES = re.compile(r"([a-z-]+)-\d+ ([0-9a-f]{64})")
"""What stands behind the word for the rules: id, version and hash."""
CHOICE = re.compile(r"(\w+) (.+)")
SEATS = re.compile(r"[1-9](?: [1-9])*")


def rules_lines(word: str, rules: Resolved, choices: Iterable[Choice]) -> Iterator[str]:
    """The rules and their hash, then the choices that differ from the defaults."""
    yield f"{word} {rules.name} {rules.hash}"
    for choice in choices:
        value = rules.choices[choice.name]
        if value != choice.default:
            yield f"choice {choice.name} {canonical_json(value)}"


def seats_line(seats: Iterable[int]) -> str:
    """The seats that take part."""
    return "seats " + " ".join(map(str, seats))


def lines_after(title: str, text: str) -> list[tuple[int, str]]:
    """The lines that say something, each with its number in the text, without the title that must come first."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != title:
        raise NotationError(f"line 1: must be {title!r}")
    return lines[1:]


def choice_value(number: int, text: str) -> object:
    """The value of a choice."""
    try:
        return parse_json(text)
    except BadInput as error:
        raise NotationError(f"line {number}: {error}") from None


def noted_rules(number: int, noun: str, name: str, digest: str, load: Callable[[], SomeResolved]) -> SomeResolved:
    """The rules of the heading, if they have the hash that it gives."""
    try:
        rules = load()
    except RuleBookError as error:
        raise NotationError(f"line {number}: {fault}" for fault in error.faults) from None
    if rules.hash != digest:
        raise NotationError(
            f"line {number}: the {noun} {name} with these choices has the hash {rules.hash}, not {digest}"
        )
    return rules


def parse_event(
    number: int, line: str, kinds: Mapping[str, type[Event]], read: Callable[[str], dict[str, Any] | None]
) -> Event:
    """One event; `read` makes plain data of its line, None where it knows no such line, `ValueError` where parts
    of the line contradict each other."""
    try:
        plain = read(line)
        if plain is not None:
            return from_plain(kinds, plain, "event")
    except RecordError as error:
        raise NotationError(f"line {number}: {error}") from None
    except (ValueError, OverflowError):
        raise NotationError(f"line {number}: {describe(line)} does not hold together") from None
    raise NotationError(f"line {number}: {describe(line)} is no event")
