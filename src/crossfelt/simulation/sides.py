"""Side bets as the kernel of full rounds takes them, and the counts it returns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross.full_rounds import (
    KINDS,
    Bonuses,
    FullSums,
    Limit,
    Wheels,
    play_full_rounds,
)
from crossfelt.kernels.crisscross.table_rounds import HANDS, Classes, Hands, Plays
from crossfelt.ranking import Hand
from crossfelt.simulation.outcomes import outcomes
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.results import SideCounts
from crossfelt.simulation.wheels import wheel_arrays

BONUS_HANDS = ("community", "hole_and_bonus")
"""The two kinds of bonus hand, in the kernel's order."""
KIND_NAMES = ("five_card_bonus", "six_card_bonus", "bonus_spin", "bonus_spin_xtreme", "together")
"""The kinds of sums, in the kernel's order."""
NO_LIMIT = 2**62
_MOST_TABLE_CENTS = 3_000_000_000
"""The most that a table may win in one round, so that its square fits 63 bits."""
_ROOM = 4096
"""Initial room for the jackpots of one block."""


class SideArrays(NamedTuple):
    """The side bets as arrays."""

    bonuses: Bonuses
    wheels: Wheels
    limit: Limit


def side_arrays(plan: Plan, antes: NDArray[np.int64]) -> SideArrays:
    """Return the side bets of a plan; `antes` is the win of each outcome of the main game, in antes."""
    book = plan.book
    spots = [next((spot for spot in book.betting_spots if spot.hand == hand), None) for hand in BONUS_HANDS]
    staked = [[0 if spot is None else seat.get(spot.id, 0) for seat in plan.wagers] for spot in spots]
    odds = [[-1] * len(Hand) if spot is None else list(book.odds_of[spot.id]) for spot in spots]
    covers = [int(spot is not None and spot.id in book.aggregate_limit.covers) for spot in spots]
    limit = Limit(
        antes * (plan.ante_cents or 0),
        _covered(plan),
        np.array(covers, np.int64),
        NO_LIMIT if plan.cap is None else plan.cap.limit_cents,
    )
    arrays = SideArrays(Bonuses(np.array(staked), np.array(odds)), wheel_arrays(book, plan.wagers), limit)
    if _most_cents(arrays) > _MOST_TABLE_CENTS:
        message = "wagers, odds and jackpots are too large together to be added up exactly"
        raise BadInput(message, FaultCode.TOO_LARGE_TOGETHER)
    return arrays


def play_sides(
    plan: Plan,
    start: int,
    stop: int,
    tables: tuple[Hands, Classes, Plays, NDArray[np.int64]],
    arrays: SideArrays,
) -> tuple[FullSums, SideCounts]:
    """Play some rounds with every wager."""
    room = _ROOM
    while True:
        sums = _no_sums(len(plan.seats), len(tables[-1]), arrays.wheels)
        jackpots = np.zeros((room, 2), np.int64)
        listed = play_full_rounds(np.uint64(plan.seed), start, stop, *tables, *arrays, sums, jackpots)
        if listed <= room:
            break
        room = listed
    return sums, SideCounts(
        sums.cross,
        sums.six,
        sums.spun,
        sums.community,
        tuple((int(total), int(low) + (int(high) << 32)) for total, low, high in sums.sums),
        int(sums.cut[0]),
        jackpots[:listed].copy(),
    )


def _no_sums(seats: int, outcomes: int, wheels: Wheels) -> FullSums:
    shapes = (
        (seats, outcomes),
        (3,),
        (HANDS,),
        (seats, HANDS),
        (2, seats, wheels.turns.shape[1]),
        (len(wheels.positions),),
        (KINDS, 3),
        (1,),
    )
    return FullSums(*(np.zeros(shape, np.int64) for shape in shapes))


def _covered(plan: Plan) -> NDArray[np.int64]:
    """Return outcome -> cents won on those wagers of the main game that the limit covers."""
    cap, scheme = plan.cap, plan.scheme
    possible = outcomes(scheme.multiples)
    if cap is None:
        return np.zeros(len(possible), np.int64)
    won = (
        0
        if outcome.across is None or outcome.down is None
        else cap.counted_cents(scheme, outcome.across, outcome.down, outcome.bets)
        for outcome in possible
    )
    return np.fromiter(won, np.int64, len(possible))


def _most_cents(arrays: SideArrays) -> int:
    """Return a bound on what a table can win or lose in a round."""
    bonuses, wheels, limit = arrays
    seats = len(wheels.spins)
    bonus = int((bonuses.staked * bonuses.odds.max(1)[:, None]).sum())
    spins = seats * (int(wheels.pays[0].max()) + seats * int(wheels.shared.max())) + seats * int(wheels.pays.max())
    return seats * int(np.abs(limit.nets).max()) + bonus + spins + int(wheels.lists.max(1).sum())
