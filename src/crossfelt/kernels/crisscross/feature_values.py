"""Sums of state values over the features that a person can see, from which short rule lists are grown.

Every pair of kinds has a small code beside its hole; a state at the third decision has the code `third_codes[code of
across pair, code of down pair] - shared[ranks in both pairs]`.
"""

from __future__ import annotations

from typing import NamedTuple

from crossfelt.kernels.crisscross.lines import Ints, Setting, Ways, lay_out, line_rows, look_beside
from crossfelt.kernels.jit import kernel

DEALS, BASE, HERE, THERE, MIDDLES = range(5)
"""Columns of the sums: deals, the win of both antes over them, and the win of a unit on each of the three bets."""


class Codes(NamedTuple):
    """Visible features as small numbers."""

    groups: Ints
    """[hole, across pair] -> number of its group among those of the hole; members of a group aren't distinguished."""
    pairs: Ints
    """[hole, pair] -> code of the pair."""
    masks: Ints
    """[hole, pair] -> ranks of the pair, a bit for each."""
    third: Ints
    """[code of across pair, code of down pair] -> code of the state, as if no rank were in both pairs."""
    shared: Ints
    """[ranks in both pairs] -> the amount to subtract from that code."""


@kernel
def add_up_seen(setting: Setting, ways: Ways, codes: Codes, hole: int, rows: Ints, keys: Ints, sums: Ints) -> int:
    """Sum the states of one hole that have the same group and the same code at the third decision.

    `keys[row]` = group and code, `sums[row]` = the sums of the states; the result is the number of rows. `rows` is
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
