"""What large questions take: the rounds of a year of many tables, and those to a wanted standard error."""

from __future__ import annotations

import math

from crossfelt.simulation.hours import assumed_pace

HOURS_A_YEAR = 365 * 24


def year_rounds(tables: int, seats: int) -> int:
    """The rounds that so many tables deal in a year that has no pause, at the pace that is assumed for their seats.

    >>> f"{year_rounds(10_000, 6):,}"
    '2,522,880,000'
    """
    return math.ceil(tables * HOURS_A_YEAR * assumed_pace(seats).rounds_per_hour)


def rounds_for_error(error: float, rounds: int, target: float) -> int:
    """How many rounds have the wanted standard error, where so many rounds have this one. Half of it takes four times
    the rounds.

    >>> rounds_for_error(0.004, 1_000_000, 0.002)
    4000000
    """
    return math.ceil(rounds * (error / target) ** 2)
