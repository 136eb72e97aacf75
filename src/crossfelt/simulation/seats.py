"""The seats of a plan as arrays: each strategy is computed once, however many seats use it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.strategy_card import USUAL_LINES, grow_strategy_cards, strategy_of
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.crisscross.rulebook import PUSHES
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.kernels.crisscross.table_rounds import Plays
from crossfelt.ranking import PAIR_HANDS, Hand
from crossfelt.simulation.arrays import decisions
from crossfelt.simulation.plan import Plan, SeatStrategy

DECIDES = -1
_PAIR_HANDS = np.array(PAIR_HANDS, np.int64)


def plays_of(plan: Plan) -> Plays:
    """Return the seats of a plan."""
    distinct = list({seat: None for seat in plan.seats if fixed_bet(seat) is None})
    solution = solve(plan.scheme) if distinct else None
    rows = [decisions(strategy_arrays(seat, plan.scheme, solution)) for seat in distinct]
    if not rows:  # The kernel requires arrays, although it doesn't read them.
        rows = [(np.zeros(1, np.int8),) * 3]
    first, second, third = (np.stack(column) for column in zip(*rows, strict=True))
    bets = [fixed_bet(seat) for seat in plan.seats]
    fixed = [DECIDES if bet is None else bet for bet in bets]
    strategies = [distinct.index(seat) if seat in distinct else 0 for seat in plan.seats]
    return Plays(np.array(fixed), np.array(strategies), first, second, third, len(plan.scheme.multiples))


def strategy_arrays(seat: SeatStrategy, scheme: Scheme, solution: Solution | None) -> Strategy:
    """Return the decisions of a strategy in every state."""
    if seat.card is not None:
        return strategy_of(seat.card, scheme)
    load = CRISS_CROSS_KIT.policy(seat.name).load_arrays
    assert load is not None, "a plan has simulated policies only"
    arrays: Strategy = load()(scheme, solution if solution is not None else solve(scheme))
    return arrays


def fixed_bet(seat: SeatStrategy) -> int | None:
    """Return the number of the bet that the seat always makes; None if it depends on the cards."""
    return CRISS_CROSS_KIT.policy(seat.name).fixed_bet if seat.card is None else None


def optimal_arrays(_: Scheme, solution: Solution) -> Strategy:
    """Return the best decisions: the policy `optimal`."""
    return best_strategy(solution)


def grown_card_arrays(scheme: Scheme, _: Solution) -> Strategy:
    """Return the decisions of the best strategy card of the usual length: the policy `card`."""
    return grown_card(scheme)


def never_fold_arrays(scheme: Scheme, _: Solution) -> Strategy:
    """Return the decisions of the policy `never-fold`."""
    return never_folds(scheme)


@lru_cache(maxsize=4)
def grown_card(scheme: Scheme) -> Strategy:
    """Return the best strategy card of the usual length; growing it takes seconds, so the last few are cached."""
    return strategy_of(grow_strategy_cards(solve(scheme), USUAL_LINES)[-1].strategy_card, scheme)


def never_folds(scheme: Scheme) -> Strategy:
    """Return the decisions of a seat that bets the most once the visible cards make a paying hand on one of the lines,
    else the least: the policy of the same name (`crisscross.policies.NeverFolds`), in arrays."""
    least, most = np.int8(1), np.int8(len(scheme.multiples))
    strategy: Strategy = {}
    for shape in SHAPES:
        tables = shape_tables(shape)
        pairs, holes = tables.pairs.pairs, len(tables.holes)
        first, second = tables.ranks[:, tables.pairs.first], tables.ranks[:, tables.pairs.second]
        high = np.array([hole.high for hole in tables.holes])[:, None]
        low = np.array([hole.low for hole in tables.holes])[:, None]
        pays = np.array(scheme.pay)[_made(high, low, first, second)] > PUSHES
        hole_pays = (high == low)[:, 0] & (np.array(scheme.pay)[_PAIR_HANDS[high[:, 0]]] > PUSHES)
        down = np.where(pays, most, least)
        middle = np.where(pays[:, :, None] | pays[:, None, :], most, least).astype(np.int8)
        assert middle.shape == (holes, pairs, pairs)
        strategy[shape] = Decisions(np.where(hole_pays, most, least), down, middle)
    return strategy


def _made(
    high: NDArray[np.int64], low: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the hand that four cards make by their ranks alone: [hole, pair] -> hand."""
    ranks = np.stack(np.broadcast_arrays(high, low, first, second))
    counts = _rank_counts(ranks)
    most = counts.max(0)
    pairs = (counts == 2).sum(0)
    pair_rank = np.where(counts == 2, np.arange(13)[:, None, None], -1).max(0)
    return np.select(
        [most == 4, most == 3, pairs == 2, pairs == 1],
        [Hand.FOUR_OF_A_KIND, Hand.THREE_OF_A_KIND, Hand.TWO_PAIR, _PAIR_HANDS[pair_rank]],
        Hand.HIGH_CARD,
    )


def _rank_counts(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return [rank, hole, pair] -> how many of the four cards have it."""
    return np.stack([(ranks == rank).sum(0) for rank in range(13)])
