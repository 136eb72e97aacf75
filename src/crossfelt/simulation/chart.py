"""The data of a run's charts: the mean as it converges to the exact value, and how the rounds of a seat ended."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from crossfelt.analysis.report_header import ReportHeader
from crossfelt.simulation.history import History
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import Prepared


def chart_document(
    prepared: Prepared, counts: Counts, exact: Fraction | None, history: History, header: ReportHeader | None = None
) -> dict[str, Any]:
    """Return the figures of both charts, in antes per seat and round; without an exact value if there is none."""
    plan = prepared.plan
    times: dict[Fraction, int] = {}
    for net, ended in zip(prepared.nets.tolist(), counts.outcomes.sum(0).tolist(), strict=True):
        if ended:
            amount = net * prepared.unit
            times[amount] = times.get(amount, 0) + ended
    seat_rounds = counts.rounds * len(plan.seats)
    return {
        "rules": plan.book.name if header is None else header.rules,
        "header": "" if header is None else header.line,
        "rounds": counts.rounds,
        "strategies": [seat.name for seat in plan.seats],
        "seed": plan.seed,
        "exact": None if exact is None else float(exact),
        "running": [
            {"rounds": point.rounds, "mean": point.mean, "standard_error": point.standard_error}
            for point in history.running(counts, prepared.unit)
            if math.isfinite(point.standard_error)
        ],
        "nets": [{"net": float(net), "share": times[net] / seat_rounds} for net in sorted(times)],
    }
