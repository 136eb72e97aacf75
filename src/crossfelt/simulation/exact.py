"""The exact mean of a plan, where it can be computed: seat by seat, because seats share cards but not chips."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import Strategy
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.analysis.crisscross.tally import Tally, strategy_tally
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.run import Prepared
from crossfelt.simulation.seats import fixed_bet, strategy_arrays


def exact_mean(prepared: Prepared) -> Fraction:
    """Return net antes per seat and round: the mean over the seats of each strategy's average over all deals."""
    plan = prepared.plan
    places = {seat: place for place, seat in enumerate(plan.seats)}
    values = {seat: _value(deals(plan, place), prepared) for seat, place in places.items()}
    return sum((values[seat] for seat in plan.seats), Fraction(0)) / len(plan.seats)


def deals(plan: Plan, place: int) -> NDArray[np.int64]:
    """Return the number of deals that end in each outcome of the kernel, under the strategy at this index."""
    seat, scheme = plan.seats[place], plan.scheme
    bet = fixed_bet(seat)
    strategy = strategy_arrays(seat, scheme, solve(scheme)) if bet is None else _always(bet)
    tally = strategy_tally(strategy, scheme.multiples, scheme.ace_low_straight)
    return _by_outcome(tally)


def _by_outcome(tally: Tally) -> NDArray[np.int64]:
    folds = [tally.folded[0, :1, 0], tally.folded[1, :, 0], tally.folded[2].ravel()]
    return np.concatenate([tally.played.ravel(), *folds])


def _value(result: NDArray[np.int64], prepared: Prepared) -> Fraction:
    total = sum(int(count) * int(net) for count, net in zip(result, prepared.nets, strict=True) if count)
    return Fraction(total, DEALS) * prepared.unit


def _always(bet: int) -> Strategy:
    """Return the decisions of a seat that always makes this bet."""
    strategy: Strategy = {}
    for shape in SHAPES:
        tables = shape_tables(shape)
        holes, pairs = len(tables.holes), tables.pairs.pairs
        action = np.int8(bet + 1)
        strategy[shape] = Decisions(
            np.full(holes, action), np.full((holes, pairs), action), np.full((holes, pairs, pairs), action)
        )
    return strategy
