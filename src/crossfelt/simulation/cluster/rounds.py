"""Play the rounds of a plan on the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crossfelt.simulation.cluster.fleet import Fleet
from crossfelt.simulation.history import has_point
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import BLOCK_ROUNDS, Prepared, blocks, prepare

Block = tuple[int, int]
"""The first round, and the one after the last."""


@dataclass(slots=True)
class PlayBlocks:
    """The job of playing blocks of a plan. The plan is sent; each worker computes the strategies itself."""

    plan: Plan
    reports_every_block: bool
    """Whether the counts of every block are returned separately. Otherwise a task adds them up, except for blocks that
    end at a point of the history."""
    _prepared: Prepared | None = field(default=None, repr=False)

    def prepare(self) -> None:
        """Compute strategies and pays."""
        self._prepared = prepare(self.plan)

    def run(self, items: Sequence[Block]) -> list[Counts]:
        """Play some consecutive blocks."""
        assert self._prepared is not None, "a job must be prepared before it runs"
        counted: list[Counts] = []
        is_complete = True
        for start, stop in items:
            counts = self._prepared.play(start, stop)
            if is_complete:
                counted.append(counts)
            else:
                counted[-1] = counted[-1].followed_by(counts)
            is_complete = self.reports_every_block or has_point(stop)
        return counted


@dataclass(frozen=True, slots=True)
class _Blocks:
    """The blocks of a run, and their approximate number."""

    start: int
    rounds: int

    def __iter__(self) -> Iterator[Block]:
        return blocks(self.start, self.rounds)

    def __length_hint__(self) -> int:
        return (self.rounds - self.start) // BLOCK_ROUNDS + 1


@dataclass(frozen=True, slots=True)
class ClusterEngine:
    """Plays on the workers of a cluster; an `Engine` like the threads of this process."""

    fleet: Fleet
    reports_every_block: bool = False
    """For runs that check their figures after every block, and must end at the same one on any engine. It sends at
    least ten times as much."""

    def play(self, prepared: Prepared, start: int, rounds: int) -> Iterator[Counts]:
        """Yield the counts of the rounds, task by task, in order."""
        return self.fleet.in_order(PlayBlocks(prepared.plan, self.reports_every_block), _Blocks(start, rounds))
