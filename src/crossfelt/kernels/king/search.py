"""Search on top of the learned value: the next roll in full, the best replies to it, and games played on from there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from crossfelt.kernels.king.geometry import SQUARE_COUNT
from crossfelt.kernels.king.learning import roll_from
from crossfelt.kernels.king.position import (
    POINTS,
    SHEET,
    LineTables,
    Position,
    copy_position,
    place,
)
from crossfelt.kernels.king.sheets import (
    EMPTY,
    SheetTables,
    achievement_points,
    card_after_change,
    draw,
    next_state,
    sheet_hands,
)
from crossfelt.kernels.king.values import (
    NOWHERE,
    VALUE,
    Scratch,
    best_placement,
    best_square,
    unchanged_value,
    weigh_crossings,
)

ROLLS = 48
MOST_CHOICES = 24 * 14
SAME = 0.005
REPLIES = 4
"""Replies to a roll that are weighed, at most; none of them a mirror image of another."""
ROLLS_PLAYED = 9
FADE = 0.8
"""How far the champion plays on, and how much less each further roll counts: late errors are mostly noise."""


class Choices(NamedTuple):
    """Room for the choices of one roll, so that nothing is allocated in a game."""

    squares: NDArray[np.int64]
    cards: NDArray[np.int64]
    values: NDArray[np.float64]


def new_choices() -> Choices:
    """Room for one thread."""
    return Choices(np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES))


@njit(cache=True, nogil=True)
def margin(with_bonus: bool) -> float:
    """Points by which a square may look worse than the best and still be thought about. With bonus points more is at
    stake, and the learned value errs by more."""
    return 30.0 if with_bonus else 12.0


@njit(cache=True, nogil=True, inline="always")
def final_score(position: Position, tables: LineTables, sheet_tables: SheetTables) -> Any:
    """The score of a full sheet."""
    if tables.with_bonus:
        return position.lines[SHEET, POINTS] + achievement_points(position.squares, sheet_tables)
    return position.lines[SHEET, POINTS]


@njit(cache=True, nogil=True)
def list_choices(
    position: Position, tables: LineTables, weights: Any, stage: int, card: Any, scratch: Scratch, squares: Any,
    cards: Any, values: Any,
) -> int:  # fmt: skip
    """Every legal placement of a roll with its learned value; gives their number."""
    weigh_crossings(position, tables, weights, stage, scratch)
    start = unchanged_value(position, tables, weights, stage, scratch)
    count = 0
    square, _most = best_square(position, tables, weights, stage, card, scratch)
    changes = 0 if square >= 0 else 14
    for number in range(max(changes, 1)):
        placed = card
        if changes:
            placed = card_after_change(card, number)
            square, _most = best_square(position, tables, weights, stage, placed, scratch)
            if square < 0:
                continue
        for square in range(SQUARE_COUNT):
            if position.squares[square] == EMPTY and scratch.by_square[square, VALUE] > NOWHERE:
                squares[count] = square
                cards[count] = placed
                values[count] = start + scratch.by_square[square, VALUE]
                count += 1
    return count


@njit(cache=True, nogil=True)
def values_by_roll(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, scratch: Scratch,
    spare: Position, values: Any,
) -> None:  # fmt: skip
    """For each of the 48 rolls the value after its best placement; `stage` squares are empty now, at least one."""
    if stage == 1 and tables.with_bonus:
        values_of_last_square(position, tables, sheet_tables, weights, scratch, spare, values)
        return
    weigh_crossings(position, tables, weights, stage - 1, scratch)
    start = unchanged_value(position, tables, weights, stage - 1, scratch)
    for card in range(ROLLS):
        square, most = best_square(position, tables, weights, stage - 1, card, scratch)
        if square < 0:
            for number in range(14):
                found, value = best_square(
                    position, tables, weights, stage - 1, card_after_change(card, number), scratch
                )
                if found >= 0 and (square < 0 or value > most):
                    square, most = found, value
        values[card] = start + most


@njit(cache=True, nogil=True)
def values_of_last_square(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, scratch: Scratch, spare: Position,
    values: Any,
) -> None:  # fmt: skip
    """The exact scores when one square is empty: achievements are counted on the full sheets."""
    square = 0
    while position.squares[square] != EMPTY:
        square += 1
    scores = np.full(ROLLS, -1.0)
    weigh_crossings(position, tables, weights, 0, scratch)
    for card in range(ROLLS):
        found, _value = best_square(position, tables, weights, 0, card, scratch)
        if found >= 0:
            copy_position(position, spare)
            place(spare, tables, square, card)
            scores[card] = final_score(spare, tables, sheet_tables)
    for card in range(ROLLS):
        values[card] = scores[card]
        if scores[card] < 0:
            for number in range(14):
                values[card] = max(values[card], scores[card_after_change(card, number)])


@njit(cache=True, nogil=True)
def value_before_roll(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, scratch: Scratch,
    spare: Position,
) -> float:  # fmt: skip
    """The mean over all 48 rolls of the value after the best placement; `stage` squares are empty now."""
    if stage == 0:
        return final_score(position, tables, sheet_tables)
    values = np.empty(ROLLS)
    values_by_roll(position, tables, sheet_tables, weights, stage, scratch, spare, values)
    return values.mean()


@njit(cache=True, nogil=True)
def look_ahead(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, squares: Any,
    cards: Any, count: int, scratch: Scratch, after: Position, spare: Position, values: Any,
) -> None:  # fmt: skip
    """The value of each of the first `count` placements by all rolls that may come next."""
    for number in range(count):
        copy_position(position, after)
        place(after, tables, squares[number], cards[number])
        values[number] = value_before_roll(after, tables, sheet_tables, weights, stage, scratch, spare)


@njit(cache=True, nogil=True)
def keep_different(squares: Any, cards: Any, values: Any, count: int, most: int, reach: float) -> int:
    """Brings the best choices to the front, best first, at most `most`, none further than `reach` below the best, and
    one of each set of mirror images: those have the same value but for rounding. Gives their number."""
    found = 0
    while found < most:
        best = -1
        for number in range(found, count):
            if found > 0 and values[number] > values[found - 1] - SAME:
                continue
            if best < 0 or values[number] > values[best]:
                best = number
        if best < 0 or (found > 0 and values[best] < values[0] - reach):
            break
        squares[found], squares[best] = squares[best], squares[found]
        cards[found], cards[best] = cards[best], cards[found]
        values[found], values[best] = values[best], values[found]
        found += 1
    return found


@njit(cache=True, nogil=True)
def find_reply(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, card: Any,
    scratch: Scratch, after: Position, spare: Position, choices: Choices,
) -> tuple[int, int, float, float]:  # fmt: skip
    """A good placement of a roll: the best by all rolls that may come next, of the few that look best at first sight.

    Gives its square and card, its value by the next rolls, and the best value at first sight.
    """
    squares, cards, values = choices.squares, choices.cards, choices.values
    count = list_choices(position, tables, weights, stage, card, scratch, squares, cards, values)
    count = keep_different(squares, cards, values, count, REPLIES, margin(tables.with_bonus))
    first_sight = values[0]
    look_ahead(
        position, tables, sheet_tables, weights, stage, squares, cards, count, scratch, after, spare, values
    )  # fmt: skip
    best = np.argmax(values[:count])
    return squares[best], cards[best], values[best], first_sight


@njit(cache=True, nogil=True)
def list_replies(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, scratch: Scratch,
    after: Position, spare: Position, choices: Choices, squares: Any, cards: Any,
) -> float:  # fmt: skip
    """Writes a good placement for each of the 48 rolls, with `stage` squares empty afterwards, and gives the mean of
    their values: what the sheet is worth by the next two rolls."""
    total = 0.0
    for card in range(ROLLS):
        squares[card], cards[card], value, _first_sight = find_reply(
            position, tables, sheet_tables, weights, stage, card, scratch, after, spare, choices
        )
        total += value
    return total / ROLLS


@njit(cache=True, nogil=True)
def play_on(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, rolls: Any,
    scratch: Scratch, after: Position, spare: Position, choices: Choices,
) -> float:  # fmt: skip
    """Plays a few rolls on and gives what the value of the sheet turned out to err by, early rolls counting most.

    A sheet is worth the mean of its values by roll. Its luck is that of the roll which came; what is left when the luck
    is taken away is how much better or worse the sheets after it are than they looked. With one square empty the value
    is exact.
    """
    total, share = 0.0, 1.0
    for number in range(min(rolls.shape[0], stage - 1)):
        square, card, value, first_sight = find_reply(
            position, tables, sheet_tables, weights, stage - 1 - number, rolls[number], scratch, after, spare, choices
        )
        place(position, tables, square, card)
        total += share * (value - first_sight)
        share *= FADE
    return total


@njit(cache=True, nogil=True)
def compare_by_playing_on(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, finalists: Any,
    replies: Any, alive: Any, first_rolls: Any, state: Any, scratch: Scratch, work: Position, after: Position,
    spare: Position, choices: Choices, sums: Any, products: Any,
) -> Any:  # fmt: skip
    """Plays on from each finalist that is `alive`, once for each of the first rolls and all on the same dice; adds the
    errors to `sums` and their products to `products`. `stage` squares are empty after a finalist. Gives the state of
    the generator afterwards."""
    count = alive.shape[0]
    errors = np.zeros(count)
    rolls = np.zeros(ROLLS_PLAYED, np.int64)
    for first in first_rolls:
        for number in range(ROLLS_PLAYED):
            state = next_state(state)
            rolls[number] = roll_from(draw(state))
        for one in range(count):
            if not alive[one]:
                continue
            copy_position(position, work)
            place(work, tables, finalists[one, 0], finalists[one, 1])
            place(work, tables, replies[one, 0, first], replies[one, 1, first])
            errors[one] = play_on(
                work, tables, sheet_tables, weights, stage - 1, rolls, scratch, after, spare, choices
            )  # fmt: skip
            sums[one] += errors[one]
        for one in range(count):
            for other in range(count):
                if alive[one] and alive[other]:
                    products[one, other] += errors[one] * errors[other]
    return state


@njit(cache=True, nogil=True)
def line_outcomes(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, state: Any,
    playouts: int, scratch: Scratch, after: Position, sums: Any,
) -> None:  # fmt: skip
    """Plays the sheet to the end by the learned value and adds the points of each line to `sums`; `stage` squares are
    empty now."""
    for _ in range(playouts):
        copy_position(position, after)
        for left in range(stage - 1, -1, -1):
            state = next_state(state)
            square, card, _value = best_placement(after, tables, weights, left, roll_from(draw(state)), scratch)
            place(after, tables, square, card)
        hands = sheet_hands(after.squares, sheet_tables)
        for line in range(sums.shape[0]):
            sums[line] += sheet_tables.points[hands >> 4 * line & 15]
