"""The cost of simulated seats' decisions against the best ones, in antes over the deals of a starting hand.

The costs of the first and the second decision are looked up; that of the third is summed over the 46 possible middle
cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.kernels.crisscross.full_rounds import hand_of, outcome_of
from crossfelt.kernels.crisscross.table_rounds import CROSS, Classes, Hands, Ints, Plays, pair_number
from crossfelt.kernels.jit import inner, kernel

MIDDLES = 46
COARSE_BITS = 12
"""Squares are summed of costs without their last bits, so that 64 bits hold them."""


class Game(NamedTuple):
    """The pay of the main game, in antes."""

    pay: Ints
    ante: Ints
    multiples: Ints


class Costs(NamedTuple):
    """The costs of decisions, all over the same number of deals."""

    first: Ints
    """[strategy, starting hand] -> cost."""
    second: Ints
    """[strategy, ...] as in `Classes`, over one pair across each."""
    allowed: Ints
    """[strategy, bet] -> 1 if the best decision may make that bet: those that the strategy makes somewhere."""
    second_weight: int
    third_weight: int
    """The factors by which the costs of a second and of a third decision are multiplied to be over the deals of a
    hand."""


@kernel
def count_costs(
    seed: Any,
    start: int,
    stop: int,
    hands: Hands,
    classes: Classes,
    plays: Plays,
    game: Game,
    costs: Costs,
    nets: Ints,
    counted: Ints,
    sums: Ints,
) -> None:
    """Sum, for the counted seats of the rounds from `start` to before `stop`: costs, squares of their coarse form,
    nets, and squares of the nets in two parts."""
    seats = plays.fixed.shape[0]
    fresh, deck = np.empty(CARDS, np.uint8), np.empty(CARDS, np.uint8)
    is_known = np.zeros(CARDS, np.bool_)
    for card in range(CARDS):
        fresh[card] = card
    for number in range(start, stop):
        deck[:] = fresh
        deal(first_state(seed, number), deck, CROSS + 2 * seats)
        cost, net = 0, 0
        for seat in range(seats):
            if counted[seat]:
                cost += cost_of(deck, seat, hands, classes, plays, game, costs, is_known)
                net += nets[outcome_of(deck, seat, hands, classes, plays)]
        sums[0] += cost
        coarse = cost >> COARSE_BITS
        sums[1] += coarse * coarse
        sums[2] += net
        square = net * net
        sums[3] += square & 0xFFFFFFFF
        sums[4] += square >> 32


@inner
def cost_of(
    deck: Ints, seat: int, hands: Hands, classes: Classes, plays: Plays, game: Game, costs: Costs, is_known: Ints
) -> int:
    """Return the cost of one seat's decisions in one round."""
    x, y = deck[CROSS + 2 * seat], deck[CROSS + 2 * seat + 1]
    a, b, c, d = deck[0], deck[1], deck[2], deck[3]
    strategy, count = plays.strategies[seat], plays.multiples
    own = classes.of_cards[x, y]
    fixed = plays.fixed[seat]
    first = plays.first[strategy, own] - 1 if fixed < 0 else fixed // (count * count)
    cost = costs.first[strategy, own]
    if first < 0:
        return cost
    p, q = pair_number(x, y, a, b, own, classes), pair_number(x, y, c, d, own, classes)
    at = classes.second_at[own] + p
    second = plays.second[strategy, at] - 1 if fixed < 0 else fixed // count % count
    cost += costs.second[strategy, at] * costs.second_weight
    if second < 0:
        return cost
    beyond = classes.third_at[own] + p * classes.widths[own] + q
    third = plays.third[strategy, beyond] - 1 if fixed < 0 else fixed % count
    i, j = game.multiples[first], game.multiples[second]
    base, middle = 0, 0
    for card in (x, y, a, b, c, d):
        is_known[card] = True
    for card in range(CARDS):
        if not is_known[card]:
            across, down = hand_of(x, y, a, b, card, hands), hand_of(x, y, c, d, card, hands)
            base += game.ante[across] + game.ante[down] + i * game.pay[across] + j * game.pay[down]
            middle += game.pay[max(across, down)]
    for card in (x, y, a, b, c, d):
        is_known[card] = False
    fold = -MIDDLES * (2 + i + j)
    best = fold
    for bet in range(count):
        if costs.allowed[strategy, bet]:
            best = max(best, base + game.multiples[bet] * middle)
    chosen = fold if third < 0 else base + game.multiples[third] * middle
    return cost + (best - chosen) * costs.third_weight
