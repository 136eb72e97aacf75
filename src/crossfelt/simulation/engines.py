"""What plays the rounds of a plan where threads of this process are not enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from crossfelt.errors import CrossfeltError
from crossfelt.simulation.results import Counts

if TYPE_CHECKING:
    from crossfelt.simulation.run import Prepared


class Engine(Protocol):
    """Plays rounds and tells what they came to. What is counted may not depend on which engine counts it."""

    def play(self, prepared: Prepared, start: int, rounds: int) -> Iterator[Counts]:
        """What the rounds from `start` up to `rounds` came to, piece by piece, in their order.

        Raises `EngineLost` where it cannot go on.
        """


class EngineLost(CrossfeltError):
    """The machines that played are gone, or nobody can reach them. What they had finished stands."""

    counts: Counts | None = None
    """All that was played before, where anything was."""

    def __str__(self) -> str:
        played = "" if self.counts is None else f"; {self.counts.rounds:,} rounds were played before"
        return super().__str__() + played
