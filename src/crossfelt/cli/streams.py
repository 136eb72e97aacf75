"""What comes in from files and stdin, and what goes out to stdout."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

STDIN = "-"


def read_bytes(name: str) -> bytes:
    """The whole of a file, or of stdin for `-`."""
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
    """Puts the whole of a file in place."""
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write {name!a}: {error.strerror}") from None


def json_text(value: object) -> str:
    """One document for people and programs alike; ASCII, so that no stream can spoil it."""
    return json.dumps(value, indent=2, allow_nan=False)


def json_line(value: object) -> str:
    """One document on one line."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def open_console() -> Console:
    """A console for people: plain text unless stdout is a terminal, 80 columns unless it knows better."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)
