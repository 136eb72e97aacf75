"""The exact optimum when the winnings of a round are limited. All integers, in cents.

A limit makes the value of a bet bend downwards, so that the best bet need not be the smallest or the largest: every
multiple is tried at every decision. Only middle cards that can bring more than the limit need a closer look; all else
comes from the same sums as in the solver.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crossfelt.kernels.crisscross.lines import Ints, Setting, lay_out, line_rows, look_beside
from crossfelt.kernels.jit import inner, kernel


class Limit(NamedTuple):
    """The most that the wagers of a round may win together, in a unit of which ante and limit are multiples."""

    ante_cents: int
    cents: int
    covers: Ints
    """1 or 0: whether the two antes, the Across, the Down and the Middle bet count towards it."""


@kernel
def solve_capped(setting: Setting, ways_down: Ints, limit: Limit, sums: Ints) -> None:
    """For every hole h of one shape: `sums[h, i, j, p]` = the value, in cents, over all down pairs and middle cards
    when p lies across, bets i and j are made across and down, and the Middle decision is the best one.

    `ways_down[p, q]` counts the pairs q that are left beside p.
    """
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    counts, first, second, pairs, found = kinds.counts, kinds.first, kinds.second, kinds.pairs, room.found
    pay, ante, multiples, unit = odds.pay, odds.ante, odds.multiples, limit.ante_cents
    size, kind_count = multiples.shape[0], counts.shape[0]
    most = multiples[size - 1]
    cards = counts.sum() - 4
    left = counts.copy()
    cuts = np.zeros((size, size, size), np.int64)
    most_won = np.zeros(pairs, np.int64)
    here, there, base, middles = line_rows(room, first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        for p in range(pairs):
            most_won[p] = 0
            for kind in range(kind_count):
                hand = found[kind, p]
                # Whatever the Middle bet wins is at most what both lines win together.
                most_won[p] = max(most_won[p], unit * (max(ante[hand], 0) + 2 * most * max(pay[hand], 0)))
        for p in range(pairs):
            look_beside(setting, p)
            left[first[p]] -= 1
            left[second[p]] -= 1
            for q in range(pairs):
                if ways_down[p, q] == 0:
                    continue
                cuts[:] = 0
                if most_won[p] + most_won[q] > limit.cents:
                    left[first[q]] -= 1
                    left[second[q]] -= 1
                    for kind in range(kind_count):
                        if left[kind] > 0:
                            across, down = found[kind, p], found[kind, q]
                            add_cuts(across, down, left[kind], pay, ante, multiples, limit, cuts)
                    left[first[q]] += 1
                    left[second[q]] += 1
                for i in range(size):
                    for j in range(size):
                        lines = base[q] + multiples[i] * here[q] + multiples[j] * there[q]
                        best = -unit * cards * (2 + multiples[i] + multiples[j])
                        for k in range(size):
                            best = max(best, unit * (lines + multiples[k] * middles[q]) - cuts[i, j, k])
                        sums[hole, i, j, p] += ways_down[p, q] * best
            left[first[p]] += 1
            left[second[p]] += 1


@inner
def add_cuts(
    across: int, down: int, count: int, pay: Ints, ante: Ints, multiples: Ints, limit: Limit, cuts: Ints
) -> None:
    """Adds what the limit takes off these two hands, for every combination of the three bets."""
    size, unit, covers = multiples.shape[0], limit.ante_cents, limit.covers
    antes = covers[0] * max(ante[across], 0) + covers[1] * max(ante[down], 0)
    on_across = covers[2] * max(pay[across], 0)
    on_down = covers[3] * max(pay[down], 0)
    on_middle = covers[4] * max(pay[max(across, down)], 0)
    if unit * (antes + multiples[size - 1] * (on_across + on_down + on_middle)) <= limit.cents:
        return
    for i in range(size):
        for j in range(size):
            for k in range(size):
                won = antes + multiples[i] * on_across + multiples[j] * on_down + multiples[k] * on_middle
                cuts[i, j, k] += count * max(unit * won - limit.cents, 0)
