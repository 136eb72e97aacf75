"""The header that every analysis prints first, with the command that it names."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from crossfelt.cli.shared.lazy import deferred

with deferred():
    from crossfelt.analysis import report_header

if TYPE_CHECKING:
    from rich.console import Console

    from crossfelt.rulefiles import NamedRules

NO_FIGURES = frozenset(
    {
        "--json",
        "--csv",
        "--out",
        "--pdf",
        "--xlsx",
        "--chart",
        "--checkpoint",
        "--preparer",
        "--workers",
        "--threads",
        "--cluster",
    }
)
"""Options that change no figure, only where the output goes and how many workers compute it. A header leaves them out,
so that two runs with the same figures have the same header."""


def header_for(named: NamedRules) -> report_header.ReportHeader:
    """Return the header of the running command, under these rules."""
    return report_header.report_header(named, command_line())


def print_header(console: Console, header: report_header.ReportHeader) -> None:
    """Print the header on one line; on a terminal, wrapped to its width."""
    console.print(header.line, style="dim", soft_wrap=not console.is_terminal)


def command_line() -> str:
    """Return the running command, as a reader types it to get the same figures."""
    context = click.get_current_context()
    return shlex.join(["crossfelt", *_counted(context.obj or (), context.command.params)])


def _counted(words: Sequence[str], parameters: Sequence[click.Parameter]) -> list[str]:
    """Return the words without the options that change no figure."""
    takes_value = {
        name: not (isinstance(parameter, click.Option) and parameter.is_flag)
        for parameter in parameters
        for name in parameter.opts
    }
    counted: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*counted, word, *rest]
        name, equals, _ = word.partition("=")
        if name not in NO_FIGURES or name not in takes_value:
            counted.append(word)
        elif takes_value[name] and not equals:
            next(rest, None)
    return counted
