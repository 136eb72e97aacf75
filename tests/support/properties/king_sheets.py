"""Full King Cross sheets for tests: random ones in several moods, so that every hand and achievement comes up."""

from __future__ import annotations

import random

from tests.naive.king_scoring import LINES, Grid, open_squares

RANKS = "A23456789TJQ"
SUITS = "hcds"
ENDS = ((0, 0), (0, 4), (2, 0), (2, 4), (4, 0), (4, 4))
MOODS = ("any", "few_ranks", "apart", "latin", "sorted", "suited_rows", "ends", "dead_man")
_SEEN = {
    (row, column): {at for line in LINES if (row, column) in line for at in line} - {(row, column), (2, 2)}
    for row in range(5)
    for column in range(5)
}


def random_grid(draws: random.Random, kings: bool = False) -> Grid:
    """A full sheet without twins on any line."""
    while True:
        grid = _attempt(draws, draws.choice(MOODS), kings)
        if grid is not None:
            return grid


def _attempt(draws: random.Random, mood: str, kings: bool) -> Grid | None:
    """Draw chosen ranks for some squares, the rest from a pool; None where a square has no card left."""
    wished, pool = _wishes(draws, mood)
    for square in draws.sample(sorted(wished), draws.choice((0, 0, 0, 1, 2, 4)) if wished else 0):
        del wished[square]
    if kings:
        pool += "KK"
    grid: dict[tuple[int, int], str] = {(2, 2): "K"}
    order = list(wished) + draws.sample(sorted(set(_SEEN) - set(wished) - {(2, 2)}), 24 - len(wished))
    for square in order:
        wish = wished.get(square, "")
        ranks = wish[:1] or pool
        suits = wish[1:] or SUITS
        near = {grid[at] for at in _SEEN[square] if at in grid}
        choices = [rank + suit for rank in ranks for suit in suits if rank + suit not in near]
        if not choices:
            return None
        grid[square] = draws.choice(choices)
    rows = [[grid[row, column] for column in range(5)] for row in range(5)]
    return None if kings and _has_five_kings(rows) else rows


def _wishes(draws: random.Random, mood: str) -> tuple[dict[tuple[int, int], str], str]:
    wished: dict[tuple[int, int], str] = {}
    start = draws.randrange(8)
    run = RANKS[start : start + 5]
    outer = (0, 1, 3, 4)
    if mood == "few_ranks":
        return {}, "".join(draws.sample(RANKS, draws.choice((3, 4, 5))))
    if mood == "apart":
        return {}, "".join(RANKS[(2 * step + start) % 12] for step in range(5))
    if mood == "latin":
        # Four rows and four columns are straights.
        for row in range(5):
            for column in range(5):
                wished[row, column] = run[(row + column) % 5]
        del wished[2, 2]
    elif mood == "sorted":
        # Four rows in order, in suits that change from row to row.
        for row in outer:
            for column in range(5):
                wished[row, column] = run[column] + SUITS[(outer.index(row) + draws.randrange(2) * column) % 4]
    elif mood == "suited_rows":
        for row in range(5):
            suit = SUITS[row % 4]
            for column, rank in enumerate("TJKQA" if row == 2 else draws.sample(RANKS, 5)):
                wished[row, column] = rank + suit
        del wished[2, 2]
    elif mood == "ends":
        rank = draws.choice(RANKS)
        wished.update(dict.fromkeys(ENDS, rank))
    elif mood == "dead_man":
        line = draws.choice(LINES)
        squares = [square for square in line if square != (2, 2)][:4]
        wished.update(zip(squares, ("As", "Ac", "8s", "8c"), strict=True))
    pool = draws.choice((RANKS, RANKS, run + draws.choice(RANKS)))
    return wished, pool


def _has_five_kings(rows: Grid) -> bool:
    full = [[rows[row][column] for row, column in line] for line in LINES]
    return any(all(card[0] == "K" for card in line) for line in full)


def naive_open(grid: list[list[str | None]], card: str) -> list[str]:
    """The open squares of a card by name, as the naive rules see them."""
    return [f"{'abcde'[column]}{row + 1}" for row, column in open_squares(grid, card)]
