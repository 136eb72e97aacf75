"""The outcomes of a whole strategy: every deal counted under the decisions that lead to it.

Counts are of deals, so they are integers and add up. A pair that isn't wholly of the hole's suit can never flush, so
only its ranks determine the hands of its line: such pairs share a *slot* (91 slots; the 55 pairs of a hole's suit have
a slot each), and hands are counted by slot. The middle cards that the pair's own two cards remove are counted pair by
pair. The loops are small functions of their own, with unsigned indices: together they run at half the speed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crossfelt.kernels.crisscross.lines import (
    Decisions,
    HandTables,
    Ints,
    Kinds,
    Setting,
    Ways,
    cards_left,
    lay_out,
    line_hands,
)
from crossfelt.kernels.crisscross.middle_decisions import decide_middles
from crossfelt.kernels.jit import inner, kernel

RANKS = 13
HANDS = 12


class TallyArrays(NamedTuple):
    """A value for every way in which a round can go: deals counted, or the number of an outcome."""

    played: Ints
    """[i, j, k, across hand, down hand] by the three bets, numbered from 0 for the smallest."""
    folded: Ints
    """[stage, i, j] by the decision at which a round is folded and the bets before it; indices without a bet are 0."""


@kernel
def best_third(setting: Setting, decisions: Decisions, replies: Ints, third: Ints) -> None:
    """Fill in the best third decisions after the given first and second ones; among equals the smallest wager. Holes
    and pairs that fold earlier are unchanged. Scratch: `replies`, a number for each pair and of the type of the sums,
    and `third`, one for each two."""
    kinds, multiples, pairs = setting.kinds, setting.odds.multiples, setting.kinds.pairs
    for hole in range(kinds.ranks.shape[0]):
        action = decisions.first[hole]
        if action == 0:
            continue
        lay_out(setting, hole)
        list_replies(decisions.second[hole], multiples, replies)
        decide_middles(setting, multiples[action - 1], replies, third)
        for p in range(pairs):
            if decisions.second[hole, p] != 0:
                for q in range(pairs):
                    decisions.third[hole, p, q] = third[p, q]


@inner
def list_replies(second: Ints, multiples: Ints, replies: Ints) -> None:
    """Write the bet of each second decision, 0 if it folds."""
    for p in range(second.shape[0]):
        replies[p] = 0 if second[p] == 0 else multiples[second[p] - 1]


class Slots(NamedTuple):
    """The pairs of one shape that always make the same hands."""

    of_pairs: Ints
    """Pair -> slot."""
    examples: Ints
    """Slot -> a pair in it; padding has the first pair, but no pair has such a slot."""
    twins: Ints
    """[0] kind -> the other kind of its rank, itself if there is none; [1] kind -> itself."""
    suited: int
    """The first slot of a pair of the hole's suit."""


class MaskedHands(NamedTuple):
    """The hands of some slots with each kind of middle card."""

    masks: Ints
    """[kind, number, slot] -> all bits set if the slot makes that hand."""
    hands: Ints
    """[kind, number] -> hand, the one that most slots make first."""
    counts: Ints
    """Kind -> the number of different hands."""


class TallyRoom(NamedTuple):
    """Working space for `tally_strategy`. Python allocates it, because numba would compile every allocation
    separately."""

    made: Ints
    plain: MaskedHands
    suited: MaskedHands
    places: Ints
    parts: Ints
    left: Ints
    mine: Ints
    own_hands: Ints
    pair_kinds: Ints
    """[0 or 1, pair] -> the kind of its first or second card."""
    bins: Ints
    taken: Ints


def new_tally_room(made: Ints, kinds: Kinds, slots: Slots, size: int) -> TallyRoom:
    """Return working space for one thread and this many multiples."""
    kind_count, pairs = len(kinds.counts), kinds.pairs
    plain, suited = (
        MaskedHands(
            np.zeros((kind_count, HANDS, slots.suited), np.int16),
            np.zeros((kind_count, HANDS), np.uint8),
            np.zeros(kind_count, np.int64),
        )
        for _ in range(2)
    )
    return TallyRoom(
        made=made,
        plain=plain,
        suited=suited,
        places=np.zeros(HANDS, np.int64),
        parts=np.zeros((size + 1, len(slots.examples)), np.int16),
        left=np.zeros(kind_count, np.int64),
        mine=np.zeros(kind_count, np.uint8),
        own_hands=np.zeros((2, pairs), np.uint8),
        pair_kinds=np.stack([kinds.first[:pairs], kinds.second[:pairs]]).astype(np.uint8),
        bins=np.zeros((size, size + 1, HANDS, HANDS), np.int64),
        taken=np.zeros((2, size, size + 1, HANDS * HANDS), np.int32),
    )


