"""Values of states added up over what a person can see of them: the ground that short rule lists grow on.

Every pair of kinds has a small code beside its hole; a state at the third decision has the code
`third_codes[code of across pair, code of down pair] - shared[ranks that both pairs hold]`.
"""

from __future__ import annotations

from typing import NamedTuple

from crossfelt.kernels.crisscross.lines import Ints, Setting, Ways, lay_out, line_rows, look_beside
from crossfelt.kernels.jit import kernel

DEALS, BASE, HERE, THERE, MIDDLES = range(5)
"""Columns of the sums: deals, what both antes win over them, and what a unit on each of the three bets wins."""


class Codes(NamedTuple):
    """What a person can see, as small numbers."""

    groups: Ints
    """[hole, across pair] -> number of its group among those of the hole; a group is not told apart."""
    pairs: Ints
    """[hole, pair] -> code of the pair."""
    masks: Ints
    """[hole, pair] -> ranks of the pair, a bit for each."""
    third: Ints
    """[code of across pair, code of down pair] -> code of the state, as if no rank were in both pairs."""
    shared: Ints
    """[ranks that both pairs hold] -> what to take off that code."""


@kernel
def add_up_seen(setting: Setting, ways: Ways, codes: Codes, hole: int, rows: Ints, keys: Ints, sums: Ints) -> int:
    """Adds up the states of one hole that have the same group and the same code at the third decision.

    `keys[row]` = group and code, `sums[row]` = what the states come to; returned is how many rows there are. `rows` is
    scratch, [group, code], filled with -1 before and after.
    """
    kinds, masks, shared = setting.kinds, codes.masks[hole], codes.shared
    pair_codes, pairs = codes.pairs[hole], kinds.pairs
    unsigned = kinds.first.dtype.type
    here, there, base, middles = line_rows(setting.room, kinds.first.shape[0])
    lay_out(setting, hole)
    count = 0
    for p in range(unsigned(pairs)):
        look_beside(setting, p)
        group, mask, third = codes.groups[hole, p], masks[p], codes.third[pair_codes[p]]
        across, down = ways.holes[hole] * ways.across[p], ways.down[p]
        places = rows[group]
        for q in range(pairs):
            deals = across * down[q]
            if deals == 0:
                continue
            code = third[pair_codes[q]] - shared[mask & masks[q]]
            row = places[code]
            if row < 0:
                row = count
                places[code] = row
                keys[row, 0], keys[row, 1] = group, code
                sums[row] = 0
                count += 1
            sums[row, DEALS] += deals
            sums[row, BASE] += deals * base[q]
            sums[row, HERE] += deals * here[q]
            sums[row, THERE] += deals * there[q]
            sums[row, MIDDLES] += deals * middles[q]
    for row in range(count):
        rows[keys[row, 0], keys[row, 1]] = -1
    return count
