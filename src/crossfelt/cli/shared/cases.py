"""Cases out of a text, one JSON document or one document a line; and their results, in the same form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.streams import json_line, json_text, open_console
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt.cli.shared import pencil

if TYPE_CHECKING:
    from rich.console import RenderableType

Result = dict[str, Any]
Draw = Callable[["pencil.Pencil", dict[str, Any], Result], Iterable["RenderableType"]]
"""From a case and its result to what a person sees of them."""
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Entry:
    """One case of a file, or why its line cannot be read."""

    line: int
    data: object
    refusal: BadInput | None = None


@dataclass(frozen=True, slots=True)
class Cases:
    """Every case of one file, in the order in which they stand there."""

    entries: tuple[Entry, ...]
    is_lines: bool
    """Whether the file has one case on each line; else it is one document."""


def read_cases(content: bytes) -> Cases:
    """One JSON value is one case; else there is one case on each line that is not blank.

    A text that is neither is one malformed document, and refused as such.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"not JSON: byte {error.start} is not UTF-8") from None
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise BadInput("the input is empty")
    try:
        return Cases((Entry(1, parse_json(text)),), is_lines=False)
    except BadInput:
        if not _is_json_lines(text):
            raise
    return Cases(tuple(_entry(number, line) for number, line in _filled_lines(text)), is_lines=True)


def answer_cases(cases: Cases, answer: Callable[[object], Result], draw: Draw, *, as_json: bool) -> None:
    """Prints the result of each case. A refused document is refused; a refused line has a result that says why, and
    the count of them is the refusal at the end."""
    show = _json_printer(cases.is_lines) if as_json else _console_printer(cases.is_lines, draw)
    refused = 0
    for entry in cases.entries:
        try:
            if entry.refusal is not None:
                raise entry.refusal
            result = answer(entry.data)
        except BadInput as error:
            if not cases.is_lines:
                raise
            refused += 1
            show(entry, {"error": str(error), "faults": list(error.faults), "line": entry.line})
        else:
            show(entry, result)
    if refused:
        raise BadInput(f"{refused} of {len(cases.entries)} cases refused")


def _json_printer(is_lines: bool) -> Callable[[Entry, Result], None]:
    def show(_: Entry, result: Result) -> None:
        print(json_line(result) if is_lines else json_text(result))

    return show


def _console_printer(is_lines: bool, draw: Draw) -> Callable[[Entry, Result], None]:
    console = open_console()
    drawn_with = pencil.Pencil.for_console(console)

    def show(entry: Entry, result: Result) -> None:
        if is_lines:
            console.rule(f"line {entry.line}")
        if "error" in result:
            console.print(f"refused: {result['error']}")
        else:
            assert isinstance(entry.data, dict)
            for part in draw(drawn_with, entry.data, result):
                console.print(part)

    return show


def _is_json_lines(text: str) -> bool:
    """Tells lines of cases, some of which may be broken, from one broken document spread over lines.

    An object alone on a line can hardly be part of a document around it, nor can a first line that is complete.
    Where no line can be read, lines that all begin an object are still meant as cases.
    """
    lines = [line for _, line in _filled_lines(text)]
    if len(lines) < 2:
        return False
    if _is_readable(lines[0]) or all(line.startswith("{") for line in lines):
        return True
    return any(line.startswith("{") and _is_readable(line) for line in lines)


def _is_readable(line: str) -> bool:
    try:
        parse_json(line)
    except BadInput:
        return False
    return True


def _filled_lines(text: str) -> Iterator[tuple[int, str]]:
    # Only line feeds end a line of JSON Lines: other separators may stand inside a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")


def _entry(number: int, line: str) -> Entry:
    try:
        return Entry(number, parse_json(line))
    except BadInput as error:
        return Entry(number, None, error)
