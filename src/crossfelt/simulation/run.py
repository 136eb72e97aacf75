"""Play a plan: blocks of rounds, each counted separately, added up in order.

Call `run`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross.full_rounds import FullSums
from crossfelt.kernels.crisscross.table_rounds import Plays, Sums, play_rounds
from crossfelt.simulation.arrays import classes, hands, nets
from crossfelt.simulation.control import Control, control_of
from crossfelt.simulation.engines import Engine, EngineLost
from crossfelt.simulation.meters import fresh_meters
from crossfelt.simulation.outcomes import outcomes
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts
from crossfelt.simulation.seats import plays_of
from crossfelt.simulation.sides import SideArrays, play_sides, side_arrays

BLOCK_ROUNDS = 1 << 18
"""Rounds of a block: a few hundredths of a second. Counts don't depend on it, but where a run that checks its standard
error may end does."""
FIRST_BLOCK_ROUNDS = 1 << 12
"""Rounds of the first block; each of the next ends at twice the rounds, until they are as long as all others."""
_MOST_UNITS = 3_000_000_000
"""The most that a table may win in one round of the main game, so that its square fits 63 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A plan with everything computed that its rounds need."""

    plan: Plan
    plays: Plays
    nets: NDArray[np.int64]
    unit: Fraction
    """One unit of `nets` in antes."""
    sides: SideArrays | None
    control: Control | None

    def play(self, start: int, stop: int) -> Counts:
        """Play some rounds; several threads may do so at once."""
        plan = self.plan
        tables = hands(plan.scheme.ace_low_straight), classes(), self.plays, self.nets
        sums: Sums | FullSums
        sides = None
        if self.sides is None:
            sums = Sums(np.zeros((len(plan.seats), len(self.nets)), np.int64), np.zeros(3, np.int64))
            play_rounds(np.uint64(plan.seed), start, stop, *tables, sums)
        else:
            sums, sides = play_sides(plan, start, stop, tables, self.sides)
        net, low, high = (int(value) for value in sums.table)
        costs = () if self.control is None else self.control.costs(plan.seed, start, stop)
        return Counts(stop - start, sums.outcomes, net, low + (high << 32), sides, costs)

    def nothing(self) -> Counts:
        """Return the start of a run: no round, and every meter at its initial amount."""
        plan = self.plan
        empty = self.play(0, 0)
        if empty.sides is None:
            return empty
        return replace(empty, sides=replace(empty.sides, meters=fresh_meters(plan.book, plan.wagers)))


def prepare(plan: Plan) -> Prepared:
    """Compute strategies and pays."""
    antes = nets(plan.scheme)
    result, unit = (antes, Fraction(1)) if plan.cap is None else capped(plan, antes)
    if len(plan.seats) * int(np.abs(result).max()) >= _MOST_UNITS:
        message = "odds, ante and limit are too large together to be added up exactly"
        raise BadInput(message, FaultCode.TOO_LARGE_TOGETHER)
    plays = plays_of(plan)
    sides = side_arrays(plan, antes) if plan.wagers else None
    return Prepared(plan, plays, result, unit, sides, control_of(plan, plays) if plan.is_controlled else None)


def capped(plan: Plan, result: NDArray[np.int64]) -> tuple[NDArray[np.int64], Fraction]:
    """Return the nets under the aggregate limit, and their unit: a common divisor of ante and limit."""
    cap, scheme = plan.cap, plan.scheme
    assert cap is not None
    cents = gcd(cap.ante_cents, cap.limit_cents)
    scaled = result * (cap.ante_cents // cents)
    for number, outcome in enumerate(outcomes(scheme.multiples)):
        if outcome.across is not None and outcome.down is not None:
            _, cut = cap.won_cents(scheme, outcome.across, outcome.down, outcome.bets)
            scaled[number] -= cut // cents
    return scaled, Fraction(cents, cap.ante_cents)


def blocks(start: int, rounds: int) -> Iterator[tuple[int, int]]:
    """Yield the blocks of a run in order, from the first round not yet played. Wherever a run begins and ends, the
    blocks in between end at the same rounds."""
    while start < rounds:
        if start < BLOCK_ROUNDS:
            stop = max(FIRST_BLOCK_ROUNDS, 1 << start.bit_length())
        else:
            stop = (start // BLOCK_ROUNDS + 1) * BLOCK_ROUNDS
        yield start, min(stop, rounds)
        start = stop


def play_in_order(prepared: Prepared, start: int, rounds: int, workers: int) -> Iterator[Counts]:
    """Yield the counts of each block, in order. The kernel releases the interpreter lock, so threads are enough."""
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Counts]] = deque()
        left = blocks(start, rounds)
        try:
            for block in left:
                waiting.append(pool.submit(prepared.play, *block))
                if len(waiting) >= 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


Watcher = Callable[[Counts], bool]
"""Called with the counts after each block; False ends the run there."""


def run(
    prepared: Prepared,
    workers: int = 1,
    done: Counts | None = None,
    watch: Watcher | None = None,
    engine: Engine | None = None,
) -> Counts:
    """Play the plan to its end, or from a checkpoint, in threads if no engine is passed."""
    total, rounds = prepared.nothing() if done is None else done, prepared.plan.rounds
    start = total.rounds
    played = play_in_order(prepared, start, rounds, workers) if engine is None else engine.play(prepared, start, rounds)
    try:
        for counts in played:
            total = total.followed_by(counts)
            if watch is not None and not watch(total):
                break
    except EngineLost as lost:
        lost.counts = total if total.rounds else None
        raise
    return total
