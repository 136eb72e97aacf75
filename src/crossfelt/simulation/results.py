"""The counts of rounds, in whole numbers that add up, and the figures derived from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crossfelt.simulation.meters import MeterTally, after

Sums = tuple[int, int]
"""The sum of the table's wins over all rounds, and the sum of their squares."""


@dataclass(frozen=True, slots=True, eq=False)
class SideCounts:
    """The counts of the side bets."""

    cross: NDArray[np.int64]
    """Hand -> rounds in which the five community cards make it."""
    six: NDArray[np.int64]
    """[seat, hand] -> rounds in which it decides the seat's six-card bonus."""
    spun: NDArray[np.int64]
    """[0 Bonus Spin or 1 Hot Spot, seat, segment] -> spins."""
    community: NDArray[np.int64]
    """Position of the Community lists -> spins."""
    sums: tuple[Sums, ...]
    """Net cents of the table on each kind of wager, and on all together, with jackpots at the reset amount."""
    cut_cents: int
    """The amount taken off by the aggregate limit."""
    jackpots: NDArray[np.int64]
    """[round, meter] of each jackpot that no meter has paid yet; empty once `meters` includes them."""
    meters: tuple[MeterTally, ...] = ()

    def followed_by(self, later: SideCounts, rounds: int) -> SideCounts:
        """Return these rounds and the later ones together; `rounds` is their number from the first of the plan."""
        has_meters = bool(self.meters)
        jackpots = np.concatenate([self.jackpots, later.jackpots])
        return SideCounts(
            self.cross + later.cross,
            self.six + later.six,
            self.spun + later.spun,
            self.community + later.community,
            tuple((a + c, b + d) for (a, b), (c, d) in zip(self.sums, later.sums, strict=True)),
            self.cut_cents + later.cut_cents,
            jackpots[:0] if has_meters else jackpots,
            after(self.meters, jackpots, rounds) if has_meters else (),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """The results of consecutive rounds, in whole numbers that add up."""

    rounds: int
    outcomes: NDArray[np.int64]
    """[seat, outcome] -> rounds."""
    net: int
    """The net win of all seats together, in the unit of the plan."""
    net_squares: int
    """The sum of the squares of each round's net win of all seats together."""
    sides: SideCounts | None = None
    """Present if seats make side bets."""
    costs: tuple[int, ...] = ()
    """Present with a control variate: see `control`."""

    def followed_by(self, later: Counts) -> Counts:
        """Return these rounds and the next ones together.

        Order matters: a meter grows from round to round, and a jackpot pays the amount of the meter in its round.
        """
        rounds = self.rounds + later.rounds
        return Counts(
            rounds,
            self.outcomes + later.outcomes,
            self.net + later.net,
            self.net_squares + later.net_squares,
            None if self.sides is None or later.sides is None else self.sides.followed_by(later.sides, rounds),
            tuple(one + two for one, two in zip(self.costs, later.costs, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over rounds, and its standard error."""

    mean: Fraction
    standard_error: float
    """Rounds are independent; the seats of one round share cards."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Net antes per seat and round in the main game."""

    rounds: int
    mean: Fraction
    standard_error: float
    """The standard error of the mean over all seats. The rounds are independent; the seats of one round share cards."""
    standard_deviation: float
    """The standard deviation of one seat's round."""


def figures(counts: Counts, nets: NDArray[np.int64], unit: Fraction) -> Figures:
    """Return the figures of some rounds; `unit` is one unit of `nets` in antes."""
    seats = len(counts.outcomes)
    rounds = counts.rounds
    # Python integers, because squares of large wins over many rounds exceed 64 bits.
    wins = [(int(net), int(times)) for net, times in zip(nets, counts.outcomes.sum(0), strict=True) if times]
    total = sum(net * times for net, times in wins)
    assert total == counts.net, "both ways of adding up must agree"
    squares = sum(net * net * times for net, times in wins)
    mean = Fraction(total, rounds * seats)
    variance = Fraction(squares, rounds * seats) - mean**2
    result = estimate(counts.rounds, (counts.net, counts.net_squares), unit / seats)
    return Figures(rounds, result.mean, result.standard_error, math.sqrt(variance) * float(unit))


def estimate(rounds: int, sums: Sums, unit: Fraction) -> Estimate:
    """Return the mean of the table's win per round, times a unit, and its standard error."""
    total, squares = sums
    mean = Fraction(total, rounds)
    variance = Fraction(squares, rounds) - mean**2
    error = math.sqrt(variance / (rounds - 1)) if rounds > 1 else math.inf
    return Estimate(mean * unit, error * float(unit))
