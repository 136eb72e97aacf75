"""Pauses of the machine itself, in which a hypervisor ran another machine on our cores.

Every answer that is due in such a pause is late, whatever the server does, and a few of them determine a p99. A probe
on each core has a real-time priority, so that no program on this machine delays it. It repeatedly sleeps for two
milliseconds; if it wakes late, the core was away. `python -m benchmarks.pauses CORE` is one probe.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

SLEEP_SECONDS = 0.002
LATE_SECONDS = 0.002
"""A probe that wakes later than this saw a pause."""
BACKLOG = 2.0
"""How long the backlog of a pause is felt, as a multiple of its length."""
Sample = tuple[float, float]
"""When an answer was due, by `time.perf_counter`, and how long it took."""


@dataclass
class Pauses:
    """The pauses of all cores, each from its start until its backlog is done."""

    spans: list[tuple[float, float]] = field(default_factory=list)

    def untouched(self, samples: Iterable[Sample]) -> list[float]:
        """Return the latencies of the samples that no pause could delay."""
        return [
            latency
            for due, latency in samples
            if not any(start <= due + latency and due <= end for start, end in self.spans)
        ]


@contextmanager
def watched() -> Iterator[Pauses]:
    """Watch for pauses; they are listed when the block ends. Without permission for the priority, none are seen."""
    pauses = Pauses()
    probes = [_started(core) for core in range(os.cpu_count() or 1)] if _is_allowed() else []
    try:
        yield pauses
    finally:
        for probe in probes:
            seen, _ = probe.communicate("stop\n")
            pauses.spans += [(start, end + BACKLOG * (end - start)) for start, end in json.loads(seen)]


def _is_allowed() -> bool:
    return hasattr(os, "sched_setscheduler") and os.geteuid() == 0


def _started(core: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.pauses", str(core)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def main(arguments: Sequence[str]) -> None:
    """Be the probe of one core until standard input has a line."""
    os.sched_setaffinity(0, {int(arguments[0])})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.set_blocking(sys.stdin.fileno(), False)
    spans: list[tuple[float, float]] = []
    last = time.perf_counter()
    while not sys.stdin.readline():
        time.sleep(SLEEP_SECONDS)
        now = time.perf_counter()
        if now - last > SLEEP_SECONDS + LATE_SECONDS:
            spans.append((last, now))
        last = now
    print(json.dumps(spans))


if __name__ == "__main__":
    main(sys.argv[1:])
