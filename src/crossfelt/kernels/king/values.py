"""The value of an unfinished sheet: a sum of learned weights, and the best square for a card by that sum.

The value of a sheet after a placement is the points of its full lines plus one weight from each of these tables, all by
the number of squares still empty (the *stage*):

- lines: each unfinished line by its key;
- shapes: each by its class and by which kinds of squares it has left to fill;
- crossings: each empty square by the classes of two lines that cross there, whether they need the same suit and how
 many values they share; and three lines at once on the diagonals (by six spans of stages);
- suits: the four numbers of lines that need each suit, together; and each suit by how many cards its lines still need;
- status, with bonus points only: what is done and left of Jackpot, Anarchy, Bottom Feeder, Boat Captain, Pool Shark.

Two squares share at most one line. So a placement changes a crossing through one of its lines only, and its effect on
the sum is a sum over its lines: each line is evaluated once for a card, not once for each square.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.geometry import (
    CROSS_FIRST,
    CROSS_KIND,
    CROSS_SECOND,
    CROSSING_COUNT,
    CROSSINGS,
    GROUP_COUNT,
    GROUPS,
    LINE_COUNT,
    LINE_COUNTS,
    LINES_AT,
    PLACES_AT,
    SHAPE_COUNT,
    SHAPES,
    SQUARE_COUNT,
    SQUARES,
    THROUGH_CENTRE,
)
from crossfelt.kernels.king.position import (
    BITS,
    CARDS,
    CLASS,
    MIXED,
    MULTISET,
    NO_CARDS,
    OPEN,
    PLACES,
    POINTS,
    POOL_HELD,
    SHEET,
    STATUS,
    SUIT,
    WITH_KING,
    LineTables,
    Position,
    chase,
    place,
    pool_after,
)
from crossfelt.kernels.king.sheets import EMPTY, SheetTables, achievement_points, card_after_change

STAGES = 24
KEYS = 3640
RELATIONS = 9
SUIT_COUNTS = 1296
CHASES = 4096
TRIPLE_RELATIONS = 5
STAGES_PER_SPAN = 4
SPANS = 6
NOWHERE = -1e30

JACKPOTS = 547
ANARCHIES = 528
FEEDERS = 32
BOATS = 30
POOLS = 8
STATUSES = JACKPOTS + ANARCHIES + FEEDERS + BOATS + POOLS

SHARED = np.array([min(bits.bit_count(), 2) for bits in range(4096)], np.int64)
"""Bits of values that two lines share -> 0, 1, or 2 for more."""

LINE_SIZE = GROUP_COUNT * STAGES * KEYS
SUITS_SIZE = STAGES * SUIT_COUNTS
CHASE_SIZE = STAGES * CHASES
SUITS_AT = LINE_SIZE
CHASE_AT = SUITS_AT + SUITS_SIZE
STATUS_AT = CHASE_AT + CHASE_SIZE
SHAPE_AT = STATUS_AT + STAGES * STATUSES
"""The offsets of the tables in the array of weights; the later ones depend on the number of classes."""
MOST_FEATURES = 112


class LearnedValue(NamedTuple):
    """The weights and tables that determine the value of a sheet."""

    lines: LineTables
    sheets: SheetTables
    """The tables for scoring a full sheet: points of hands and achievements as arrays."""
    weights: NDArray[np.float32]


class Scratch(NamedTuple):
    """Working space for one evaluation, so that nothing is allocated in a game."""

    by_square: NDArray[np.float32]
    """By square: weights of its four crossings before the placement, their sum (`TOTAL`), and the value of the card
    there minus the part that is the same for all squares (`VALUE`), `NOWHERE` if it isn't open."""
    by_line: NDArray[np.float32]
    """By line: the change by place, five of them; the change by the card in any case (`GAIN`); and whether the line has
    the card already (`BLOCKED`)."""


TOTAL, VALUE = 4, 5
GAIN, BLOCKED = 5, 6


def new_scratch() -> Scratch:
    """Return working space for one thread."""
    return Scratch(np.zeros((SQUARE_COUNT, 6), np.float32), np.zeros((LINE_COUNT, 7), np.float32))


