"""Values of decisions added up over what a person can see of a state: the ground that short rule lists grow on.

Every pair of kinds has a small code beside its hole; a state at the third decision has the code
`third_codes[code of across pair, code of down pair] - shared[ranks that both pairs hold]`.
"""

from __future__ import annotations

from typing import NamedTuple

from crossfelt.kernels.crisscross.lines import Ints, Setting, Ways, cards_left, lay_out, line_rows, look_beside
from crossfelt.kernels.jit import kernel


class Codes(NamedTuple):
    """What a person can see, as small numbers."""

    pairs: Ints
    """[hole, pair] -> code of the pair."""
    masks: Ints
    """[hole, pair] -> ranks of the pair, a bit for each."""
    third: Ints
    """[code of across pair, code of down pair] -> code of the state, as if no rank were in both pairs."""
    shared: Ints
    """[ranks that both pairs hold] -> what to take off that code."""


@kernel
def follow(
    setting: Setting, ways: Ways, codes: Codes, act_first: Ints, act_second: Ints, act_third: Ints, third_sums: Ints,
    second_sums: Ints, act_by_code: bool,
) -> None:  # fmt: skip
    """Two sums over all deals of one shape of hole cards, in antes.

    `third_sums[code, action]`: what each third action is worth over the states of a code, after the first and second
    decisions given. `second_sums[hole, p, action]`: what each second action is worth when the third decision is
    `act_third[code]`; filled only when `act_by_code` says so.
    """
    kinds, multiples = setting.kinds, setting.odds.multiples
    ways_across, ways_down, pairs = ways.across, ways.down, kinds.pairs
    pair_codes, masks, third_codes, shared = codes.pairs, codes.masks, codes.third, codes.shared
    unsigned = kinds.first.dtype.type
    size = multiples.shape[0]
    cards = cards_left(kinds.counts)
    here, there, base, middles = line_rows(setting.room, kinds.first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        i = act_first[hole] - 1
        if i < 0:
            continue
        bet = multiples[i]
        lay_out(setting, hole)
        for p in range(unsigned(pairs)):
            j = act_second[hole, p] - 1
            if j < 0 and not act_by_code:
                continue
            look_beside(setting, p)
            for q in range(pairs):
                deals = ways.holes[hole] * ways_across[p] * ways_down[p, q]
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
