"""A wheel of weighted segments. A spin is a whole number below the total weight, so it works with any source of
chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from crossfelt.chance import Draws

JACKPOT = "jackpot"
"""The symbol that pays a meter or a fixed prize."""
MOST_WEIGHT = 1_000_000
"""The largest total weight of a wheel."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One stop of a wheel."""

    symbol: str
    cents: int | None
    """The pay; None for the jackpot, whose amount depends on the meter or prize."""
    weight: int
    clause: str


@dataclass(frozen=True, slots=True)
class Wheel:
    """Segments in their printed order; the chance of each is its weight over the total."""

    id: str
    segments: tuple[Segment, ...]
    is_example: bool
    """Whether the weights are examples of ours and no operator's (reading P1)."""

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(segment.weight for segment in self.segments)

    def segment(self, symbol: str) -> Segment | None:
        """Return the segment with this symbol, or None."""
        return next((segment for segment in self.segments if segment.symbol == symbol), None)

    def spin(self, draws: Draws) -> Segment:
        """Return the segment where the wheel stops."""
        return self.at(draws.below(self.total))

    def at(self, number: int) -> Segment:
        """Return the segment of a number from 0 to total - 1: each segment, in order, takes as many numbers as its
        weight."""
        for segment in self.segments:
            number -= segment.weight
            if number < 0:
                return segment
        raise AssertionError("a spin must be below the total weight")

    def mean(self, jackpot: Fraction | int) -> Fraction:
        """Return the average cents of one spin when the jackpot pays this amount."""
        paid = sum(segment.weight * (jackpot if segment.cents is None else segment.cents) for segment in self.segments)
        return Fraction(paid) / self.total

    def chance(self, symbol: str) -> Fraction:
        """Return the probability of a symbol."""
        segment = self.segment(symbol)
        return Fraction(segment.weight if segment else 0, self.total)
