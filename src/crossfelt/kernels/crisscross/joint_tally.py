"""Count every deal by the outcome of its round and by the hand of the five community cards.

The two pairs and the middle card are kinds, which determine the ranks but not all suits. The ranks alone determine the
hand of five cards unless all are of one suit. The deals of a combination of kinds for which that happens can be
counted, and they have five different ranks. Beside an unsuited hole each suit is possible in which the hole took none
of the five cards. Beside a suited hole five cards of its suit always match, and five cards outside it match in three
ways, once for each other suit, of which the hole has no card.
"""

from __future__ import annotations

import numpy as np

from crossfelt.kernels.crisscross.lines import Decisions, Ints, Setting, Ways, line_hands
from crossfelt.kernels.crisscross.tally import TallyArrays
from crossfelt.kernels.jit import inner, kernel

RANKS = 13
SUITS = 4


@kernel
def tally_jointly(setting: Setting, ways: Ways, decisions: Decisions, outcomes: TallyArrays, joint: Ints) -> None:
    """Add up deals in `joint[outcome, community hand]`; `outcomes` gives the outcome of a round."""
    kinds, tables, made = setting.kinds, setting.tables, setting.room.made
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    ways_across, ways_down, act_second, act_third = ways.across, ways.down, decisions.second, decisions.third
    rank_keys, by_key_sum, by_rank_mask = tables.rank_keys, tables.by_key_sum, tables.by_rank_mask
    played, folded = outcomes.played, outcomes.folded
    left = counts.copy()
    one_outcome = np.full(played.shape[3:], -1, played.dtype)
    for hole in range(kinds.ranks.shape[0]):
        holes, ranks = ways.holes[hole], kinds.ranks[hole]
        if holes == 0:
            continue
        line_hands(kinds, hole, tables, made)
        i = decisions.first[hole] - 1
        for p in range(pairs):
            a, b = first[p], second[p]
            j = -1 if i < 0 else act_second[hole, p] - 1
            left[a] -= 1
            left[b] -= 1
            for q in range(pairs):
                deals = holes * ways_across[p] * ways_down[p, q]
                if deals == 0:
                    continue
                c, d = first[q], second[q]
                k = -1 if j < 0 else act_third[hole, p, q] - 1
                cells = one_outcome
                if k >= 0:
                    cells = played[i, j, k]
                else:
                    outcome = folded[0, 0, 0] if i < 0 else folded[1, i, 0] if j < 0 else folded[2, i, j]
                    if one_outcome[0, 0] != outcome:
                        one_outcome[:] = outcome
                left[c] -= 1
                left[d] -= 1
                add_by_ranks(ranks, a, b, c, d, p, q, left, deals, rank_keys, by_key_sum, made, cells, joint)
                if may_match(ranks, a, b, c, d):
                    move_one_suit(
                        ranks, a, b, c, d, p, q, left, counts, holes, rank_keys, by_key_sum, by_rank_mask, made,
                        cells, joint,
                    )  # fmt: skip
                left[c] += 1
                left[d] += 1
            left[a] += 1
            left[b] += 1


@inner
def add_by_ranks(
    ranks: Ints, a: int, b: int, c: int, d: int, p: int, q: int, left: Ints, deals: int, rank_keys: Ints,
    by_key_sum: Ints, made: Ints, cells: Ints, joint: Ints,
) -> None:  # fmt: skip
    """Add all middle cards, as if the five were never of one suit."""
    keys = rank_keys[ranks[a]] + rank_keys[ranks[b]] + rank_keys[ranks[c]] + rank_keys[ranks[d]]
    for kind in range(ranks.shape[0]):
        outcome = cells[made[kind, p], made[kind, q]]
        joint[outcome, by_key_sum[keys + rank_keys[ranks[kind]]]] += deals * left[kind]


@kernel
def may_match(ranks: Ints, a: int, b: int, c: int, d: int) -> bool:
    """Return whether four cards of these kinds can be of one suit."""
    if ranks[a] == ranks[b] or ranks[c] == ranks[d] or ranks[a] == ranks[c] or ranks[a] == ranks[d]:
        return False
    if ranks[b] == ranks[c] or ranks[b] == ranks[d]:
        return False
    of_suit = (a >= RANKS) + (b >= RANKS) + (c >= RANKS) + (d >= RANKS)
    return of_suit in (0, 4)


@kernel
def move_one_suit(
    ranks: Ints, a: int, b: int, c: int, d: int, p: int, q: int, left: Ints, counts: Ints, holes: int, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, made: Ints, cells: Ints, joint: Ints,
) -> None:  # fmt: skip
    """Move the deals with all five cards of one suit to their flush."""
    keys = rank_keys[ranks[a]] + rank_keys[ranks[b]] + rank_keys[ranks[c]] + rank_keys[ranks[d]]
    mask = (1 << ranks[a]) | (1 << ranks[b]) | (1 << ranks[c]) | (1 << ranks[d])
    for kind in range(ranks.shape[0]):
        flush = by_rank_mask[mask | (1 << ranks[kind])]
        if flush == 0 or left[kind] == 0:
            continue
        deals = holes * matching_suits(counts, a, b, c, d, kind)
        outcome = cells[made[kind, p], made[kind, q]]
        joint[outcome, flush] += deals
        joint[outcome, by_key_sum[keys + rank_keys[ranks[kind]]]] -= deals


@kernel
def matching_suits(counts: Ints, a: int, b: int, c: int, d: int, e: int) -> int:
    """Return in how many ways five cards of these kinds, all of different ranks, can be of one suit."""
    if counts.shape[0] > RANKS:
        of_suit = (a >= RANKS) + (b >= RANKS) + (c >= RANKS) + (d >= RANKS) + (e >= RANKS)
        return 1 if of_suit == 5 else SUITS - 1 if of_suit == 0 else 0
    # The hole's cards are of different suits: each makes one suit impossible.
    return SUITS - (5 * SUITS - counts[a] - counts[b] - counts[c] - counts[d] - counts[e])
