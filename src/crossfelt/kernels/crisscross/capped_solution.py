"""The exact optimum when the winnings of a round are limited. All integers.

A limit makes the value of a bet concave, so the best bet need not be the smallest or the largest: every multiple is
tried at every decision. The value without a limit is the same for every ante, so it is summed once, in antes
(`solve_freely`). A limit then changes only states in which some middle card wins more than it allows, and only those
are computed again (`take_off`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crossfelt.kernels.crisscross.lines import Ints, Setting, lay_out, line_rows, look_beside
from crossfelt.kernels.crisscross.middle_values import choose_middle
from crossfelt.kernels.jit import kernel


class Limit(NamedTuple):
    """The most that the wagers of a round may win together, in a unit of which ante and limit are multiples."""

    ante_cents: int
    cents: int
    cuts: Ints
    """[across hand, down hand, bets] -> the amount that the limit takes off; bets are the three multiples in one
    number, the Middle bet counting fastest."""


@kernel
def solve_freely(setting: Setting, ways_down: Ints, sums: Ints) -> None:
    """For every hole h of one shape: `sums[h, i, j, p]` = the value without a limit, in antes, over all down pairs and
    middle cards when p is across, bets i and j are made across and down, and the Middle decision is the best one.

    `ways_down[p, q]` counts the pairs q that are left beside p.
    """
    kinds, multiples = setting.kinds, setting.odds.multiples
    pairs, size = kinds.pairs, multiples.shape[0]
    unsigned = kinds.first.dtype.type
    cards = kinds.counts.sum() - 4
    ends = (multiples[0], multiples[size - 1])
    worth = np.zeros(kinds.first.shape[0], np.int64)
    here, there, base, middles = line_rows(setting.room, kinds.first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        for p in range(unsigned(pairs)):
            look_beside(setting, p)
            for i in range(size):
                for j in range(size):
                    bet, reply = multiples[i], multiples[j]
                    choose_middle(base, here, there, middles, bet, reply, ends, -cards * (2 + bet + reply), worth)
                    sums[hole, i, j, p] = weighted_sum(ways_down[p], worth)


@kernel
def weighted_sum(ways: Ints, worth: Ints) -> int:
    """Return the value of all down pairs together."""
    total = 0
    for q in range(np.uint64(ways.shape[0])):
        total += ways[q] * worth[q]
    return total


@kernel
def take_off(setting: Setting, ways_down: Ints, limit: Limit, sums: Ints) -> None:
    """Change `sums` from the value without a limit, in the unit of the limit, to the value under it."""
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    counts, first, second, pairs, made = kinds.counts, kinds.first, kinds.second, kinds.pairs, room.made
    multiples, unit, table = odds.multiples, limit.ante_cents, limit.cuts
    size, hands = multiples.shape[0], odds.pay.shape[0]
    unsigned = first.dtype.type
    cards = counts.sum() - 4
    left = counts.copy()
    cuts = np.zeros(table.shape[2], np.int64)
    is_cut = np.zeros((hands, hands), np.bool_)
    for across in range(hands):
        for down in range(hands):
            is_cut[across, down] = table[across, down].max() > 0
    most_won = np.zeros(pairs, np.int64)
    here, there, base, middles = line_rows(room, first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        list_most_won(made, odds.pay, odds.ante, unit, multiples[size - 1], most_won)
        most = most_won.max()
        for p in range(unsigned(pairs)):
            if most_won[p] + most <= limit.cents:
                continue
            look_beside(setting, p)
            left[first[p]] -= 1
            left[second[p]] -= 1
            for q in range(pairs):
                if ways_down[p, q] == 0 or most_won[p] + most_won[q] <= limit.cents:
                    continue
                left[first[q]] -= 1
                left[second[q]] -= 1
                any_cut = False
                for kind in range(counts.shape[0]):
                    across, down = made[kind, p], made[kind, q]
                    if left[kind] > 0 and is_cut[across, down]:
                        if not any_cut:
                            cuts[:] = 0
                            any_cut = True
                        add_times(left[kind], table[across, down], cuts)
                left[first[q]] += 1
                left[second[q]] += 1
                if not any_cut:
                    continue
                for i in range(size):
                    for j in range(size):
                        lines = base[q] + multiples[i] * here[q] + multiples[j] * there[q]
                        fold = -unit * cards * (2 + multiples[i] + multiples[j])
                        free = unit * (lines + max(middles[q] * multiples[0], middles[q] * multiples[size - 1]))
                        best = fold
                        for k in range(size):
                            cut = cuts[(i * size + j) * size + k]
                            best = max(best, unit * (lines + multiples[k] * middles[q]) - cut)
                        sums[hole, i, j, p] += ways_down[p, q] * (best - max(free, fold))
            left[first[p]] += 1
            left[second[p]] += 1


@kernel
def list_most_won(made: Ints, pay: Ints, ante: Ints, unit: int, most: int, most_won: Ints) -> None:
    """Write the most that each pair's line can add to the winnings, with any middle card."""
    for p in range(most_won.shape[0]):
        most_won[p] = 0
        for kind in range(made.shape[0]):
            hand = made[kind, p]
            # The Middle bet wins at most what both lines win together.
            most_won[p] = max(most_won[p], unit * (max(ante[hand], 0) + 2 * most * max(pay[hand], 0)))


@kernel
def add_times(count: int, row: Ints, cuts: Ints) -> None:
    """Add `count` times a row of cuts to the others."""
    for place in range(np.uint64(cuts.shape[0])):
        cuts[place] += count * row[place]
