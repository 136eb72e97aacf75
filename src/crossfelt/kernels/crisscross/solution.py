"""The exact solution by backward induction, one shape of hole cards at a time. All integers.

For one hole, `p` and `q` are kinds of pair, a middle card has a kind too, `x` is what a unit on the bets wins, `y` what
an ante wins. With both pairs gone, a sum over the middle cards is the sum over all cards left after the hole, minus
the terms of the four cards that are gone. The two lines are alike in the Middle wager and in the antes, so the value
with p across and q down for bets (i, j) is the value with q across and p down for bets (j, i): every unordered pair of
pairs is met once. Inner loops run along q, so that the processor works on many states at once, in the integer type of
the scratch arrays; the caller proves that every sum fits it.

Each inner loop stands in a function of its own, with unsigned indices: that is what the compiler turns into vector
code. Between two arrays that a loop reads and writes it also puts a test that they do not overlap; in the loop with
most of them that took longer than the sums, so its arrays lie in one, `ROW` apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[Any]
BLOCK = 16
"""Arrays over pairs are padded to a multiple of this, and loops begin at one: no left-over steps one by one."""
ROW = 320
"""Room for the pairs of any shape: how far the rows of `solve_holes` lie apart."""
ROWS = 8
OWN_X, OWN_Y, X_FIRST, X_SECOND, HERE, THERE, BASE, MIDDLES = (np.uint64(row * ROW) for row in range(ROWS))
"""Where each row begins. Sums of a pair's own line and pays at its own two kinds, as `line_pays` leaves them; then for
two pairs the sums of this line and of the other, of what is won whatever is bet, and of the Middle wager."""


@njit(cache=True, nogil=True)
def line_hands(
    ranks: Ints, own: int, first: Ints, second: Ints, rank_keys: Ints, by_key_sum: Ints, by_rank_mask: Ints, found: Ints
) -> None:
    """`found[m, p]` = the hand of the hole, pair p and middle card m.

    `ranks` is kind -> rank and begins with the ranks of the hole: one rank when `own` is 1 (a pair), else two. Kinds
    from 13 on are single cards of the hole's suit.
    """
    high, low = ranks[0], ranks[own - 1]
    hole_keys = rank_keys[high] + rank_keys[low]
    hole_mask = (1 << high) | (1 << low)
    for p in range(first.shape[0]):
        a, b = first[p], second[p]
        keys = hole_keys + rank_keys[ranks[a]] + rank_keys[ranks[b]]
        mask = hole_mask | (1 << ranks[a]) | (1 << ranks[b])
        for middle in range(min(ranks.shape[0], 13)):
            found[middle, p] = by_key_sum[keys + rank_keys[ranks[middle]]]
        for middle in range(13, ranks.shape[0]):
            if a >= 13:
                found[middle, p] = by_rank_mask[mask | (1 << ranks[middle])]
            else:
                found[middle, p] = by_key_sum[keys + rank_keys[ranks[middle]]]


@njit(cache=True, nogil=True)
def line_pays(
    found: Ints, counts: Ints, first: Ints, second: Ints, pay: Ints, ante: Ints, xs: Ints, scaled: Ints, ys: Ints,
    packs: Ints, own_x: Ints, own_y: Ints, x_first: Ints, x_second: Ints,
) -> None:  # fmt: skip
    """From the hands of one hole to its pays: by kind and pair (`xs`, `ys`, `scaled` = x times count, both as halves of
    one number in `packs`), summed over the middle cards left beside each pair, and at the pair's own two kinds."""
    halves = packs.view(xs.dtype)
    for kind in range(counts.shape[0]):
        for q in range(first.shape[0]):
            hand = found[kind, q]
            x, y = pay[hand], ante[hand]
            xs[kind, q] = x
            ys[kind, q] = y
            halves[q, 2 * kind] = x
            halves[q, 2 * kind + 1] = y
    own_x[:] = 0
    own_y[:] = 0
    for kind in range(counts.shape[0]):
        count = counts[kind]
        for q in range(first.shape[0]):
            scaled[kind, q] = xs[kind, q] * count
            own_x[q] += xs[kind, q] * count
            own_y[q] += ys[kind, q] * count
    for q in range(first.shape[0]):
        a, b = first[q], second[q]
        x_first[q] = xs[a, q]
        x_second[q] = xs[b, q]
        own_x[q] -= xs[a, q] + xs[b, q]
        own_y[q] -= ys[a, q] + ys[b, q]


