"""Simulated annealing over sheets of 25 squares: two cards swap places, and only the lines they touch are evaluated.

The same card twice in a line is allowed on the way and costs a penalty for each pair; a sheet counts as a solution only
without any. The temperature falls geometrically. Both searches take the state of a splitmix64 generator, so that the
same state gives the same answer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, kernel
from crossfelt.kernels.king.generator import HALF, LOW_HALF, below, draw
from crossfelt.kernels.king.geometry import CENTRE, LINE_COUNT
from crossfelt.kernels.king.sheets import (
    ANARCHY,
    BOAT_CAPTAIN,
    BOTTOM_FEEDER,
    CARD_COUNT,
    DEAD_MANS_HAND,
    JACKPOT,
    LAW_AND_ORDER,
    POOL_SHARK,
    SQUARES_TO_FILL,
    STRAIGHT_SHOOTER,
    SheetTables,
    has_no_neighbours,
    holds_cards,
    is_in_order,
    line_hand,
)

HAND_COUNT = 10
STEPS_AT_ONE_HEAT = 1024
_SCORING, _STRAIGHTS, _BOATS, _LAWFUL, _QUIET, _DEAD = (4 * (HAND_COUNT + number) for number in range(6))
"""Lines are counted in one integer, four bits each: how many are each of the ten hands, then how many count for each
achievement.