def table_starts(classes: int) -> tuple[int, ...]:
    """Return the offset of each table: lines, suits, chases, status, shapes, crossings, triples."""
    crossings_at = SHAPE_AT + GROUP_COUNT * STAGES * SHAPE_COUNT * classes
    triples_at = crossings_at + CROSSING_COUNT * STAGES * RELATIONS * classes**2
    return (0, SUITS_AT, CHASE_AT, STATUS_AT, SHAPE_AT, crossings_at, triples_at)


def weight_count(classes: int) -> int:
    """Return the length of the array of weights."""
    return table_starts(classes)[-1] + SPANS * TRIPLE_RELATIONS * classes**3


@inlined
def shape_index(classes: Any, group: Any, stage: Any, shape: Any, one: Any) -> Any:
    """Return the index of the weight of a line's class and shape."""
    return SHAPE_AT + ((group * STAGES + stage) * SHAPE_COUNT + shape) * classes + one


@inlined
def crossing_index(classes: Any, kind: Any, stage: Any, relation: Any, one: Any, other: Any) -> Any:
    """Return the index of the weight of two lines that cross."""
    start = SHAPE_AT + GROUP_COUNT * STAGES * SHAPE_COUNT * classes
    return start + (((kind * STAGES + stage) * RELATIONS + relation) * classes + one) * classes + other


@inlined
def triple_index(classes: Any, stage: Any, relation: Any, row: Any, column: Any, diagonal: Any) -> Any:
    """Return the index of the weight of three lines that cross."""
    start = SHAPE_AT + (GROUP_COUNT * SHAPE_COUNT + CROSSING_COUNT * RELATIONS * classes) * STAGES * classes
    span = stage // STAGES_PER_SPAN
    return start + (((span * TRIPLE_RELATIONS + relation) * classes + row) * classes + column) * classes + diagonal


@inlined
def relation_of(suit: Any, other_suit: Any, bits: Any, other_bits: Any) -> Any:
    """Return the relation of two lines: the suits they need, and the values they share."""
    shared = SHARED[bits & other_bits]
    if suit < NO_CARDS and other_suit < NO_CARDS:
        return shared + (3 if suit == other_suit else 6)
    return shared


@inlined
def triple_relation(row: Any, column: Any, diagonal: Any) -> Any:
    """Return which of three lines need the same suit."""
    if row < NO_CARDS and row == column:
        return 4 if row == diagonal else 1
    if row < NO_CARDS and row == diagonal:
        return 2
    return 3 if column < NO_CARDS and column == diagonal else 0


@inlined
def lines_chasing(code: Any) -> Any:
    """Return how many lines need a suit, at most 5."""
    return min((code & 15) + (code >> 4 & 15) + (code >> 8), 5)


@inner
def suits_index(stage: Any, hearts: Any, clubs: Any, diamonds: Any, spades: Any) -> Any:
    """Return the index of the weight of the four numbers of lines."""
    count = lines_chasing(hearts) + 6 * lines_chasing(clubs)
    return SUITS_AT + stage * SUIT_COUNTS + count + 36 * lines_chasing(diamonds) + 216 * lines_chasing(spades)


@inlined
def field(status: Any, number: Any, most: Any) -> Any:
    """Return one of the numbers of a status, at most `most`."""
    return min(status >> 4 * number & 15, most)


@inlined
def jackpot_index(status: Any) -> Any:
    """Count lines that don't score yet and have 1, 2, more squares left; return the last index once a line scored
    nothing."""
    if field(status, 3, 1):
        return JACKPOTS - 1
    return field(status, 0, 5) + 6 * field(status, 1, 6) + 42 * field(status, 2, 12)


@inlined
def anarchy_index(status: Any) -> Any:
    """Count lines that qualify, that will unless an adjacent rank comes, and that may."""
    return JACKPOTS + (field(status, 4, 5) * 8 + field(status, 5, 7)) * 11 + field(status, 6, 10)


@inlined
def feeder_index(status: Any) -> Any:
    """Return which of the five low hands are there."""
    low = field(status, 3, 1) + 2 * field(status, 9, 1) + 4 * field(status, 10, 1)
    return JACKPOTS + ANARCHIES + low + 8 * field(status, 11, 1) + 16 * field(status, 12, 1)


