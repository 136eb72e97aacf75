"""The best play of the whole game, counted deal by deal, for the one strategy that every report asks for.

Counts what `tally.tally` counts for the decisions of `tally.best_third`, in less than half the time. A decision with
pair p across and q down rests on the same sums as one with q across and p down, so both are taken at once. And a pair
that is not wholly of the hole's suit can never flush, so only its ranks tell which hands its line makes: such pairs
share a *slot* (91 slots; the 55 pairs of a hole's suit have a slot each), and hands are counted by slot. What the
pair's own two cards take off the middle cards is counted pair by pair.

Loops stand in small functions of their own, with unsigned indices: together they run at half the speed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.solution import (
    BLOCK,
    add_best_multiple,
    add_higher,
    add_higher_hand,
    line_hands,
    line_pays,
    pick,
    without,
)

Ints = NDArray[Any]
RANKS = 13
HANDS = 12


@njit(cache=True, nogil=True)
def count_best(
    ranks: Ints, own: int, counts: Ints, first: Ints, second: Ints, ways: Ints, ways_after: Ints, rank_keys: Ints,
    by_key_sum: Ints, by_rank_mask: Ints, pay: Ints, ante: Ints, multiples: Ints, rises: bool, rows: Ints, packs: Ints,
    line: Ints, gone: Ints, found: Ints, act_first: Ints, act_second: Ints, slots: Ints, examples: Ints, twins: Ints,
    suited_slots: int, weights: Ints, played: Ints, folded: Ints,
) -> None:  # fmt: skip
    """Adds up deals: `played[i, j, k, across hand, down hand]` by the three bets, `folded` as `tally.tally` has it.

    `act_first` and `act_second` are the best first two decisions: 0 folds, i + 1 bets multiple i. `slots` is pair ->
    slot, `examples` slot -> one of its pairs; slots from `suited_slots` on are pairs of the hole's suit. `twins[0]` is
    kind -> the other kind of its rank, itself where there is none; `twins[1]` is kind -> itself. `rows`, `packs`,
    `line`, `gone` and `found` are the solver's scratch.
    """
    kinds, pairs, size = counts.shape[0], ways.shape[0], played.shape[0]
    cards = -4
    for kind in range(kinds):
        cards += counts[kind]
    replies = np.zeros(first.shape[0], line.dtype)
    third = np.zeros((first.shape[0], first.shape[0]), np.int8)
    masks = np.zeros((2, kinds, HANDS, suited_slots), np.int16)
    hands = np.zeros((2, kinds, HANDS), np.uint8)
    hand_counts = np.zeros((2, kinds), np.int64)
    places = np.zeros(HANDS, np.int64)
    parts = np.zeros((size + 1, examples.shape[0]), np.int16)
    left = np.zeros(kinds, np.int64)
    mine = np.zeros(kinds, np.uint8)
    own_hands = np.zeros((2, pairs), np.uint8)
    pair_kinds = np.zeros((2, pairs), np.uint8)
    for q in range(pairs):
        pair_kinds[0, q], pair_kinds[1, q] = first[q], second[q]
    bins = np.zeros((size, size + 1, HANDS, HANDS), np.int64)
    taken = np.zeros((2, size, size + 1, HANDS * HANDS), np.int32)
    for hole in range(ranks.shape[0]):
        i = act_first[hole] - 1
        if i < 0:
            continue
        line_hands(ranks[hole], own, first, second, rank_keys, by_key_sum, by_rank_mask, found)
        line_pays(
            found, counts, first, second, pay, ante, rows[0], rows[1], rows[2], packs, line[0], line[1], line[2],
            line[3],
        )  # fmt: skip
        for p in range(pairs):
            replies[p] = 0 if act_second[hole, p] == 0 else multiples[act_second[hole, p] - 1]
        decide_middles(
            found, counts, first, second, pay, multiples, rises, rows, packs, line, gone, multiples[i], replies, cards,
            pairs, third,
        )  # fmt: skip
        mask_hands(found, RANKS, examples[:suited_slots], masks[0], hands[0], hand_counts[0], places)
        mask_hands(found, kinds, examples[suited_slots:], masks[1], hands[1], hand_counts[1], places)
        for q in range(pairs):
            own_hands[0, q], own_hands[1, q] = found[first[q], q], found[second[q], q]
        bins[:] = 0
        taken[:] = 0
        for p in range(pairs):
            j = act_second[hole, p] - 1
            if j < 0:
                folded[1, i, 0] += weights[hole] * ways[p] * whole_sum(ways_after[p]) * cards
                continue
            for kind in range(kinds):
                left[kind] = ways[p] * counts[kind]
                mine[kind] = found[kind, p] * HANDS
            left[first[p]] -= ways[p]
            left[second[p]] -= ways[p]
            parts[:] = 0
            put(ways_after[p], third[p], slots, parts)
            for end in range(2):
                take(ways_after[p], third[p], pair_kinds[end], own_hands[end], mine, ways[p], taken[end, j])
            folded[2, i, j] += weights[hole] * ways[p] * whole_sum(parts[0]) * cards
            for k in range(1, size + 1):
                add_hands(
                    parts[k, :suited_slots], masks[0], hands[0], hand_counts[0], RANKS, left, found, p, twins[0],
                    bins[j, k],
                )  # fmt: skip
                add_hands(
                    parts[k, suited_slots:], masks[1], hands[1], hand_counts[1], kinds, left, found, p, twins[1],
                    bins[j, k],
                )  # fmt: skip
        for j in range(size):
            for k in range(size):
                for across in range(HANDS):
                    for down in range(HANDS):
                        cell = across * HANDS + down
                        deals = bins[j, k + 1, across, down] - taken[0, j, k + 1, cell] - taken[1, j, k + 1, cell]
                        played[i, j, k, across, down] += weights[hole] * deals


@njit(cache=True, nogil=True)
def decide_middles(
    found: Ints, counts: Ints, first: Ints, second: Ints, pay: Ints, multiples: Ints, rises: bool, rows: Ints,
    packs: Ints, line: Ints, gone: Ints, bet: int, replies: Ints, cards: int, pairs: int, third: Ints,
) -> None:  # fmt: skip
    """`third[p, q]` = the best Middle decision with p across and q down; of equal ones the smallest wager."""
    unsigned = first.dtype.type
    last = multiples.shape[0] - 1
    xs, scaled, ys = rows[0], rows[1], rows[2]
    own_x, own_y, x_first, x_second = line[0], line[1], line[2], line[3]
    here, there, base, middles, back = line[4], line[5], line[6], line[7], line[8]
    for p in range(unsigned(pairs)):
        start = p - p % unsigned(BLOCK)
        pick(packs, first, second, p, start, gone[0], gone[1])
        without(
            first[p], second[p], own_x, own_y, xs, ys, x_first, x_second, gone[0], gone[1], p, start, here, there, base,
            middles,
        )  # fmt: skip
        if rises:
            for eight in range(unsigned(scaled.shape[0]) // unsigned(8)):
                add_higher(scaled, eight * unsigned(8), p, start, middles)
        else:
            add_higher_hand(found, counts, pay, first, second, p, start, middles)
        add_best_multiple(middles, multiples[0], multiples[last], start, base)
        choose(base, here, there, middles, bet, replies, cards, last + 1, p, start, third[p], back)
        for q in range(p + unsigned(1), unsigned(pairs)):
            third[q, p] = back[q]


@njit(cache=True, nogil=True)
def choose(
    base: Ints, here: Ints, there: Ints, middles: Ints, bet: int, replies: Ints, cards: int, most: int, p: int,
    start: int, ahead: Ints, back: Ints,
) -> None:  # fmt: skip
    """The decision with p across and each other pair down (`ahead`), and with the two exchanged (`back`)."""
    number, small = base.dtype.type, ahead.dtype.type
    reply = replies[p]
    fold = number(-cards * (2 + bet + reply))
    for q in range(start, type(start)(base.shape[0])):
        action = small(most) if middles[q] > 0 else small(1)
        ahead[q] = action if number(base[q] + bet * here[q] + reply * there[q]) > fold else small(0)
        fold_back = number(-cards * (2 + bet + replies[q]))
        back[q] = number(action) if number(base[q] + bet * there[q] + replies[q] * here[q]) > fold_back else number(0)


@njit(cache=True, nogil=True)
def mask_hands(
    found: Ints, kinds: int, examples: Ints, masks: Ints, hands: Ints, hand_counts: Ints, places: Ints
) -> None:
    """For each kind of middle card: the hand that most slots make (`hands[kind, 0]`), then every other hand that some
    make, with a mask of those slots. Scratch: `places`."""
    masks[:] = 0
    for kind in range(kinds):
        places[:] = 0
        for slot in range(examples.shape[0]):
            places[found[kind, examples[slot]]] += 1
        usual = 0
        for hand in range(HANDS):
            if places[hand] > places[usual]:
                usual = hand
        hands[kind, 0] = usual
        hand_counts[kind] = 1
        for hand in range(HANDS):
            is_other = places[hand] > 0 and hand != usual
            places[hand] = 0
            if is_other:
                places[hand] = hand_counts[kind]
                hands[kind, hand_counts[kind]] = hand
                hand_counts[kind] += 1
        for slot in range(examples.shape[0]):
            masks[kind, places[found[kind, examples[slot]]], slot] = -1


@njit(cache=True, nogil=True)
def put(ways: Ints, actions: Ints, slots: Ints, parts: Ints) -> None:
    """Adds the ways of each down pair to its action and slot."""
    for q in range(np.uint64(ways.shape[0])):
        parts[np.uint64(actions[q]), slots[q]] += ways[q]


@njit(cache=True, nogil=True)
def take(ways: Ints, actions: Ints, kinds: Ints, own_hands: Ints, mine: Ints, across: int, taken: Ints) -> None:
    """Counts one card of each down pair as if it were the middle card."""
    for q in range(np.uint64(ways.shape[0])):
        taken[np.uint64(actions[q]), mine[kinds[q]] + own_hands[q]] += across * ways[q]


@njit(cache=True, nogil=True)
def add_hands(
    part: Ints, masks: Ints, hands: Ints, hand_counts: Ints, kinds: int, left: Ints, found: Ints, p: int, twins: Ints,
    bins: Ints,
) -> None:  # fmt: skip
    """Adds the deals of some slots to `bins[across hand, down hand]`; `left[kind]` is across ways times cards left."""
    total = whole_sum(part)
    if total == 0:
        return
    for kind in range(kinds):
        twin = twins[kind]
        row, cards = bins[found[kind, p]], left[kind]
        twin_row, twin_cards = bins[found[twin, p]], 0 if twin == kind else left[twin]
        rest = total
        for n in range(1, hand_counts[kind]):
            some = masked_sum(part, masks[kind, n])
            rest -= some
            row[hands[kind, n]] += cards * some
            twin_row[hands[kind, n]] += twin_cards * some
        row[hands[kind, 0]] += cards * rest
        twin_row[hands[kind, 0]] += twin_cards * rest


@njit(cache=True, nogil=True)
def masked_sum(part: Ints, mask: Ints) -> int:
    """The sum where the mask is set; at most 1,128 ways, so the small type holds it."""
    number = part.dtype.type
    total = number(0)
    for slot in range(part.shape[0]):
        total = number(total + (part[slot] & mask[slot]))
    return total


@njit(cache=True, nogil=True)
def whole_sum(part: Ints) -> int:
    """The sum of all; at most 1,128 ways, so the small type holds it."""
    number = part.dtype.type
    total = number(0)
    for slot in range(part.shape[0]):
        total = number(total + part[slot])
    return total
