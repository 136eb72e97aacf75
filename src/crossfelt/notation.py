"""The parts that the notations of all games share: a title, a heading with the rules, and one line per event.

A game's own notation module calls `heading_lines` and `read_heading`, and lists its lines as `Patterns`. A line that
starts with `#` is a comment. `NotationError` names the line that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from crossfelt.errors import BadInput, Fault, NotationError, RecordError, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.game import NOTHING_CARRIED
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.rulefiles import Choice, Resolved
from crossfelt.schema import from_plain

Rules = TypeVar("Rules")
Event = TypeVar("Event")
SomeResolved = TypeVar("SomeResolved", bound=Resolved)

_RULES = re.compile(r"([a-z-]+)-\d+ ([0-9a-f]{64})")
_CHOICE = re.compile(r"(\w+) (.+)")
_CARRIED = re.compile(r"(\w{1,40}) ([\d/.]{1,200})", re.ASCII)
_SEATS = re.compile(r"[1-9]\d{0,2}(?: [1-9]\d{0,2})*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Noted(Generic[Rules, Event]):
    """A contest read from text in our notation."""

    rules: Rules
    seats: tuple[int, ...]
    events: tuple[Event, ...]
    carried: Mapping[str, str]
    """The state that the contest started from, besides its rules."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines before the first event, before their rules are looked up."""

    name: str
    """The id of the rules."""
    digest: str
    """The hash that the rules must have with these choices."""
    choices: Mapping[str, object]
    setting: str
    """The line that a game adds to its rules, empty where it adds none."""
    carried: Mapping[str, str]
    seats: tuple[int, ...]
    line: int
    """The number of the last line of the heading."""

    def rules(self, noun: str, load: Callable[[str, Mapping[str, object]], SomeResolved]) -> SomeResolved:
        """Return the rules of the heading, if they have the hash that it states."""
        try:
            rules = load(self.name, self.choices)
        except RuleBookError as error:
            raise _in_line(self.line, error) from None
        if rules.hash != self.digest:
            message = f"the {noun} {self.name} with these choices has the hash {rules.hash}, not {self.digest}"
            raise _fault(self.line, FaultCode.OTHER_RULES, message, value=self.digest, expected=rules.hash)
        return rules


def heading_lines(
    word: str,
    rules: Resolved,
    choices: Iterable[Choice],
    seats: Iterable[int],
    *settings: str,
    carried: Mapping[str, str] = NOTHING_CARRIED,
) -> list[str]:
    """Return the lines with the rules and their hash, the choices that differ from the defaults, the game's setting,
    the carried state, and the seats."""
    changed = (choice for choice in choices if rules.choices.get(choice.name) != choice.default)
    return [
        f"{word} {rules.name} {rules.hash}",
        *(f"choice {choice.name} {canonical_json(rules.choices[choice.name])}" for choice in changed),
        *settings,
        *(f"carried {name} {text}" for name, text in carried.items()),
        "seats " + " ".join(map(str, seats)),
    ]


def read_heading(lines: Iterator[tuple[int, str]], word: str, setting: re.Pattern[str] | None = None) -> Heading:
    """Read up to the line of seats and leave the rest. `setting` is the pattern of the line that the game adds."""
    expected = f"{word}, choices{', mode' if setting else ''} and seats must come first"
    name, digest, added = "", "", ""
    choices: dict[str, object] = {}
    carried: dict[str, str] = {}
    for number, line in lines:
        first, _, rest = line.partition(" ")
        is_complete = bool(name) and (setting is None or bool(added))
        if not name and first == word and (match := _RULES.fullmatch(rest)):
            name, digest = match[1], match[2]
        elif name and not added and first == "choice" and (match := _CHOICE.fullmatch(rest)):
            choices[match[1]] = _choice_value(number, match[2])
        elif name and not added and setting is not None and setting.fullmatch(line):
            added = line
        elif is_complete and first == "carried" and (match := _CARRIED.fullmatch(rest)) and match[1] not in carried:
            carried[match[1]] = match[2]
        elif is_complete and first == "seats" and _SEATS.fullmatch(rest):
            return Heading(name, digest, choices, added, carried, tuple(map(int, rest.split())), number)
        else:
            raise _bad_line(number, f"{expected}, not {describe(line)}", line, "heading")
    raise NotationError("the text ends before its line of seats", FaultCode.MISSING, "seats")


def lines_after(title: str, text: str) -> Iterator[tuple[int, str]]:
    """Return the lines with content, each with its line number, without the title that must come first."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != title:
        raise _bad_line(1, f"must be {title!r}", lines[0][1] if lines else "", title)
    return iter(lines[1:])


Pattern = tuple[str, Callable[["re.Match[str]"], dict[str, Any]]]
"""A regular expression for a whole line, and a function from its match to plain data of the event."""


class Patterns:
    """The patterns of a game's events, tried in order."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = [(re.compile(pattern, re.ASCII), build) for pattern, build in patterns]

    def read(self, line: str) -> dict[str, Any] | None:
        """Return plain data of the event on a line; None if no pattern fits, `ValueError` if its parts contradict each
        other."""
        for pattern, build in self._patterns:
            if match := pattern.fullmatch(line):
                return build(match)
        return None


def _choice_value(number: int, text: str) -> object:
    try:
        return parse_json(text)
    except BadInput as error:
        raise _in_line(number, error) from None


def parse_event(
    number: int, line: str, kinds: Mapping[str, type[Event]], read: Callable[[str], dict[str, Any] | None]
) -> Event:
    """Return one event. `read` returns plain data of its line, None for an unknown line, and raises `ValueError` if
    parts of the line contradict each other."""
    try:
        plain = read(line)
        if plain is not None:
            return from_plain(kinds, plain, "event")
    except RecordError as error:
        raise _in_line(number, error) from None
    except (ValueError, OverflowError):
        raise _bad_line(number, f"{describe(line)} contradicts itself", line, "event") from None
    raise _bad_line(number, f"{describe(line)} is not an event of this game", line, "event")


def _in_line(number: int, error: BadInput) -> NotationError:
    """Prefix the faults of a line with its number."""
    return NotationError(fault.prefixed(f"line {number}", f"lines[{number}]") for fault in error.faults)


def _bad_line(number: int, message: str, line: str, expected: str) -> NotationError:
    """Return the error for a line that isn't the required one; `expected` is the title, or `heading` or `event`."""
    return _fault(number, FaultCode.BAD_NOTATION, message, line=number, value=line, expected=expected)


def _fault(number: int, code: FaultCode, message: str, /, **params: object) -> NotationError:
    return NotationError(Fault(code, message, f"line {number}", field=f"lines[{number}]", params=params))
