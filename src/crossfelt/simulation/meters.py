"""Meters over simulated rounds, from the list of their jackpots: exact, in millionths of a cent.

A meter grows by the same amount each round, because the same seats make the same wagers, so the rounds between two
jackpots are added at once. A rate is in millionths of a wager, so a millionth of a cent is the smallest unit of a
meter; `crisscross.progressives.meter` has the same amounts as fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crossfelt.crisscross.progressives.meter import MILLION
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.simulation.plan import Wagers


@dataclass(frozen=True, slots=True)
class MeterTally:
    """A meter and the jackpots it has paid so far."""

    grows: int
    """Millionths of a cent that each round adds."""
    initial_cents: int
    reset_cents: int
    holds: int
    """Millionths of a cent, with the contributions of the rounds up to `counted`."""
    counted: int = 0
    """Rounds whose contributions are included."""
    jackpots: int = 0
    paid_cents: int = 0
    highest_cents: int = 0
    """The largest jackpot."""

    @property
    def shown_cents(self) -> int:
        """The whole cents."""
        return self.holds // MILLION

    def grown(self, rounds: int) -> MeterTally:
        """Return the meter with the contributions of this many rounds in all."""
        return replace(self, holds=self.holds + self.grows * (rounds - self.counted), counted=rounds)

    def won(self) -> MeterTally:
        """Return the meter after its whole cents were paid: the fraction stays, and the reset amount is added."""
        paid = self.shown_cents
        return replace(
            self,
            holds=self.holds - paid * MILLION + self.reset_cents * MILLION,
            jackpots=self.jackpots + 1,
            paid_cents=self.paid_cents + paid,
            highest_cents=max(self.highest_cents, paid),
        )


def fresh_meters(book: RuleBook, wagers: Sequence[Wagers]) -> tuple[MeterTally, ...]:
    """Return the meters of a book before the first round, each with the seats' wagers on it."""
    offered = book.progressives
    if offered is None:
        return ()
    feeds = dict.fromkeys(offered.meters, 0)
    for seat in wagers:
        for spot in (BONUS_SPIN, XTREME):
            terms = offered.meter_of(spot, seat.get(spot, 0)) if seat.get(spot) else None
            if terms is not None:
                feeds[terms.id] += seat[spot]
    return tuple(
        MeterTally(feeds[name] * terms.rate_ppm, terms.initial_cents, terms.reset_cents, terms.initial_cents * MILLION)
        for name, terms in offered.meters.items()
    )


def after(meters: Iterable[MeterTally], jackpots: NDArray[np.int64], rounds: int) -> tuple[MeterTally, ...]:
    """Return the meters after the jackpots of a list, [round from 0, meter], and this many rounds in all. Every
    contribution of a round is in a meter before the first winner of that round is paid (reading P7)."""
    reset = list(meters)
    for number, meter in jackpots.tolist():
        reset[meter] = reset[meter].grown(number + 1).won()
    return tuple(meter.grown(rounds) for meter in reset)
