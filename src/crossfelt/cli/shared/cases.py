"""Cases from a JSON or JSON Lines file, and their results in the same form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.streams import json_line, json_text, open_console
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json
from crossfelt.schema import to_plain

with deferred():
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import RenderableType

Answer = TypeVar("Answer")
Draw = Callable[["drawing.Pencil", dict[str, Any], Answer], Iterable["RenderableType"]]
"""Draws a case and its answer for people."""
_BYTE_ORDER_MARK = "\ufeff"
_MOST_NAMED_LINES = 10
_USUAL_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """One case of a file, or why its line can't be read."""

    line: int
    data: object
    refusal: BadInput | None = None


@dataclass(frozen=True, slots=True)
class Cases:
    """All cases of a file, in order."""

    entries: tuple[Entry, ...]
    is_lines: bool
    """Whether the file has one case per line, rather than one document."""


def read_cases(content: bytes) -> Cases:
    """Read one JSON value as one case, or else one case from each line that isn't blank.

    A text that is neither is refused as one malformed document.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, start = content.count(b"\n", 0, error.start) + 1, content.rfind(b"\n", 0, error.start)
        raise BadInput(f"not JSON: byte {error.start - start} of line {line} is not UTF-8") from None
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise BadInput("the input is empty")
    try:
        return Cases((Entry(1, parse_json(text)),), is_lines=False)
    except BadInput:
        if not _is_json_lines(text):
            raise
    return Cases(tuple(_entry(number, line) for number, line in _filled_lines(text)), is_lines=True)


def answer_cases(cases: Cases, answer: Callable[[object], Answer], draw: Draw[Answer], *, as_json: bool) -> None:
    """Print the answer to each case. A document with a fault is refused. A line with a fault gets an answer that says
    why, and the count of such lines is the refusal at the end."""
    show = _json_printer(cases.is_lines) if as_json else _console_printer(cases.is_lines, draw)
    refused: list[int] = []
    for entry in cases.entries:
        try:
            if entry.refusal is not None:
                raise entry.refusal
            result = answer(entry.data)
        except BadInput as error:
            if not cases.is_lines:
                raise
            refused.append(entry.line)
            show(entry, error)
        else:
            show(entry, result)
    if refused:
        raise BadInput(f"{len(refused)} of {len(cases.entries)} cases refused, on {_named_lines(refused)}")


def _named_lines(numbers: list[int]) -> str:
    """Name lines by their numbers: `line 3`, `lines 3 and 7`, or the first of many."""
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    if len(numbers) > _MOST_NAMED_LINES:
        return f"lines {', '.join(map(str, numbers[:_MOST_NAMED_LINES]))} and others"
    return f"lines {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _json_printer(is_lines: bool) -> Callable[[Entry, object], None]:
    def show(entry: Entry, results: object) -> None:
        if isinstance(results, BadInput):
            results = {"error": str(results), "faults": list(results.faults), "line": entry.line}
        print(json_line(to_plain(results)) if is_lines else json_text(to_plain(results)))

    return show


def _console_printer(is_lines: bool, draw: Draw[Answer]) -> Callable[[Entry, Answer | BadInput], None]:
    console = open_console()
    pencil = drawing.Pencil.for_console(console)
    # Everything is drawn for a terminal of this width, so there is nothing to crop.
    is_narrow = console.width < _USUAL_WIDTH

    def show(entry: Entry, result: Answer | BadInput) -> None:
        if is_lines:
            console.print(drawing.rule(f"line {entry.line}", console.width, pencil), crop=False)
        if isinstance(result, BadInput):
            console.print(f"refused: {result}")
        else:
            assert isinstance(entry.data, dict)
            for part in draw(pencil, entry.data, result):
                console.print(part, crop=is_narrow)

    return show


def _is_json_lines(text: str) -> bool:
    """Tell lines of cases, some of which may be broken, from one broken document spread over lines.

    An object alone on a line is hardly part of a document around it, nor is a first line that is complete. Where no
    line can be read, lines that all begin an object are still meant as cases.
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
    # Only line feeds end a line of JSON Lines: other separators may be inside a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")


def _entry(number: int, line: str) -> Entry:
    try:
        return Entry(number, parse_json(line, number))
    except BadInput as error:
        return Entry(number, None, error)