@inlined
def boat_index(status: Any) -> Any:
    """Count full houses, and lines one card short of one."""
    return JACKPOTS + ANARCHIES + FEEDERS + field(status, 7, 4) * 6 + field(status, 8, 5)


@inner
def status_value(weights: Any, stage: Any, status: Any, pool: Any) -> Any:
    """Return the value of the achievements' state."""
    start = STATUS_AT + stage * STATUSES
    return (
        weights[start + jackpot_index(status)]
        + weights[start + anarchy_index(status)]
        + weights[start + feeder_index(status)]
        + weights[start + boat_index(status)]
        + weights[start + STATUSES - POOLS + pool]
    )


@inlined
def final_score(position: Position, value: LearnedValue) -> Any:
    """Return the score of a full sheet."""
    if value.lines.with_bonus:
        return position.lines[SHEET, POINTS] + achievement_points(position.squares, value.sheets)
    return position.lines[SHEET, POINTS]


@inner
def weigh_crossings(position: Position, tables: LineTables, weights: Any, stage: int, scratch: Scratch) -> None:
    """Fill the scratch with the weights of all crossings before the placement."""
    squares, lines, by_square, count = position.squares, position.lines, scratch.by_square, tables.class_count
    for square in range(SQUARE_COUNT):
        if squares[square] != EMPTY:
            continue
        total = np.float32(0)
        for number in range(CROSSINGS[square]):
            weight = weights[crossing_at(lines, count, stage, square, number)]
            by_square[square, number] = weight
            total += weight
        if CROSSINGS[square] == 3:
            weight = weights[triple_at(lines, count, stage, square)]
            by_square[square, 3] = weight
            total += weight
        by_square[square, TOTAL] = total


@inner
def crossing_at(lines: Any, count: Any, stage: Any, square: Any, number: Any) -> Any:
    """Return the index of the weight of one of the pairs of lines through a square."""
    a, b = CROSS_FIRST[square, number], CROSS_SECOND[square, number]
    relation = relation_of(lines[SUIT, a], lines[SUIT, b], lines[BITS, a], lines[BITS, b])
    return crossing_index(count, CROSS_KIND[square, number], stage, relation, lines[CLASS, a], lines[CLASS, b])


@inner
def triple_at(lines: Any, count: Any, stage: Any, square: Any) -> Any:
    """Return the index of the weight of the three lines through a square."""
    a, b, c = CROSS_FIRST[square, 0], CROSS_SECOND[square, 0], CROSS_SECOND[square, 1]
    relation = triple_relation(lines[SUIT, a], lines[SUIT, b], lines[SUIT, c])
    return triple_index(count, stage, relation, lines[CLASS, a], lines[CLASS, b], lines[CLASS, c])


@inner
def line_at(lines: Any, stage: Any, line: Any) -> Any:
    """Return the index of the weight of an unfinished line."""
    suited = 1 if lines[SUIT, line] < MIXED else 0
    return (GROUPS[line] * STAGES + stage) * KEYS + lines[MULTISET, line] * 2 + suited


@inner
def shape_at(lines: Any, count: Any, stage: Any, line: Any) -> Any:
    """Return the index of the weight of its class and shape."""
    return shape_index(count, GROUPS[line], stage, SHAPES[line, lines[PLACES, line]], lines[CLASS, line])


