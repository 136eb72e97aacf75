"""A simulation as `--json` prints it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from crossfelt.simulation.results import Counts, figures
from crossfelt.simulation.run import Prepared


def simulation_document(prepared: Prepared, counts: Counts, exact: Fraction, seconds: float) -> dict[str, Any]:
    """The figures of a run. All but `rounds_per_second` are the same for any number of workers."""
    plan = prepared.plan
    found = figures(counts, prepared.nets, prepared.unit)
    return {
        "rules": plan.book.name,
        "rounds": counts.rounds,
        "seats": len(plan.seats),
        "strategies": [seat.name for seat in plan.seats],
        "seed": plan.seed,
        "mean": float(found.mean),
        "standard_error": found.standard_error,
        "standard_deviation": found.standard_deviation,
        "exact": {"numerator": exact.numerator, "denominator": exact.denominator, "value": float(exact)},
        "rounds_per_second": counts.rounds / seconds if seconds > 0 else None,
    }
