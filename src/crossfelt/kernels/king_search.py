"""Whole games by the learned value, and search on top of it: the next roll in full, and playouts on common dice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from crossfelt.kernels.king_geometry import SQUARE_COUNT
from crossfelt.kernels.king_learning import roll_from
from crossfelt.kernels.king_position import (
    POINTS,
    SHEET,
    LineTables,
    Position,
    card_after_change,
    clear,
    copy_position,
    place,
)
from crossfelt.kernels.king_sheets import EMPTY, SheetTables, achievement_points, draw, next_state, sheet_hands
from crossfelt.kernels.king_values import (
    NOWHERE,
    STAGES,
    VALUE,
    Scratch,
    best_placement,
    best_square,
    unchanged_value,
    weigh_crossings,
)

ROLLS = 48
MOST_CHOICES = 24 * 14


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
def value_before_roll(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, scratch: Scratch,
    spare: Position,
) -> float:  # fmt: skip
    """The mean over all 48 rolls of the value after the best placement; `stage` squares are empty now."""
    if stage == 0:
        return final_score(position, tables, sheet_tables)
    if stage == 1 and tables.with_bonus:
        return value_of_last_square(position, tables, sheet_tables, weights, scratch, spare)
    weigh_crossings(position, tables, weights, stage - 1, scratch)
    total = 0.0
    for card in range(ROLLS):
        square, most = best_square(position, tables, weights, stage - 1, card, scratch)
        if square < 0:
            for number in range(14):
                found, value = best_square(
                    position, tables, weights, stage - 1, card_after_change(card, number), scratch
                )
                if found >= 0 and (square < 0 or value > most):
                    square, most = found, value
        total += most
    return unchanged_value(position, tables, weights, stage - 1, scratch) + total / ROLLS


@njit(cache=True, nogil=True)
def value_of_last_square(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, scratch: Scratch, spare: Position
) -> float:
    """The exact mean score when one square is empty: achievements are counted on the full sheets."""
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
    total = 0.0
    for card in range(ROLLS):
        best = scores[card]
        if best < 0:
            for number in range(14):
                best = max(best, scores[card_after_change(card, number)])
        total += best
    return total / ROLLS


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
def play_out(
    position: Position, tables: LineTables, sheet_tables: SheetTables, weights: Any, stage: int, squares: Any,
    cards: Any, alive: Any, state: Any, playouts: int, scratch: Scratch, after: Position, rolls: Any, sums: Any,
    products: Any,
) -> Any:  # fmt: skip
    """Plays each placement that is `alive` to the end, all on the same dice, and adds the scores to `sums` and their
    products to `products`. Gives the state of the generator afterwards."""
    count = alive.shape[0]
    scores = np.zeros(count)
    for _ in range(playouts):
        for number in range(stage):
            state = next_state(state)
            rolls[number] = roll_from(draw(state))
        for choice in range(count):
            if not alive[choice]:
                continue
            copy_position(position, after)
            place(after, tables, squares[choice], cards[choice])
            for number in range(stage):
                left = stage - 1 - number
                square, card, _value = best_placement(after, tables, weights, left, rolls[number], scratch)
                place(after, tables, square, card)
            scores[choice] = final_score(after, tables, sheet_tables)
            sums[choice] += scores[choice]
        for one in range(count):
            if alive[one]:
                for other in range(count):
                    if alive[other]:
                        products[one, other] += scores[one] * scores[other]
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


@njit(cache=True, nogil=True)
def sort_choices(squares: Any, cards: Any, values: Any, count: int, kept: int) -> None:
    """Brings the `kept` best choices to the front, best first; of equals the earlier."""
    for place_number in range(min(kept, count)):
        best = place_number
        for number in range(place_number + 1, count):
            if values[number] > values[best]:
                best = number
        square, card, value = squares[best], cards[best], values[best]
        for number in range(best, place_number, -1):
            squares[number], cards[number], values[number] = squares[number - 1], cards[number - 1], values[number - 1]
        squares[place_number], cards[place_number], values[place_number] = square, card, value


@njit(cache=True, nogil=True)
def play_games(
    dice: Any, kept: int, tables: LineTables, sheet_tables: SheetTables, weights: Any, position: Position,
    after: Position, spare: Position, scratch: Scratch, sheets: Any, scores: Any,
) -> None:  # fmt: skip
    """One game for each row of 24 rolls. `kept` choices are looked at by the next roll; 0 plays by value alone."""
    squares = np.zeros(MOST_CHOICES, np.int64)
    cards = np.zeros(MOST_CHOICES, np.int64)
    values = np.zeros(MOST_CHOICES)
    for game in range(dice.shape[0]):
        clear(position, tables)
        for number in range(STAGES):
            stage = STAGES - 1 - number
            card: Any = np.int64(dice[game, number])
            if kept == 0:
                square, card, _value = best_placement(position, tables, weights, stage, card, scratch)
                place(position, tables, square, card)
                continue
            count = list_choices(position, tables, weights, stage, card, scratch, squares, cards, values)
            if count > 1:
                sort_choices(squares, cards, values, count, kept)
                count = min(count, kept)
                look_ahead(
                    position, tables, sheet_tables, weights, stage, squares, cards, count, scratch, after, spare,
                    values,
                )  # fmt: skip
                sort_choices(squares, cards, values, count, 1)
            place(position, tables, squares[0], cards[0])
        sheets[game] = position.squares
        scores[game] = final_score(position, tables, sheet_tables)
