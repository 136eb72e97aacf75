"""What comes in from files and stdin, and what goes out to stdout."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import IO

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from rich import console as rich_console

STDIN = "-"


MEBIBYTE = 2**20
MOST_DOCUMENT_BYTES = MEBIBYTE
"""Of a rules submission, a score card, a strategy file, a position: what a person writes by hand."""
MOST_RECORD_BYTES = 16 * MEBIBYTE
"""Of a record: a match of a hundred sheets has some six."""
MOST_CASES_BYTES = 128 * MEBIBYTE
"""Of many cases, one on each line: some hundred thousand rounds."""
_PIECE_BYTES = MEBIBYTE
_LONGEST_LINE = 65_536
"""Of an answer that a person types, in characters."""


def read_bytes(name: str, most_bytes: int = MOST_DOCUMENT_BYTES) -> bytes:
    """Reads the whole of a file, or of stdin where the name is `-`; what is longer than it may be is refused.

    No more than that is ever held, so a device that never ends is refused like a file that is too long.
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
            raise BadInput(f"cannot read {name}: it is longer than {most_bytes // MEBIBYTE} MiB, the most that is read")
    return bytes(content)


def read_line() -> str:
    """One line of stdin with its end, or the empty text where there is no more of it."""
    line = sys.stdin.readline(_LONGEST_LINE) if sys.stdin is not None else ""
    if len(line) == _LONGEST_LINE:
        raise BadInput(f"cannot read the answers: one is longer than {_LONGEST_LINE} characters")
    return line


def write_bytes(name: str, content: bytes) -> None:
    """Writes a file over whatever stands there, a device or a pipe included."""
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {name!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot write {name!a}: that cannot be the name of a file") from None


def refuse_unwritable(option: str, name: str, suffixes: Sequence[str] = ()) -> None:
    """Refuses a file that cannot be written, by trying: better before the work than after it.

    A file that stands there keeps its content, and one that does not is not left behind.
    """
    path = Path(name)
    if suffixes and path.suffix.lower() not in suffixes:
        raise BadInput(f"{option}: {name!a} must end in {_listed(suffixes)}")
    if name == STDIN:
        raise BadInput(f"{option}: needs the name of a file; - is not one")
    try:
        # The path's own questions answer no for a name that no file can have, so the name is asked first.
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
        # Under another name: a run killed right here must not leave an empty file that the next one refuses.
        trial = _temporary_beside(path)
        trial.touch()
        trial.unlink()
    elif path.is_file():  # a pipe would wait for its reader, and a device is written when it is
        with path.open("ab"):
            pass


def _temporary_beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def replace_file(path: Path, content: bytes) -> None:
    """Puts the whole of a file in place of what was there, or leaves that as it is.

    In a folder that takes no new files, the file that stands there is written over instead.
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
    """Does what `replace_file` does, for callers who say themselves what an `OSError` means.

    A device or a pipe is written to: a file in its place would be the end of it.
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
    """Prints one JSON document on stdout."""
    print(json_text(value))


def json_text(value: object) -> str:
    """One document for people and programs alike; ASCII, so that no stream can spoil it."""
    return json.dumps(value, indent=2, allow_nan=False)


def json_bytes(value: object) -> bytes:
    """One JSON document as the content of a file."""
    return json_text(value).encode() + b"\n"


def json_line(value: object) -> str:
    """One JSON document on one line, as JSON Lines want it."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def open_console() -> rich_console.Console:
    """A console for people: plain text unless stdout is a terminal, 80 columns unless it knows better."""
    return rich_console.Console(markup=False, highlight=False, emoji=False)
