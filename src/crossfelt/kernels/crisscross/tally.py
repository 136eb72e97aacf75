"""What a whole strategy comes to: every deal counted under the decisions that are made on the way to it.

Counts are of deals, so they are integers and add up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from crossfelt.kernels.crisscross.lines import (
    Decisions,
    HandTables,
    Ints,
    Kinds,
    Setting,
    Ways,
    cards_left,
    lay_out,
    line_hands,
)
from crossfelt.kernels.crisscross.middle_decisions import decide_middles


class TallyArrays(NamedTuple):
    """Something for every way in which a round can go: deals counted, or the number of an outcome."""

    played: Ints
    """[i, j, k, across hand, down hand] by the three bets, numbered from 0 for the smallest."""
    folded: Ints
    """[stage, i, j] by the decision at which a round is folded and the bets before it; indices without a bet are 0."""


@njit(cache=True, nogil=True)
def best_third(setting: Setting, decisions: Decisions) -> None:
    """Fills in the best third decisions after the given first and second ones; of equal actions the smallest wager.
    Holes and pairs that fold earlier keep what they have."""
    kinds, multiples = setting.kinds, setting.odds.multiples
    width, pairs = kinds.first.shape[0], kinds.pairs
    replies = np.zeros(width, setting.room.line.dtype)
    third = np.zeros((width, width), np.int8)
    for hole in range(kinds.ranks.shape[0]):
        action = decisions.first[hole]
        if action == 0:
            continue
        lay_out(setting, hole)
        list_replies(decisions.second[hole], multiples, replies)
        decide_middles(setting, multiples[action - 1], replies, third)
        for p in range(pairs):
            if decisions.second[hole, p] != 0:
                decisions.third[hole, p] = third[p, :pairs]


@njit(cache=True, nogil=True)
def list_replies(second: Ints, multiples: Ints, replies: Ints) -> None:
    """The bet of each second decision, 0 where it folds."""
    for p in range(second.shape[0]):
        replies[p] = 0 if second[p] == 0 else multiples[second[p] - 1]


@njit(cache=True, nogil=True)
def tally_strategy(
    kinds: Kinds, tables: HandTables, found: Ints, ways: Ways, decisions: Decisions, counted: TallyArrays
) -> None:
    """Adds up deals. Those folded at the first decision are left to the caller, who knows their number."""
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    ways_across, ways_down, act_second, act_third = ways.across, ways.down, decisions.second, decisions.third
    played, folded = counted.played, counted.folded
    cards = cards_left(counts)
    left = counts.copy()
    for hole in range(kinds.ranks.shape[0]):
        i = decisions.first[hole] - 1
        if i < 0:
            continue
        line_hands(kinds, hole, tables, found)
        for p in range(pairs):
            a, b = first[p], second[p]
            across_ways = ways.holes[hole] * ways_across[p]
            j = act_second[hole, p] - 1
            if j < 0:
                for q in range(pairs):
                    folded[1, i, 0] += across_ways * ways_down[p, q] * cards
                continue
            left[a] -= 1
            left[b] -= 1
            for q in range(pairs):
                deals = across_ways * ways_down[p, q]
                if deals == 0:
                    continue
                k = act_third[hole, p, q] - 1
                if k < 0:
                    folded[2, i, j] += deals * cards
                    continue
                c, d = first[q], second[q]
                left[c] -= 1
                left[d] -= 1
                for kind in range(counts.shape[0]):
                    played[i, j, k, found[kind, p], found[kind, q]] += deals * left[kind]
                left[c] += 1
                left[d] += 1
            left[a] += 1
            left[b] += 1
