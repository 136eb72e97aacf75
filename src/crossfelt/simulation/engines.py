"""The interface of engines that play the rounds of a plan outside the threads of this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from crossfelt.errors import CrossfeltError
from crossfelt.simulation.results import Counts

if TYPE_CHECKING:
    from crossfelt.simulation.run import Prepared


class Engine(Protocol):
    """Plays rounds and yields their counts, which may not depend on the engine."""

    def play(self, prepared: Prepared, start: int, rounds: int) -> Iterator[Counts]:
        """Yield the counts of the rounds from `start` up to `rounds`, piece by piece, in order.

        Raises `EngineLost` if it can't continue.
        """


class EngineLost(CrossfeltError):
    """The machines that played are gone or can't be reached. Finished rounds remain valid."""

    counts: Counts | None = None
    """The counts of all finished rounds, if there are any."""

    def __str__(self) -> str:
        played = "" if self.counts is None else f"; {self.counts.rounds:,} rounds were played before"
        return super().__str__() + played
