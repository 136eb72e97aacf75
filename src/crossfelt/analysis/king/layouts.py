"""Layouts of repeated cards on a sheet, with no two equal cards on a line.

Up to five copies of a card fit, one in each row. Any 24 cards without a sixth copy of one have a legal sheet: trying
every distribution of copies shows it, and a test does. If few cards have many copies, there are so few legal sheets
that all of them can be listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, groupby, permutations, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import squares_seen
from crossfelt.kernels.king.sheets import CENTRE_CARD
from crossfelt.kingcross.sheet import CENTRE, SQUARE_COUNT

MOST_COPIES = 5
MOST_LISTED_SHEETS = 100_000
MOST_TRIES = 5_000_000
_EVERY_SQUARE = sum(1 << square for square in range(SQUARE_COUNT) if square != CENTRE)

Squares = NDArray[np.uint8]
Layout = tuple[int, ...]
"""For each card the set of its squares, a bit for each."""


@cache
def spread_squares() -> tuple[tuple[int, ...], ...]:
    """Return by number of squares the sets of squares of which no two share a line, a bit for each; the center is in
    none."""
    seen = squares_seen().tolist()
    sets: list[dict[int, int]] = [{0: 1 << CENTRE}]
    while sets[-1]:
        sets.append(
            {
                squares | 1 << square: closed | seen[square]
                for squares, closed in sets[-1].items()
                for square in range(squares.bit_length(), SQUARE_COUNT)
                if not closed >> square & 1
            }
        )
    return tuple(tuple(sorted(members)) for members in sets[:-1])


def some_legal_sheet(numbers: Sequence[int]) -> Squares:
    """Return one legal sheet of 24 cards, none of which appears more than five times."""
    copies = Counter(numbers).most_common()
    layout = next(layouts([times for _, times in copies]))
    return _filled(layout, [number for number, _ in copies])


def every_legal_sheet(numbers: Sequence[int]) -> Squares | None:
    """Return all legal sheets of 24 cards, one per row; None if they are too many to list."""
    copies = Counter(numbers).most_common()
    cards, times = [number for number, _ in copies], [times for _, times in copies]
    groups = [[index for index, _ in group] for _, group in groupby(enumerate(times), key=lambda entry: entry[1])]
    order_count = prod(factorial(len(group)) for group in groups)
    if order_count > MOST_LISTED_SHEETS:
        return None
    orders = [list(chain(*chosen)) for chosen in product(*(permutations(group) for group in groups))]
    sheets: list[Squares] = []
    try:
        for layout in layouts(times, MOST_TRIES):
            sheets.extend(_filled(layout, [cards[index] for index in order]) for order in orders)
            if len(sheets) > MOST_LISTED_SHEETS:
                return None
    except TooManyTriesError:
        return None
    return np.array(sheets, np.uint8)


class TooManyTriesError(Exception):
    """A listing took too many tries."""


def layouts(times: Sequence[int], most_tries: int | None = None) -> Iterator[Layout]:
    """Yield every layout of cards with this many copies, most copies first.

    Cards with equally many copies are interchangeable: their sets are in increasing order, so that each layout appears
    once for all orders of such cards. Raises `TooManyTriesError` after this many tries, if set.
    """
    tries = 0

    def rest(before: Layout, free: int) -> Iterator[Layout]:
        nonlocal tries
        if len(before) == len(times):
            yield before
            return
        size = times[len(before)]
        least = before[-1] if before and times[len(before) - 1] == size else 0
        for squares in spread_squares()[size]:
            tries += 1
            if squares > least and squares & ~free == 0:
                yield from rest((*before, squares), free & ~squares)
        if most_tries is not None and tries > most_tries:
            raise TooManyTriesError

    return rest((), _EVERY_SQUARE)


def _filled(layout: Layout, cards: Sequence[int]) -> Squares:
    sheet = np.full(SQUARE_COUNT, CENTRE_CARD, np.uint8)
    for squares, number in zip(layout, cards, strict=True):
        for square in range(SQUARE_COUNT):
            if squares >> square & 1:
                sheet[square] = number
    return sheet
