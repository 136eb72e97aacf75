"""Sheets of 25 squares: points, achievements, random games.

A sheet is an array of 25 uint8, row by row. A card is value * 4 + suit, value 0 to 11; 48 is the card in the center of
every sheet, of value 12 and of whatever suit is best for a line; 255 is an empty square. Hands are numbers from 0 to 9.
The points of hands and achievements come in with `SheetTables`.

The hands of a sheet are passed as one integer, four bits a line: the five columns from bit 0, the five rows, the
diagonal from the top left, the diagonal from the top right. Such a number needs no memory, so other kernels may use it
in their inner loops.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.generator import HALF, LOW_HALF, below, draw
from crossfelt.kernels.king.geometry import CENTRE, LINE_COUNT

EMPTY = 255
CENTRE_CARD = 48
CARD_COUNT = 48
SQUARES_TO_FILL = 24
KEY_BITS = 20
KEY_MASK = (1 << KEY_BITS) - 1
ROW_BITS = 7
ROW_MASK = (1 << ROW_BITS) - 1
SUIT_SHIFT = KEY_BITS
"""Above the key of its rank a card counts itself in one of four fields of four bits; the center in all of them."""
SUIT_BIAS = 0x3333 << SUIT_SHIFT
SUIT_FULL = 0x8888 << SUIT_SHIFT
"""Five cards of a suit and the bias of three reach the highest bit of its field."""

STRAIGHT_SHOOTER, JACKPOT, POOL_SHARK, BOAT_CAPTAIN, LAW_AND_ORDER, ANARCHY, BOTTOM_FEEDER, DEAD_MANS_HAND = range(8)
"""Rows of the achievement arrays."""


class SheetTables(NamedTuple):
    """The tables for scoring a sheet."""

    keys: NDArray[np.int64]
    """By card, 49: key of its rank, and one in the field of its suit."""
    offsets: NDArray[np.uint16]
    """By the upper bits of the sum of five keys of ranks: the offset of its row in `hands`."""
    hands: NDArray[np.uint8]
    """Rows by the lower bits of the sum, overlapping where they agree, so that all of it stays in the processor's first
    cache: the hand in several suits, and from bit 4 the hand in one suit."""
    points: NDArray[np.int64]
    """By hand, 10."""
    lines: NDArray[np.uint8]
    """12 lines of five squares, in reading order."""
    bonus: NDArray[np.int64]
    """Points by achievement, 8."""
    least: NDArray[np.int64]
    """By achievement, the number of lines it needs; 0 if it counts none."""
    hand_sets: NDArray[np.int64]
    """By achievement, the hands that count, a bit for each."""
    pool: NDArray[np.uint8]
    """The squares that must have one value."""
    dead_cards: int
    """The cards that one line must have, a bit for each."""
    anarchy_needs_points: bool
    anarchy_is_local: bool
    """Whether only cards on adjacent squares are compared."""


@kernel
def line_hand(keys: Any, offsets: Any, hands: Any) -> Any:
    """Return the hand of the sum of five keys."""
    ranks = keys & KEY_MASK
    suited = ((keys + SUIT_BIAS) & SUIT_FULL) != 0
    hand = np.int64(hands[np.int64(offsets[ranks >> ROW_BITS]) + (ranks & ROW_MASK)])
    return (hand >> (4 * suited)) & 15


@inlined
def line_keys(sheet: Any, k: Any) -> Any:
    """Return the sums of the keys of the twelve lines."""
    a0, a1, a2, a3, a4 = k[sheet[0]], k[sheet[1]], k[sheet[2]], k[sheet[3]], k[sheet[4]]
    b0, b1, b2, b3, b4 = k[sheet[5]], k[sheet[6]], k[sheet[7]], k[sheet[8]], k[sheet[9]]
    c0, c1, c2, c3, c4 = k[sheet[10]], k[sheet[11]], k[sheet[12]], k[sheet[13]], k[sheet[14]]
    d0, d1, d2, d3, d4 = k[sheet[15]], k[sheet[16]], k[sheet[17]], k[sheet[18]], k[sheet[19]]
    e0, e1, e2, e3, e4 = k[sheet[20]], k[sheet[21]], k[sheet[22]], k[sheet[23]], k[sheet[24]]
    return (
        a0 + b0 + c0 + d0 + e0, a1 + b1 + c1 + d1 + e1, a2 + b2 + c2 + d2 + e2, a3 + b3 + c3 + d3 + e3,
        a4 + b4 + c4 + d4 + e4, a0 + a1 + a2 + a3 + a4, b0 + b1 + b2 + b3 + b4, c0 + c1 + c2 + c3 + c4,
        d0 + d1 + d2 + d3 + d4, e0 + e1 + e2 + e3 + e4, a0 + b1 + c2 + d3 + e4, a4 + b3 + c2 + d1 + e0,
    )  # fmt: skip


@inlined
def sheet_hands(sheet: Any, tables: SheetTables) -> Any:
    """Return the twelve hands of a full sheet, four bits each."""
    k, offsets, hands = line_keys(sheet, tables.keys), tables.offsets, tables.hands
    return (
        line_hand(k[0], offsets, hands)
        | line_hand(k[1], offsets, hands) << 4
        | line_hand(k[2], offsets, hands) << 8
        | line_hand(k[3], offsets, hands) << 12
        | line_hand(k[4], offsets, hands) << 16
        | line_hand(k[5], offsets, hands) << 20
        | line_hand(k[6], offsets, hands) << 24
        | line_hand(k[7], offsets, hands) << 28
        | line_hand(k[8], offsets, hands) << 32
        | line_hand(k[9], offsets, hands) << 36
        | line_hand(k[10], offsets, hands) << 40
        | line_hand(k[11], offsets, hands) << 44
    )


@inlined
def base_points(sheet: Any, tables: SheetTables) -> Any:
    """Return the points of the twelve hands of a full sheet."""
    # Unrolled: a loop over the lines takes twice as long.
    k, offsets, hands, points = line_keys(sheet, tables.keys), tables.offsets, tables.hands, tables.points
    return (
        points[line_hand(k[0], offsets, hands)]
        + points[line_hand(k[1], offsets, hands)]
        + points[line_hand(k[2], offsets, hands)]
        + points[line_hand(k[3], offsets, hands)]
        + points[line_hand(k[4], offsets, hands)]
        + points[line_hand(k[5], offsets, hands)]
        + points[line_hand(k[6], offsets, hands)]
        + points[line_hand(k[7], offsets, hands)]
        + points[line_hand(k[8], offsets, hands)]
        + points[line_hand(k[9], offsets, hands)]
        + points[line_hand(k[10], offsets, hands)]
        + points[line_hand(k[11], offsets, hands)]
    )


@inlined
def points_of_hands(hands: int, tables: SheetTables) -> Any:
    """Return the points of twelve hands."""
    total = 0
    for line in range(LINE_COUNT):
        total += tables.points[hands >> 4 * line & 15]
    return total


@kernel
def score_sheets(sheets: Any, tables: SheetTables, points: Any) -> None:
    """Write the points of the hands of each full sheet (n, 25) into `found` (n)."""
    for row in range(sheets.shape[0]):
        points[row] = base_points(sheets[row], tables)


@kernel
def score_sheets_with_bonus(sheets: Any, tables: SheetTables, points: Any) -> None:
    """Write the points of each full sheet (n, 25), achievements included, into `found` (n)."""
    for row in range(sheets.shape[0]):
        hands = sheet_hands(sheets[row], tables)
        points[row] = points_of_hands(hands, tables) + bonus_of_hands(sheets[row], hands, tables)


@kernel
def achievement_points(sheet: Any, tables: SheetTables) -> Any:
    """Return the points of a full sheet's achievements."""
    return bonus_of_hands(sheet, sheet_hands(sheet, tables), tables)


