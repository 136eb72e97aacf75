"""A control variate from the exact solver: it removes luck from a round and leaves the cost of decisions.

A seat's win is the value of the best play, plus the luck of each card that is turned, minus the cost of each decision
against the best one. Luck is measured by the solver's values, so it averages zero whatever the seat does; without it
the mean is the same, with far less spread. The best play is that of the game in which only the strategy's own bets are
allowed: always-1x is compared with a player who may bet 1x or fold. Costs are counted round by round from the cards
dealt, without using the strategy's value. Perfect play costs nothing, so there is nothing to estimate for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.caps import free_sums
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import FOLD, Solution, solve
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, DOWN_PAIRS, MIDDLES, hole_classes, pair_table
from crossfelt.kernels.crisscross.decision_costs import COARSE_BITS, Costs, Game, count_costs
from crossfelt.kernels.crisscross.table_rounds import Plays
from crossfelt.simulation.arrays import classes, hands, nets
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import Counts, Estimate, estimate
from crossfelt.simulation.seats import DECIDES

_DOWN_DEALS = DOWN_PAIRS * MIDDLES


@dataclass(frozen=True, slots=True, eq=False)
class Control:
    """The arrays for counting the costs of decisions."""

    plan: Plan
    plays: Plays
    game: Game
    tables: Costs
    counted: NDArray[np.int64]
    """Seat -> 1 if it doesn't play perfectly."""
    value: Fraction
    """The value of the best play, all counted seats together: net antes per round."""

    def costs(self, seed: int, start: int, stop: int) -> tuple[int, ...]:
        """Return costs, squares of their coarse form, nets and squares of nets, of the counted seats together."""
        scheme, sums = self.plan.scheme, np.zeros(5, np.int64)
        count_costs(
            np.uint64(seed),
            start,
            stop,
            hands(scheme.ace_low_straight),
            classes(),
            self.plays,
            self.game,
            self.tables,
            nets(scheme),
            self.counted,
            sums,
        )
        cost, coarse, net, low, high = (int(value) for value in sums)
        return cost, coarse, net, low + (high << 32)

    def estimates(self, counts: Counts) -> tuple[Estimate, Estimate]:
        """Return net antes per counted seat and round: with the control variate, and without."""
        cost, coarse, net, squares = counts.costs
        seats = int(self.counted.sum())
        controlled = estimate(
            counts.rounds, (cost >> COARSE_BITS, coarse), Fraction(2**COARSE_BITS, DEALS_PER_HOLE * seats)
        )
        mean = self.value - Fraction(cost, counts.rounds * DEALS_PER_HOLE)
        return Estimate(mean / seats, controlled.standard_error), estimate(
            counts.rounds, (net, squares), Fraction(1, seats)
        )


def control_of(plan: Plan, plays: Plays) -> Control:
    """Return the control variate of a plan."""
    scheme = plan.scheme
    decides = plays.fixed == DECIDES
    assert not plays.fixed[~decides].any(), "the only fixed bets are the smallest ones"
    rows = list(zip(plays.first, plays.second, plays.third, strict=True)) if decides.any() else []
    # Seats with fixed bets have a row of their own, after those of the strategies.
    rows.append((np.ones(len(hole_classes()), np.int8), np.ones(_seconds(), np.int8), np.ones(1, np.int8)))
    measured = [_Measured.by(scheme, *row) for row in rows]
    known = plays._replace(strategies=np.where(decides, plays.strategies, len(rows) - 1))
    tables = Costs(
        np.stack([row.first for row in measured]),
        np.stack([row.second for row in measured]),
        np.stack([row.allowed for row in measured]),
        DEALS_PER_HOLE // _DOWN_DEALS,
        DEALS_PER_HOLE // MIDDLES,
    )
    counted = np.array([int(seat.card is not None or seat.name != "optimal") for seat in plan.seats])
    values = (measured[int(row)].value for row, is_counted in zip(known.strategies, counted, strict=True) if is_counted)
    game = Game(*(np.array(values, np.int64) for values in (scheme.pay, scheme.ante, scheme.multiples)))
    return Control(plan, known, game, tables, counted, sum(values, Fraction(0)))


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """A strategy compared with the best play that uses the same bets."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    """The cost of its decisions, by starting hand and by pair across."""
    allowed: NDArray[np.int64]
    value: Fraction

    @classmethod
    def by(
        cls, scheme: Scheme, firsts: NDArray[np.int8], seconds: NDArray[np.int8], thirds: NDArray[np.int8]
    ) -> _Measured:
        """Solve the game with only the bets of the strategy."""
        made = sorted({int(action) for part in (firsts, seconds, thirds) for action in np.unique(part)} - {FOLD})
        allowed = np.array([int(bet in made) for bet in range(1, len(scheme.multiples) + 1)])
        # Action of the whole game -> action of the game with fewer bets.
        renamed = np.concatenate([[FOLD], np.cumsum(allowed)])
        solution = solve(replace(scheme, multiples=tuple(scheme.multiples[bet - 1] for bet in made)))
        first, second = _costs(solution, renamed[firsts], renamed[seconds])
        return cls(first, second, allowed, Fraction(solution.numerator, DEALS))


def _seconds() -> int:
    """Return the number of pairs across beside each starting hand."""
    return int(classes().second_at[-1] + classes().widths[-1])


def _costs(
    solution: Solution, firsts: NDArray[np.int64], seconds: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cost of the first and the second decisions of a strategy, by starting hand and by pair across."""
    known = classes()
    cost_first, cost_second = np.zeros(len(firsts), np.int64), np.zeros(len(seconds), np.int64)
    for hole in hole_classes():
        values, action = solution.first_values(hole), int(firsts[hole.index])
        cost_first[hole.index] = max(values) - values[action]
        if action == FOLD:
            continue
        width, at = pair_table(hole.shape).pairs, int(known.second_at[hole.index])
        # Folding, then each bet: [action, pair across] -> value.
        bets = free_sums(solution.scheme, hole.shape)[Solution.row(hole), action - 1, :, :width]
        fold = np.full((1, width), -(2 + solution.scheme.multiples[action - 1]) * _DOWN_DEALS)
        options = np.concatenate([fold, bets])
        chosen = np.take_along_axis(options, seconds[None, at : at + width], 0)[0]
        cost_second[at : at + width] = options.max(0) - chosen
    return cost_first, cost_second
