"""Benchmark results as a table for the terminal, as a page to keep and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from rich.console import Group
from rich.text import Text

from benchmarks.harness import Result
from crossfelt.cli.shared.drawing import plain_table, section

COLUMNS = ("what", "ours", "peer", "theirs", "ratio", "target", "met")
FIGURES = ("ours", "theirs", "ratio")

SMALL_RATIO = 0.05
"""Below this, two digits would say nothing."""


def to_table(name: str, results: Sequence[Result]) -> Group:
    """Return the results for the terminal; the word in the last column is the verdict, and its color repeats it."""
    table = plain_table(*(f">{column}" if column in FIGURES else column for column in COLUMNS))
    styles = {True: "green", False: "bold red", None: ""}
    for result in results:
        *cells, met = cells_of(result)
        table.add_row(*cells, Text(met, styles[result.is_met]))
    return section(name, table, *(Text(f"\n{note}") for note in _notes(results)))


def to_markdown(name: str, explanation: str, results: Sequence[Result], machine: Sequence[str], full: bool) -> str:
    """Return a page with what was measured, the machine and the table."""
    day = datetime.now(UTC).date()
    rows = [COLUMNS, ["---"] * len(COLUMNS), *map(cells_of, results)]
    lines = [
        f"# Benchmark `{name}`",
        "",
        explanation.strip(),
        "",
        f"Written on {day} by `python -m benchmarks {name}{' --full' if full else ''} --keep`. Processor time,",
        "lowest of several rounds in which all took turns; ratio = ours / theirs, which travels between machines",
        "better than the absolute figures.",
        "",
        *(f"- {line}" for line in machine),
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
        *(f"\n{note}" for note in _notes(results)),
    ]
    return "\n".join(lines) + "\n"


def to_json(results: Mapping[str, Sequence[Result]], machine: Sequence[str], full: bool) -> str:
    """Return every figure, unrounded."""
    rows = [
        {"benchmark": name} | asdict(result) | {"ratio": result.ratio, "is_met": result.is_met}
        for name, group in results.items()
        for result in group
    ]
    return json.dumps({"machine": list(machine), "full": full, "results": rows}, indent=2) + "\n"


def cells_of(result: Result) -> list[str]:
    """Return one row of text."""
    ratio = "-" if result.ratio is None else f"{result.ratio:.{2 if result.ratio >= SMALL_RATIO else 5}f} x"
    figures = (_figure(result.ours, result.unit), result.peer, _figure(result.theirs, result.unit), ratio)
    return [result.what, *figures, result.target or "-", _verdict(result)]


def _verdict(result: Result) -> str:
    if result.is_met is not None:
        return "yes" if result.is_met else "NO"
    return "not measured" if result.target else "-"


def _notes(results: Sequence[Result]) -> list[str]:
    return [f"{result.what}, {result.peer}: {result.note}" for result in results if result.note]


def _figure(value: float | None, unit: str) -> str:
    return "-" if value is None else f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"
