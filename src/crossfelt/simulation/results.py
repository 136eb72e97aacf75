"""What rounds came to: whole numbers that add up, and the figures that they give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crossfelt.simulation.meters import MeterTally, after

Sums = tuple[int, int]
"""What the table won in all rounds, and the squares of what it won in each, added up."""


@dataclass(frozen=True, slots=True, eq=False)
class SideCounts:
    """What the wagers beside the main game came to."""

    cross: NDArray[np.int64]
    """Hand -> rounds in which the five community cards make it."""
    six: NDArray[np.int64]
    """[seat, hand] -> rounds in which it decides the seat's six-card bonus."""
    spun: NDArray[np.int64]
    """[0 Bonus Spin or 1 Hot Spot, seat, segment] -> spins."""
    community: NDArray[np.int64]
    """Position of the Community lists -> spins."""
    sums: tuple[Sums, ...]
    """Net cents of the table on each kind of wager, and on all together, jackpots at what their meters start from."""
    cut_cents: int
    """What the aggregate limit took off."""
    jackpots: NDArray[np.int64]
    """[round, meter] of each jackpot that no meter has paid yet; nothing once `meters` keeps account of them."""
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
    """Of all seats together, in the unit of the plan."""
    net_squares: int
    """The squares of what all seats together won in each round, added up."""
    sides: SideCounts | None = None
    """Where seats wager on more than the main game."""
    costs: tuple[int, ...] = ()
    """Where a control variate is wanted: see `control`."""

    def followed_by(self, later: Counts) -> Counts:
        """Return these rounds and the next ones together.

        Order matters: a meter grows from round to round, and a jackpot pays what the meter holds in its round.
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
    """A mean over rounds, and how far it may be off."""

    mean: Fraction
    standard_error: float
    """Rounds are independent; the seats of one round share cards."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Net antes of a seat and round in the main game."""

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
    result = estimate(counts.rounds, (counts.net, counts.net_squares), unit / seats)
    return Figures(rounds, result.mean, result.standard_error, math.sqrt(variance) * float(unit))


def estimate(rounds: int, sums: Sums, unit: Fraction) -> Estimate:
    """The mean of what the table won in a round, times a unit, and its standard error."""
    total, squares = sums
    mean = Fraction(total, rounds)
    variance = Fraction(squares, rounds) - mean**2
    error = math.sqrt(variance / (rounds - 1)) if rounds > 1 else math.inf
    return Estimate(mean * unit, error * float(unit))
