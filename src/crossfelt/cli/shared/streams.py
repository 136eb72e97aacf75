"""Reading files and stdin, and writing files and stdout."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import IO, Any, TextIO, cast

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from rich import console as rich_console

STDIN = "-"


MEBIBYTE = 2**20
MOST_DOCUMENT_BYTES = MEBIBYTE
"""Limit for files written by hand: a rules submission, a score card, a strategy file, a position."""
MOST_RECORD_BYTES = 16 * MEBIBYTE
"""Limit for a record; a match of a hundred sheets has some six MiB."""
MOST_CASES_BYTES = 128 * MEBIBYTE
"""Limit for JSON Lines: some hundred thousand rounds."""
_PIECE_BYTES = MEBIBYTE
_BLANK_ENDS = re.compile(r" +((?:\x1b\[[\d;]*m)*)\n")
_BLANK_START = re.compile(r"\A((?:\x1b\[[\d;]*m)*)\n+")
_CUT = re.compile(r"[^\n]{2}…")
"""The end of a text that was cut to fit: three periods take the place of two more characters."""
_IN_ASCII = str.maketrans(
    {
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("┌┬┐├┼┤└┴┘╭╮╰╯", "+"),
        **dict.fromkeys("▒█", "#"),
        **dict(zip("♥♣♦♠", "hcds", strict=True)),
        "±": "+-",
        "×": "x",
        "▼": "v",
        "–": "-",
    }
)
"""Replacements for a stream that takes only ASCII."""
_LONGEST_LINE = 65_536
"""Characters of the longest answer that is read."""


def read_bytes(name: str, most_bytes: int = MOST_DOCUMENT_BYTES) -> bytes:
    """Read a whole file, or stdin where the name is `-`; refuse one that is too long.

    No more than the limit is read, so an endless device is refused like a file that is too long.
    """
    if name == STDIN:
        if sys.stdin is None:
            raise BadInput("there is no standard input to read")
        return _read_bounded(sys.stdin.buffer, "the standard input", most_bytes)
    try:
        with Path(name).open("rb", buffering=0) as file:
            return _read_bounded(file, ascii(name), most_bytes)
    except OSError as error:
        raise BadInput(f"cannot read {name!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot read {name!a}: that cannot be the name of a file") from None


def _read_bounded(stream: IO[bytes] | FileIO, name: str, most_bytes: int) -> bytes:
    content = bytearray()
    while piece := stream.read(min(_PIECE_BYTES, most_bytes + 1 - len(content))):
        content += piece
        if len(content) > most_bytes:
            raise BadInput(f"cannot read {name}: it is longer than {most_bytes // MEBIBYTE} MiB, the limit")
    return bytes(content)


def read_line() -> str:
    """Return one line of stdin with its line break, or an empty text at the end."""
    line = sys.stdin.readline(_LONGEST_LINE) if sys.stdin is not None else ""
    if len(line) == _LONGEST_LINE:
        raise BadInput(f"cannot read the answers: one is longer than {_LONGEST_LINE} characters")
    return line


def write_bytes(name: str, content: bytes) -> None:
    """Write a file, replacing what is there; devices and pipes are written to."""
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {name!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot write {name!a}: that cannot be the name of a file") from None


def refuse_unwritable(option: str, name: str, suffixes: Sequence[str] = ()) -> None:
    """Refuse a file that can't be written, by trying to write it before the work rather than after it.

    An existing file keeps its content, and a new one isn't left behind.
    """
    path = Path(name)
    if suffixes and path.suffix.lower() not in suffixes:
        raise BadInput(f"{option}: {name!a} must end in {_listed(suffixes)}")
    if name == STDIN:
        raise BadInput(f"{option}: needs the name of a file, not -")
    try:
        # `is_dir` is false for a name that no file can have, so the name is checked first.
        is_name = b"\0" not in os.fsencode(name)
        is_possible = path.parent.is_dir() and not path.is_dir()
    except (OSError, ValueError):  # too long, or not text
        is_name = is_possible = False
    if not is_name:
        raise BadInput(f"{option}: {name!a} cannot be the name of a file")
    if not is_possible:
        raise BadInput(f"{option}: {name!a} is not a file in an existing directory")
    try:
        _try_to_write(path)
    except OSError as error:
        raise BadInput(f"{option}: cannot write {name!a}: {error.strerror}") from None


def _try_to_write(path: Path) -> None:
    if not os.path.lexists(path):
        # Under another name: a run killed right here must not leave an empty file that the next run refuses.
        trial = _temporary_beside(path)
        trial.touch()
        trial.unlink()
    elif path.is_file():  # not a pipe, which would wait for its reader, nor a device
        with path.open("ab"):
            pass


def _temporary_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def replace_file(path: Path, content: bytes) -> None:
    """Replace a whole file at once, or leave it unchanged.

    In a folder without write permission, an existing file is overwritten instead.
    """
    try:
        try:
            swap_file(path, content)
        except PermissionError:
            if not path.is_file():
                raise
            path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {str(path)!a}: {error.strerror}") from None


def swap_file(path: Path, content: bytes) -> None:
    """Replace a file like `replace_file`, for callers that handle `OSError` themselves.

    A device or a pipe is written to, never replaced.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    temporary = _temporary_beside(path)
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def print_json(value: object) -> None:
    """Print one JSON document on stdout."""
    print(json_text(value))


def json_text(value: object) -> str:
    """Return one indented JSON document, in ASCII, so that every stream can encode it."""
    return json.dumps(value, indent=2, allow_nan=False)


def json_bytes(value: object) -> bytes:
    """Return one JSON document as the content of a file."""
    return json_text(value).encode() + b"\n"


def json_line(value: object) -> str:
    """Return one JSON document on one line, for JSON Lines."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class TidyStream:
    """A text stream without blanks at the ends of lines, without blank lines at its start, and in ASCII where the
    stream below has nothing else."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._is_empty = True
        encoding = (stream.encoding or "ascii").lower()
        self._is_ascii = not encoding.startswith("utf")

    def write(self, text: str) -> int:
        """Write text as rich lays it out: whole lines, but for a question that waits on its line for an answer."""
        tidy = _BLANK_ENDS.sub(r"\1\n", text)
        if self._is_empty:
            tidy = _BLANK_START.sub(r"\1", tidy)
            self._is_empty = not tidy
        self.stream.write(_CUT.sub("...", tidy).translate(_IN_ASCII) if self._is_ascii else tidy)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own: `flush`, `isatty`, `encoding`."""
        return getattr(self.stream, name)


def open_console() -> rich_console.Console:
    """Return a console for people: plain text unless stdout is a terminal, 80 columns unless it knows better."""
    file = None if sys.stdout is None else cast(IO[str], TidyStream(sys.stdout))
    return rich_console.Console(file=file, markup=False, highlight=False, emoji=False)
