"""Every deal counted by what its round came to and by the hand of the five community cards.

The two pairs and the middle card are kinds, which tell the ranks but not all suits. The ranks alone decide the hand of
five cards unless all are of one suit, and how many of the deals behind one combination of kinds have that can be
counted: only five different ranks can. Beside an unsuited hole each of the four suits is possible for which the hole
took none of the five cards. Beside a suited hole five cards of its suit always match, and five cards outside it match
in three ways, once for each other suit, of which the hole holds no card.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.solver import line_hands

Ints = NDArray[Any]
RANKS = 13
SUITS = 4


@njit(cache=True, nogil=True)
def count_jointly(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways: Ints, ways_after: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, found: Ints, weights: Ints, act_first: Ints, act_second: Ints,
    act_third: Ints, played: Ints, folded: Ints, joint: Ints,
) -> None:  # fmt: skip
    """Adds up deals in `joint[outcome, community hand]`.

    Actions are numbered: 0 folds, i + 1 bets multiple i. `played[i, j, k, across hand, down hand]` and
    `folded[stage, i, j]` say which outcome a round is, as the tally indexes them. `found` is scratch.
    """
    kinds, pairs = counts.shape[0], ways.shape[0]
    left = counts.copy()
    for hole in range(ranks.shape[0]):
        if weights[hole] == 0:
            continue
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        i = act_first[hole] - 1
        for p in range(pairs):
            a, b = first[p], second[p]
            across_ways = weights[hole] * ways[p]
            across_keys = rank_keys[ranks[hole, a]] + rank_keys[ranks[hole, b]]
            j = -1 if i < 0 else act_second[hole, p] - 1
            left[a] -= 1
            left[b] -= 1
            for q in range(pairs):
                deals = across_ways * ways_after[p, q]
                if deals == 0:
                    continue
                c, d = first[q], second[q]
                k = -1 if j < 0 else act_third[hole, p, q] - 1
                keys = across_keys + rank_keys[ranks[hole, c]] + rank_keys[ranks[hole, d]]
                left[c] -= 1
                left[d] -= 1
                for kind in range(kinds):
                    if left[kind] == 0:
                        continue
                    if i < 0:
                        outcome = folded[0, 0, 0]
                    elif j < 0:
                        outcome = folded[1, i, 0]
                    elif k < 0:
                        outcome = folded[2, i, j]
                    else:
                        outcome = played[i, j, k, found[kind, p], found[kind, q]]
                    rank = ranks[hole, kind]
                    all_suits = deals * left[kind]
                    mask = (1 << ranks[hole, a]) | (1 << ranks[hole, b]) | (1 << ranks[hole, c]) | (1 << ranks[hole, d])
                    mask |= 1 << rank
                    suited = by_rank_mask[mask]
                    one_suit = 0
                    if suited:
                        one_suit = weights[hole] * matching_suits(counts, a, b, c, d, kind)
                        joint[outcome, suited] += one_suit
                    joint[outcome, by_key_sum[keys + rank_keys[rank]]] += all_suits - one_suit
                left[c] += 1
                left[d] += 1
            left[a] += 1
            left[b] += 1


@njit(cache=True, nogil=True)
def matching_suits(counts: Ints, a: int, b: int, c: int, d: int, e: int) -> int:
    """In how many ways five cards of these kinds, all of different ranks, can be of one suit."""
    if counts.shape[0] == RANKS:
        return SUITS - sum_missing(counts, a, b, c, d, e)
    of_suit = (a >= RANKS) + (b >= RANKS) + (c >= RANKS) + (d >= RANKS) + (e >= RANKS)
    if of_suit == 5:
        return 1
    return SUITS - 1 if of_suit == 0 else 0


@njit(cache=True, nogil=True)
def sum_missing(counts: Ints, a: int, b: int, c: int, d: int, e: int) -> int:
    """Cards of these ranks that the hole took; they are of different suits."""
    return 5 * SUITS - counts[a] - counts[b] - counts[c] - counts[d] - counts[e]
