"""Live tables under load: 120 seats at 20 full tables, each acting every two seconds, compared with a bare echo server.

An action is a wager placed or changed: chips move through the ledger, the log grows, six sockets get an update. The
time runs from the moment at which it was due to its receipt, which is sent when everything is on disk. The echo server
is FastAPI and uvicorn with the same classes for connections and sockets, loaded by the same clients at the same rate in
turn with ours; the disk is timed between. The clients are a process of their own. Then bots play round after round
without a break, and the memory of the server is measured after four marks, when all caches are full. These are
elapsed times, so they mean little on a busy machine. If a hypervisor paused the machine, the actions of that moment are
left out on both sides and counted in the note.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Result
from benchmarks.pauses import Pauses, watched
from crossfelt.service.house import MARK_SECONDS

PACKAGES = ("fastapi", "uvicorn", "websockets", "sqlalchemy")
"""The packages that the figures depend on."""

TABLES = 20
RATE = 0.5
MOST_SLOPE_MIB = 1.0
"""MiB per 10,000 rounds."""
WARM_SECONDS = 4.5 * MARK_SECONDS
"""Time for four marks. The first ones still fill the allocator's pools."""
_MIB = 2**20
_SHOWN = 24
_BETWEEN = ("middleware/", "fastapi/", "starlette/", "telemetry/", "http/middleware", "http/hosts", "http/origins")
"""Layers that every request passes through, which would hide the rest of a profile."""


def run(full: bool) -> list[Result]:
    """Measure latency compared with echo, errors, memory, and where the time goes."""
    with tempfile.TemporaryDirectory(prefix=".bench-tables-", dir=Path(__file__).parent) as name:
        folder = Path(name)
        load = {"what": "compare", "folder": name, "rate": RATE, "tables": TABLES, "seconds": 10 if full else 6}
        with started("ours", str(folder / "load.db")) as ours, started("echo") as echo:
            ports = {"ours": ours.port, "echo": echo.port}
            with watched() as pauses:
                results = loaded(folder, load | ports | {"turns": 6 if full else 3})
            rows = [*_latencies(results, pauses)]
        seen = folder / "seen.json"
        with started("profiled", str(folder / "profiled.db"), str(seen)) as ours, started("echo") as echo:
            loaded(folder, load | {"ours": ours.port, "echo": echo.port, "turns": 1})
        rows.append(_profile(json.loads(seen.read_text(encoding="utf-8"))))
        with started("ours", str(folder / "rounds.db")) as ours:
            ask = {"what": "rounds", "ours": ours.port, "process": ours.process, "tables": TABLES}
            counts = {"warm_rounds": 5_000, "rounds": 30_000} if full else {"warm_rounds": 2_000, "rounds": 2_000}
            result = loaded(folder, ask | counts | {"warm_seconds": WARM_SECONDS, "most_seconds": 900 if full else 180})
        return [*rows, *_memory(result)]


@dataclass(frozen=True, slots=True)
class Started:
    """A running server."""

    port: int
    process: int


@contextmanager
def started(*words: str) -> Iterator[Started]:
    """Start a server in a process of its own, and stop it as a person would."""
    command = [sys.executable, "-m", "benchmarks.table_servers", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield Started(int(line.split()[3].rstrip("/").rpartition(":")[2]), process.pid)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)


def loaded(folder: Path, settings: dict[str, Any]) -> Any:
    """Return the results of the clients."""
    plan = folder / "plan.json"
    plan.write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.table_load", str(plan)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this share of all is."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _latencies(results: dict[str, Any], pauses: Pauses) -> Iterator[Result]:
    values = {"ours": pauses.untouched(results["ours"]), "echo": pauses.untouched(results["echo"])}
    values["fsync"] = results["fsync"]
    p99 = {name: 1000 * percentile(each, 0.99) for name, each in values.items()}
    p50 = {name: 1000 * percentile(each, 0.50) for name, each in values.items()}
    left_out = len(results["ours"]) - len(values["ours"])
    load = f"load averages {', '.join(f'{value:.1f}' for value in os.getloadavg())}"
    yield Result(
        "p99 to durable acknowledgement",
        "ms",
        p99["ours"],
        "3 x echo p99 + fsync p99",
        3 * p99["echo"] + p99["fsync"],
        most_ratio=1,
        note=f"{len(values['ours']):,} actions, {left_out:,} more left out in pauses of the machine; "
        f"echo p99 {p99['echo']:.2f} ms, fsync p99 {p99['fsync']:.2f} ms; {load}.",
    )
    yield Result("p50 to durable acknowledgement", "ms", p50["ours"], "echo p50", p50["echo"])
    yield Result("fsync of 4 KiB, p50", "ms", p50["fsync"], "-", None)
    errors = results["errors"]
    yield Result("errors", "", len(errors), "-", None, most=0, note=f"The first: {errors[0]}" if errors else "")


def _memory(results: dict[str, Any]) -> Iterator[Result]:
    points = results["points"]
    slope = None
    if len(points) > 1:
        rounds, used = zip(*points, strict=True)
        slope = statistics.linear_regression(rounds, used).slope * 10_000 / _MIB
    over = f"Over {points[-1][0] - points[0][0]:,} rounds." if points else "Too few rounds in the time given."
    yield Result("memory for 10,000 rounds", "MiB", slope, "-", None, most=MOST_SLOPE_MIB, note=over)
    yield Result("rounds without a pause", "1/s", results["rounds_per_second"], "-", None)


def _profile(samples: dict[str, int]) -> Result:
    """Return the functions in which processor time is spent, including their callees."""
    total = samples.pop("all", 0)
    named = ((count, name) for name, count in samples.items() if not name.startswith(_BETWEEN))
    most = sorted(named, reverse=True)[:_SHOWN]
    shown = ", ".join(f"{name} {100 * count / total:.0f}%" for count, name in most)
    note = f"Where its processor time goes, each with what it calls: {shown}." if total else "No samples."
    return Result("samples of the server at work", "", total, "-", None, note=note)