@njit(cache=True, nogil=True)
def solve_holes(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways: Ints, ways_back: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, pay: Ints, ante: Ints, multiples: Ints, rises: bool, rows: Ints, packs: Ints,
    line: Ints, gone: Ints, totals: Ints, found: Ints, sums: Ints,
) -> None:  # fmt: skip
    """For every hole h of one shape: `sums[h, i, e, p]` = the value over all down pairs and middle cards when p lies
    across, bet i of `multiples` was made across and the smallest (e = 0) or largest (e = 1) is made down, the Middle
    decision being the best one.

    `ways[p, q]` counts the pairs q that are left beside p, `ways_back` is its transpose. `rises` says that a higher
    hand never pays less. The rest is scratch: `rows` (x, x times count, y; kinds padded to a multiple of 8), `packs`
    (x and y of a pair in one number), `line` (rows of length `ROW`), `gone`, `totals` (the sums of one hole, rows of
    that length end to end) and `found`.
    """
    kinds, pairs, width = counts.shape[0], ways.shape[0], first.shape[0]
    unsigned = first.dtype.type
    last = multiples.shape[0] - 1
    cards = -4
    for kind in range(kinds):
        cards += counts[kind]
    xs, scaled, ys = rows[0], rows[1], rows[2]
    end_to_end = line.ravel()
    own_x, own_y, x_first, x_second = line[0, :width], line[1, :width], line[2, :width], line[3, :width]
    here, there, base, middles = line[4, :width], line[5, :width], line[6, :width], line[7, :width]
    gone_first, gone_second = gone[0], gone[1]
    first_halves, second_halves = gone_first.view(line.dtype), gone_second.view(line.dtype)
    for hole in range(ranks.shape[0]):
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(found, counts, first, second, pay, ante, xs, scaled, ys, packs, own_x, own_y, x_first, x_second)
        totals[:] = 0
        for p in range(unsigned(pairs)):
            start = p - p % unsigned(BLOCK)
            pick(packs, first, second, p, start, gone_first, gone_second)
            without_in_rows(
                first[p], second[p], xs, ys, first_halves, second_halves, p, start, unsigned(width), end_to_end
            )
            if rises:
                for eight in range(unsigned(scaled.shape[0]) // unsigned(8)):
                    add_higher(scaled, eight * unsigned(8), p, start, middles)
            else:
                add_higher_hand(found, counts, pay, first, second, p, start, middles)
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


@njit(cache=True, nogil=True)
def pick(packs: Ints, first: Ints, second: Ints, p: int, start: int, gone_first: Ints, gone_second: Ints) -> None:
    """What the two cards of each pair would have made of p as middle cards.

    Pairs of one first kind lie side by side and their second kinds rise by one, so a span as long as any such run is
    copied whole. What is copied too much comes from the rows behind, and the next first kind overwrites it.
    """
    one, block = type(start)(1), type(start)(BLOCK)
    width, kinds = type(start)(first.shape[0]), type(start)(packs.shape[1])
    span = (kinds + block - one) // block * block
    q = start
    while q + span <= width:
        kind, gone = second[q], packs[p, first[q]]
        for step in range(span):
            gone_first[q + step] = gone
        for step in range(span):
            gone_second[q + step] = packs[p, kind + step]
        q += kinds - kind
    while q < width:
        gone_first[q] = packs[p, first[q]]
        gone_second[q] = packs[p, second[q]]
        q += one


@njit(cache=True, nogil=True)
def without(
    a: int, b: int, own_x: Ints, own_y: Ints, xs: Ints, ys: Ints, x_first: Ints, x_second: Ints, gone_first: Ints,
    gone_second: Ints, p: int, start: int, here: Ints, there: Ints, base: Ints, middles: Ints,
) -> None:  # fmt: skip
    """Sums of both lines and of the antes with the four cards gone, and what they take off the Middle wager."""
    one = type(start)(1)
    gone_c, gone_d = gone_first.view(here.dtype), gone_second.view(here.dtype)
    x_p, y_p, x_a, x_b = own_x[p], own_y[p], xs[a, p], xs[b, p]
    for q in range(start, type(start)(here.shape[0])):
        c, d = gone_c[q + q], gone_d[q + q]
        here[q] = x_p - c - d
        there[q] = own_x[q] - xs[a, q] - xs[b, q]
        base[q] = y_p + own_y[q] - gone_c[q + q + one] - gone_d[q + q + one] - ys[a, q] - ys[b, q]
        middles[q] = -(max(x_a, xs[a, q]) + max(x_b, xs[b, q]) + max(c, x_first[q]) + max(d, x_second[q]))


@njit(cache=True, nogil=True)
def without_in_rows(
    a: int, b: int, xs: Ints, ys: Ints, gone_c: Ints, gone_d: Ints, p: int, start: int, stop: int, line: Ints
) -> None:
    """The same for rows that lie in one array, what is gone being given as halves."""
    one = type(start)(1)
    x_p, y_p, x_a, x_b = line[OWN_X + p], line[OWN_Y + p], xs[a, p], xs[b, p]
    for q in range(start, stop):
        c, d = gone_c[q + q], gone_d[q + q]
        line[HERE + q] = x_p - c - d
        line[THERE + q] = line[OWN_X + q] - xs[a, q] - xs[b, q]
        line[BASE + q] = y_p + line[OWN_Y + q] - gone_c[q + q + one] - gone_d[q + q + one] - ys[a, q] - ys[b, q]
        line[MIDDLES + q] = -(
            max(x_a, xs[a, q]) + max(x_b, xs[b, q]) + max(c, line[X_FIRST + q]) + max(d, line[X_SECOND + q])
        )


@njit(cache=True, nogil=True)
def add_higher(scaled: Ints, kind: int, p: int, start: int, middles: Ints) -> None:
    """Adds the better of p's and each other pair's pay, over eight kinds of middle card."""
    one = type(start)(1)
    k1 = kind + one
    k2 = k1 + one
    k3 = k2 + one
    k4 = k3 + one
    k5 = k4 + one
    k6 = k5 + one
    k7 = k6 + one
    t0, t1, t2, t3 = scaled[kind, p], scaled[k1, p], scaled[k2, p], scaled[k3, p]
    t4, t5, t6, t7 = scaled[k4, p], scaled[k5, p], scaled[k6, p], scaled[k7, p]
    for q in range(start, type(start)(middles.shape[0])):
        middles[q] += (
            max(t0, scaled[kind, q]) + max(t1, scaled[k1, q]) + max(t2, scaled[k2, q]) + max(t3, scaled[k3, q])
            + max(t4, scaled[k4, q]) + max(t5, scaled[k5, q]) + max(t6, scaled[k6, q]) + max(t7, scaled[k7, q])
        )  # fmt: skip


@njit(cache=True, nogil=True)
def add_higher_hand(
    found: Ints, counts: Ints, pay: Ints, first: Ints, second: Ints, p: int, start: int, middles: Ints
) -> None:
    """The same for a table that pays a lower hand more: the Middle wager still follows the higher hand."""
    a, b = first[p], second[p]
    for q in range(start, type(start)(middles.shape[0])):
        c, d = first[q], second[q]
        total = 0
        for kind in range(counts.shape[0]):
            total += counts[kind] * pay[max(found[kind, p], found[kind, q])]
        total -= pay[max(found[a, p], found[a, q])] + pay[max(found[b, p], found[b, q])]
        total -= pay[max(found[c, p], found[c, q])] + pay[max(found[d, p], found[d, q])]
        middles[q] = total


@njit(cache=True, nogil=True)
def add_best_multiple(middles: Ints, low: int, high: int, start: int, base: Ints) -> None:
    """A wager that wins on average is made as large as may be, any other as small."""
    number = base.dtype.type
    for q in range(start, type(start)(base.shape[0])):
        base[q] += max(number(middles[q] * low), number(middles[q] * high))


@njit(cache=True, nogil=True)
def best_value(base: Ints, here: Ints, there: Ints, bet: int, reply: int, fold: int, start: int, value: Ints) -> None:
    """Playing on or folding at the Middle decision, whichever is worth more."""
    number = base.dtype.type
    for q in range(start, type(start)(base.shape[0])):
        value[q] = max(number(base[q] + bet * here[q] + reply * there[q]), fold)


@njit(cache=True, nogil=True)
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
