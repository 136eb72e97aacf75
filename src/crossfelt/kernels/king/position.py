"""A sheet in play: cards placed one at a time, with the data of each line kept up to date.

A line is described by its *key*: its values (a number for each multiset of at most four) and whether all its cards so
far share one suit. Its own future depends on nothing else: no card may be in a line twice, but the number of cards left
of a value follows from how many of it are there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.geometry import (
    CENTRE,
    LENGTHS,
    LINE_COUNT,
    LINE_COUNTS,
    LINES_AT,
    PLACES_AT,
    SQUARE_COUNT,
    THROUGH_CENTRE,
)
from crossfelt.kernels.king.sheets import CENTRE_CARD, EMPTY

NO_CARDS = 4
MIXED = 5
"""The suit of a line: 0 to 3 while it has one, 4 before its first card, 5 when it has several."""
NO_POOL = 7
"""The pool is spoiled: its squares have two values."""

MULTISET, SUIT, OPEN, CLASS, BITS, PLACES, CARDS, SHEET = range(8)
"""Rows of `Position.lines`, by line: the number of the multiset of its values; its suit; the number of empty squares;
its class; its values, a bit for each; its empty places, a bit for each; its cards, a bit for each. The last row is
about the whole sheet:"""
STATUS, POOL_VALUE, POOL_HELD, POINTS = range(4, 8)
"""0 to 3: for each suit, how many unfinished lines want it that need 3, 2 and 1 more cards, four bits each. Then the
status (numbers of lines, four bits each), the value in the pool, the cards in the pool or `NO_POOL`, and the points of
the full lines."""
WITH_KING = 12
"""In place of a fifth value: the line runs through the center."""


class LineTables(NamedTuple):
    """Properties of a line by the number of its multiset of values."""

    after: NDArray[np.int32]
    """(multiset, value) -> multiset with one more card; those of four stay."""
    value_bits: NDArray[np.int32]
    """The values in a multiset, a bit for each."""
    classes: NDArray[np.int32]
    """(through center, key) -> class: a coarser key. The key is twice the multiset, and one more in one suit."""
    points: NDArray[np.int32]
    """(multiset of four, last value or `WITH_KING`, in one suit) -> points of the full line."""
    status: NDArray[np.int64]
    """The contribution of a full line to the status, by the same indices."""
    open_status: NDArray[np.int64]
    """(through center, multiset) -> the contribution of an unfinished line to the status."""
    pool: NDArray[np.uint8]
    """By square, whether it belongs to the pool."""
    class_count: int
    with_bonus: bool


class Position(NamedTuple):
    """One sheet. Both arrays are written in place. There are only two because numba counts references to each of them
    whenever a function takes it out of the tuple."""

    squares: NDArray[np.uint8]
    lines: NDArray[np.int64]


def new_position() -> Position:
    """Return arrays for a sheet; `clear` makes it blank."""
    return Position(np.zeros(SQUARE_COUNT, np.uint8), np.zeros((8, LINE_COUNT), np.int64))


@inner
def clear(position: Position, tables: LineTables) -> None:
    """Make the sheet blank."""
    squares, lines = position.squares, position.lines
    squares[:] = EMPTY
    squares[CENTRE] = CENTRE_CARD
    lines[:] = 0
    for line in range(LINE_COUNT):
        through = THROUGH_CENTRE[line]
        lines[SUIT, line] = NO_CARDS
        lines[OPEN, line] = LENGTHS[line]
        lines[CLASS, line] = tables.classes[through, 1]
        lines[PLACES, line] = 27 if through else 31
        lines[SHEET, STATUS] += tables.open_status[through, 0]


@kernel
def copy_position(source: Position, target: Position) -> None:
    """Copy the source to the target."""
    # One by one: for an array written as a whole numba also compiles the text of a refusal, which takes seconds.
    squares, lines, from_squares, from_lines = target.squares, target.lines, source.squares, source.lines
    for square in range(SQUARE_COUNT):
        squares[square] = from_squares[square]
    for row in range(lines.shape[0]):
        for line in range(LINE_COUNT):
            lines[row, line] = from_lines[row, line]


@inlined
def chase(suit: Any, empty: Any) -> Any:
    """Return how a line counts among those that need its suit: 1, 16 or 256 when 3, 2 or 1 cards are missing."""
    if suit >= NO_CARDS or empty == 0 or empty > 3:
        return 0
    return 1 if empty == 3 else 16 if empty == 2 else 256


@inlined
def pool_after(pool: Any, lines: Any, square: Any, value: Any) -> Any:
    """Return the cards in the pool, or `NO_POOL`, once the value is on the square."""
    held = lines[SHEET, POOL_HELD]
    if not pool[square] or held == NO_POOL:
        return held
    return held + 1 if held == 0 or lines[SHEET, POOL_VALUE] == value else NO_POOL


@kernel
def place(position: Position, tables: LineTables, square: int, card: Any) -> None:
    """Put a card on an empty square that is open to it."""
    lines, pool, after_table, open_status = position.lines, tables.pool, tables.after, tables.open_status
    classes, value_bits, full_points, full_status = tables.classes, tables.value_bits, tables.points, tables.status
    value, suit = card >> 2, card & 3
    held = pool_after(pool, lines, square, value)
    if held != lines[SHEET, POOL_HELD]:
        lines[SHEET, POOL_VALUE], lines[SHEET, POOL_HELD] = value, held
    position.squares[square] = card
    for number in range(LINE_COUNTS[square]):
        line = LINES_AT[square, number]
        through = THROUGH_CENTRE[line]
        empty, old_suit, multiset = lines[OPEN, line], lines[SUIT, line], lines[MULTISET, line]
        if old_suit < NO_CARDS:
            lines[SHEET, old_suit] -= chase(old_suit, empty)
        suited = int(old_suit == NO_CARDS) | int(old_suit == suit)
        after = after_table[multiset, value]
        lines[SHEET, STATUS] -= open_status[through, multiset]
        if empty > 1:
            lines[SHEET, STATUS] += open_status[through, after]
        else:
            four, last = (after, WITH_KING) if through else (multiset, value)
            lines[SHEET, POINTS] += full_points[four, last, suited]
            lines[SHEET, STATUS] += full_status[four, last, suited]
        if suited:
            lines[SHEET, suit] += chase(suit, empty - 1)
        lines[MULTISET, line] = after
        lines[SUIT, line] = suit if suited else MIXED
        lines[OPEN, line] = empty - 1
        lines[CLASS, line] = classes[through, after * 2 + suited]
        lines[BITS, line] = value_bits[after]
        lines[PLACES, line] &= ~(1 << PLACES_AT[square, number])
        lines[CARDS, line] |= 1 << card


@inner
def is_open(position: Position, square: int, card: int) -> bool:
    """Return whether the square is empty and no line through it has the card."""
    if position.squares[square] != EMPTY:
        return False
    held = 0
    for number in range(LINE_COUNTS[square]):
        held |= position.lines[CARDS, LINES_AT[square, number]]
    return not held >> card & 1


@kernel
def set_up(position: Position, tables: LineTables, squares: Any) -> None:
    """Set the position to 25 squares, some of them empty."""
    clear(position, tables)
    for square in range(SQUARE_COUNT):
        if square != CENTRE and squares[square] != EMPTY:
            place(position, tables, square, np.int64(squares[square]))
