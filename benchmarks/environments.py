"""Environments: steps per second of both vector environments, compared with gymnasium's Blackjack and a figure for pgx.

A step is one action in one environment, chosen at random among the legal ones, with the choice counted. Games that end
start again within the step, and every call returns arrays of its own. Blackjack is stepped in gymnasium's own vector
environment with random actions drawn beforehand, in the same run. Steps per processor second, all on one thread, except
for the last rows: those are wall time with two threads.

pgx, the fastest comparable library we know, plays its fastest small game (Kuhn poker, 4,096 environments in one
compiled scan with random actions) at 2.66 million steps per processor second; measured on this processor with version
2.6.0, and noted here because it isn't a dependency.
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
"""The packages that the figures depend on."""

PGX = "pgx kuhn_poker (noted)"
PGX_STEPS = 2.66
"""Millions of steps per processor second."""
SEED = 20261116
GAMES: dict[str, Callable[..., Any]] = {"King Cross": KingCrossVector, "Criss Cross": CrissCrossVector}
UNIT = "M steps/s"
BLACKJACKS = 64


def run(full: bool) -> list[Result]:
    """Take more steps and rounds when full; the rows are the same."""
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
    """Return a function that makes this many calls of step, with random legal actions."""
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
    """Return millions of steps per second of wall time, in the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        play()
        best = min(best, time.perf_counter() - start)
    return steps / best / 1e6