@inner
def bonus_of_hands(sheet: Any, hands: int, tables: SheetTables) -> Any:
    """Return the points of a full sheet's achievements, given its hands."""
    reached = achievements_reached(sheet, hands, tables)
    total = 0
    for number in range(8):
        if reached >> number & 1:
            total += tables.bonus[number]
    return total


@inlined
def achievements_reached(sheet: Any, hands: int, tables: SheetTables) -> Any:
    """Return which achievements a full sheet with those hands reaches, a bit for each."""
    straights = scoring = boats = lawful = quiet = dead = kinds = 0
    for line in range(LINE_COUNT):
        hand = hands >> 4 * line & 15
        kinds |= 1 << hand
        scores = tables.points[hand] > 0
        scoring += scores
        straights += tables.hand_sets[STRAIGHT_SHOOTER] >> hand & 1
        boats += tables.hand_sets[BOAT_CAPTAIN] >> hand & 1
        if tables.hand_sets[LAW_AND_ORDER] >> hand & 1:
            lawful += is_in_order(sheet, tables.lines[line])
        if scores or not tables.anarchy_needs_points:
            quiet += has_no_neighbours(sheet, tables.lines[line], tables.anarchy_is_local)
        if tables.hand_sets[DEAD_MANS_HAND] >> hand & 1:
            dead |= holds_cards(sheet, tables.lines[line], tables.dead_cards)
    required = tables.hand_sets[BOTTOM_FEEDER]
    return (
        (straights >= tables.least[STRAIGHT_SHOOTER]) << STRAIGHT_SHOOTER
        | (scoring >= tables.least[JACKPOT]) << JACKPOT
        | holds_one_value(sheet, tables.pool) << POOL_SHARK
        | (boats >= tables.least[BOAT_CAPTAIN]) << BOAT_CAPTAIN
        | (lawful >= tables.least[LAW_AND_ORDER]) << LAW_AND_ORDER
        | (quiet >= tables.least[ANARCHY]) << ANARCHY
        | (kinds & required == required) << BOTTOM_FEEDER
        | dead << DEAD_MANS_HAND
    )


