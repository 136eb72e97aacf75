"""The twelve lines of the sheet as arrays, and where two and three of them meet.

Squares count row by row from 0, lines from 0: five columns, five rows, two diagonals. The center is never empty, so it
belongs to no line here; the four lines through it have four squares to fill. numba compiles these arrays in.
"""

from __future__ import annotations

import numpy as np

LINE_COUNT = 12
SQUARE_COUNT = 25
CENTRE = 12

_LINES = (
    *(tuple(range(column, SQUARE_COUNT, 5)) for column in range(5)),
    *(tuple(range(5 * row, 5 * row + 5)) for row in range(5)),
    tuple(range(0, 25, 6)),
    tuple(range(4, 21, 4)),
)

SQUARES = np.array(_LINES, np.int64)
"""(line, place) -> square."""
THROUGH_CENTRE = np.array([int(CENTRE in line) for line in _LINES], np.int64)
LENGTHS = np.array([5 - through for through in THROUGH_CENTRE], np.int64)
GROUPS = np.array([0, 0, 2, 0, 0, 1, 1, 3, 1, 1, 4, 4], np.int64)
"""Lines that share their learned values: columns, rows, the middle column, the middle row, the diagonals.

Rows and columns are separate, although a sheet may be turned over, so that play can learn to collect flushes one way
and pairs the other.
"""
GROUP_COUNT = 5

LINE_COUNTS = np.zeros(SQUARE_COUNT, np.int64)
LINES_AT = np.zeros((SQUARE_COUNT, 3), np.int64)
PLACES_AT = np.zeros((SQUARE_COUNT, 3), np.int64)
"""By square: the number of lines through it, which (column, row, diagonal), and its place in each."""
for _line, _squares in enumerate(_LINES):
    for _place, _square in enumerate(_squares):
        if _square != CENTRE:
            LINES_AT[_square, LINE_COUNTS[_square]] = _line
            PLACES_AT[_square, LINE_COUNTS[_square]] = _place
            LINE_COUNTS[_square] += 1

CROSSING_COUNT = 6
CROSSINGS = np.zeros(SQUARE_COUNT, np.int64)
CROSS_FIRST = np.zeros((SQUARE_COUNT, 3), np.int64)
CROSS_SECOND = np.zeros((SQUARE_COUNT, 3), np.int64)
CROSS_KIND = np.zeros((SQUARE_COUNT, 3), np.int64)
"""By square: the number of pairs of lines that cross there, their first and second line, and the kind of crossing.

0 row and column, 1 the same on a diagonal, 2 row and diagonal, 3 column and diagonal, 4 row and middle column, 5 middle
row and column. On a diagonal the second line of pair 1 is the diagonal.
"""
for _square in range(SQUARE_COUNT):
    if _square == CENTRE:
        continue
    _column, _row = LINES_AT[_square, 0], LINES_AT[_square, 1]
    _on_diagonal = LINE_COUNTS[_square] == 3
    _kind = 5 if THROUGH_CENTRE[_row] else 4 if THROUGH_CENTRE[_column] else int(_on_diagonal)
    _pairs = [(_row, _column, _kind)]
    if _on_diagonal:
        _pairs += [(_row, LINES_AT[_square, 2], 2), (_column, LINES_AT[_square, 2], 3)]
    CROSSINGS[_square] = len(_pairs)
    for _number, (_first, _second, _kind) in enumerate(_pairs):
        CROSS_FIRST[_square, _number] = _first
        CROSS_SECOND[_square, _number] = _second
        CROSS_KIND[_square, _number] = _kind

SHAPE_COUNT = 18
SHAPES = np.zeros((LINE_COUNT, 32), np.int64)
"""(line, bits of its empty places) -> how many of the empty squares are contested by a diagonal (times 6), by a line
through the center (times 3), by neither. Squares of lines through the center are all alike: 0."""
for _line in range(LINE_COUNT):
    if THROUGH_CENTRE[_line]:
        continue
    for _bits in range(32):
        for _place in range(5):
            if _bits >> _place & 1:
                _square = _LINES[_line][_place]
                _on_diagonal = LINE_COUNTS[_square] == 3
                _beside_centre = THROUGH_CENTRE[LINES_AT[_square, 0]] or THROUGH_CENTRE[LINES_AT[_square, 1]]
                SHAPES[_line, _bits] += 6 if _on_diagonal else 3 if _beside_centre else 1
