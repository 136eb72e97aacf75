"""The command line as tests call it: in this process with streams of its own, or as the real program."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from crossfelt.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    """The exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        assert self.status == 0, self.err
        return json.loads(self.out)

    @property
    def header(self) -> str:
        """The first line of a report, which names its rules."""
        line, _, _ = self.out.partition("\n")
        assert line.startswith("Rules: "), self.out[:200]
        return line

    @property
    def body(self) -> str:
        """A report below its header, which is one line however narrow the screen is."""
        assert self.header
        return self.out.partition("\n")[2]

    @property
    def refusal(self) -> str:
        """The reason given for bad input, after checking that nothing else was said."""
        assert self.status == 2, (self.status, self.err)
        assert self.out == ""
        return self.error_line

    @property
    def error_line(self) -> str:
        """The one line on stderr."""
        assert self.err.startswith("error: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("error: ").removesuffix("\n")


def run(*arguments: str, given: str | bytes = b"", columns: int = 80, encoding: str = "utf-8") -> Ran:
    """Run a command in this process; `given` is its stdin."""
    content = given.encode() if isinstance(given, str) else given
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding=encoding) for data in (content, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]), terminal_width(columns):
        status = main(arguments)
        for stream in streams[1:]:
            stream.flush()
    out, err = (stream.detach().getvalue().decode(encoding) for stream in streams[1:])
    return Ran(status, out, err)


@contextmanager
def terminal_width(columns: int) -> Iterator[None]:
    """Set one variable of the environment; what a command sets for the rest of the process stays."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    try:
        yield
    finally:
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before


def run_program(*arguments: str, given: bytes = b"") -> Ran:
    """Run the real program."""
    done = subprocess.run(program(*arguments), input=given, capture_output=True, check=False)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def program(*arguments: str) -> Sequence[str]:
    """The command line of the real program."""
    return [sys.executable, "-m", "crossfelt", *arguments]
