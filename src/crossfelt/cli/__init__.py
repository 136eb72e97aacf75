"""The command line: commands that call the other parts and draw what they return.

It holds no rules of a game, and a command's module is imported only when the command runs. Open `app.py` first.

A refusal is one line `error: ...` and exit status 2. With `--json` a command prints one document and nothing else.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Sequence

import click

from crossfelt.cli.app import crossfelt
from crossfelt.cli.completion import COMPLETE_VARIABLE, complete
from crossfelt.errors import CrossfeltError

__all__ = ["main"]

BAD_INPUT = 2
INTERRUPTED = 130
"""What shells report for a program ended by Ctrl-C."""
READER_GONE = 1
"""The pipe was closed before everything was written, which is nobody's mistake and gets no message."""

_OUT_OF_RANGE = re.compile(
    r"(?P<value>\S+) is not in the range (?:(?P<least>\S+?)(?P<from><=?))?x(?P<side>[<>]=?)(?P<bound>\S+)"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0 done, 1 a record that does not hold, 2 bad input."""
    _tolerate_any_text()
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return READER_GONE
    except OSError as error:  # a full disk, a terminal that went away
        _silence_stdout()
        return _refuse(f"cannot write the answer: {error.strerror or error}")
    if status == INTERRUPTED and sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # so that the next prompt does not follow the ^C
    return status


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if COMPLETE_VARIABLE in os.environ:
        return complete(crossfelt)
    try:
        # Not click's own `main`: that one prints a line of its own when it is interrupted.
        with crossfelt.make_context("crossfelt", list(words)) as context:
            context.obj = tuple(words)  # for the header of a report, which names its command
            crossfelt.invoke(context)
    except CrossfeltError as error:
        return _refuse(str(error))
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.MissingParameter as error:
        return _refuse(_usage(error.format_message()) + _what_it_may_be(error.param, error.ctx))
    except click.ClickException as error:
        return _refuse(_usage(error.format_message()))
    except SystemExit as error:  # rich ends like this when the reader has gone
        return error.code if isinstance(error.code, int) else READER_GONE
    return 0


def _refuse(reason: str) -> int:
    """Prints the one line; a reason from outside may hold line breaks."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("error:", " ".join(reason.split()), file=sys.stderr)
    return BAD_INPUT


def _usage(message: str) -> str:
    """A complaint about the command line in the voice of our own."""
    text = _OUT_OF_RANGE.sub(_in_words, " ".join(message.split()).rstrip("."))
    return text[:1].lower() + text[1:]


def _in_words(match: re.Match[str]) -> str:
    """`0 is not in the range 1<=x<=64` as people say it."""
    bounds = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
    limits = f"{bounds[match['side']]} {match['bound']}"
    if match["least"] is not None:
        limits = f"from {match['least']} to {match['bound']}"
        if match["from"] == "<":
            limits = f"more than {match['least']} and at most {match['bound']}"
    return f"must be {limits}, not {match['value']}"


def _what_it_may_be(missing: click.Parameter | None, context: click.Context | None) -> str:
    """What help says about a parameter that was left out: of an option its own help, of an argument its sentence."""
    if missing is not None and isinstance(missing.type, click.Choice):
        return ""  # the message names the choices already
    if isinstance(missing, click.Option):
        return f": {missing.help.rstrip('.')}" if missing.help else ""
    if missing is None or context is None:
        return ""
    name = missing.make_metavar(context)
    sentences = re.split(r"\.\s", f"{context.command.help or ''} ")
    return next((f": {words.strip()}" for words in sentences if words.strip().startswith(f"{name} is ")), "")


def _tolerate_any_text() -> None:
    """A stream that cannot write a suit or read a byte must not end the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")


def _silence_stdout() -> None:
    """Points stdout nowhere, so that Python's own last flush does not complain."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
