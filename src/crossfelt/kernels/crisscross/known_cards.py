"""Exact values when a player knows more than the game shows: a card of the cross, or cards that are out of the deck.

Kinds, pairs and `found` are those of the solver. A value is a sum over deals, in antes; decisions not yet made are the
best ones.
"""

from __future__ import annotations

import numpy as np

from crossfelt.kernels.crisscross.lines import Decisions, Ints, Setting, lay_out, line_hands, line_rows, look_beside
from crossfelt.kernels.jit import kernel


@kernel
def ways_of(left: Ints, kind: int, other: int) -> int:
    """How many ways there are to draw these two kinds from what is left; 0 where there are not enough."""
    if kind == other:
        return left[kind] * (left[kind] - 1) // 2
    return left[kind] * left[other]


@kernel
def known_down(setting: Setting, values: Ints) -> None:
    """`values[hole, kind, i]` = the value of betting multiple i at the first decision when one down card is known to
    be of this kind, over all deals with such a card marked."""
    kinds, multiples = setting.kinds, setting.odds.multiples
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    size, kind_count = multiples.shape[0], counts.shape[0]
    cards = counts.sum()
    left = counts.copy()
    totals = np.zeros((kind_count, size, size), np.int64)
    here, there, base, middles = line_rows(setting.room, first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        for p in range(pairs):
            across_ways = ways_of(counts, first[p], second[p])
            look_beside(setting, p)
            left[first[p]] -= 1
            left[second[p]] -= 1
            totals[:] = 0
            for q in range(pairs):
                c, d = first[q], second[q]
                if ways_of(left, c, d) == 0:
                    continue
                middle = max(middles[q] * multiples[0], middles[q] * multiples[size - 1])
                for i in range(size):
                    for j in range(size):
                        played = base[q] + multiples[i] * here[q] + multiples[j] * there[q] + middle
                        worth = max(played, -(cards - 4) * (2 + multiples[i] + multiples[j]))
                        if c == d:
                            totals[c, i, j] += (left[c] - 1) * worth
                        else:
                            totals[c, i, j] += left[d] * worth
                            totals[d, i, j] += left[c] * worth
            for kind in range(kind_count):
                if left[kind] == 0:
                    continue
                for i in range(size):
                    best = -(cards - 3) * (cards - 4) * (2 + multiples[i])
                    for j in range(size):
                        best = max(best, totals[kind, i, j])
                    values[hole, kind, i] += across_ways * left[kind] * best
            left[first[p]] += 1
            left[second[p]] += 1


@kernel
def known_middle(setting: Setting, values: Ints) -> None:
    """`values[hole, kind, i]` = the value of betting multiple i at the first decision when the middle card is known to
    be of this kind, over all deals with such a middle card. A line is then known as soon as its pair is seen."""
    kinds, odds, found = setting.kinds, setting.odds, setting.room.found
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    pay, ante, multiples = odds.pay, odds.ante, odds.multiples
    size, hands = multiples.shape[0], pay.shape[0]
    down_pairs = (counts.sum() - 3) * (counts.sum() - 4) // 2
    left = counts.copy()
    drawn = np.zeros(hands, np.int64)
    for hole in range(kinds.ranks.shape[0]):
        line_hands(kinds, hole, setting.tables, found)
        for kind in range(counts.shape[0]):
            if counts[kind] == 0:
                continue
            left[kind] -= 1
            for p in range(pairs):
                across_ways = ways_of(left, first[p], second[p])
                if across_ways == 0:
                    continue
                left[first[p]] -= 1
                left[second[p]] -= 1
                drawn[:] = 0
                for q in range(pairs):
                    drawn[found[kind, q]] += ways_of(left, first[q], second[q])
                left[first[p]] += 1
                left[second[p]] += 1
                across = found[kind, p]
                for i in range(size):
                    best = -down_pairs * (2 + multiples[i])
                    for j in range(size):
                        total = 0
                        for down in range(hands):
                            if drawn[down]:
                                unit = pay[max(across, down)]
                                played = ante[across] + ante[down] + multiples[i] * pay[across]
                                played += multiples[j] * pay[down] + max(
                                    unit * multiples[0], unit * multiples[size - 1]
                                )
                                total += drawn[down] * max(played, -(2 + multiples[i] + multiples[j]))
                        best = max(best, total)
                    values[hole, kind, i] += counts[kind] * across_ways * best
            left[kind] += 1


@kernel
def with_cards_gone(setting: Setting, hole: int, decisions: Decisions, values: Ints) -> None:
    """One hole, and a deck of which `setting.kinds.counts` cards of each kind are left.

    `values[0]` = what decisions bring that were made without that knowledge, `values[1]` = folding, `values[2]` and
    `values[3]` = betting the smallest and the largest multiple at the first decision and deciding by the deck as it is.
    In between no multiple is worth more: the value is convex in each bet.
    """
    kinds, multiples = setting.kinds, setting.odds.multiples
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    act_first, act_second, act_third = decisions.first[hole], decisions.second[hole], decisions.third[hole]
    size = multiples.shape[0]
    cards = counts.sum()
    down_pairs = (cards - 2) * (cards - 3) // 2
    left = counts.copy()
    ends = (multiples[0], multiples[size - 1])
    totals = np.zeros((2, 2), np.int64)
    here, there, base, middles = line_rows(setting.room, first.shape[0])
    lay_out(setting, hole)
    values[:] = 0
    values[1] = -2 * (cards * (cards - 1) // 2) * down_pairs * (cards - 4)
    for p in range(pairs):
        across_ways = ways_of(counts, first[p], second[p])
        if across_ways == 0:
            continue
        look_beside(setting, p)
        left[first[p]] -= 1
        left[second[p]] -= 1
        totals[:] = 0
        followed = 0
        for q in range(pairs):
            down_ways = ways_of(left, first[q], second[q])
            if down_ways == 0:
                continue
            middle = max(middles[q] * ends[0], middles[q] * ends[1])
            for i in range(2):
                for j in range(2):
                    played = base[q] + ends[i] * here[q] + ends[j] * there[q] + middle
                    totals[i, j] += down_ways * max(played, -(cards - 4) * (2 + ends[i] + ends[j]))
            if act_first > 0 and act_second[p] > 0:
                bet, reply = multiples[act_first - 1], multiples[act_second[p] - 1]
                if act_third[p, q] > 0:
                    third = multiples[act_third[p, q] - 1]
                    followed += down_ways * (base[q] + bet * here[q] + reply * there[q] + third * middles[q])
                else:
                    followed -= down_ways * (cards - 4) * (2 + bet + reply)
        left[first[p]] += 1
        left[second[p]] += 1
        if act_first > 0:
            if act_second[p] == 0:
                followed = -(2 + multiples[act_first - 1]) * down_pairs * (cards - 4)
            values[0] += across_ways * followed
        for i in range(2):
            fold = -(2 + ends[i]) * down_pairs * (cards - 4)
            values[2 + i] += across_ways * max(fold, totals[i, 0], totals[i, 1])
    if act_first == 0:
        values[0] = values[1]
