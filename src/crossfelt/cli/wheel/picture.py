"""A wheel drawn with letters: each cell of a disc shows the letter of its segment.

Colors repeat and only help. A segment too narrow for any cell gets one at the rim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.text import Text

STYLES = ("green", "yellow", "cyan", "magenta", "blue")
MOST_COLUMNS = 46
LEAST_COLUMNS = 18


def wheel_text(signs: Sequence[str], weights: Sequence[int], columns: int, *, is_ascii: bool = False) -> Text:
    """Draw the wheel clockwise from its pointer, in at most `columns` columns."""
    width = max(LEAST_COLUMNS, min(columns, MOST_COLUMNS)) // 2 * 2
    height = width // 2
    ends = _ends(weights)
    cells: dict[tuple[int, int], int] = {}
    for row in range(height):
        for column in range(width):
            across, down = (column + 0.5) / width * 2 - 1, (row + 0.5) / height * 2 - 1
            if across**2 + down**2 <= 1:
                turn = math.atan2(across, -down) / (2 * math.pi) % 1
                cells[row, column] = next(number for number, end in enumerate(ends) if turn < end)
    for number in sorted(set(range(len(weights))) - set(cells.values())):
        begin = ends[number - 1] if number else 0.0
        cells[_rim_cell(cells, (begin + ends[number]) / 2, width, height)] = number
    pointer = Text("v" if is_ascii else "▼", "bold").join([Text(" " * (width // 2)), Text("")])
    lines = [pointer]
    for row in range(height):
        line = Text()
        for column in range(width):
            number = cells.get((row, column), -1)
            line.append(*((" ", None) if number < 0 else (signs[number], STYLES[number % len(STYLES)])))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _ends(weights: Sequence[int]) -> list[float]:
    """Return the end of each segment as a share of the full turn; the last one is a little more than 1."""
    total, so_far, ends = sum(weights), 0, []
    for weight in weights:
        so_far += weight
        ends.append(so_far / total)
    ends[-1] = 1.1
    return ends


def _rim_cell(cells: dict[tuple[int, int], int], turn: float, width: int, height: int) -> tuple[int, int]:
    """Return the cell nearest to a place on the rim whose segment has other cells."""
    across, down = math.sin(2 * math.pi * turn), -math.cos(2 * math.pi * turn)
    counts: dict[int, int] = {}
    for number in cells.values():
        counts[number] = counts.get(number, 0) + 1

    def distance(cell: tuple[int, int]) -> float:
        row, column = cell
        return ((column + 0.5) / width * 2 - 1 - across) ** 2 + ((row + 0.5) / height * 2 - 1 - down) ** 2

    return min((cell for cell, number in cells.items() if counts[number] > 1), key=lambda cell: (distance(cell), cell))
