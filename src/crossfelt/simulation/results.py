"""What rounds came to: whole numbers that add up in any order, and the figures that they give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What some rounds came to, in whole numbers that add up."""

    rounds: int
    outcomes: NDArray[np.int64]
    """[seat, outcome] -> rounds."""
    net: int
    """Of all seats together, in the unit of the plan."""
    net_squares: int
    """The squares of what all seats together won in each round, added up."""

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.rounds + other.rounds,
            self.outcomes + other.outcomes,
            self.net + other.net,
            self.net_squares + other.net_squares,
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """Net antes of a seat and round."""

    rounds: int
    mean: Fraction
    standard_error: float
    """Of the mean over all seats. The rounds are independent; the seats of one round share cards."""
    standard_deviation: float
    """Of one seat's round."""


def figures(counts: Counts, nets: NDArray[np.int64], unit: Fraction) -> Figures:
    """The figures of some rounds; `unit` is what one unit of `nets` is in antes."""
    seats = len(counts.outcomes)
    rounds = counts.rounds
    # Python's own numbers: squares of large wins over many rounds outgrow 64 bits.
    wins = [(int(net), int(times)) for net, times in zip(nets, counts.outcomes.sum(0), strict=True) if times]
    total = sum(net * times for net, times in wins)
    assert total == counts.net, "both ways of adding up agree"
    squares = sum(net * net * times for net, times in wins)
    mean = Fraction(total, rounds * seats)
    variance = Fraction(squares, rounds * seats) - mean**2
    table_mean = Fraction(total, rounds)
    table_variance = Fraction(counts.net_squares, rounds) - table_mean**2
    freedom = max(rounds - 1, 1)
    error = math.sqrt(table_variance / freedom) / seats if rounds > 1 else math.inf
    return Figures(rounds, mean * unit, error * float(unit), math.sqrt(variance) * float(unit))
