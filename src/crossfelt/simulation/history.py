"""The mean on its way: what a run had come to at fixed rounds, kept for a chart and looked at to end a run.

The rounds depend on nothing but their number, so that any number of workers, and a run that was interrupted, have the
same history. From one octave of rounds to the next equally many points are kept: a history of ten trillion rounds has
a few hundred of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from crossfelt.simulation.results import Counts, estimate
from crossfelt.simulation.run import BLOCK_ROUNDS, FIRST_BLOCK_ROUNDS

_POINT_BITS = 5
"""A point is kept where the number of its rounds, in blocks, has no more than so many leading bits: 16 an octave."""

Point = tuple[int, int, int]
"""Rounds, and what the table had won in them: the sum, and the sum of the squares of each round."""


@dataclass(frozen=True, slots=True)
class Running:
    """Net antes of a seat and round, as far as a run has come."""

    rounds: int
    mean: float
    standard_error: float
    """Of that mean, in antes; infinite before the second round."""


@dataclass(frozen=True, slots=True)
class History:
    """The points that a run has passed so far."""

    points: tuple[Point, ...] = ()

    def after(self, counts: Counts) -> History:
        """With the point that a run has now come to, where it is one that is kept."""
        return History((*self.points, _point(counts))) if has_point(counts.rounds) else self

    def running(self, counts: Counts, unit: Fraction) -> list[Running]:
        """What the run had come to at each point, and what it comes to at its end."""
        last = _point(counts)
        points = self.points if last in self.points else (*self.points, last)
        return [_running(point, len(counts.outcomes), unit) for point in points]


def is_look(rounds: int) -> bool:
    """Whether a run that ends at a standard error looks at it after so many rounds: at the end of each whole block."""
    return rounds % BLOCK_ROUNDS == 0


def has_point(rounds: int) -> bool:
    """Whether the history has a point at so many rounds."""
    if rounds < BLOCK_ROUNDS:
        return rounds >= FIRST_BLOCK_ROUNDS and rounds.bit_count() == 1
    spare = (rounds // BLOCK_ROUNDS).bit_length() - _POINT_BITS
    return is_look(rounds) and (spare <= 0 or rounds // BLOCK_ROUNDS % (1 << spare) == 0)


def running(counts: Counts, unit: Fraction) -> Running:
    """What a run has come to; `unit` is what one unit of its counts is in antes. Cheap enough for every block."""
    return _running(_point(counts), len(counts.outcomes), unit)


def _point(counts: Counts) -> Point:
    return counts.rounds, counts.net, counts.net_squares


def _running(point: Point, seats: int, unit: Fraction) -> Running:
    rounds, *sums = point
    estimated = estimate(rounds, (sums[0], sums[1]), unit / seats)
    return Running(rounds, float(estimated.mean), estimated.standard_error)
