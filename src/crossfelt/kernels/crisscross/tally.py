"""What a whole strategy comes to: every deal counted under the decisions that are made on the way to it.

Actions are numbered: 0 folds, i + 1 bets multiple i. Decisions are arrays: the first by hole, the second by hole and
across pair, the third by hole, across pair and down pair. Counts are of deals, so they are integers and add up.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.solution import (
    add_best_multiple,
    add_higher,
    add_higher_hand,
    best_value,
    line_hands,
    line_pays,
    pick,
    without,
)

Ints = NDArray[Any]


@njit(cache=True, nogil=True)
def best_third(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, rank_keys: Ints, by_key_sum: Ints,
    by_rank_mask: Ints, pay: Ints, ante: Ints, multiples: Ints, rises: bool, rows: Ints, packs: Ints, line: Ints,
    gone: Ints, found: Ints, act_first: Ints, act_second: Ints, act_third: Ints,
) -> None:  # fmt: skip
    """Fills `act_third[hole, p, q]` with the best Middle decision after the given first and second ones; of equal
    actions the smallest wager. Holes and pairs that fold earlier keep what they have."""
    pairs = act_third.shape[1]
    number, unsigned = line.dtype.type, first.dtype.type
    last = multiples.shape[0] - 1
    cards = -4
    for kind in range(counts.shape[0]):
        cards += counts[kind]
    xs, scaled, ys = rows[0], rows[1], rows[2]
    own_x, own_y, x_first, x_second = line[0], line[1], line[2], line[3]
    here, there, base, middles, value = line[4], line[5], line[6], line[7], line[8]
    zero = unsigned(0)
    for hole in range(ranks.shape[0]):
        if act_first[hole] == 0:
            continue
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(found, counts, first, second, pay, ante, xs, scaled, ys, packs, own_x, own_y, x_first, x_second)
        bet = multiples[act_first[hole] - 1]
        for p in range(unsigned(pairs)):
            if act_second[hole, p] == 0:
                continue
            reply = multiples[act_second[hole, p] - 1]
            pick(packs, first, second, p, zero, gone[0], gone[1])
            without(
                first[p], second[p], own_x, own_y, xs, ys, x_first, x_second, gone[0], gone[1], p, zero, here, there,
                base, middles,
            )  # fmt: skip
            if rises:
                for eight in range(unsigned(scaled.shape[0]) // unsigned(8)):
                    add_higher(scaled, eight * unsigned(8), p, zero, middles)
            else:
                add_higher_hand(found, counts, pay, first, second, p, zero, middles)
            add_best_multiple(middles, multiples[0], multiples[last], zero, base)
            fold = number(-cards * (2 + bet + reply))
            best_value(base, here, there, bet, reply, fold, zero, value)
            for q in range(pairs):
                if value[q] == fold:
                    act_third[hole, p, q] = 0
                else:
                    act_third[hole, p, q] = last + 1 if middles[q] > 0 else 1


@njit(cache=True, nogil=True)
def tally(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways: Ints, ways_after: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, found: Ints, weights: Ints, act_first: Ints, act_second: Ints,
    act_third: Ints, played: Ints, folded: Ints,
) -> None:  # fmt: skip
    """Adds up deals: `played[i, j, k, across hand, down hand]` by the three actions (numbered from 0 for the smallest
    bet), `folded[0]` at the first decision, `folded[1, i]` at the second, `folded[2, i, j]` at the third (in
    `folded[stage, i, j]`, unused indices 0)."""
    kinds, pairs = counts.shape[0], ways.shape[0]
    cards = -4
    for kind in range(kinds):
        cards += counts[kind]
    left = counts.copy()
    for hole in range(ranks.shape[0]):
        i = act_first[hole] - 1
        if i < 0:
            continue
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        for p in range(pairs):
            a, b = first[p], second[p]
            across_ways = weights[hole] * ways[p]
            j = act_second[hole, p] - 1
            if j < 0:
                for q in range(pairs):
                    folded[1, i, 0] += across_ways * ways_after[p, q] * cards
                continue
            left[a] -= 1
            left[b] -= 1
            for q in range(pairs):
                deals = across_ways * ways_after[p, q]
                if deals == 0:
                    continue
                k = act_third[hole, p, q] - 1
                if k < 0:
                    folded[2, i, j] += deals * cards
                    continue
                c, d = first[q], second[q]
                left[c] -= 1
                left[d] -= 1
                for kind in range(kinds):
                    played[i, j, k, found[kind, p], found[kind, q]] += deals * left[kind]
                left[c] += 1
                left[d] += 1
            left[a] += 1
            left[b] += 1
