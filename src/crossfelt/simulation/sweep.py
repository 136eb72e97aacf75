"""Many tables side by side: rule variations by strategies by seats, each solved exactly, simulated, or both."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.analysis.crisscross.analyzed_rules import AnalyzedRules
from crossfelt.simulation.exact import exact_mean
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts, figures
from crossfelt.simulation.run import prepare, run

Document = dict[str, Any]
Progress = Callable[[float], None]
COLUMNS = (
    "name", "rules", "seats", "strategies", "exact", "rounds", "seed", "mean", "standard_error", "standard_deviation"
)  # fmt: skip
"""The columns of a cell in a table or CSV file."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Rules that are compared with others."""

    name: str
    rules: AnalyzedRules
    options: Mapping[str, object]
    pay: Mapping[str, object]
    """The differences from its rule book."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One table under one variation of the rules."""

    variation: Variation
    plan: Plan


@dataclass(frozen=True, slots=True)
class Sweep:
    """All cells of a sweep."""

    cells: tuple[Cell, ...]
    is_exact: bool
    is_simulated: bool


@dataclass(frozen=True, slots=True)
class DoCells:
    """The job of computing cells, which other processes can do as well."""

    is_exact: bool
    is_simulated: bool

    def prepare(self) -> None:
        """Do nothing: every cell is prepared separately."""

    def run(self, items: Sequence[Cell]) -> list[Document]:
        """Compute some cells."""
        return [self.done(cell) for cell in items]

    def done(self, cell: Cell, workers: int = 1, progress: Progress = lambda _share: None) -> Document:
        """Return the result of a cell as `--json` prints it. Means are net antes per seat and round."""
        plan = cell.plan
        prepared = prepare(plan)
        exact = exact_mean(prepared) if self.is_exact else None

        def watch(counts: Counts) -> bool:
            progress(counts.rounds / plan.rounds)
            return True

        counts = run(prepared, workers, watch=watch) if self.is_simulated else None
        result = None if counts is None else figures(counts, prepared.nets, prepared.unit)
        return {
            "name": cell.variation.name,
            "rules": cell.variation.rules.named.name,
            "hash": cell.variation.rules.named.hash,
            "changes": list(cell.variation.rules.named.changes),
            "options": dict(cell.variation.options),
            "pay": dict(cell.variation.pay),
            "seats": len(plan.seats),
            "strategies": [seat.name for seat in plan.seats],
            "exact": None
            if exact is None
            else {"numerator": exact.numerator, "denominator": exact.denominator, "value": float(exact)},
            "rounds": 0 if result is None else result.rounds,
            "seed": plan.seed,
            "mean": None if result is None else float(result.mean),
            "standard_error": result.standard_error if result is not None and result.rounds > 1 else None,
            "standard_deviation": None if result is None else result.standard_deviation,
        }


Spread = Callable[[DoCells, Iterable[Cell]], Iterator[Document]]
"""Computes cells elsewhere and yields their results in order."""


def run_sweep(
    sweep: Sweep, workers: int = 1, progress: Progress = lambda _share: None, spread: Spread | None = None
) -> Iterator[Document]:
    """Yield the results of the cells in order: one after another in threads, unless `spread` computes them."""
    job, cells = DoCells(sweep.is_exact, sweep.is_simulated), sweep.cells

    def tell(share: float, before: int) -> None:
        progress((before + share) / len(cells))

    if spread is not None:
        for number, document in enumerate(spread(job, cells), 1):
            tell(0, number)
            yield document
        return
    for number, cell in enumerate(cells):
        yield job.done(cell, workers, lambda share, before=number: tell(share, before))  # type: ignore[misc]
        tell(1, number)


def sweep_document(cells: Sequence[Document]) -> Document:
    """Return the results of a sweep as `--json` prints them."""
    return {"cells": list(cells)}


def csv_text(cells: Iterable[Document]) -> str:
    """Return the results of a sweep as a CSV file, one row for each cell."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(cells))
    return text.getvalue()


def _rows(documents: Iterable[Document]) -> Iterator[dict[str, object]]:
    """Yield the cells with one plain value in each column."""
    for document in documents:
        exact = document["exact"]
        changed = {
            "strategies": strategy_words(document["strategies"]),
            "exact": None if exact is None else exact["value"],
        }
        yield {name: changed.get(name, document[name]) for name in COLUMNS}


def strategy_words(names: Sequence[str]) -> str:
    """Return the strategies of a table: one name if all seats play alike, else every seat's."""
    return names[0] if len(set(names)) == 1 else ", ".join(names)
