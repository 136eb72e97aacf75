"""The exact solution by backward induction, one shape of hole cards at a time. All integers.

The two lines are alike in the Middle wager and in the antes, so the value with p across and q down for bets (i, j) is
the value with q across and p down for bets (j, i): every unordered pair of pairs is visited once.
"""

from __future__ import annotations

from typing import NamedTuple

from crossfelt.kernels.crisscross.lines import (
    BLOCK,
    ROW,
    SCALED,
    XS,
    YS,
    Ints,
    Setting,
    add_best_multiple,
    add_higher_hands,
    add_higher_pays,
    cards_left,
    lay_out,
    line_rows,
    pick,
    without,
)
from crossfelt.kernels.jit import inner, kernel


class Opening(NamedTuple):
    """The step from the second decision back to the first."""

    ways: Ints
    """Pair -> ways to draw it across."""
    folds: Ints
    """Bet across -> the value of folding at the second decision over all down pairs and middle cards."""


@kernel
def solve_holes(
    setting: Setting, ways: Ints, ways_back: Ints, opening: Opening, totals: Ints, sums: Ints, firsts: Ints
) -> None:
    """For every hole h of one shape: `sums[h, i, e, p]` = the value over all down pairs and middle cards when p is
    across, bet i of the multiples was made across and the smallest (e = 0) or largest (e = 1) is made down, the Middle
    decision being the best one; and `firsts[h, i]` = the value of bet i across when both other decisions are the best.

    `ways[p, q]` counts the pairs q that are left beside p, `ways_back` is its transpose. `totals` is scratch: the sums
    of one hole, six rows of length `ROW` for each multiple that is neither the smallest nor the largest, at least six.
    """
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    multiples, pairs, width = odds.multiples, kinds.pairs, kinds.first.shape[0]
    unsigned = kinds.first.dtype.type
    last = multiples.shape[0] - 1
    cards = cards_left(kinds.counts)
    stop, blocks = unsigned(width), max(last - 1, 1)
    here, there, base, middles = line_rows(room, width)
    first, second, counts, pay, rises = kinds.first, kinds.second, kinds.counts, odds.pay, odds.rises
    xs, scaled, ys, packs, made = room.pays[XS], room.pays[SCALED], room.pays[YS], room.packs, room.made
    line, gone_first, gone_second = room.flat, room.gone[0], room.gone[1]
    halves, other_halves = room.gone_halves[0], room.gone_halves[1]
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        totals[:] = 0
        for p in range(unsigned(pairs)):
            start = p - p % unsigned(BLOCK)
            pick(packs, first, second, p, start, gone_first, gone_second)
            without(first[p], second[p], xs, ys, halves, other_halves, p, start, stop, line)
            if rises:
                add_higher_pays(scaled, p, start, middles)
            else:
                add_higher_hands(made, counts, pay, first, second, p, start, middles)
            add_best_multiple(middles, multiples[0], multiples[last], start, base)
            # The smallest and the largest bet are paired with each one between them, of which there may be none.
            for block in range(blocks):
                bets = multiples[0], multiples[min(block + 1, last)], multiples[last]
                add_three(
                    base, here, there, ways, ways_back, bets, cards, p, start, unsigned(6 * ROW * block), totals
                )  # fmt: skip
        for i in range(last + 1):
            row = 0 if i == 0 else 4 if i == last else 6 * i - 4
            for end in range(2):
                for q in range(pairs):
                    sums[hole, i, end, q] = totals[(row + end) * ROW + q]
            value = 0
            for q in range(pairs):
                value += opening.ways[q] * max(sums[hole, i, 0, q], sums[hole, i, 1, q], opening.folds[i])
            firsts[hole, i] = value


@inner
def add_three(
    bases: Ints, heres: Ints, theres: Ints, ways: Ints, ways_back: Ints, bets: tuple[int, int, int], cards: int, p: int,
    start: int, block: int, totals: Ints,
) -> None:  # fmt: skip
    """Add to the six rows of a block, two for each of three bets across, for the smallest and the largest bet down: for
    p all pairs down from p on, for each pair after p the case that p is down. Each value is the larger of playing on
    and folding. Of twelve values eight differ, because with p and q exchanged two bets meet in the other order. Values
    are named by the bets across and down.

    Every step is cut to the narrow type at once, because a wider type gives the compiler fewer lanes.
    """
    number, wide, place = bases.dtype.type, totals.dtype.type, type(start)
    low, mid, high = bets
    fold_ll, fold_lm, fold_lh = (
        number(-cards * (2 + low + low)), number(-cards * (2 + low + mid)), number(-cards * (2 + low + high))
    )  # fmt: skip
    fold_mh, fold_hh = number(-cards * (2 + mid + high)), number(-cards * (2 + high + high))
    sum_ll, sum_lh, sum_ml, sum_mh, sum_hl, sum_hh = wide(0), wide(0), wide(0), wide(0), wide(0), wide(0)
    row_0, row_1, row_2 = block, block + place(ROW), block + place(2 * ROW)
    row_3, row_4, row_5 = block + place(3 * ROW), block + place(4 * ROW), block + place(5 * ROW)
    for q in range(start, place(bases.shape[0])):
        base, here, there = bases[q], heres[q], theres[q]
        across_l, across_m, across_h = number(base + low * here), number(base + mid * here), number(base + high * here)
        down_l, down_m, down_h = number(low * there), number(mid * there), number(high * there)
        weight, back = wide(ways[p, q]), wide(ways_back[p, q])
        ll, lh = wide(max(number(across_l + down_l), fold_ll)), wide(max(number(across_l + down_h), fold_lh))
        ml, mh = wide(max(number(across_m + down_l), fold_lm)), wide(max(number(across_m + down_h), fold_mh))
        hl, hh = wide(max(number(across_h + down_l), fold_lh)), wide(max(number(across_h + down_h), fold_hh))
        lm, hm = wide(max(number(across_l + down_m), fold_lm)), wide(max(number(across_h + down_m), fold_mh))
        sum_ll = wide(sum_ll + weight * ll)
        sum_lh = wide(sum_lh + weight * lh)
        sum_ml = wide(sum_ml + weight * ml)
        sum_mh = wide(sum_mh + weight * mh)
        sum_hl = wide(sum_hl + weight * hl)
        sum_hh = wide(sum_hh + weight * hh)
        totals[row_0 + q] = wide(totals[row_0 + q] + back * ll)
        totals[row_1 + q] = wide(totals[row_1 + q] + back * hl)
        totals[row_2 + q] = wide(totals[row_2 + q] + back * lm)
        totals[row_3 + q] = wide(totals[row_3 + q] + back * hm)
        totals[row_4 + q] = wide(totals[row_4 + q] + back * lh)
        totals[row_5 + q] = wide(totals[row_5 + q] + back * hh)
    totals[row_0 + p] = wide(totals[row_0 + p] + sum_ll)
    totals[row_1 + p] = wide(totals[row_1 + p] + sum_lh)
    totals[row_2 + p] = wide(totals[row_2 + p] + sum_ml)
    totals[row_3 + p] = wide(totals[row_3 + p] + sum_mh)
    totals[row_4 + p] = wide(totals[row_4 + p] + sum_hl)
    totals[row_5 + p] = wide(totals[row_5 + p] + sum_hh)
