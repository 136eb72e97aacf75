"""The rounds of a plan, played by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

from crossfelt.simulation.cluster.fleet import Fleet
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import Prepared, blocks, prepare

Block = tuple[int, int]
"""The first round, and the one behind the last."""


@dataclass(slots=True)
class PlayBlocks:
    """The job of playing blocks of a plan. The plan travels; each worker works out the strategies itself."""

    plan: Plan
    is_told_by_block: bool
    """Whether the counts of every block come back by themselves, or those of a task together."""
    _prepared: Prepared | None = field(default=None, repr=False)

    def prepare(self) -> None:
        """Works out strategies and pays."""
        self._prepared = prepare(self.plan)

    def run(self, items: Sequence[Block]) -> list[Counts]:
        """Plays some blocks that follow each other."""
        assert self._prepared is not None, "a job is prepared before it runs"
        counts = [self._prepared.play(*block) for block in items]
        return counts if self.is_told_by_block else [reduce(add, counts)]


@dataclass(frozen=True, slots=True)
class ClusterEngine:
    """Plays on the workers of a cluster; an `Engine` like the threads of this process."""

    fleet: Fleet
    is_told_by_block: bool = False
    """For runs that look at their figures after every block, and must end at the same one wherever they are played.
    It is ten times as much to send, or more."""

    def play(self, prepared: Prepared, start: int, rounds: int) -> Iterator[Counts]:
        """Yields what the rounds came to, task by task, in their order."""
        return self.fleet.in_order(PlayBlocks(prepared.plan, self.is_told_by_block), blocks(start, rounds))
