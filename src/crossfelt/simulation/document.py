"""A simulation as `--json` prints it. Everything except the rate is the same for any number of workers and any
engine."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Literal

from crossfelt.simulation.exact_sides import exact_cents
from crossfelt.simulation.hours import Pace, hours_document, hours_of
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts, SideCounts, estimate, figures
from crossfelt.simulation.run import Prepared
from crossfelt.simulation.sides import KIND_NAMES
from crossfelt.simulation.wheels import example_wheels

TIMED = "rounds_per_second"
"""The only figure that differs from run to run."""
Ending = Literal["rounds", "standard_error", "interrupted"]
"""Why a run ended: all rounds were played, its standard error was small enough, or a stop request came."""


def simulation_document(
    prepared: Prepared,
    counts: Counts,
    exact: Fraction,
    rounds_per_second: float | None,
    ended: Ending,
    until: float | None = None,
    pace: Pace | None = None,
    rules_name: str | None = None,
) -> dict[str, Any]:
    """Return the figures of a run: the main game in net antes per seat and round, then the side bets.

    `until` is the standard error at which the run was to end. With a `pace` the rounds are also given as hours.
    `rules_name` is the name of the rules in reports if they aren't a published book as it is.
    """
    plan = prepared.plan
    result = figures(counts, prepared.nets, prepared.unit)
    document: dict[str, Any] = {
        "rules": rules_name or plan.book.name,
        "rounds": counts.rounds,
        "seats": len(plan.seats),
        "strategies": [seat.name for seat in plan.seats],
        "seed": plan.seed,
        "mean": float(result.mean),
        "standard_error": _finite(result.standard_error),
        "standard_deviation": result.standard_deviation,
        "exact": _fraction(exact),
    }
    if prepared.control is not None:
        document["control"] = _control(prepared, counts)
    if counts.sides is not None:
        document |= _sides(plan, counts.rounds, counts.sides)
    document |= {TIMED: rounds_per_second, "ended": ended}
    if until is not None:
        document["until"] = until
    if pace is not None and counts.rounds > 1:
        document["hours"] = hours_document(hours_of(prepared, counts, pace), plan.ante_cents)
    return document


def _finite(error: float) -> float | None:
    """Return a standard error, which one round doesn't have."""
    return error if math.isfinite(error) else None


def _fraction(value: Fraction) -> dict[str, Any]:
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


def _control(prepared: Prepared, counts: Counts) -> dict[str, Any]:
    """Return net antes per round of the seats that don't play perfectly."""
    assert prepared.control is not None
    controlled, plain = prepared.control.estimates(counts)
    gain = None
    if counts.rounds > 1 and controlled.standard_error:
        gain = (plain.standard_error / controlled.standard_error) ** 2
    return {
        "seats": int(prepared.control.counted.sum()),
        "mean": float(controlled.mean),
        "standard_error": _finite(controlled.standard_error),
        "plain_mean": float(plain.mean),
        "plain_standard_error": _finite(plain.standard_error),
        "variance_ratio": gain,
    }


def _sides(plan: Plan, rounds: int, sides: SideCounts) -> dict[str, Any]:
    """Return each kind of wager in cents per wager and round, with jackpots at the reset amount; then the meters."""
    exact, examples = exact_cents(plan), example_wheels(plan.book)
    wagers = {}
    for spot, sums in zip(KIND_NAMES[:-1], sides.sums[:-1], strict=True):
        staked = [seat[spot] for seat in plan.wagers if spot in seat]
        if staked:
            estimated = estimate(rounds, sums, Fraction(1, len(staked)))
            wagers[spot] = {
                "seats": len(staked),
                "staked_cents": sum(staked),
                "mean_cents": float(estimated.mean),
                "standard_error_cents": _finite(estimated.standard_error),
                "exact_cents": _fraction(exact[spot] / len(staked)),
                "edge": float(-estimated.mean * len(staked) / sum(staked)),
                "example_weights": spot in examples,
            }
    document: dict[str, Any] = {"wagers": wagers}
    offered = plan.book.progressives
    if sides.meters and offered is not None:
        document["meters"] = {
            name: {
                "initial_cents": meter.initial_cents,
                "reset_cents": meter.reset_cents,
                "jackpots": meter.jackpots,
                "paid_cents": meter.paid_cents,
                "highest_cents": meter.highest_cents,
                "now_cents": str(Fraction(meter.holds, 10**6)),
            }
            for name, meter in zip(offered.meters, sides.meters, strict=True)
        }
    if plan.ante_cents is not None:
        estimated = estimate(rounds, sides.sums[-1], Fraction(1, len(plan.seats)))
        document["together"] = {
            "mean_cents": float(estimated.mean),
            "standard_error_cents": _finite(estimated.standard_error),
            "cut_cents": sides.cut_cents,
        }
    return document
