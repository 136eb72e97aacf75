"""The hands and pays of a hole's two lines, for every pair and every middle card: the sums that all loops use.

For one hole, `p` and `q` are kinds of pair, a middle card has a kind too, `x` is the win of a unit on the bets, `y` the
win of an ante. With both pairs gone, a sum over the middle cards is the sum over all cards left after the hole, minus
the terms of the four cards that are gone. Inner loops run along q, so that the processor works on many states at once,
in the integer type of the working space; the caller proves that every sum fits it.

Each inner loop is a function of its own, with unsigned indices, so that the compiler generates vector code. Between two
arrays that a loop reads and writes, the compiler also adds an overlap test; in the loop with most arrays that took
longer than the sums, so its arrays are parts of one, `ROW` apart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel

Ints = NDArray[Any]
BLOCK = 16
"""Arrays over pairs are padded to a multiple of this, and loops begin at one, so that no single steps are left over."""
ROW = 320
"""Room for the pairs of any shape: the distance between the rows of `Room.line`."""
XS, SCALED, YS = range(3)
"""Rows of `Room.pays`: x, x times the cards left of the middle kind, y."""
ROWS = 9
OWN_X, OWN_Y, X_FIRST, X_SECOND, HERE, THERE, BASE, MIDDLES, SPARE = range(ROWS)
"""Rows of `Room.line`. As `line_pays` leaves them: sums of a pair's own line, and its pays at its own two kinds. As
`look_beside` leaves them, with one pair across and each other down: the win of a unit on the Across bet over the middle
cards left, of one on the Down bet, of both antes, and of a unit on the Middle bet. The last row is unused."""
AT_OWN_X, AT_OWN_Y, AT_X_FIRST, AT_X_SECOND, AT_HERE, AT_THERE, AT_BASE, AT_MIDDLES = (
    np.uint64(row * ROW) for row in range(8)
)
"""The offset of each row when the rows are end to end."""


class Kinds(NamedTuple):
    """The kinds of card and of pair beside the holes of one shape."""

    ranks: Ints
    """[hole, kind] -> rank. The ranks of the hole come first; kinds from 13 on are single cards of the hole's suit."""
    own: int
    """The number of different ranks in a hole: one for a pair, else two."""
    counts: Ints
    """Kind -> cards of it that are left."""
    first: Ints
    second: Ints
    """Pair -> its two kinds, padded to a multiple of `BLOCK`."""
    pairs: int
    """The number of pairs without the padding."""


class HandTables(NamedTuple):
    """The look-up tables of five-card hands."""

    rank_keys: Ints
    by_key_sum: Ints
    """Sum of the keys of five ranks -> hand in several suits."""
    by_rank_mask: Ints
    """Ranks, a bit for each -> hand in one suit."""


class Odds(NamedTuple):
    """The pays of the wagers, by hand, and the sizes of bets."""

    pay: Ints
    ante: Ints
    multiples: Ints
    rises: bool
    """Whether a higher hand never pays less."""


class Room(NamedTuple):
    """Working space for one thread."""

    pays: Ints
    """[row, kind, pair]; kinds are padded to a multiple of eight."""
    packs: Ints
    """[pair, kind] -> x and y as the halves of one number."""
    halves: Ints
    """The same numbers, each of them as its two halves."""
    line: Ints
    """[row, pair], rows of length `ROW`."""
    flat: Ints
    """The same rows end to end."""
    gone: Ints
    """[0 or 1, pair] -> what the first and second card of each pair would have made of another pair, as in `packs`."""
    gone_halves: Ints
    """The same numbers, each of them as its two halves."""
    made: Ints
    """[kind of the middle card, pair] -> hand."""


class Setting(NamedTuple):
    """The input of a loop over the holes of one shape."""

    kinds: Kinds
    tables: HandTables
    odds: Odds
    room: Room


class Ways(NamedTuple):
    """The number of deals that each combination of kinds represents."""

    across: Ints
    """Pair -> ways to draw it first."""
    down: Ints
    """[across pair, down pair] -> ways to draw the second when the first is gone."""
    holes: Ints
    """Hole -> the number of pairs of cards that it represents."""


class Decisions(NamedTuple):
    """A strategy for the holes of one shape: 0 folds, i + 1 bets multiple i."""

    first: Ints
    """[hole]"""
    second: Ints
    """[hole, across pair]"""
    third: Ints
    """[hole, across pair, down pair]"""


@inner
def cards_left(counts: Ints) -> int:
    """Return the number of middle cards left when both pairs are drawn, in the type of the counts."""
    cards = -4
    for kind in range(counts.shape[0]):
        cards += counts[kind]
    return cards