@inner
def is_in_order(sheet: Any, line: Any) -> bool:
    """Return whether the values rise all the way or fall all the way, value 0 counting as 0 or 13, whichever fits."""
    for ace in (0, 13):
        rising = falling = True
        before = sheet[line[0]] >> 2 or ace
        for place in range(1, 5):
            value = sheet[line[place]] >> 2 or ace
            rising &= value > before
            falling &= value < before
            before = value
        if rising or falling:
            return True
    return False


@inner
def has_no_neighbours(sheet: Any, line: Any, is_local: bool) -> bool:
    """Return whether no two cards, or no two on adjacent squares, are of adjacent value; the 13 values form a
    circle."""
    mask = np.int64(0)
    for place in range(5):
        value = np.int64(sheet[line[place]] >> 2)
        if is_local and place > 0:
            step = abs(value - np.int64(sheet[line[place - 1]] >> 2))
            if step % 11 == 1:  # 1 or 12: for a set of the two numba would compile the hashing of numbers
                return False
        mask |= 1 << value
    return is_local or bool(mask & (mask << 1 | mask >> 12) & 0x1FFF == 0)


@inner
def holds_cards(sheet: Any, line: Any, cards: int) -> bool:
    """Return whether a line has all those cards."""
    result = np.int64(0)
    for place in range(5):
        result |= 1 << np.int64(sheet[line[place]])
    return bool(result & cards == cards)


@inner
def holds_one_value(sheet: Any, squares: Any) -> bool:
    """Return whether the squares have the same value."""
    equal = True
    for place in range(1, squares.shape[0]):
        equal &= sheet[squares[place]] >> 2 == sheet[squares[0]] >> 2
    return equal


@kernel
def random_games(seed: Any, seen: Any, sheets: Any) -> Any:
    """Fill each sheet (n, 25) by one game of random legal placements; return the state of the generator afterwards.

    `seen` (25, uint32) has for each square the squares on its lines, itself included, a bit for each. A card goes to a
    uniformly random square among those that are open to it; one without any becomes, with its square, a uniformly
    random one among the changes of value alone or suit alone that are open somewhere.
    """
    # A state from Python is a signed integer: mixed with unsigned ones it would turn into floats.
    state = np.uint64(seed)
    closed = np.zeros(CARD_COUNT, np.uint32)
    empty = np.empty(SQUARES_TO_FILL, np.uint8)
    for row in range(sheets.shape[0]):
        sheet = sheets[row]
        sheet[CENTRE] = CENTRE_CARD
        closed[:] = 0
        for place in range(CENTRE):
            empty[place] = place
            empty[place + CENTRE] = place + CENTRE + 1
        free = np.uint32(((1 << 25) - 1) ^ (1 << CENTRE))
        for left in range(SQUARES_TO_FILL, 0, -1):
            state, bits = draw(state)
            card = below(bits >> HALF, CARD_COUNT)
            place = below(bits & LOW_HALF, left)
            square = empty[place]
            if closed[card] >> square & np.uint32(1):
                is_wild = free & ~closed[card] == 0
                rolled = card
                # Drawing again until the square is open chooses uniformly among the open ones.
                while closed[card] >> square & np.uint32(1):
                    state, bits = draw(state)
                    place = below(bits & LOW_HALF, left)
                    square = empty[place]
                    if is_wild:
                        card = np.uint64(card_after_change(np.int64(rolled), np.int64(below(bits >> HALF, 14))))
            sheet[square] = card
            closed[card] |= seen[square]
            free &= ~(np.uint32(1) << np.uint32(square))
            empty[place] = empty[np.uint64(left - 1)]
    return state


@inner
def card_after_change(card: Any, number: Any) -> Any:
    """Return one of the 14 cards that differ from a card in suit alone (0 to 2) or in value alone (3 to 13)."""
    if number < 3:
        return (card & ~3) | ((card + 1 + number) & 3)
    return ((card >> 2) + number - 2) % 12 * 4 + (card & 3)
