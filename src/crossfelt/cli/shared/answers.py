"""The output of an analysis: its files first, then its header and figures, or one JSON document.

Files come first because a reader may close the pipe after one line, which ends the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.report import print_header
from crossfelt.cli.shared.streams import open_console, print_json, refuse_unwritable, replace_file
from crossfelt.errors import BadInput, Fault

with deferred():
    from crossfelt.analysis import csv_text, report_header

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class OutFile:
    """A file that a command writes."""

    name: str
    content: Callable[[], bytes]


def _refuse_csv(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        refuse_unwritable("--csv", name)
    return name


csv_option = click.option(
    "--csv", metavar="FILE", callback=_refuse_csv, help="Write every table of this report to a CSV file."
)


def csv_files(
    name: str | None, header: report_header.ReportHeader, tables: Callable[[], Iterable[csv_text.CsvTable]]
) -> list[OutFile]:
    """Return the file of `--csv`, if there is one."""
    return [] if name is None else [OutFile(name, lambda: csv_text.csv_bytes(tables(), header))]


def give_answer(
    header: report_header.ReportHeader,
    document: Mapping[str, Any],
    show: Callable[[Console], None],
    *,
    as_json: bool,
    files: Sequence[OutFile] = (),
) -> None:
    """Write the files, then print the document or show it to people.

    A file that can't be written doesn't cost the answer: the refusal comes after it.
    """
    faults = write_files(files)
    if as_json:
        print_json(report_header.with_report(document, header))
    else:
        console = open_console()
        print_header(console, header)
        show(console)
    if faults:
        raise BadInput(faults)


def write_files(files: Iterable[OutFile]) -> list[Fault]:
    """Write each file and say so on stderr; return the faults."""
    faults: list[Fault] = []
    for file in files:
        try:
            replace_file(Path(file.name), file.content())
        except BadInput as error:
            faults.extend(error.faults)
        else:
            tell_written(file.name)
    return faults
