"""A wheel of weighted segments. A spin is one whole number below the total weight, so any source of chance turns it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from crossfelt.chance import Draws

JACKPOT = "jackpot"
"""The symbol that pays a meter, or a prize fixed beforehand."""
MOST_WEIGHT = 1_000_000
"""The largest total weight of a wheel."""


@dataclass(frozen=True, slots=True)
class Segment:
    """What a wheel can land on."""

    symbol: str
    cents: int | None
    """What it pays; None for the jackpot, whose amount the wheel does not know."""
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
        """The weights of all segments together."""
        return sum(segment.weight for segment in self.segments)

    def segment(self, symbol: str) -> Segment | None:
        """The segment that shows this symbol, None where the wheel has none."""
        return next((segment for segment in self.segments if segment.symbol == symbol), None)

    def spin(self, draws: Draws) -> Segment:
        """Where the wheel comes to rest."""
        return self.at(draws.below(self.total))

    def at(self, number: int) -> Segment:
        """The segment of a number from 0 to total - 1: the first so many numbers are the first segment's, and so on."""
        for segment in self.segments:
            number -= segment.weight
            if number < 0:
                return segment
        raise AssertionError("a spin is below the total weight")

    def mean(self, jackpot: Fraction | int) -> Fraction:
        """Cents that one spin pays on average when the jackpot pays so much."""
        paid = sum(segment.weight * (jackpot if segment.cents is None else segment.cents) for segment in self.segments)
        return Fraction(paid) / self.total

    def chance(self, symbol: str) -> Fraction:
        """How often a spin shows this symbol."""
        segment = self.segment(symbol)
        return Fraction(segment.weight if segment else 0, self.total)
