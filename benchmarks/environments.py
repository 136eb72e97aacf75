"""Environments: steps a second of both vector environments beside gymnasium's Blackjack, and what pgx was seen to do.

A step is one action in one environment, chosen at random among the legal ones, with the choice counted. Games that end
begin anew within the step, and every call hands out arrays of its own. Blackjack is stepped in gymnasium's own vector
environment with random actions that are drawn beforehand, in the same run. Steps by processor second, all on one
thread, but for the last rows: those are by the clock, with two threads.

pgx, the fastest library of such games that was found, plays its fastest small one (Kuhn poker, 4,096 environments in
one compiled scan with random actions) at 2.66 million steps a processor second; measured on this processor with
version 2.6.0, and noted here because it is no dependency.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from benchmarks.harness import Result, best_seconds
from crossfelt.envs import CrissCrossVector, KingCrossVector

PACKAGES = ("numpy", "numba", "gymnasium")
"""What the figures depend on."""

PGX = "pgx kuhn_poker (noted)"
PGX_STEPS = 2.66
"""Millions of steps a processor second."""
SEED = 20261116
GAMES: dict[str, Callable[..., Any]] = {"King Cross": KingCrossVector, "Criss Cross": CrissCrossVector}
UNIT = "M steps/s"
BLACKJACKS = 64


def run(full: bool) -> list[Result]:
    """More steps and rounds when full; the same rows either way."""
    steps, rounds = (4_000_000, 12) if full else (1_000_000, 4)
    results = []
    for name, make in GAMES.items():
        for count in (1_024, 4_096, 65_536):
            contestants = {"ours": _stepping(make(count, autoreset_mode="SameStep"), steps // count)}
            if count == 4_096:
                contestants["blackjack"] = _blackjack(2_000 if full else 400)
            seconds = best_seconds(contestants, rounds)
            ours = steps // count * count / seconds["ours"] / 1e6
            what = f"{name}, {count:,} environments"
            results.append(Result(what, UNIT, ours, PGX, PGX_STEPS, least=PGX_STEPS))
            if "blackjack" in seconds:
                theirs = (2_000 if full else 400) * BLACKJACKS / seconds["blackjack"] / 1e6
                results.append(Result(what, UNIT, ours, f"gymnasium Blackjack, {BLACKJACKS}", theirs))
    for name, make in GAMES.items():
        env = make(65_536, autoreset_mode="SameStep", threads=2)
        ours = _by_the_clock(_stepping(env, steps // 65_536), rounds, steps // 65_536 * 65_536)
        results.append(Result(f"{name}, 65,536 environments, two threads", UNIT, ours, PGX, PGX_STEPS, least=PGX_STEPS))
        env.close()
    return results


def _stepping(env: Any, calls: int) -> Callable[[], None]:
    """So many calls of step, with random legal actions."""
    env.reset(seed=SEED)

    def play() -> None:
        for _ in range(calls):
            env.step(env.draw_actions())

    return play


def _blackjack(calls: int) -> Callable[[], None]:
    env = gymnasium.make_vec("Blackjack-v1", num_envs=BLACKJACKS, vectorization_mode="sync")
    env.reset(seed=SEED)
    actions = np.random.default_rng(SEED).integers(0, 2, (calls, BLACKJACKS))

    def play() -> None:
        for row in actions:
            env.step(row)

    return play


def _by_the_clock(play: Callable[[], None], rounds: int, steps: int) -> float:
    """Millions of steps a second of real time, in the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        play()
        best = min(best, time.perf_counter() - start)
    return steps / best / 1e6