@kernel
def tally_strategy(
    kinds: Kinds,
    tables: HandTables,
    ways: Ways,
    slots: Slots,
    decisions: Decisions,
    room: TallyRoom,
    counted: TallyArrays,
) -> None:
    """Add up deals. Those folded at the first decision are left to the caller, who knows their number."""
    counts, first, second = kinds.counts, kinds.first, kinds.second
    act_first, act_second, act_third = decisions.first, decisions.second, decisions.third
    ways_across, ways_down, weights, played, folded = ways.across, ways.down, ways.holes, counted.played, counted.folded
    slot_of, examples, suited_slots = slots.of_pairs, slots.examples, slots.suited
    twins, no_twins = slots.twins[0], slots.twins[1]
    kind_count, pairs, size = counts.shape[0], kinds.pairs, played.shape[0]
    cards = cards_left(counts)
    made, places, parts, left, mine = room.made, room.places, room.parts, room.left, room.mine
    own_hands, pair_kinds, bins, taken = room.own_hands, room.pair_kinds, room.bins, room.taken
    masks, hands, hand_counts = room.plain
    suited_masks, suited_hands, suited_hand_counts = room.suited
    for hole in range(kinds.ranks.shape[0]):
        i = act_first[hole] - 1
        if i < 0:
            continue
        third = act_third[hole]
        line_hands(kinds, hole, tables, made)
        mask_hands(made, RANKS, examples[:suited_slots], masks, hands, hand_counts, places)
        mask_hands(made, kind_count, examples[suited_slots:], suited_masks, suited_hands, suited_hand_counts, places)
        for q in range(pairs):
            own_hands[0, q], own_hands[1, q] = made[first[q], q], made[second[q], q]
        bins[:] = 0
        taken[:] = 0
        for p in range(pairs):
            j = act_second[hole, p] - 1
            if j < 0:
                folded[1, i, 0] += weights[hole] * ways_across[p] * whole_sum(ways_down[p]) * cards
                continue
            for kind in range(kind_count):
                left[kind] = ways_across[p] * counts[kind]
                mine[kind] = made[kind, p] * HANDS
            left[first[p]] -= ways_across[p]
            left[second[p]] -= ways_across[p]
            parts[:] = 0
            put(ways_down[p], third[p], slot_of, parts)
            for end in range(2):
                take(ways_down[p], third[p], pair_kinds[end], own_hands[end], mine, ways_across[p], taken[end, j])
            folded[2, i, j] += weights[hole] * ways_across[p] * whole_sum(parts[0]) * cards
            for k in range(1, size + 1):
                add_hands(
                    parts[k, :suited_slots], masks, hands, hand_counts, RANKS, left, made, p, twins, bins[j, k]
                )  # fmt: skip
                add_hands(
                    parts[k, suited_slots:], suited_masks, suited_hands, suited_hand_counts, kind_count, left, made,
                    p, no_twins, bins[j, k],
                )  # fmt: skip
        for j in range(size):
            for k in range(size):
                for across in range(HANDS):
                    for down in range(HANDS):
                        cell = across * HANDS + down
                        deals = bins[j, k + 1, across, down] - taken[0, j, k + 1, cell] - taken[1, j, k + 1, cell]
                        played[i, j, k, across, down] += weights[hole] * deals


@inner
def mask_hands(
    made: Ints, kinds: int, examples: Ints, masks: Ints, hands: Ints, hand_counts: Ints, places: Ints
) -> None:
    """Write for each kind of middle card the hand that most slots make (`hands[kind, 0]`), then every other hand that
    some make, with a mask of those slots. Scratch: `places`."""
    masks[:] = 0
    for kind in range(kinds):
        places[:] = 0
        for slot in range(examples.shape[0]):
            places[made[kind, examples[slot]]] += 1
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
            masks[kind, places[made[kind, examples[slot]]], slot] = -1


@inner
def put(ways: Ints, actions: Ints, slots: Ints, parts: Ints) -> None:
    """Add the ways of each down pair to its action and slot."""
    for q in range(np.uint64(ways.shape[0])):
        parts[np.uint64(actions[q]), slots[q]] += ways[q]


@inner
def take(ways: Ints, actions: Ints, kinds: Ints, own_hands: Ints, mine: Ints, across: int, taken: Ints) -> None:
    """Count one card of each down pair as if it were the middle card."""
    for q in range(np.uint64(ways.shape[0])):
        taken[np.uint64(actions[q]), mine[kinds[q]] + own_hands[q]] += across * ways[q]


@inner
def add_hands(
    part: Ints, masks: Ints, hands: Ints, hand_counts: Ints, kinds: int, left: Ints, result: Ints, p: int, twins: Ints,
    bins: Ints,
) -> None:  # fmt: skip
    """Add the deals of some slots to `bins[across hand, down hand]`; `left[kind]` is across ways times cards left."""
    total = whole_sum(part)
    if total == 0:
        return
    for kind in range(kinds):
        twin = twins[kind]
        row, cards = bins[result[kind, p]], left[kind]
        twin_row, twin_cards = bins[result[twin, p]], 0 if twin == kind else left[twin]
        rest = total
        for n in range(1, hand_counts[kind]):
            some = masked_sum(part, masks[kind, n])
            rest -= some
            row[hands[kind, n]] += cards * some
            twin_row[hands[kind, n]] += twin_cards * some
        row[hands[kind, 0]] += cards * rest
        twin_row[hands[kind, 0]] += twin_cards * rest


@inner
def masked_sum(part: Ints, mask: Ints) -> int:
    """Return the sum where the mask is set; at most 1,128 ways, so the small type holds it."""
    number = part.dtype.type
    total = number(0)
    for slot in range(part.shape[0]):
        total = number(total + (part[slot] & mask[slot]))
    return total


@inner
def whole_sum(part: Ints) -> int:
    """Return the sum of all; at most 1,128 ways, so the small type holds it."""
    number = part.dtype.type
    total = number(0)
    for slot in range(part.shape[0]):
        total = number(total + part[slot])
    return total
