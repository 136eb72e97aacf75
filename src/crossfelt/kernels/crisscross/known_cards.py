"""Exact values when a player knows more than the game shows: a card of the cross, or cards missing from the deck.

Kinds, pairs and `found` are those of the solver. A value is a sum over deals, in antes; decisions not yet made are the
best ones. If a card is gone, only the pairs with a card of its kind can be drawn in fewer ways: only those are counted
again.
"""

from __future__ import annotations

import numpy as np

from crossfelt.kernels.crisscross.lines import (
    Decisions,
    Ints,
    Kinds,
    Setting,
    cards_left,
    lay_out,
    line_hands,
    line_rows,
    look_beside,
)
from crossfelt.kernels.crisscross.middle_values import choose_middle
from crossfelt.kernels.jit import kernel


@kernel
def ways_of(left: Ints, kind: int, other: int) -> int:
    """Return the number of ways to draw these two kinds from the remaining cards; 0 if there aren't enough."""
    if kind == other:
        return left[kind] * (left[kind] - 1) // 2
    return left[kind] * left[other]


@kernel
def pair_numbers(kinds: Kinds) -> Ints:
    """Return [kind, kind] -> the number of that pair, or -1."""
    numbers = np.full((kinds.counts.shape[0], kinds.counts.shape[0]), -1, np.int64)
    for q in range(kinds.pairs):
        numbers[kinds.first[q], kinds.second[q]] = q
        numbers[kinds.second[q], kinds.first[q]] = q
    return numbers


@kernel
def known_down(setting: Setting, values: Ints) -> None:
    """`values[hole, kind, i]` = the value of betting multiple i at the first decision when one down card is known to
    be of this kind, over all deals with such a card marked.

    Of the multiples down only the smallest and the largest are tried: the value is convex in each bet.
    """
    kinds, multiples = setting.kinds, setting.odds.multiples
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    size, kind_count = multiples.shape[0], counts.shape[0]
    unsigned = first.dtype.type
    cards = counts.sum()
    left = counts.copy()
    worth = np.zeros(first.shape[0], np.int64)
    totals = np.zeros((size, 2, kind_count), np.int64)
    ends = (multiples[0], multiples[size - 1])
    here, there, base, middles = line_rows(setting.room, first.shape[0])
    for hole in range(kinds.ranks.shape[0]):
        lay_out(setting, hole)
        for p in range(unsigned(pairs)):
            across_ways = ways_of(counts, first[p], second[p])
            look_beside(setting, p)
            left[first[p]] -= 1
            left[second[p]] -= 1
            for i in range(size):
                for end in range(2):
                    bet, reply = multiples[i], ends[end]
                    choose_middle(base, here, there, middles, bet, reply, ends, -(cards - 4) * (2 + bet + reply), worth)
                    add_by_kind(worth, left, first, second, pairs, totals[i, end])
            for kind in range(kind_count):
                if left[kind] == 0:
                    continue
                for i in range(size):
                    fold = -(cards - 3) * (cards - 4) * (2 + multiples[i])
                    best = max(fold, totals[i, 0, kind], totals[i, 1, kind])
                    values[hole, kind, i] += across_ways * left[kind] * best
            left[first[p]] += 1
            left[second[p]] += 1


@kernel
def add_by_kind(worth: Ints, left: Ints, first: Ints, second: Ints, pairs: int, totals: Ints) -> None:
    """`totals[kind]` = the value of the pairs with a card of this kind, each as often as its other card can be drawn.

    Pairs with the same first kind are adjacent, and their second kinds increase by one.
    """
    totals[:] = 0
    kind_count = left.shape[0]
    q = 0
    while q < pairs:
        kind, start = first[q], second[q]
        if start == kind:
            totals[kind] += (left[kind] - 1) * worth[q]
            q += 1
            start += np.uint64(1)
        count = np.uint64(kind_count) - start
        mine, total = left[kind], 0
        for step in range(count):
            total += left[start + step] * worth[np.uint64(q) + step]
            totals[start + step] += mine * worth[np.uint64(q) + step]
        totals[kind] += total
        q += int(count)


