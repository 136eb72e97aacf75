"""The rounds of a plan, played by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crossfelt.simulation.cluster.fleet import Fleet
from crossfelt.simulation.history import has_point
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import BLOCK_ROUNDS, Prepared, blocks, prepare

Block = tuple[int, int]
"""The first round, and the one behind the last."""


@dataclass(slots=True)
class PlayBlocks:
    """The job of playing blocks of a plan. The plan travels; each worker works out the strategies itself."""

    plan: Plan
    reports_every_block: bool
    """Whether the counts of every block come back by themselves. Else a task adds them up, but for those that end where
    the history of a run has a point."""
    _prepared: Prepared | None = field(default=None, repr=False)

    def prepare(self) -> None:
        """Works out strategies and pays."""
        self._prepared = prepare(self.plan)

    def run(self, items: Sequence[Block]) -> list[Counts]:
        """Plays some blocks that follow each other."""
        assert self._prepared is not None, "a job is prepared before it runs"
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
    """The blocks of a run, and about how many they are."""

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
    """For runs that look at their figures after every block, and must end at the same one wherever they are played.
    It is ten times as much to send, or more."""

    def play(self, prepared: Prepared, start: int, rounds: int) -> Iterator[Counts]:
        """Yields what the rounds came to, task by task, in their order."""
        return self.fleet.in_order(PlayBlocks(prepared.plan, self.reports_every_block), _Blocks(start, rounds))
