"""The size of large simulations: the rounds of a year of many tables, and the rounds for a target standard error."""

from __future__ import annotations

import math

from crossfelt.simulation.hours import assumed_pace

HOURS_A_YEAR = 365 * 24


def year_rounds(tables: int, seats: int) -> int:
    """Return the rounds that this many tables deal in a year without a pause, at the assumed pace for their seats.

    >>> f"{year_rounds(10_000, 6):,}"
    '2,522,880,000'
    """
    return math.ceil(tables * HOURS_A_YEAR * assumed_pace(seats).rounds_per_hour)


def rounds_for_error(error: float, rounds: int, target: float) -> int:
    """Return the rounds for a target standard error, given the error of a number of rounds. Half the error takes four
    times the rounds.

    >>> rounds_for_error(0.004, 1_000_000, 0.002)
    4000000
    """
    return math.ceil(rounds * (error / target) ** 2)
