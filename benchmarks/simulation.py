"""Simulated rounds of whole tables.

Always-1x: ours is a block of `simulation` with six seats that make the smallest bet whatever they see; C is
`reference/table.c`, the same cards and the same settlement, compiled by gcc -O3 -march=native in the same run. Both
must win the same to the last ante. One thread, processor time.

Optimal: six seats of perfect play by the arrays of the solver, rounds a second on two threads, on the wall.

Every wager: six seats with the bonus wagers and wheels of Maryland beside the main game, meters followed.

Control variate: by how much less the variance of the mean is than that of plain sampling, at equal rounds; and what a
round costs with it.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import numpy as np

from benchmarks.harness import Result, best_seconds
from benchmarks.machine import find_compiler
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.crisscross.resolve import load_rule_book, load_submission
from crossfelt.simulation.arrays import hands
from crossfelt.simulation.plan import Plan, SeatStrategy, SeatWager, plan_of
from crossfelt.simulation.run import Prepared, prepare
from crossfelt.simulation.run import run as play_plan

PACKAGES = ("numpy", "numba")
"""The packages that the figures depend on."""

RULES = "maryland"
SEED = 7
SEATS = 6
LEAST_OPTIMAL = 1_000_000
LEAST_GAIN = 10
NO_COMPILER = "no compiler on this machine"


def run(full: bool) -> list[Result]:
    """Play more rounds when full; the rows are the same."""
    return [_always_least(full), _optimal(full), _every_wager(full), *_control(full)]


def _plan(*names: str, rounds: int, wagers: tuple[SeatWager, ...] = (), is_controlled: bool = False) -> Plan:
    book = (
        load_submission((files("crossfelt.examples") / "wheels.toml").read_text()) if wagers else load_rule_book(RULES)
    )
    strategies = tuple(SeatStrategy(name) for name in names)
    return plan_of(book, encode(book), SEATS, strategies, rounds, SEED, wagers=wagers, is_controlled=is_controlled)


def _always_least(full: bool) -> Result:
    what, rounds, times = "six seats, always 1x, 1 thread", 200_000, 40 if full else 12
    prepared = prepare(_plan("always-1x", rounds=rounds))
    contestants: dict[str, Callable[[], int]] = {"crossfelt": lambda: prepared.play(0, rounds).net}
    with _reference(prepared, rounds) as reference:
        if reference is not None:
            if reference() != prepared.play(0, rounds).net:
                raise SystemExit("the C reference and the simulation differ")
            contestants["C"] = reference
        seconds = best_seconds(contestants, times)
    theirs = seconds["C"] / rounds * 1e9 if "C" in seconds else None
    ours = seconds["crossfelt"] / rounds * 1e9
    return Result(what, "ns", ours, "C, 1 thread", theirs, most_ratio=2, note="" if theirs else NO_COMPILER)


@contextmanager
def _reference(prepared: Prepared, rounds: int) -> Iterator[Callable[[], int] | None]:
    """Return the C function, compiled for this run."""
    compiler = find_compiler()
    if compiler is None:
        yield None
        return
    source = Path(__file__).parent / "reference" / "table.c"
    tables = hands(prepared.plan.scheme.ace_low_straight)
    keys = np.ascontiguousarray(tables.keys, np.uint32)
    by_key_sum, by_rank_mask = (np.ascontiguousarray(table, np.uint8) for table in tables[1:])
    wins = np.ascontiguousarray(prepared.nets[: 12 * 12], np.int32)
    sums = np.zeros(2, np.int64)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.so")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, str(source), "-o", str(path)], check=True)
        library = ctypes.CDLL(str(path))
        library.play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 5]
        library.play.restype = None

        def reference() -> int:
            sums[:] = 0
            arrays = (keys, by_key_sum, by_rank_mask, wins, sums)
            library.play(SEED, 0, rounds, *(array.ctypes.data for array in arrays))
            return int(sums[0])

        yield reference


def _rate(prepared: Prepared, full: bool) -> float:
    """Return rounds per second on two threads, the best of some runs."""
    best = 0.0
    for _ in range(5 if full else 2):
        start = time.perf_counter()
        play_plan(prepared, workers=2)
        best = max(best, prepared.plan.rounds / (time.perf_counter() - start))
    return best


def _optimal(full: bool) -> Result:
    rate = _rate(prepare(_plan("optimal", rounds=8_000_000 if full else 2_000_000)), full)
    return Result("six seats of optimal play, 2 threads", "1/s", rate, "-", None, least=LEAST_OPTIMAL)


def _every_wager(full: bool) -> Result:
    spots = (("five_card_bonus", 500), ("bonus_spin", 500), ("bonus_spin_xtreme", 500))
    wagers = tuple(SeatWager(spot, cents) for spot, cents in spots)
    rate = _rate(prepare(_plan("optimal", rounds=4_000_000 if full else 1_000_000, wagers=wagers)), full)
    return Result("the same with every wager of Maryland", "1/s", rate, "-", None)


def _control(full: bool) -> Iterator[Result]:
    for name in ("always-1x", "never-fold", "card"):
        prepared = prepare(_plan(name, rounds=2_000_000 if full else 300_000, is_controlled=True))
        assert prepared.control is not None
        start = time.perf_counter()
        counts = play_plan(prepared, workers=2)
        took = time.perf_counter() - start
        controlled, plain = prepared.control.estimates(counts)
        gain = (plain.standard_error / controlled.standard_error) ** 2
        note = f"{counts.rounds / took:,.0f} rounds a second with it, 2 threads; {float(controlled.mean):.6f} antes"
        yield Result(
            f"variance, plain by controlled, six seats of {name}", "x", gain, "-", None, least=LEAST_GAIN, note=note
        )
