"""Values of decisions added up over what a person can see of a state: the ground that short rule lists grow on.

Every pair of kinds has a small code beside its hole; a state at the third decision has the code
`third_codes[code of across pair, code of down pair] - shared[ranks that both pairs hold]`.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.solution import add_higher, add_higher_hand, line_hands, line_pays, pick, without

Ints = NDArray[Any]


@njit(cache=True, nogil=True)
def follow(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways: Ints, ways_after: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, pay: Ints, ante: Ints, multiples: Ints, rises: bool, rows: Ints, packs: Ints,
    line: Ints, gone: Ints, found: Ints, weights: Ints, act_first: Ints, act_second: Ints, pair_codes: Ints,
    third_codes: Ints, masks: Ints, shared: Ints, act_third: Ints, third_sums: Ints, second_sums: Ints,
    act_by_code: bool,
) -> None:  # fmt: skip
    """Two sums over all deals of one shape of hole cards, in antes.

    `third_sums[code, action]`: what each third action is worth over the states of a code, after the first and second
    decisions given. `second_sums[hole, p, action]`: what each second action is worth when the third decision is
    `act_third[code]`; filled only when `act_by_code` says so.
    """
    pairs = ways.shape[0]
    unsigned = first.dtype.type
    size = multiples.shape[0]
    cards = -4
    for kind in range(counts.shape[0]):
        cards += counts[kind]
    xs, scaled, ys = rows[0], rows[1], rows[2]
    own_x, own_y, x_first, x_second = line[0], line[1], line[2], line[3]
    here, there, base, middles = line[4], line[5], line[6], line[7]
    zero = unsigned(0)
    for hole in range(ranks.shape[0]):
        i = act_first[hole] - 1
        if i < 0:
            continue
        bet = multiples[i]
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(found, counts, first, second, pay, ante, xs, scaled, ys, packs, own_x, own_y, x_first, x_second)
        for p in range(unsigned(pairs)):
            j = act_second[hole, p] - 1
            if j < 0 and not act_by_code:
                continue
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
            for q in range(pairs):
                deals = weights[hole] * ways[p] * ways_after[p, q]
                if deals == 0:
                    continue
                code = third_codes[pair_codes[hole, p], pair_codes[hole, q]] - shared[masks[hole, p] & masks[hole, q]]
                if act_by_code:
                    k = act_third[code] - 1
                    for reply in range(size):
                        if k < 0:
                            worth = -cards * (2 + bet + multiples[reply])
                        else:
                            worth = base[q] + bet * here[q] + multiples[reply] * there[q] + multiples[k] * middles[q]
                        second_sums[hole, p, reply + 1] += deals * worth
                    second_sums[hole, p, 0] -= deals * cards * (2 + bet)
                else:
                    played = base[q] + bet * here[q] + multiples[j] * there[q]
                    third_sums[code, 0] -= deals * cards * (2 + bet + multiples[j])
                    for k in range(size):
                        third_sums[code, k + 1] += deals * (played + multiples[k] * middles[q])
