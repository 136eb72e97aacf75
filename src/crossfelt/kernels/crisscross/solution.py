"""The exact solution by backward induction, one shape of hole cards at a time. All integers.

The two lines are alike in the Middle wager and in the antes, so the value with p across and q down for bets (i, j) is
the value with q across and p down for bets (j, i): every unordered pair of pairs is met once.
"""

from __future__ import annotations

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


@kernel
def solve_holes(setting: Setting, ways: Ints, ways_back: Ints, totals: Ints, sums: Ints) -> None:
    """For every hole h of one shape: `sums[h, i, e, p]` = the value over all down pairs and middle cards when p lies
    across, bet i of the multiples was made across and the smallest (e = 0) or largest (e = 1) is made down, the Middle
    decision being the best one.

    `ways[p, q]` counts the pairs q that are left beside p, `ways_back` is its transpose. `totals` is scratch: the sums
    of one hole, rows of length `ROW` end to end.
    """
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    multiples, pairs, width = odds.multiples, kinds.pairs, kinds.first.shape[0]
    unsigned = kinds.first.dtype.type
    last = multiples.shape[0] - 1
    cards = cards_left(kinds.counts)
    stop = unsigned(width)
    here, there, base, middles = line_rows(room, width)
    first, second, counts, pay, rises = kinds.first, kinds.second, kinds.counts, odds.pay, odds.rises
    xs, scaled, ys, packs, found = room.pays[XS], room.pays[SCALED], room.pays[YS], room.packs, room.found
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
                add_higher_hands(found, counts, pay, first, second, p, start, middles)
            add_best_multiple(middles, multiples[0], multiples[last], start, base)
            for i in range(unsigned(last + 1)):
                add_bet(
                    base, here, there, ways, ways_back, multiples[0], multiples[last], multiples[i], cards, p, start,
                    i * unsigned(2 * ROW), totals,
                )  # fmt: skip
        for i in range(last + 1):
            for end in range(2):
                for q in range(pairs):
                    sums[hole, i, end, q] = totals[(2 * i + end) * ROW + q]


@inner
def add_bet(
    bases: Ints, heres: Ints, theres: Ints, ways: Ints, ways_back: Ints, low: int, high: int, bet: int, cards: int,
    p: int, start: int, row: int, totals: Ints,
) -> None:  # fmt: skip
    """Adds to the two rows of a bet across, for the smallest and the largest bet down: for p all pairs down from p on,
    for each pair behind p the case that p lies down. Each value is that of playing on or of folding, the larger one.

    Every step is cut to the narrow type at once: of a wider one the compiler would make fewer lanes.
    """
    number, wide, next_row = bases.dtype.type, totals.dtype.type, row + type(row)(ROW)
    fold_low, fold_high = number(-cards * (2 + bet + low)), number(-cards * (2 + bet + high))
    total_low, total_high = wide(0), wide(0)
    for q in range(start, type(start)(bases.shape[0])):
        base, here, there = bases[q], heres[q], theres[q]
        across, back = number(base + bet * here), number(base + bet * there)
        weight, weight_back = wide(ways[p, q]), wide(ways_back[p, q])
        total_low = wide(total_low + weight * wide(max(number(across + low * there), fold_low)))
        total_high = wide(total_high + weight * wide(max(number(across + high * there), fold_high)))
        back_low = weight_back * wide(max(number(back + low * here), fold_low))
        back_high = weight_back * wide(max(number(back + high * here), fold_high))
        totals[row + q] = wide(totals[row + q] + back_low)
        totals[next_row + q] = wide(totals[next_row + q] + back_high)
    totals[row + p] = wide(totals[row + p] + total_low)
    totals[next_row + p] = wide(totals[next_row + p] + total_high)
