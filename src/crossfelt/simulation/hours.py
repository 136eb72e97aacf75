"""Rounds as hours at a table: the rounds that a table deals, and the house's win per hour and per shift.

No rule text says how fast a dealer is. The speeds here are an assumption: a number of seconds for each round (shuffle,
cross, end of settlement) plus a number for each seat (wagers, two cards, three decisions, pay). A house that knows its
own speed passes it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

from crossfelt.simulation.outcomes import outcomes
from crossfelt.simulation.results import Counts, figures
from crossfelt.simulation.run import Prepared

ROUND_SECONDS = 35
SEAT_SECONDS = 15
SHIFT_HOURS = 8
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Pace:
    """The number of rounds that a table deals per hour."""

    rounds_per_hour: Fraction
    is_assumed: bool
    """Whether it is our assumption, because the house's own speed wasn't given."""


@dataclass(frozen=True, slots=True)
class Estimated:
    """A figure in antes with its standard error."""

    value: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Hours:
    """The house's win from the seats, in antes; the money bet includes the antes."""

    pace: Pace
    hours: float
    """The hours that the rounds of the run represent."""
    bet_an_hour: float
    """All money bet at the table."""
    won_an_hour: Estimated
    won_an_hour_and_seat: Estimated
    shift_rounds: float
    shift_bet: float
    shift_won: float
    shift_low: float
    shift_high: float
    """The upper end of the range that covers 95% of shifts, if results were normal."""
    shift_losing: float
    """The share of shifts in which the house loses, if results were normal."""


def assumed_pace(seats: int) -> Pace:
    """Return the assumed speed of a table."""
    return Pace(Fraction(3600, ROUND_SECONDS + SEAT_SECONDS * seats), is_assumed=True)


def hours_of(prepared: Prepared, counts: Counts, pace: Pace) -> Hours:
    """Return the rounds of a run as hours at the table."""
    assert counts.rounds > 1, "one round has no standard error"
    seats = len(prepared.plan.seats)
    result = figures(counts, prepared.nets, prepared.unit)
    an_hour = float(pace.rounds_per_hour)
    shift_rounds = an_hour * SHIFT_HOURS
    times = counts.outcomes.sum(0).tolist()
    staked = sum(time * end.staked for time, end in zip(times, outcomes(prepared.plan.scheme.multiples), strict=True))
    bet = staked / counts.rounds
    mean = -float(result.mean) * seats
    error = result.standard_error * seats
    deviation = error * sqrt(counts.rounds)  # Of the table's win per round, with the correlation of its seats.
    shift = NormalDist(mean * shift_rounds, max(deviation * sqrt(shift_rounds), 1e-12))
    tail = (1 - CONFIDENCE) / 2
    return Hours(
        pace,
        counts.rounds / an_hour,
        bet * an_hour,
        Estimated(mean * an_hour, error * an_hour),
        Estimated(mean * an_hour / seats, error * an_hour / seats),
        shift_rounds,
        bet * shift_rounds,
        mean * shift_rounds,
        shift.inv_cdf(tail),
        shift.inv_cdf(1 - tail),
        shift.cdf(0),
    )


def hours_document(result: Hours, ante_cents: int | None = None) -> dict[str, Any]:
    """Return the hours as `--json` has them: the house's win in antes, in cents where the ante is known, and as a
    share of all money bet."""

    def amount(antes: float) -> dict[str, float]:
        return {"antes": antes} if ante_cents is None else {"antes": antes, "cents": antes * ante_cents}

    def estimated(figure: Estimated) -> dict[str, float]:
        return {**amount(figure.value), "standard_error": figure.standard_error}

    band = {"mean": result.shift_won, "low": result.shift_low, "high": result.shift_high}
    return {
        "hours": result.hours,
        "rounds_per_hour": float(result.pace.rounds_per_hour),
        "rounds_per_hour_are": "assumed" if result.pace.is_assumed else "given",
        "house_wins_an_hour": estimated(result.won_an_hour),
        "house_wins_an_hour_and_seat": estimated(result.won_an_hour_and_seat),
        "money_bet_an_hour": amount(result.bet_an_hour),
        "shift": {
            "hours": SHIFT_HOURS,
            "rounds": result.shift_rounds,
            "money_bet": amount(result.shift_bet),
            "confidence": CONFIDENCE,
            "house_wins": {name: amount(antes) for name, antes in band.items()},
            "share_of_money_bet": {name: antes / result.shift_bet for name, antes in band.items()},
            "share_of_shifts_that_the_house_loses": result.shift_losing,
        },
    }
