"""The result type of benchmarks, and how they measure time."""

from __future__ import annotations

import gc
import resource
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One figure of Crossfelt and one of a peer; lower is better, unless the target is a minimum."""

    what: str
    unit: str
    ours: float | None
    """None if it couldn't be measured."""
    peer: str
    theirs: float | None
    most_ratio: float | None = None
    """Target: ours may be at most this many times theirs."""
    most: float | None = None
    """Target: ours may be at most this figure."""
    least: float | None = None
    """Target: ours must be at least this figure."""
    note: str = ""
    """Why a figure is missing, or a comment on it."""

    @property
    def ratio(self) -> float | None:
        """Ours divided by theirs."""
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    @property
    def target(self) -> str:
        """The target in words; empty if there is none."""
        parts = []
        if self.most_ratio is not None:
            parts.append(f"at most {self.most_ratio:g} x")
        if self.most is not None:
            parts.append(f"at most {self.most:g} {self.unit}")
        if self.least is not None:
            parts.append(f"at least {self.least:g} {self.unit}")
        return " and ".join(parts)

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None without a target or a figure for it."""
        verdicts = []
        if self.most_ratio is not None:
            verdicts.append(None if self.ratio is None else self.ratio <= self.most_ratio)
        if self.most is not None:
            verdicts.append(None if self.ours is None else self.ours <= self.most)
        if self.least is not None:
            verdicts.append(None if self.ours is None else self.ours >= self.least)
        if False in verdicts:
            return False
        return None if None in verdicts or not verdicts else True


def best_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the lowest processor time of each contestant; they take turns.

    Each runs once uncounted just before it is timed, so that it doesn't pay for refilling the processor's caches.
    """
    names = list(contestants)
    best = dict.fromkeys(names, float("inf"))
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(rounds):
            # Another one goes first each time, so that no contestant always follows the same one.
            for name in names[number % len(names) :] + names[: number % len(names)]:
                contestants[name]()
                start = time.process_time()
                contestants[name]()
                best[name] = min(best[name], time.process_time() - start)
    finally:
        if was_collecting:
            gc.enable()
    return best


def process_seconds(command: list[str]) -> tuple[float, int]:
    """Return the processor time of one child process, including its start, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, capture_output=True, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, status