@inlined
def line_rows(room: Room, width: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the rows that `look_beside` fills."""
    line = room.line
    return line[HERE, :width], line[THERE, :width], line[BASE, :width], line[MIDDLES, :width]


@kernel
def line_hands(kinds: Kinds, hole: int, tables: HandTables, made: Ints) -> None:
    """`found[m, p]` = the hand of the hole, pair p and middle card m."""
    ranks, first, second = kinds.ranks[hole], kinds.first, kinds.second
    rank_keys, by_key_sum, by_rank_mask = tables.rank_keys, tables.by_key_sum, tables.by_rank_mask
    high, low = ranks[0], ranks[kinds.own - 1]
    hole_keys = rank_keys[high] + rank_keys[low]
    hole_mask = (1 << high) | (1 << low)
    for p in range(first.shape[0]):
        a, b = first[p], second[p]
        keys = hole_keys + rank_keys[ranks[a]] + rank_keys[ranks[b]]
        mask = hole_mask | (1 << ranks[a]) | (1 << ranks[b])
        for middle in range(min(ranks.shape[0], 13)):
            made[middle, p] = by_key_sum[keys + rank_keys[ranks[middle]]]
        for middle in range(13, ranks.shape[0]):
            if a >= 13:
                made[middle, p] = by_rank_mask[mask | (1 << ranks[middle])]
            else:
                made[middle, p] = by_key_sum[keys + rank_keys[ranks[middle]]]


@inner
def line_pays(kinds: Kinds, odds: Odds, room: Room) -> None:
    """Compute the pays of one hole from its hands: by kind and pair, summed over the middle cards left beside each
    pair, and at the pair's own two kinds."""
    counts, first, second, pay, ante = kinds.counts, kinds.first, kinds.second, odds.pay, odds.ante
    xs, scaled, ys, halves, made = room.pays[XS], room.pays[SCALED], room.pays[YS], room.halves, room.made
    own_x, own_y, x_first, x_second = room.line[OWN_X], room.line[OWN_Y], room.line[X_FIRST], room.line[X_SECOND]
    for kind in range(counts.shape[0]):
        for q in range(first.shape[0]):
            hand = made[kind, q]
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


@inlined
def lay_out(setting: Setting, hole: int) -> None:
    """Fill the working space with the hands and the pays of one hole."""
    line_hands(setting.kinds, hole, setting.tables, setting.room.made)
    line_pays(setting.kinds, setting.odds, setting.room)


@inner
def look_beside(setting: Setting, p: int) -> None:
    """Fill the rows `HERE`, `THERE`, `BASE` and `MIDDLES` with p across and each pair down. Call `lay_out` for the hole
    first.

    Taking arrays out of tuples costs a tenth of a microsecond, because numba counts references to each of them: loops
    that need no longer for a pair take them out once and call these functions themselves.
    """
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    first, second, line, xs = kinds.first, kinds.second, room.flat, room.pays[XS]
    unsigned = first.dtype.type
    gone_first, gone_second, stop = room.gone[0], room.gone[1], unsigned(first.shape[0])
    halves, other_halves = room.gone_halves[0], room.gone_halves[1]
    middles = room.line[MIDDLES, :stop]
    pick(room.packs, first, second, p, unsigned(0), gone_first, gone_second)
    without(first[p], second[p], xs, room.pays[YS], halves, other_halves, p, unsigned(0), stop, line)
    if odds.rises:
        add_higher_pays(room.pays[SCALED], p, unsigned(0), middles)
    else:
        add_higher_hands(room.made, kinds.counts, odds.pay, first, second, p, unsigned(0), middles)


@inner
def pick(packs: Ints, first: Ints, second: Ints, p: int, start: int, gone_first: Ints, gone_second: Ints) -> None:
    """Write what the two cards of each pair would have made of p as middle cards.

    Pairs with the same first kind are adjacent and their second kinds increase by one, so a span as long as any such
    run is copied whole. The excess comes from the following rows, and the next first kind overwrites it.
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


@inner
def without(
    a: int, b: int, xs: Ints, ys: Ints, gone_c: Ints, gone_d: Ints, p: int, start: int, stop: int, line: Ints
) -> None:
    """Compute sums of both lines and of the antes with the four cards gone, and what they subtract from the Middle
    wager. The gone cards are passed as halves, and the rows of `line` are end to end."""
    one = type(start)(1)
    x_p, y_p, x_a, x_b = line[AT_OWN_X + p], line[AT_OWN_Y + p], xs[a, p], xs[b, p]
    for q in range(start, stop):
        c, d = gone_c[q + q], gone_d[q + q]
        line[AT_HERE + q] = x_p - c - d
        line[AT_THERE + q] = line[AT_OWN_X + q] - xs[a, q] - xs[b, q]
        line[AT_BASE + q] = y_p + line[AT_OWN_Y + q] - gone_c[q + q + one] - gone_d[q + q + one] - ys[a, q] - ys[b, q]
        line[AT_MIDDLES + q] = -(
            max(x_a, xs[a, q]) + max(x_b, xs[b, q]) + max(c, line[AT_X_FIRST + q]) + max(d, line[AT_X_SECOND + q])
        )


@inlined
def add_higher_pays(scaled: Ints, p: int, start: int, middles: Ints) -> None:
    """Complete the Middle wager where a higher hand never pays less: the better of p's and each other pair's pay."""
    eight = type(start)(8)
    for eighth in range(type(start)(scaled.shape[0]) // eight):
        add_eight_kinds(scaled, eighth * eight, p, start, middles)


@inner
def add_eight_kinds(scaled: Ints, kind: int, p: int, start: int, middles: Ints) -> None:
    """Add the better of p's and each other pair's pay, over eight kinds of middle card."""
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


@inner
def add_higher_hands(
    made: Ints, counts: Ints, pay: Ints, first: Ints, second: Ints, p: int, start: int, middles: Ints
) -> None:
    """Set the Middle wager where a table pays some lower hand more, so that the higher pay may be the lower hand's."""
    a, b = first[p], second[p]
    for q in range(start, type(start)(middles.shape[0])):
        c, d = first[q], second[q]
        total = 0
        for kind in range(counts.shape[0]):
            total += counts[kind] * pay[max(made[kind, p], made[kind, q])]
        total -= pay[max(made[a, p], made[a, q])] + pay[max(made[b, p], made[b, q])]
        total -= pay[max(made[c, p], made[c, q])] + pay[max(made[d, p], made[d, q])]
        middles[q] = total


@inner
def add_best_multiple(middles: Ints, low: int, high: int, start: int, base: Ints) -> None:
    """Add the Middle wager to the base: as large as possible if it wins on average, else as small as possible."""
    number = base.dtype.type
    for q in range(start, type(start)(base.shape[0])):
        base[q] += max(number(middles[q] * low), number(middles[q] * high))
