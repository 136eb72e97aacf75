"""The outcomes that the kernel of whole tables counts, as bets and hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from crossfelt.ranking import Hand

DECISIONS = ("across", "down", "middle")
"""The decisions of a seat, in order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round can end for a seat."""

    bets: tuple[int, ...]
    """In antes, one for each decision that the seat made."""
    across: Hand | None = None
    down: Hand | None = None
    """The hands of a seat that played to the end."""

    @property
    def folded(self) -> str | None:
        """The decision at which the seat folded."""
        return DECISIONS[len(self.bets)] if self.across is None else None

    @property
    def staked(self) -> int:
        """Everything that the seat bet, in antes: both antes and its bets."""
        return 2 + sum(self.bets)


@cache
def outcomes(multiples: tuple[int, ...]) -> tuple[Outcome, ...]:
    """Return every outcome in the order of the kernel's numbers, for these bet sizes."""
    played = (Outcome(bets, across, down) for bets in product(multiples, repeat=3) for across in Hand for down in Hand)
    folded = (Outcome(bets) for made in range(3) for bets in product(multiples, repeat=made))
    return (*played, *folded)
