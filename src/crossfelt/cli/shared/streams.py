"""What comes in from files and stdin, and what goes out to stdout."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from rich import console as rich_console

STDIN = "-"


def read_bytes(name: str) -> bytes:
    """Reads the whole of a file, or of stdin where the name is `-`."""
    if name == STDIN:
        if sys.stdin is None:
            raise BadInput("there is no standard input to read")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {name!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot read {name!a}: that is no file name") from None


def write_bytes(name: str, content: bytes) -> None:
    """Writes a file over whatever stands there, a device or a pipe included."""
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {name!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot write {name!a}: that is no file name") from None


def refuse_unwritable(option: str, name: str, suffixes: Sequence[str] = ()) -> None:
    """Refuses a file that could not be written: better before the work than after it."""
    path = Path(name)
    if suffixes and path.suffix.lower() not in suffixes:
        endings = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}" if len(suffixes) > 1 else suffixes[0]
        raise BadInput(f"{option}: {name!a} must end in {endings}")
    if name == STDIN:
        raise BadInput(f"{option}: needs a file")
    try:
        # The path's own questions answer no for a name that no file can have, so the name is asked first.
        is_name = b"\0" not in os.fsencode(name)
        is_possible = path.parent.is_dir() and not path.is_dir()
    except (OSError, ValueError):  # too long, or not text
        is_name = is_possible = False
    if not is_name:
        raise BadInput(f"{option}: {name!a} is no file name")
    if not is_possible:
        raise BadInput(f"{option}: {name!a} is not a file in an existing directory")


def replace_file(path: Path, content: bytes) -> None:
    """Puts the whole of a file in place of what was there, or leaves that as it is."""
    try:
        swap_file(path, content)
    except OSError as error:
        raise BadInput(f"cannot write {str(path)!a}: {error.strerror}") from None


def swap_file(path: Path, content: bytes) -> None:
    """Does what `replace_file` does, for callers who say themselves what an `OSError` means."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
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
