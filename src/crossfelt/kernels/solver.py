"""The exact solution by backward induction, one shape of hole cards at a time. All integers.

For one hole, `p` and `q` are kinds of pair, a middle card has a kind too, `x` is what a unit on the bets wins, `y` what
an ante wins. With both pairs gone, a sum over the middle cards is the sum over all cards left after the hole, minus
the terms of the four cards that are gone. The two lines are alike in the Middle wager and in the antes, so the value
with p across and q down for bets (i, j) is the value with q across and p down for bets (j, i): every unordered pair of
pairs is met once. Inner loops run along q, so that the processor works on many states at once, in the integer type of
the scratch arrays; the caller proves that every sum fits it.

Each inner loop stands in a function of its own, with unsigned indices: that is what the compiler turns into vector
code.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numpy.typing import NDArray

Ints = NDArray[Any]
BLOCK = 32
"""Arrays over pairs are padded to a multiple of this, and loops begin at one: no left-over steps one by one."""


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
    """From the hands of one hole to its pays: by kind and pair (`xs`, `ys`, `scaled` = x times count, both in one
    number in `packs`), summed over the middle cards left beside each pair, and at the pair's own two kinds."""
    wide = packs.dtype.type
    shift = wide(8 * xs.itemsize)
    own_x[:] = 0
    own_y[:] = 0
    for kind in range(counts.shape[0]):
        count = counts[kind]
        for q in range(first.shape[0]):
            hand = found[kind, q]
            x, y = pay[hand], ante[hand]
            xs[kind, q] = x
            ys[kind, q] = y
            packs[q, kind] = (wide(x) << shift) + y
            scaled[kind, q] = x * count
            own_x[q] += x * count
            own_y[q] += y * count
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
    line: Ints, gone: Ints, sums: Ints, found: Ints,
) -> None:  # fmt: skip
    """For every hole h of one shape: `sums[h, i, e, p]` = the value over all down pairs and middle cards when p lies
    across, bet i of `multiples` was made across and the smallest (e = 0) or largest (e = 1) is made down, the Middle
    decision being the best one.

    `ways[p, q]` counts the pairs q that are left beside p, `ways_back` is its transpose. `rises` says that a higher
    hand never pays less. The rest is scratch: `rows` (x, x times count, y; kinds padded to a multiple of 8), `packs`
    (x and y of a pair in one number), `line`, `gone` and `found`.
    """
    kinds, pairs = counts.shape[0], ways.shape[0]
    number, unsigned = line.dtype.type, first.dtype.type
    last = multiples.shape[0] - 1
    cards = -4
    for kind in range(kinds):
        cards += counts[kind]
    xs, scaled, ys = rows[0], rows[1], rows[2]
    own_x, own_y, x_first, x_second = line[0], line[1], line[2], line[3]
    here, there, base, middles, value = line[4], line[5], line[6], line[7], line[8]
    gone_first, gone_second = gone[0], gone[1]
    for hole in range(ranks.shape[0]):
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(found, counts, first, second, pay, ante, xs, scaled, ys, packs, own_x, own_y, x_first, x_second)
        for p in range(unsigned(pairs)):
            start = p - p % unsigned(BLOCK)
            a, b = first[p], second[p]
            pick(packs, first, second, p, start, gone_first, gone_second)
            without(
                a,
                b,
                own_x,
                own_y,
                xs,
                ys,
                x_first,
                x_second,
                gone_first,
                gone_second,
                p,
                start,
                here,
                there,
                base,
                middles,
            )
            if rises:
                for eight in range(unsigned(scaled.shape[0]) // unsigned(8)):
                    add_higher(scaled, eight * unsigned(8), p, start, middles)
            else:
                add_higher_hand(found, counts, pay, first, second, p, start, middles)
            add_best_multiple(middles, multiples[0], multiples[last], start, base)
            for i in range(last + 1):
                for j in range(last + 1):
                    if i not in (0, last) and j not in (0, last):
                        continue
                    bet, reply = multiples[i], multiples[j]
                    best_value(base, here, there, bet, reply, number(-cards * (2 + bet + reply)), start, value)
                    if j in (0, last):
                        add_weighted_sum(ways, value, p, start, sums, hole, i, 0 if j == 0 else 1)
                    if i in (0, last):
                        add_weighted(ways_back, value, p, start, sums, hole, j, 0 if i == 0 else 1)


@njit(cache=True, nogil=True)
def pick(packs: Ints, first: Ints, second: Ints, p: int, start: int, gone_first: Ints, gone_second: Ints) -> None:
    """What the two cards of each pair would have made of p as middle cards."""
    for q in range(start, type(start)(first.shape[0])):
        gone_first[q] = packs[p, first[q]]
        gone_second[q] = packs[p, second[q]]


@njit(cache=True, nogil=True)
def without(
    a: int, b: int, own_x: Ints, own_y: Ints, xs: Ints, ys: Ints, x_first: Ints, x_second: Ints, gone_first: Ints,
    gone_second: Ints, p: int, start: int, here: Ints, there: Ints, base: Ints, middles: Ints,
) -> None:  # fmt: skip
    """Sums of both lines and of the antes with the four cards gone, and what they take off the Middle wager."""
    number, wide = here.dtype.type, gone_first.dtype.type
    shift = wide(8 * here.itemsize)
    half = wide(1) << (shift - wide(1))
    x_p, y_p, x_a, x_b = own_x[p], own_y[p], xs[a, p], xs[b, p]
    for q in range(start, type(start)(here.shape[0])):
        c = number((gone_first[q] + half) >> shift)
        d = number((gone_second[q] + half) >> shift)
        here[q] = x_p - c - d
        there[q] = own_x[q] - xs[a, q] - xs[b, q]
        base[q] = y_p + own_y[q] - number(gone_first[q] + gone_second[q]) - ys[a, q] - ys[b, q]
        middles[q] = -(max(x_a, xs[a, q]) + max(x_b, xs[b, q]) + max(c, x_first[q]) + max(d, x_second[q]))


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
def add_weighted_sum(ways: Ints, value: Ints, p: int, start: int, sums: Ints, hole: int, i: int, end: int) -> None:
    """Adds ways times value over all pairs to the sum of p."""
    wide = sums.dtype.type
    total = wide(0)
    for q in range(start, type(start)(value.shape[0])):
        total = wide(total + wide(ways[p, q]) * wide(value[q]))
    sums[hole, i, end, p] += total


@njit(cache=True, nogil=True)
def add_weighted(ways: Ints, value: Ints, p: int, start: int, sums: Ints, hole: int, i: int, end: int) -> None:
    """Adds ways times value to the sums of every pair behind p."""
    wide = sums.dtype.type
    for q in range(start, type(start)(value.shape[0])):
        sums[hole, i, end, q] = wide(sums[hole, i, end, q] + wide(ways[p, q]) * wide(value[q]))
