"""The net result of 10,000 rounds: the whole distribution, from the exact result of one round.

Ours is `analysis.sessions.after`: one Fourier transform, a power, one transform back, and a proven bound on the
rounding error, in a window outside of which results are less likely than 10^-15. The peers build the same sum by
repeated squaring, are given the window, and have no error bound: with `numpy.convolve`, the first thing one would
write, and with a convolution by `numpy.fft` at every step, the next thing one would write. All must give the same
probability of being ahead to ten digits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Result, best_seconds
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.sessions import RoundResults, after, round_results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.tally import best_tally
from crossfelt.crisscross.resolve import load_rule_book

Chances = NDArray[np.float64]
Window = tuple[int, int]
"""The lowest and the highest sum of the window, which the peers get as input."""

PACKAGES = ("numpy",)
"""The packages that the figures depend on."""

ROUNDS = 10_000
ENOUGH = 1e-10
RULES = "maryland"


def run(full: bool) -> list[Result]:
    """Measure more rounds when full; the rows are the same."""
    scheme = encode(load_rule_book(RULES))
    one_round = round_results(scheme, best_tally(solve(scheme)))
    session = after(one_round, ROUNDS)
    window = session.lowest, session.lowest + len(session.chances) - 1
    results = []
    for peer, convolve in PEERS.items():
        theirs = ahead_by_squaring(one_round, window, convolve)
        if abs(session.ahead - theirs) > ENOUGH:
            raise SystemExit(f"two chances to be ahead, {session.ahead} and {theirs} by {peer}")
        contestants: dict[str, Callable[[], object]] = {
            "crossfelt": lambda: after(one_round, ROUNDS).ahead,
            peer: partial(ahead_by_squaring, one_round, window, convolve),
        }
        best = best_seconds(contestants, 5 if full else 2)
        what = f"{ROUNDS:,} rounds"
        # Ours does more than the transforms alone, so only the plain way sets a target.
        target = 1 if convolve is np.convolve else None
        results.append(Result(what, "ms", best["crossfelt"] * 1e3, peer, best[peer] * 1e3, most_ratio=target))
    return results


def convolve_by_transform(left: Chances, right: Chances) -> Chances:
    """Return the same as `numpy.convolve`, in far fewer steps if both are long."""
    length = len(left) + len(right) - 1
    size = 1 << (length - 1).bit_length()
    result: Chances = np.fft.irfft(np.fft.rfft(left, size) * np.fft.rfft(right, size), size)[:length]
    return result


PEERS: dict[str, Callable[[Chances, Chances], Chances]] = {
    "numpy.convolve": np.convolve,
    "numpy.fft": convolve_by_transform,
}


def ahead_by_squaring(
    one_round: RoundResults, window: Window, convolve: Callable[[Chances, Chances], Chances]
) -> float:
    """Return the probability of being ahead, by convolutions in the order of a power by squaring."""
    lowest, highest = window
    low, single = _as_array(one_round)
    sums, start = np.ones(1), 0
    for bit in bin(ROUNDS)[2:]:
        sums, start = _cut(convolve(sums, sums), 2 * start, lowest, highest)
        if bit == "1":
            sums, start = _cut(convolve(sums, single), start + low, lowest, highest)
    return float(sums[max(1 - start, 0) :].sum())


def _as_array(one_round: RoundResults) -> tuple[int, Chances]:
    low = min(one_round.chances)
    single = np.zeros(max(one_round.chances) - low + 1)
    for net, chance in one_round.chances.items():
        single[net - low] = chance
    return low, single


def _cut(sums: Chances, start: int, lowest: int, highest: int) -> tuple[Chances, int]:
    """Keep only sums within the window."""
    first = max(lowest - start, 0)
    return sums[first : highest - start + 1], start + first
