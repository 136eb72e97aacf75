"""The best Middle decisions of one hole, for all pairs across and down.

A decision with pair p across and q down uses the same sums as one with q across and p down, so both are made at once.
"""

from __future__ import annotations

from crossfelt.kernels.crisscross import lines
from crossfelt.kernels.crisscross.lines import Ints, Setting, add_higher_hands, add_higher_pays, pick, without
from crossfelt.kernels.jit import inner


@inner
def decide_middles(setting: Setting, bet: int, replies: Ints, third: Ints) -> None:
    """`third[p, q]` = the best Middle decision with p across and q down; among equals the smallest wager.

    `bet` is the Across bet, `replies[p]` the Down bet when p is across. Call `lay_out` for the hole first.
    """
    kinds, odds, room = setting.kinds, setting.odds, setting.room
    first, second, counts, pay, rises, multiples = (
        kinds.first, kinds.second, kinds.counts, odds.pay, odds.rises, odds.multiples
    )  # fmt: skip
    xs, scaled, ys, packs, made = (
        room.pays[lines.XS],
        room.pays[lines.SCALED],
        room.pays[lines.YS],
        room.packs,
        room.made,
    )
    line, gone_first, gone_second, width = room.flat, room.gone[0], room.gone[1], first.shape[0]
    halves, other_halves = room.gone_halves[0], room.gone_halves[1]
    here, there, base, middles = lines.line_rows(room, width)
    back = room.line[lines.SPARE, :width]
    unsigned = first.dtype.type
    pairs, stop = unsigned(kinds.pairs), unsigned(width)
    cards, last = lines.cards_left(counts), multiples.shape[0] - 1
    for p in range(pairs):
        start = p - p % unsigned(lines.BLOCK)
        pick(packs, first, second, p, start, gone_first, gone_second)
        without(first[p], second[p], xs, ys, halves, other_halves, p, start, stop, line)
        if rises:
            add_higher_pays(scaled, p, start, middles)
        else:
            add_higher_hands(made, counts, pay, first, second, p, start, middles)
        lines.add_best_multiple(middles, multiples[0], multiples[last], start, base)
        choose(base, here, there, middles, bet, replies, cards, last + 1, p, start, third[p], back)
        for q in range(p + unsigned(1), pairs):
            third[q, p] = back[q]


@inner
def choose(
    base: Ints, here: Ints, there: Ints, middles: Ints, bet: int, replies: Ints, cards: int, most: int, p: int,
    start: int, ahead: Ints, back: Ints,
) -> None:  # fmt: skip
    """Write the decision with p across and each other pair down (`ahead`), and with the two exchanged (`back`)."""
    number, small = base.dtype.type, ahead.dtype.type
    reply = replies[p]
    fold = number(-cards * (2 + bet + reply))
    for q in range(start, type(start)(base.shape[0])):
        action = small(most) if middles[q] > 0 else small(1)
        ahead[q] = action if number(base[q] + bet * here[q] + reply * there[q]) > fold else small(0)
        fold_back = number(-cards * (2 + bet + replies[q]))
        back[q] = number(action) if number(base[q] + bet * there[q] + replies[q] * here[q]) > fold_back else number(0)
