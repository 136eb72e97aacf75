"""Read what a worker pool is doing now from its private state. The server itself never needs this."""

from __future__ import annotations

from crossfelt.service.workers import WorkerPool
from crossfelt.service.workers.questions import LaneName


def process_ids(pool: WorkerPool) -> dict[LaneName, int]:
    """Lane -> the process id of its worker, where one runs."""
    processes = {name: lane.worker._process for name, lane in pool._lanes.items()}
    return {name: process.pid for name, process in processes.items() if process is not None}


def waiting_jobs(pool: WorkerPool) -> dict[LaneName, int]:
    """Lane -> the number of queued jobs, without the one in progress."""
    return {name: len(lane._waiting) for name, lane in pool._lanes.items()}


def busy_lanes(pool: WorkerPool) -> frozenset[LaneName]:
    """The lanes with a job in progress."""
    return frozenset(name for name, lane in pool._lanes.items() if lane._current is not None)