@kernel
def known_middle(setting: Setting, values: Ints) -> None:
    """`values[hole, kind, i]` = the value of betting multiple i at the first decision when the middle card is known to
    be of this kind, over all deals with such a middle card. A line is then known as soon as its pair is seen."""
    kinds, odds, made = setting.kinds, setting.odds, setting.room.made
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    size, hands = odds.multiples.shape[0], odds.pay.shape[0]
    numbers = pair_numbers(kinds)
    left = counts.copy()
    every, drawn = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    worth = worth_by_hands(odds.pay, odds.ante, odds.multiples)
    down_pairs = (counts.sum() - 3) * (counts.sum() - 4) // 2
    for hole in range(kinds.ranks.shape[0]):
        line_hands(kinds, hole, setting.tables, made)
        for kind in range(counts.shape[0]):
            if counts[kind] == 0:
                continue
            left[kind] -= 1
            every[:] = 0
            for q in range(pairs):
                every[made[kind, q]] += ways_of(left, first[q], second[q])
            for p in range(pairs):
                across_ways = ways_of(left, first[p], second[p])
                if across_ways == 0:
                    continue
                drawn[:] = every
                move_ways(left, first[p], second[p], first, second, numbers, made[kind], drawn)
                across = made[kind, p]
                for i in range(size):
                    best = -down_pairs * (2 + odds.multiples[i])
                    for end in range(2):
                        total = 0
                        for down in range(hands):
                            total += drawn[down] * worth[i, end, across, down]
                        best = max(best, total)
                    values[hole, kind, i] += counts[kind] * across_ways * best
            left[kind] += 1


@kernel
def worth_by_hands(pay: Ints, ante: Ints, multiples: Ints) -> Ints:
    """[bet across, smallest or largest bet down, across hand, down hand] -> value of the best Middle decision."""
    size, hands = multiples.shape[0], pay.shape[0]
    low, high = multiples[0], multiples[size - 1]
    worth = np.zeros((size, 2, hands, hands), np.int64)
    for i in range(size):
        for end in range(2):
            bet, reply = multiples[i], high if end else low
            for across in range(hands):
                for down in range(hands):
                    unit = pay[max(across, down)]
                    played = ante[across] + ante[down] + bet * pay[across] + reply * pay[down]
                    worth[i, end, across, down] = max(played + max(unit * low, unit * high), -(2 + bet + reply))
    return worth


@kernel
def move_ways(left: Ints, a: int, b: int, first: Ints, second: Ints, numbers: Ints, hands: Ints, drawn: Ints) -> None:
    """Subtract the ways that include two cards of these kinds from the hands that the pairs make."""
    add_ways(left, a, b, first, second, numbers, hands, -1, drawn)
    left[a] -= 1
    left[b] -= 1
    add_ways(left, a, b, first, second, numbers, hands, 1, drawn)
    left[a] += 1
    left[b] += 1


@kernel
def add_ways(
    left: Ints, a: int, b: int, first: Ints, second: Ints, numbers: Ints, hands: Ints, sign: int, drawn: Ints
) -> None:
    """Add the ways of every pair with a card of one of these kinds to the hand that it makes, or subtract them."""
    for kind in range(left.shape[0]):
        q = numbers[a, kind]
        if q >= 0:
            drawn[hands[q]] += sign * ways_of(left, first[q], second[q])
    if a == b:
        return
    for kind in range(left.shape[0]):
        q = numbers[b, kind]
        if q >= 0 and q != numbers[b, a]:
            drawn[hands[q]] += sign * ways_of(left, first[q], second[q])


