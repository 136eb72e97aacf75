"""The command line: one module for each command, which calls the other parts and prints the result.

It holds no rules of a game, and a command's module is imported only when the command runs. Open `app.py` first.

A refusal is one line `error: ...` and exit status 2. With `--json` a command prints one JSON document and nothing else.
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
"""The status that shells report for a program stopped by Ctrl-C."""
READER_GONE = 1
"""The reader closed the pipe early, which isn't a mistake and gets no message."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 success, 1 failed check, 2 bad input, 3 record without proof."""
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
        return _refuse(f"can't write the output: {error.strerror or error}")
    if status == INTERRUPTED and sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)  # so that the next prompt isn't behind the ^C
    return status


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if COMPLETE_VARIABLE in os.environ:
        return complete(crossfelt)
    try:
        # Not click's own `main`, which prints a line when it is interrupted.
        with crossfelt.make_context("crossfelt", list(words)) as context:
            context.obj = tuple(words)  # for the header of a report, which names the command
            crossfelt.invoke(context)
    except CrossfeltError as error:
        return _refuse(str(error))
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.MissingParameter as error:
        return _refuse(_usage(error.format_message()) + _expected(error.param, error.ctx))
    except click.ClickException as error:
        return _refuse(_usage(error.format_message()))
    except SystemExit as error:  # rich exits like this when the reader is gone
        return error.code if isinstance(error.code, int) else READER_GONE
    return 0


def _refuse(reason: str) -> int:
    """Print the one line; a reason from outside may contain line breaks."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("error:", " ".join(reason.split()), file=sys.stderr)
    return BAD_INPUT


def _usage(message: str) -> str:
    """Rewrite a complaint of click in our own style."""
    text = " ".join(message.split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _expected(missing: click.Parameter | None, context: click.Context | None) -> str:
    """Return what help says about a missing parameter: the help of an option, or the sentence about an argument."""
    if missing is not None and isinstance(missing.type, click.Choice):
        return ""  # the message already names the choices
    if isinstance(missing, click.Option):
        return f": {missing.help.rstrip('.')}" if missing.help else ""
    if missing is None or context is None:
        return ""
    name = missing.make_metavar(context)
    sentences = re.split(r"\.\s", f"{context.command.help or ''} ")
    return next((f": {words.strip()}" for words in sentences if words.strip().startswith(f"{name} is ")), "")


def _tolerate_any_text() -> None:
    """Keep a stream that can't write a suit or read a byte from ending the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")


def _silence_stdout() -> None:
    """Point stdout at nothing, so that Python's last flush doesn't complain."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
