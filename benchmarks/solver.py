"""The exact solution of the main game, and what is derived from it.

Solve: ours is `analysis.solver.solve` with the value of the game read from it; C is `reference/solver.c`, the same
reduction on the same hand tables, compiled by gcc -O3 -march=native in the same run, one thread. Both must find the
value of the game to the last integer. The row with two threads is wall time, for ours and for C.

Cold: processor time of a whole process, `python -m crossfelt solve --rules maryland --json` with the compiled kernels
in the cache, against a process that imports numba and does nothing else.

Advise, strategy, tally: one question at each decision, the arrays of the best strategy, and every one of the
84,284,272,800 deals counted under it; warm, in this process, one thread.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.harness import Result, best_seconds, process_seconds
from benchmarks.machine import find_compiler
from crossfelt.analysis.crisscross.advice import advise
from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.tables import hand_tables
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.cards import parse_cards
from crossfelt.crisscross.resolve import load_rule_book

PACKAGES = ("numpy", "numba")
"""The packages that the figures depend on."""

RULES = "maryland"
NO_COMPILER = "no compiler on this machine"


def run(full: bool) -> list[Result]:
    """Run more rounds when full; the rows are the same."""
    scheme = encode(load_rule_book(RULES))
    return [*_solve(scheme, full), _cold(full), *_advise(scheme, full), *_strategy(scheme, full)]


def _solve(scheme: Scheme, full: bool) -> list[Result]:
    rounds = 60 if full else 20

    def ours(threads: int) -> int:
        return solve(scheme, threads).numerator

    with _reference(scheme) as reference:
        one: dict[str, Callable[[], int]] = {"crossfelt": partial(ours, 1)}
        two: dict[str, Callable[[], int]] = {"crossfelt": partial(ours, 2)}
        if reference is not None:
            if reference() != ours(1):
                raise SystemExit("the C reference and the solver differ")
            one["C"] = two["C"] = reference
        seconds = best_seconds(one, rounds)
        wall = _best_wall(two, rounds)
    note = "" if reference else NO_COMPILER
    return [
        Result("solve, 1 thread", "ms", *_figures(seconds), most_ratio=1.5, note=note),
        Result("solve, 2 threads, wall", "ms", *_figures(wall), note=note),
    ]


def _figures(seconds: dict[str, float]) -> tuple[float, str, float | None]:
    theirs = seconds.get("C")
    return seconds["crossfelt"] * 1e3, "C, 1 thread", None if theirs is None else theirs * 1e3


@contextmanager
def _reference(scheme: Scheme) -> Iterator[Callable[[], int] | None]:
    """Return the C function, compiled for this run."""
    compiler = find_compiler()
    if compiler is None:
        yield None
        return
    source = Path(__file__).parent / "reference" / "solver.c"
    tables = [np.ascontiguousarray(table) for table in hand_tables(scheme.ace_low_straight)]
    numbers = [np.array(entry, np.int16) for entry in (scheme.pay, scheme.ante, scheme.multiples)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "solver.so")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, str(source), "-o", str(path)], check=True)
        library = ctypes.CDLL(str(path))
        for function in (library.prepare, library.solve):
            function.argtypes = [ctypes.c_void_p] * 3
        library.prepare.restype = None
        library.solve.restype = ctypes.c_int64
        library.prepare(*(table.ctypes.data for table in tables))

        def reference() -> int:
            return int(library.solve(*(array.ctypes.data for array in numbers)))

        yield reference


def _best_wall(contestants: dict[str, Callable[[], int]], rounds: int) -> dict[str, float]:
    """Return the lowest wall time of each contestant; they take turns, each warm."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, contestant in contestants.items():
            contestant()
            start = time.perf_counter()
            contestant()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def _cold(full: bool) -> Result:
    what, peer = "crossfelt solve, cold", "import numba"
    commands = {what: ["-m", "crossfelt", "solve", "--rules", RULES, "--json"], peer: ["-c", "import numba"]}
    best = dict.fromkeys(commands, float("inf"))
    for number in range(12 if full else 4):
        for name, arguments in commands.items():
            seconds, status = process_seconds([sys.executable, *arguments])
            if status != 0:
                note = f"python {' '.join(arguments)} ends with status {status}"
                return Result(what, "s", None, peer, None, most_ratio=2, note=note)
            # The first run may compile.
            if number > 0:
                best[name] = min(best[name], seconds)
    return Result(what, "s", best[what], peer, best[peer], most_ratio=2)


def _advise(scheme: Scheme, full: bool) -> list[Result]:
    hole, across, down = (parse_cards(cards) for cards in ("Ah Kh", "2c 9d", "Th 4s"))
    questions: dict[str, Callable[[], object]] = {
        "advise, first decision": partial(advise, scheme, hole),
        "advise, second decision": partial(advise, scheme, hole, across, bets=(1,)),
        "advise, third decision": partial(advise, scheme, hole, across, down, bets=(1, 3)),
    }
    best = best_seconds(questions, 40 if full else 10)
    return [Result(what, "ms", seconds * 1e3, "-", None, most=50) for what, seconds in best.items()]


def _strategy(scheme: Scheme, full: bool) -> list[Result]:
    solution = solve(scheme)
    strategy = best_strategy(solution)
    work: dict[str, Callable[[], object]] = {
        "best strategy": lambda: best_strategy(solution),
        "tally of all deals": lambda: strategy_tally(strategy, scheme.multiples, scheme.ace_low_straight),
    }
    if strategy_tally(strategy, scheme.multiples, scheme.ace_low_straight).value(scheme) != solution.numerator:
        raise SystemExit("the tally and the solver differ")
    best = best_seconds(work, 12 if full else 4)
    return [Result(what, "ms", seconds * 1e3, "-", None) for what, seconds in best.items()]