The last field would overflow into the sign with eight lines; a card is in three lines at most.
"""


class Schedule(NamedTuple):
    """The length of a search, its cooling rate, and the penalty for repeated cards."""

    steps: int
    hot: float
    cold: float
    penalty: int
    """For each pair of equal cards in a line."""
    logarithms: NDArray[np.float64]
    """Logarithms of evenly spaced numbers between 0 and 1, a power of two of them."""


@kernel
def anneal(sheet: Any, tables: SheetTables, through: Any, schedule: Schedule, seed: Any, best: Any) -> Any:
    """Search for the most points of hands; fill `best` and return its points (-1 if every sheet had repeated cards).

    `through` (25, uint16) has the lines of each square, a bit for each. `sheet` is left as the search left it.
    """
    state = np.uint64(seed)
    keys = np.zeros(LINE_COUNT, np.int64)
    points = np.zeros(LINE_COUNT, np.int64)
    held = np.zeros((LINE_COUNT, CARD_COUNT + 1), np.int64)
    twins, total = prepare(sheet, tables, keys, points, held)
    best_total = -1
    offsets, hands, values = tables.offsets, tables.hands, tables.points
    heat, cooling = schedule.hot, (schedule.cold / schedule.hot) ** (STEPS_AT_ONE_HEAT / schedule.steps)
    for step in range(schedule.steps):
        heat = cooled(heat, cooling, step)
        state, bits = draw(state)
        a, b = two_squares(bits)
        first, second = sheet[a], sheet[b]
        if first == second:
            continue
        change = tables.keys[second] - tables.keys[first]
        only_a, only_b = through[a] & ~through[b], through[b] & ~through[a]
        gain = more_twins = 0
        for line in range(LINE_COUNT):
            if only_a >> line & 1:
                gain += values[line_hand(keys[line] + change, offsets, hands)] - points[line]
                more_twins += held[line, second] - held[line, first] + 1
            elif only_b >> line & 1:
                gain += values[line_hand(keys[line] - change, offsets, hands)] - points[line]
                more_twins += held[line, first] - held[line, second] + 1
        if not is_accepted(gain - schedule.penalty * more_twins, heat, bits, schedule.logarithms):
            continue
        sheet[a], sheet[b] = second, first
        total += gain
        twins += more_twins
        for line in range(LINE_COUNT):
            if only_a >> line & 1:
                keys[line] += change
                held[line, first] -= 1
                held[line, second] += 1
                points[line] = values[line_hand(keys[line], offsets, hands)]
            elif only_b >> line & 1:
                keys[line] -= change
                held[line, second] -= 1
                held[line, first] += 1
                points[line] = values[line_hand(keys[line], offsets, hands)]
        if twins == 0 and total > best_total:
            best_total = total
            best[:] = sheet
    return best_total


@kernel
def anneal_with_bonus(
    sheet: Any, tables: SheetTables, through: Any, schedule: Schedule, guide: Any, seed: Any, best: Any
) -> Any:
    """Search for the most points of hands and achievements; fill `best` and return its points as `anneal` does.

    `guide` (8, float64) has the share of each achievement's points that is paid in advance, in proportion to its
    progress. Without it a search rarely reaches an achievement. A second search without a guide may continue from the
    sheet that the first one leaves.
    """
    state = np.uint64(seed)
    keys = np.zeros(LINE_COUNT, np.int64)
    points = np.zeros(LINE_COUNT, np.int64)
    held = np.zeros((LINE_COUNT, CARD_COUNT + 1), np.int64)
    words = np.zeros(LINE_COUNT, np.int64)
    new_words = np.zeros(LINE_COUNT, np.int64)
    new_points = np.zeros(LINE_COUNT, np.int64)
    pooled = np.zeros(25, np.bool_)
    for place in range(tables.pool.shape[0]):
        pooled[tables.pool[place]] = True
    twins, total = prepare(sheet, tables, keys, points, held)
    counts = 0
    for line in range(LINE_COUNT):
        words[line] = line_word(sheet, line, line_hand(keys[line], tables.offsets, tables.hands), tables)
        counts += words[line]
    pool = pool_progress(sheet, tables.pool)
    bonus, advance = judged(counts, pool, guide, tables)
    best_total = -1
    heat, cooling = schedule.hot, (schedule.cold / schedule.hot) ** (STEPS_AT_ONE_HEAT / schedule.steps)
    for step in range(schedule.steps):
        heat = cooled(heat, cooling, step)
        state, bits = draw(state)
        a, b = two_squares(bits)
        first, second = sheet[a], sheet[b]
        if first == second:
            continue
        either, change = through[a] | through[b], tables.keys[second] - tables.keys[first]
        only_a, only_b = either & ~through[b], either & ~through[a]
        sheet[a], sheet[b] = second, first
        new_counts = counts
        gain = more_twins = 0
        for line in range(LINE_COUNT):
            if either >> line & 1:
                key = keys[line]
                if only_a >> line & 1:
                    key += change
                    more_twins += held[line, second] - held[line, first] + 1
                elif only_b >> line & 1:
                    key -= change
                    more_twins += held[line, first] - held[line, second] + 1
                hand = line_hand(key, tables.offsets, tables.hands)
                new_points[line] = tables.points[hand]
                # A line with both cards keeps its hand, but not the order of its cards.
                new_words[line] = line_word(sheet, line, hand, tables)
                gain += new_points[line] - points[line]
                new_counts += new_words[line] - words[line]
        new_pool = pool_progress(sheet, tables.pool) if pooled[a] or pooled[b] else pool
        new_bonus, new_advance = judged(new_counts, new_pool, guide, tables)
        worth = gain + new_bonus - bonus + new_advance - advance - schedule.penalty * more_twins
        if not is_accepted(worth, heat, bits, schedule.logarithms):
            sheet[a], sheet[b] = first, second
            continue
        total += gain
        twins += more_twins
        counts, pool, bonus, advance = new_counts, new_pool, new_bonus, new_advance
        for line in range(LINE_COUNT):
            if either >> line & 1:
                points[line] = new_points[line]
                words[line] = new_words[line]
                if only_a >> line & 1:
                    keys[line] += change
                    held[line, first] -= 1
                    held[line, second] += 1
                elif only_b >> line & 1:
                    keys[line] -= change
                    held[line, second] -= 1
                    held[line, first] += 1
        if twins == 0 and total + bonus > best_total:
            best_total = total + bonus
            best[:] = sheet
    return best_total


@kernel
def prepare(sheet: Any, tables: SheetTables, keys: Any, points: Any, held: Any) -> Any:
    """Fill in the data of each line; return the pairs of equal cards and the points."""
    twins = total = 0
    for line in range(LINE_COUNT):
        for place in range(5):
            card = sheet[tables.lines[line, place]]
            keys[line] += tables.keys[card]
            twins += held[line, card]
            held[line, card] += 1
        points[line] = tables.points[line_hand(keys[line], tables.offsets, tables.hands)]
        total += points[line]
    return twins, total


@inlined
def cooled(heat: Any, cooling: Any, step: Any) -> Any:
    """Return the temperature for a step, which falls at intervals."""
    return heat * cooling if step & (STEPS_AT_ONE_HEAT - 1) == 0 and step > 0 else heat


@inlined
def two_squares(bits: Any) -> Any:
    """Return two different squares, neither of them the center, from the lower 32 bits of a draw."""
    number = below(bits & LOW_HALF, SQUARES_TO_FILL * (SQUARES_TO_FILL - 1))
    a, b = number // np.uint64(SQUARES_TO_FILL - 1), number % np.uint64(SQUARES_TO_FILL - 1)
    b += np.uint64(b >= a)
    return a + np.uint64(a >= np.uint64(CENTRE)), b + np.uint64(b >= np.uint64(CENTRE))


@inlined
def is_accepted(worth: Any, heat: Any, bits: Any, logarithms: Any) -> Any:
    """Return whether a change is made: always if it isn't for the worse, else with probability exp(worth / heat)."""
    place = (bits >> HALF) & np.uint64(logarithms.shape[0] - 1)
    return worth >= 0 or worth > heat * logarithms[place]


