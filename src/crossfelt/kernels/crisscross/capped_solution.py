"""The exact optimum when the winnings of a round are limited. All integers, in cents.

A limit makes the value of a bet bend downwards, so that the best bet need not be the smallest or the largest: every
multiple is tried at every decision. Only middle cards that can bring more than the limit need a closer look; all else
comes from the same sums as in the solver.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.known_cards import look_beside
from crossfelt.kernels.crisscross.solution import line_hands, line_pays

Ints = NDArray[Any]


@njit(cache=True, nogil=True)
def solve_capped(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways_after: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, pay: Ints, ante: Ints, multiples: Ints, rises: bool, rows: Ints, packs: Ints,
    line: Ints, gone: Ints, found: Ints, unit: int, limit: int, covers: Ints, sums: Ints,
) -> None:  # fmt: skip
    """For every hole h of one shape: `sums[h, i, j, p]` = the value, in cents, over all down pairs and middle cards
    when p lies across, bets i and j are made across and down, and the Middle decision is the best one.

    `unit` is one ante in cents. What the five wagers win together is cut at `limit` cents; `covers` says with 1 or 0
    whether the two antes, the Across, the Down and the Middle bet count towards it.
    """
    size, kinds, pairs = multiples.shape[0], counts.shape[0], ways_after.shape[0]
    most = multiples[size - 1]
    cards = counts.sum() - 4
    left = counts.copy()
    cuts = np.zeros((size, size, size), np.int64)
    most_won = np.zeros(pairs, np.int64)
    here, there, base, middles = line[4], line[5], line[6], line[7]
    for hole in range(ranks.shape[0]):
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(
            found,
            counts,
            first,
            second,
            pay,
            ante,
            rows[0],
            rows[1],
            rows[2],
            packs,
            line[0],
            line[1],
            line[2],
            line[3],
        )
        for p in range(pairs):
            most_won[p] = 0
            for kind in range(kinds):
                hand = found[kind, p]
                # Whatever the Middle bet wins is at most what both lines win together.
                most_won[p] = max(most_won[p], unit * (max(ante[hand], 0) + 2 * most * max(pay[hand], 0)))
        for p in range(pairs):
            look_beside(p, counts, first, second, found, pay, rises, rows, packs, line, gone)
            left[first[p]] -= 1
            left[second[p]] -= 1
            for q in range(pairs):
                if ways_after[p, q] == 0:
                    continue
                cuts[:] = 0
                if most_won[p] + most_won[q] > limit:
                    left[first[q]] -= 1
                    left[second[q]] -= 1
                    for kind in range(kinds):
                        if left[kind] > 0:
                            across, down = found[kind, p], found[kind, q]
                            add_cuts(across, down, left[kind], pay, ante, multiples, unit, limit, covers, cuts)
                    left[first[q]] += 1
                    left[second[q]] += 1
                for i in range(size):
                    for j in range(size):
                        lines = base[q] + multiples[i] * here[q] + multiples[j] * there[q]
                        best = -unit * cards * (2 + multiples[i] + multiples[j])
                        for k in range(size):
                            best = max(best, unit * (lines + multiples[k] * middles[q]) - cuts[i, j, k])
                        sums[hole, i, j, p] += ways_after[p, q] * best
            left[first[p]] += 1
            left[second[p]] += 1


@njit(cache=True, nogil=True)
def add_cuts(
    across: int, down: int, count: int, pay: Ints, ante: Ints, multiples: Ints, unit: int, limit: int, covers: Ints,
    cuts: Ints,
) -> None:  # fmt: skip
    """Adds what the limit takes off these two hands, for every choice of the three bets."""
    size = multiples.shape[0]
    antes = covers[0] * max(ante[across], 0) + covers[1] * max(ante[down], 0)
    on_across = covers[2] * max(pay[across], 0)
    on_down = covers[3] * max(pay[down], 0)
    on_middle = covers[4] * max(pay[max(across, down)], 0)
    if unit * (antes + multiples[size - 1] * (on_across + on_down + on_middle)) <= limit:
        return
    for i in range(size):
        for j in range(size):
            for k in range(size):
                won = antes + multiples[i] * on_across + multiples[j] * on_down + multiples[k] * on_middle
                cuts[i, j, k] += count * max(unit * won - limit, 0)
