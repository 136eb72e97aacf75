"""The running mean of a run at fixed rounds, saved for a chart and checked to end a run.

The rounds of the points depend only on their number, so any number of workers, and a run that was interrupted, have the
same history. Each octave of rounds has the same number of points: a history of ten trillion rounds has a few hundred.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from crossfelt.simulation.results import Counts, estimate
from crossfelt.simulation.run import BLOCK_ROUNDS, FIRST_BLOCK_ROUNDS

_POINT_BITS = 5
"""A point is saved if its number of rounds, in blocks, has at most this many leading bits: 16 per octave."""

Point = tuple[int, int, int]
"""Rounds, and the table's wins in them: the sum, and the sum of the squares of each round."""


@dataclass(frozen=True, slots=True)
class Running:
    """Net antes per seat and round so far."""

    rounds: int
    mean: float
    standard_error: float
    """The standard error of that mean, in antes; infinite before the second round."""


@dataclass(frozen=True, slots=True)
class History:
    """The points that a run has passed so far."""

    points: tuple[Point, ...] = ()

    def after(self, counts: Counts) -> History:
        """Return the history with the run's present point added, if it is one that is saved."""
        return History((*self.points, _point(counts))) if has_point(counts.rounds) else self

    def running(self, counts: Counts, unit: Fraction) -> list[Running]:
        """Return the running figures at each point and at the end."""
        last = _point(counts)
        points = self.points if last in self.points else (*self.points, last)
        return [_running(point, len(counts.outcomes), unit) for point in points]


def is_look(rounds: int) -> bool:
    """Return whether a run that ends at a standard error checks it after this many rounds: at the end of each whole
    block."""
    return rounds % BLOCK_ROUNDS == 0


def has_point(rounds: int) -> bool:
    """Return whether the history has a point at this many rounds."""
    if rounds < BLOCK_ROUNDS:
        return rounds >= FIRST_BLOCK_ROUNDS and rounds.bit_count() == 1
    spare = (rounds // BLOCK_ROUNDS).bit_length() - _POINT_BITS
    return is_look(rounds) and (spare <= 0 or rounds // BLOCK_ROUNDS % (1 << spare) == 0)


def running(counts: Counts, unit: Fraction) -> Running:
    """Return the running figures of a run; `unit` is one unit of its counts in antes. Fast enough for every block."""
    return _running(_point(counts), len(counts.outcomes), unit)


def _point(counts: Counts) -> Point:
    return counts.rounds, counts.net, counts.net_squares


def _running(point: Point, seats: int, unit: Fraction) -> Running:
    rounds, *sums = point
    estimated = estimate(rounds, (sums[0], sums[1]), unit / seats)
    return Running(rounds, float(estimated.mean), estimated.standard_error)