@inlined
def line_word(sheet: Any, line: int, hand: int, tables: SheetTables) -> Any:
    """Return what one line adds to the counts."""
    squares = tables.lines[line]
    scores = tables.points[hand] > 0
    word = np.int64(1) << 4 * hand
    word |= np.int64(scores) << _SCORING
    word |= (tables.hand_sets[STRAIGHT_SHOOTER] >> hand & 1) << _STRAIGHTS
    word |= (tables.hand_sets[BOAT_CAPTAIN] >> hand & 1) << _BOATS
    if tables.hand_sets[LAW_AND_ORDER] >> hand & 1:
        word |= np.int64(is_in_order(sheet, squares)) << _LAWFUL
    if scores or not tables.anarchy_needs_points:
        word |= np.int64(has_no_neighbours(sheet, squares, tables.anarchy_is_local)) << _QUIET
    if tables.hand_sets[DEAD_MANS_HAND] >> hand & 1:
        word |= np.int64(holds_cards(sheet, squares, tables.dead_cards)) << _DEAD
    return word


@kernel
def pool_progress(sheet: Any, pool: Any) -> Any:
    """Return the most squares of the pool with one value."""
    most = 0
    for place in range(pool.shape[0]):
        equal = 0
        for other in range(pool.shape[0]):
            equal += sheet[pool[other]] >> 2 == sheet[pool[place]] >> 2
        most = max(most, equal)
    return most


@inlined
def judged(counts: int, pool: int, guide: Any, tables: SheetTables) -> Any:
    """Return the points of the achievements, and the guide's advance on those that aren't reached."""
    required, kinds, shown = tables.hand_sets[BOTTOM_FEEDER], 0, 0
    for hand in range(HAND_COUNT):
        if required >> hand & 1:
            kinds += 1
            shown += (counts >> 4 * hand & 15) > 0
    bonus, advance = 0, 0.0
    for number, have, need in (
        (STRAIGHT_SHOOTER, counts >> _STRAIGHTS & 15, tables.least[STRAIGHT_SHOOTER]),
        (JACKPOT, counts >> _SCORING & 15, tables.least[JACKPOT]),
        (POOL_SHARK, pool, np.int64(tables.pool.shape[0])),
        (BOAT_CAPTAIN, counts >> _BOATS & 15, tables.least[BOAT_CAPTAIN]),
        (LAW_AND_ORDER, counts >> _LAWFUL & 15, tables.least[LAW_AND_ORDER]),
        (ANARCHY, counts >> _QUIET & 15, tables.least[ANARCHY]),
        (BOTTOM_FEEDER, np.int64(shown), np.int64(kinds)),
        (DEAD_MANS_HAND, counts >> _DEAD & 15, np.int64(1)),
    ):
        if have >= need:
            bonus += tables.bonus[number]
        else:
            advance += guide[number] * tables.bonus[number] * have / need
    return bonus, advance
