"""The count of functions that are compiled: complete before the first one is, and done whenever none is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import crossfelt.analysis.crisscross.caps
import crossfelt.analysis.crisscross.solver  # noqa: F401  both import kernels, which are counted
from crossfelt.kernels import compile_cache, jit
from crossfelt.kernels.crisscross.capped_solution import take_off
from crossfelt.kernels.crisscross.solution import solve_holes


def test_the_total_counts_every_kernel_of_the_loaded_modules_before_the_first_is_compiled() -> None:
    counter, reported = jit._Counter(), list[tuple[int, int]]()
    event: Any = SimpleNamespace(data={"dispatcher": solve_holes})
    other: Any = SimpleNamespace(data={"dispatcher": take_off})
    with compile_cache.reported_to(lambda done, total: reported.append((done, total))):
        counter.on_start(event)
        counter.on_end(event)
        counter.on_start(other)
    names = {function.__name__ for function in counter.needed}
    assert {"solve_holes", "add_three", "decide_middles", "take_off"} <= names
    assert "lay_out" not in names, "it is inlined"
    (before, total), (done, shown), (then, later) = reported
    assert (before, total) == (0, len(counter.needed))
    assert 0 < done == shown < total, "nothing is being compiled, so nothing is left to wait for"
    assert (then, later) == (done, total), "the total stays as it was"