@kernel
def with_cards_gone(
    setting: Setting, holes: Ints, decks: Ints, decisions: Decisions, totals: Ints, values: Ints
) -> None:
    """Evaluate situations of one shape: a hole each, `holes[n]`, and a deck with `decks[n, kind]` cards left of each
    kind.

    `values[n, 0]` = the value of decisions made without that knowledge, whose Middle bets are the smallest or the
    largest; `values[n, 1]` = folding, `values[n, 2]` and `values[n, 3]` = betting the smallest and the largest multiple
    at the first decision and deciding by the actual deck. No multiple in between is worth more: the value is convex in
    each bet. The counts of the setting are scratch, and so is `totals`, five numbers of the wide type.
    """
    kinds, multiples = setting.kinds, setting.odds.multiples
    counts, first, second, pairs = kinds.counts, kinds.first, kinds.second, kinds.pairs
    unsigned, size = first.dtype.type, multiples.shape[0]
    low, high = multiples[0], multiples[size - 1]
    numbers = pair_numbers(kinds)
    ways = np.zeros(first.shape[0], multiples.dtype)
    here, there, base, middles = line_rows(setting.room, first.shape[0])
    for n in range(holes.shape[0]):
        hole = holes[n]
        counts[:] = decks[n]
        lay_out(setting, hole)
        for q in range(pairs):
            ways[q] = ways_of(counts, first[q], second[q])
        act_first, act_second, act_third = decisions.first[hole], decisions.second[hole], decisions.third[hole]
        bet = multiples[max(act_first, 1) - 1]
        cards = cards_left(counts) + 4
        states = (cards - 2) * (cards - 3) // 2 * (cards - 4)
        values[n, 0], values[n, 2], values[n, 3] = 0, 0, 0
        values[n, 1] = -2 * (cards * (cards - 1) // 2) * states
        for p in range(unsigned(pairs)):
            across_ways = np.int64(ways[p])
            if across_ways == 0:
                continue
            look_beside(setting, p)
            reply = multiples[max(act_second[p], 1) - 1]
            a, b = first[p], second[p]
            counts[a] -= 1
            counts[b] -= 1
            count_ways(counts, a, b, first, second, numbers, ways)
            judge_ends(base, here, there, middles, ways, low, high, cards - 4, totals)
            follow(base, here, there, middles, ways, act_third[p], bet, reply, low, high, cards - 4, totals)
            counts[a] += 1
            counts[b] += 1
            count_ways(counts, a, b, first, second, numbers, ways)
            followed = np.int64(totals[4]) if act_second[p] > 0 else -(2 + bet) * states
            values[n, 0] += across_ways * followed
            for end in range(2):
                fold = -(2 + (high if end else low)) * states
                best = max(np.int64(totals[2 * end]), np.int64(totals[2 * end + 1]))
                values[n, 2 + end] += across_ways * max(fold, best)
        if act_first == 0:
            values[n, 0] = values[n, 1]


@kernel
def count_ways(left: Ints, a: int, b: int, first: Ints, second: Ints, numbers: Ints, ways: Ints) -> None:
    """Count again in how many ways each pair with a card of one of these kinds can be drawn."""
    for kind in range(left.shape[0]):
        q = numbers[a, kind]
        if q >= 0:
            ways[q] = ways_of(left, first[q], second[q])
        q = numbers[b, kind]
        if q >= 0:
            ways[q] = ways_of(left, first[q], second[q])


@kernel
def judge_ends(
    bases: Ints, heres: Ints, theres: Ints, middles: Ints, ways: Ints, low: int, high: int, cards: int, totals: Ints
) -> None:
    """`totals[2 * i + j]` = the value over all down pairs with the smallest or largest bets across and down.

    Every step is cut to the narrow type at once, because a wider type gives the compiler fewer lanes.
    """
    number, wide = bases.dtype.type, totals.dtype.type
    fold_low, fold = number(-cards * (2 + low + low)), number(-cards * (2 + low + high))
    fold_high = number(-cards * (2 + high + high))
    low_low, low_high, high_low, high_high = wide(0), wide(0), wide(0), wide(0)
    for q in range(np.uint64(bases.shape[0])):
        here, there, weight = heres[q], theres[q], wide(ways[q])
        base = number(bases[q] + max(number(middles[q] * low), number(middles[q] * high)))
        small, large = number(base + low * here), number(base + high * here)
        low_low = wide(low_low + weight * wide(max(number(small + low * there), fold_low)))
        low_high = wide(low_high + weight * wide(max(number(small + high * there), fold)))
        high_low = wide(high_low + weight * wide(max(number(large + low * there), fold)))
        high_high = wide(high_high + weight * wide(max(number(large + high * there), fold_high)))
    totals[0], totals[1], totals[2], totals[3] = low_low, low_high, high_low, high_high


@kernel
def follow(
    bases: Ints, heres: Ints, theres: Ints, middles: Ints, ways: Ints, actions: Ints, bet: int, reply: int, low: int,
    high: int, cards: int, totals: Ints,
) -> None:  # fmt: skip
    """`totals[4]` = the value over all down pairs with these two bets and the Middle decisions given."""
    number, wide = bases.dtype.type, totals.dtype.type
    fold = number(-cards * (2 + bet + reply))
    total = wide(0)
    for q in range(np.uint64(actions.shape[0])):
        action, middle = actions[q], middles[q]
        chosen = number(middle * low) if action == 1 else number(middle * high)
        played = number(bases[q] + bet * heres[q] + reply * theres[q] + chosen)
        total = wide(total + wide(ways[q]) * wide(fold if action == 0 else played))
    totals[4] = total