@inner
def weigh_line(
    squares: Any, lines: Any, by_square: Any, by_line: Any, weights: Any, count: int, stage: int, line: int,
    after_key: int, one: int, suit: int, bits: int,
) -> None:  # fmt: skip
    """Compute the effect of a line's new key, class, suit and values; the line stays unfinished."""
    group = GROUPS[line]
    total = weights[(group * STAGES + stage) * KEYS + after_key]
    total -= weights[line_at(lines, stage, line)] + weights[shape_at(lines, count, stage, line)]
    for number_in_line in range(5):
        square = SQUARES[line, number_in_line]
        if squares[square] != EMPTY:
            continue
        change = np.float32(0)
        crossings = CROSSINGS[square]
        for number in range(crossings):
            a, b, kind = CROSS_FIRST[square, number], CROSS_SECOND[square, number], CROSS_KIND[square, number]
            if a == line:
                relation = relation_of(suit, lines[SUIT, b], bits, lines[BITS, b])
                index = crossing_index(count, kind, stage, relation, one, lines[CLASS, b])
                change += weights[index] - by_square[square, number]
            elif b == line:
                relation = relation_of(lines[SUIT, a], suit, lines[BITS, a], bits)
                index = crossing_index(count, kind, stage, relation, lines[CLASS, a], one)
                change += weights[index] - by_square[square, number]
        if crossings == 3:
            a, b, c = CROSS_FIRST[square, 0], CROSS_SECOND[square, 0], CROSS_SECOND[square, 1]
            suit_a, suit_b, suit_c = lines[SUIT, a], lines[SUIT, b], lines[SUIT, c]
            class_a, class_b, class_c = lines[CLASS, a], lines[CLASS, b], lines[CLASS, c]
            if a == line:
                suit_a, class_a = suit, one
            elif b == line:
                suit_b, class_b = suit, one
            else:
                suit_c, class_c = suit, one
            relation = triple_relation(suit_a, suit_b, suit_c)
            change += weights[triple_index(count, stage, relation, class_a, class_b, class_c)] - by_square[square, 3]
        total += change
        left = SHAPES[line, lines[PLACES, line] & ~(1 << number_in_line)]
        by_line[line, number_in_line] = weights[shape_index(count, group, stage, left, one)] - change
    by_line[line, GAIN] = total


@inner
def best_square(
    position: Position, tables: LineTables, weights: Any, stage: int, card: Any, scratch: Scratch
) -> tuple[int, Any]:
    """Return the best square for the card, and the value it adds; -1 if none is open to it.

    `stage` is the number of squares empty afterwards. Call `weigh_crossings` for it first.
    """
    squares, lines, by_square, by_line = position.squares, position.lines, scratch.by_square, scratch.by_line
    after_table, classes, value_bits, points = tables.after, tables.classes, tables.value_bits, tables.points
    full_status, open_status, pool, count = tables.status, tables.open_status, tables.pool, tables.class_count
    value, suit = card >> 2, card & 3
    for line in range(LINE_COUNT):
        if lines[OPEN, line] == 0:
            continue
        if lines[CARDS, line] >> card & 1:
            by_line[line, BLOCKED] = 1
            continue
        by_line[line, BLOCKED] = 0
        multiset, old_suit, through = lines[MULTISET, line], lines[SUIT, line], THROUGH_CENTRE[line]
        suited = int(old_suit == NO_CARDS) | int(old_suit == suit)
        after = after_table[multiset, value]
        if lines[OPEN, line] == 1:
            before = weights[line_at(lines, stage, line)] + weights[shape_at(lines, count, stage, line)]
            four, last = (after, WITH_KING) if through else (multiset, value)
            by_line[line, GAIN] = points[four, last, suited] - before
        else:
            key = after * 2 + suited
            weigh_line(
                squares, lines, by_square, by_line, weights, count, stage, line, key, classes[through, key],
                suit if suited else MIXED, value_bits[after],
            )  # fmt: skip
    best, most = -1, np.float32(NOWHERE)
    start = CHASE_AT + stage * CHASES
    for square in range(SQUARE_COUNT):
        if squares[square] != EMPTY:
            continue
        is_blocked = False
        total = -by_square[square, TOTAL]
        hearts, clubs, diamonds, spades = lines[SHEET, 0], lines[SHEET, 1], lines[SHEET, 2], lines[SHEET, 3]
        status = lines[SHEET, STATUS]
        for number in range(LINE_COUNTS[square]):
            line = LINES_AT[square, number]
            if by_line[line, BLOCKED] != 0:
                is_blocked = True
                break
            empty, old_suit = lines[OPEN, line], lines[SUIT, line]
            total += by_line[line, GAIN]
            if empty > 1:
                total += by_line[line, PLACES_AT[square, number]]
            suited = int(old_suit == NO_CARDS) | int(old_suit == suit)
            gone = chase(old_suit, empty)
            come = chase(suit, empty - 1) if suited else 0
            hearts += (come if suit == 0 else 0) - (gone if old_suit == 0 else 0)
            clubs += (come if suit == 1 else 0) - (gone if old_suit == 1 else 0)
            diamonds += (come if suit == 2 else 0) - (gone if old_suit == 2 else 0)
            spades += (come if suit == 3 else 0) - (gone if old_suit == 3 else 0)
            if tables.with_bonus:
                through, multiset = THROUGH_CENTRE[line], lines[MULTISET, line]
                after = after_table[multiset, value]
                status -= open_status[through, multiset]
                if empty > 1:
                    status += open_status[through, after]
                else:
                    four, last = (after, WITH_KING) if through else (multiset, value)
                    status += full_status[four, last, suited]
        if is_blocked:
            by_square[square, VALUE] = NOWHERE
            continue
        total += weights[suits_index(stage, hearts, clubs, diamonds, spades)]
        total += weights[start + hearts] + weights[start + clubs] + weights[start + diamonds] + weights[start + spades]
        if tables.with_bonus:
            total += status_value(weights, stage, status, pool_after(pool, lines, square, value))
        by_square[square, VALUE] = total
        if total > most:
            best, most = square, total
    return best, most


