"""What the seats of a plan do, as arrays: each strategy worked out once, whoever plays by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.solver import Solution, solve
from crossfelt.analysis.strategy import Strategy, best_strategy
from crossfelt.analysis.strategy_card import USUAL_LINES, grow_strategy_cards, strategy_of
from crossfelt.analysis.tables import SHAPES, shape_tables
from crossfelt.crisscross.rulebook import PUSHES
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.kernels.crisscross.table_rounds import Plays
from crossfelt.ranking import Hand
from crossfelt.simulation.arrays import decisions
from crossfelt.simulation.plan import Plan, SeatStrategy

FIXED = {"always-1x": 0}
"""Strategies that make the same bets whatever they see -> the number of those bets."""
DECIDES = -1


def plays_of(plan: Plan) -> Plays:
    """The seats of a plan."""
    distinct = list({seat: None for seat in plan.seats if seat.name not in FIXED or seat.card is not None})
    solution = solve(plan.scheme) if distinct else None
    rows = [decisions(strategy_arrays(seat, plan.scheme, solution)) for seat in distinct]
    if not rows:  # The kernel wants arrays, though nobody looks into them.
        rows = [(np.zeros(1, np.int8),) * 3]
    first, second, third = (np.stack(column) for column in zip(*rows, strict=True))
    fixed = [DECIDES if seat in distinct else FIXED[seat.name] for seat in plan.seats]
    strategies = [distinct.index(seat) if seat in distinct else 0 for seat in plan.seats]
    return Plays(np.array(fixed), np.array(strategies), first, second, third, len(plan.scheme.multiples))


def strategy_arrays(seat: SeatStrategy, scheme: Scheme, solution: Solution | None) -> Strategy:
    """The decisions of a strategy in every state."""
    if seat.card is not None:
        return strategy_of(seat.card, scheme)
    return _NAMED[seat.name](scheme, solution if solution is not None else solve(scheme))


@lru_cache(maxsize=4)
def grown_card(scheme: Scheme) -> Strategy:
    """The best strategy card of the usual length; growing it takes seconds, so the last few are kept."""
    return strategy_of(grow_strategy_cards(solve(scheme), USUAL_LINES)[-1].strategy_card, scheme)


def never_folds(scheme: Scheme) -> Strategy:
    """Bets the most once the cards in sight make a hand that pays on one of the lines, else the least: the policy of
    the same name (`crisscross.policies.NeverFolds`), in arrays."""
    least, most = np.int8(1), np.int8(len(scheme.multiples))
    found: Strategy = {}
    for shape in SHAPES:
        tables = shape_tables(shape)
        pairs, holes = tables.pairs.pairs, len(tables.holes)
        first, second = tables.ranks[:, tables.pairs.first], tables.ranks[:, tables.pairs.second]
        high = np.array([hole.high for hole in tables.holes])[:, None]
        low = np.array([hole.low for hole in tables.holes])[:, None]
        pays = np.array(scheme.pay)[_made(high, low, first, second)] > PUSHES
        hole_pays = (high == low)[:, 0] & (np.array(scheme.pay)[_pair_hand(high[:, 0])] > PUSHES)
        down = np.where(pays, most, least)
        middle = np.where(pays[:, :, None] | pays[:, None, :], most, least).astype(np.int8)
        assert middle.shape == (holes, pairs, pairs)
        found[shape] = Decisions(np.where(hole_pays, most, least), down, middle)
    return found


def _made(
    high: NDArray[np.int64], low: NDArray[np.int64], first: NDArray[np.int64], second: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What four cards make by their ranks alone: [hole, pair] -> hand."""
    ranks = np.stack(np.broadcast_arrays(high, low, first, second))
    counts = _rank_counts(ranks)
    most = counts.max(0)
    pairs = (counts == 2).sum(0)
    pair_rank = np.where(counts == 2, np.arange(13)[:, None, None], -1).max(0)
    return np.select(
        [most == 4, most == 3, pairs == 2, pairs == 1],
        [Hand.FOUR_OF_A_KIND, Hand.THREE_OF_A_KIND, Hand.TWO_PAIR, _pair_hand(pair_rank)],
        Hand.HIGH_CARD,
    )


def _rank_counts(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """[rank, hole, pair] -> how many of the four cards have it."""
    return np.stack([(ranks == rank).sum(0) for rank in range(13)])


def _pair_hand(rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which of the three sorts of pair a pair of this rank is."""
    return np.select([rank >= 9, rank >= 4], [Hand.PAIR_JACKS_OR_BETTER, Hand.PAIR_6S_TO_10S], Hand.PAIR_2S_TO_5S)


_NAMED: dict[str, Callable[[Scheme, Solution], Strategy]] = {
    "optimal": lambda _, solution: best_strategy(solution),
    "card": lambda scheme, _: grown_card(scheme),
    "never-fold": lambda scheme, _: never_folds(scheme),
}
