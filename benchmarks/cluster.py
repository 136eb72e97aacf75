"""The speed of a cluster on simulated tables, and the resulting time for large simulations.

A worker: rounds per second of one process behind a scheduler, six seats of optimal play, compared with one thread
without a cluster; both must count the same. The difference is the cost of sending tasks and adding up answers. Wall
time, after a first uncounted run. Its memory is the peak.

A year of a casino group: 10,000 tables of six seats, open all hours of 365 days, at the pace that `simulate --hours`
assumes for six seats (28.8 rounds an hour; no rule text says how fast a dealer is). A standard error of 0.001% of one
ante: that of the net per seat and round, for the same table. Both are computed from the measured rate of one worker on
one core; with N cores they take 1/N of the time.
"""

from __future__ import annotations

import resource
import time
from dataclasses import replace

from benchmarks.effort import rounds_for_error, year_rounds
from benchmarks.harness import Result
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.simulation.cluster.connect import LOCAL, connected
from crossfelt.simulation.cluster.fleet import Fleet
from crossfelt.simulation.cluster.rounds import ClusterEngine
from crossfelt.simulation.plan import SeatStrategy, plan_of
from crossfelt.simulation.results import Counts, figures
from crossfelt.simulation.run import Prepared, prepare
from crossfelt.simulation.run import run as play_plan

PACKAGES = ("numpy", "numba", "distributed")
"""The packages that the figures depend on."""

SEATS = 6
SEED = 7
TABLES = 10_000
ERROR_ANTES = 1e-5
"""0.001% of one ante."""
MEBIBYTE = 1 << 20
HOUR = 3600


def run(full: bool) -> list[Result]:
    """Play more rounds when full; the rows are the same."""
    book = load_rule_book("maryland")
    rounds = 60_000_000 if full else 6_000_000
    prepared = prepare(plan_of(book, encode(book), SEATS, (SeatStrategy("optimal"),), rounds, SEED))
    alone, counts = _rate_alone(prepared)
    with connected(LOCAL, 1) as fleet:
        rate, there = _rate_there(prepared, fleet)
        memory = max(fleet._client.run(_peak_bytes).values())
    if (there.net, there.net_squares) != (counts.net, counts.net_squares):
        raise SystemExit("the cluster and one process differ")
    error = figures(counts, prepared.nets, prepared.unit).standard_error
    needed_rounds = rounds_for_error(error, counts.rounds, ERROR_ANTES)
    return [
        Result("one worker, six seats of optimal play", "1/s", rate, "one thread", alone),
        Result("memory of one worker", "MiB", memory / MEBIBYTE, "-", None),
        Result("rounds of 10,000 tables in a year", "million", year_rounds(TABLES, SEATS) / 1e6, "-", None),
        Result("the year, one core", "h", year_rounds(TABLES, SEATS) / rate / HOUR, "-", None),
        Result("the year, 100 cores", "min", year_rounds(TABLES, SEATS) / rate / 100 / 60, "-", None),
        Result("rounds to an error of 0.001% of one ante", "million", needed_rounds / 1e6, "-", None),
        Result("that error, one core", "h", needed_rounds / rate / HOUR, "-", None),
        Result("that error, 100 cores", "min", needed_rounds / rate / 100 / 60, "-", None),
    ]


def _rate_alone(prepared: Prepared) -> tuple[float, Counts]:
    play_plan(_short(prepared))
    began = time.perf_counter()
    counts = play_plan(prepared)
    return counts.rounds / (time.perf_counter() - began), counts


def _rate_there(prepared: Prepared, fleet: Fleet) -> tuple[float, Counts]:
    engine = ClusterEngine(fleet)
    play_plan(_short(prepared), engine=engine)
    began = time.perf_counter()
    counts = play_plan(prepared, engine=engine)
    return counts.rounds / (time.perf_counter() - began), counts


def _peak_bytes() -> int:
    """Return the peak memory of the process, measured on each worker."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _short(prepared: Prepared) -> Prepared:
    return replace(prepared, plan=replace(prepared.plan, rounds=1_000_000))