@inner
def best_placement(
    position: Position, tables: LineTables, weights: Any, stage: int, card: Any, scratch: Scratch
) -> tuple[int, int, Any]:
    """Return square, card (another one if the roll is wild) and added value of the best placement by the learned value
    alone."""
    weigh_crossings(position, tables, weights, stage, scratch)
    square, most = best_square(position, tables, weights, stage, card, scratch)
    if square >= 0:
        return square, card, most
    placed = card
    for number in range(14):
        other = card_after_change(card, number)
        result, value = best_square(position, tables, weights, stage, other, scratch)
        if result >= 0 and (square < 0 or value > most):
            square, placed, most = result, other, value
    return square, placed, most


@inlined
def place_best(position: Position, tables: LineTables, weights: Any, stage: int, card: Any, scratch: Scratch) -> int:
    """Make the best placement of a roll by the learned value alone, and return its square."""
    square, placed, _value = best_placement(position, tables, weights, stage, card, scratch)
    place(position, tables, square, placed)
    return square


@inner
def unchanged_value(position: Position, tables: LineTables, weights: Any, stage: int, scratch: Scratch) -> float:
    """Return the part of the value that `best_square` leaves out because it is the same for all squares. Call
    `weigh_crossings` first."""
    squares, lines, count = position.squares, position.lines, tables.class_count
    total = float(lines[SHEET, POINTS])
    for line in range(LINE_COUNT):
        if lines[OPEN, line] > 0:
            total += weights[line_at(lines, stage, line)] + weights[shape_at(lines, count, stage, line)]
    for square in range(SQUARE_COUNT):
        if squares[square] == EMPTY:
            total += scratch.by_square[square, TOTAL]
    return total


@kernel
def list_features(position: Position, tables: LineTables, stage: int, result: Any) -> int:
    """Write the indices of every weight in the value of the sheet; return their number."""
    squares, lines, count = position.squares, position.lines, tables.class_count
    number = 0
    for line in range(LINE_COUNT):
        if lines[OPEN, line] > 0:
            result[number] = line_at(lines, stage, line)
            result[number + 1] = shape_at(lines, count, stage, line)
            number += 2
    for square in range(SQUARE_COUNT):
        if squares[square] != EMPTY:
            continue
        for pair in range(CROSSINGS[square]):
            result[number] = crossing_at(lines, count, stage, square, pair)
            number += 1
        if CROSSINGS[square] == 3:
            result[number] = triple_at(lines, count, stage, square)
            number += 1
    result[number] = suits_index(stage, lines[SHEET, 0], lines[SHEET, 1], lines[SHEET, 2], lines[SHEET, 3])
    number += 1
    for suit in range(4):
        result[number] = CHASE_AT + stage * CHASES + lines[SHEET, suit]
        number += 1
    if tables.with_bonus:
        status, start = lines[SHEET, STATUS], STATUS_AT + stage * STATUSES
        result[number] = start + jackpot_index(status)
        result[number + 1] = start + anarchy_index(status)
        result[number + 2] = start + feeder_index(status)
        result[number + 3] = start + boat_index(status)
        result[number + 4] = start + STATUSES - POOLS + lines[SHEET, POOL_HELD]
        number += 5
    return number
