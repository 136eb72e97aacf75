"""The expected win of a table on antes and bets, against the actual one: rounds of several seats, antes of any size.

Average and variance of one seat's round are exact, for players who play the main game best. Seats of one round share
the cross, so their results are correlated, which isn't counted here: the standard deviation is between that of
independent seats and that of seats that all end alike, and the range uses the larger one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from crossfelt.analysis.crisscross.sessions import MOST_ROUNDS, RoundResults, check_confidence, hold


@dataclass(frozen=True, slots=True)
class Antes:
    """The distribution of a table's antes; one ante of the two counts."""

    seat_rounds: int
    cents: int
    squares: int
    """The sum of the squares of the antes."""
    round_squares: int
    """The sum of the squares of each round's antes."""

    @property
    def is_one_flat_seat(self) -> bool:
        """Whether every round had one seat, and every ante the same size."""
        return self.round_squares == self.squares and self.seat_rounds * self.squares == self.cents**2


@dataclass(frozen=True, slots=True)
class TableHold:
    """A win and its expected range; amounts in cents."""

    win_cents: int
    expected_cents: Fraction
    deviation_cents: float
    """The standard deviation if the seats of a round were independent."""
    most_deviation_cents: float
    """The standard deviation if they all ended alike; the truth is between the two."""
    low_cents: float
    high_cents: float
    confidence: float
    is_exact: bool
    """Whether the range comes from the exact distribution, as with one seat at flat antes; otherwise it is the normal
    one."""

    @property
    def is_within(self) -> bool:
        """Whether the win is within the range."""
        return self.low_cents <= self.win_cents <= self.high_cents


def table_hold(results: RoundResults, antes: Antes, win_cents: int, confidence: float = 0.99) -> TableHold | None:
    """Compare a table's win on antes and bets with its expected range; None if nobody has played."""
    check_confidence(confidence)
    if not antes.seat_rounds:
        return None
    expected = -results.mean * antes.cents
    deviation = sqrt(results.variance * antes.squares)
    most = sqrt(results.variance * antes.round_squares)
    is_exact = antes.is_one_flat_seat and antes.seat_rounds <= MOST_ROUNDS
    if is_exact:
        band = hold(results, antes.seat_rounds, win_cents, Fraction(antes.cents, antes.seat_rounds), confidence)
        low, high = float(band.low_cents), float(band.high_cents)
    else:
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * most
        low, high = float(expected) - reach, float(expected) + reach
    return TableHold(win_cents, expected, deviation, most, low, high, confidence, is_exact)
