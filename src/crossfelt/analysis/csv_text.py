"""The tables of a report as one CSV file (RFC 4180) that a spreadsheet reads without a dialog.

A report has several tables and the file has one header row, so the first column, `table`, names the table of a row. A
column that a table lacks is empty in its rows. The last columns have the header of the report, so that a copied row
still names its rules.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.analysis.report_header import ReportHeader

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """One table of a report. Each column name has unit and base; the values are unrounded."""

    name: str
    rows: Sequence[Mapping[str, Any]]


def figures_table(name: str, figures: Mapping[str, Any]) -> CsvTable:
    """Return a table of single figures, one per row; each name has unit and base."""
    return CsvTable(name, [{"figure": figure, "value": value} for figure, value in figures.items()])


def csv_bytes(tables: Iterable[CsvTable], header: ReportHeader) -> bytes:
    """Return the content of the file, in UTF-8."""
    tables = list(tables)
    named = {
        "rules": header.rules,
        "rules_hash": header.rules_hash,
        "changes": list(header.changes),
        "facility": header.facility,
        "version": header.version,
        "date": header.date,
        "command": header.command,
    }
    columns = dict.fromkeys(name for table in tables for row in table.rows for name in row if name not in named)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["table", *columns, *named])
    for table in tables:
        for row in table.rows:
            # A row with its own rules, as in a sweep, has them in place of the header's.
            full = {**named, **row}
            writer.writerow([table.name, *(_cell(full.get(name)) for name in (*columns, *named))])
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return _harmless("; ".join(map(str, value)))
    return _harmless(value) if isinstance(value, str) else str(value)


def _harmless(text: str) -> str:
    """Prefix an apostrophe to a text that a spreadsheet would run as a formula, such as a facility called `=1+1`."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
