"""Whole games by the learned value, and how lucky a game was."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from crossfelt.kernels.king.position import LineTables, Position, clear, place
from crossfelt.kernels.king.search import ROLLS, Choices, final_score, list_choices, look_ahead, values_by_roll
from crossfelt.kernels.king.sheets import SheetTables
from crossfelt.kernels.king.values import STAGES, Scratch, best_placement


@njit(cache=True, nogil=True)
def play_games(
    dice: Any, looks_ahead: bool, tables: LineTables, sheet_tables: SheetTables, weights: Any, position: Position,
    after: Position, spare: Position, scratch: Scratch, choices: Choices, sheets: Any, order: Any, scores: Any,
) -> None:  # fmt: skip
    """One game for each row of 24 rolls, by the next roll or by value alone. `order` takes the squares in the order in
    which they were filled."""
    squares, cards, values = choices.squares, choices.cards, choices.values
    for game in range(dice.shape[0]):
        clear(position, tables)
        for number in range(STAGES):
            stage = STAGES - 1 - number
            card: Any = np.int64(dice[game, number])
            if looks_ahead:
                count = list_choices(position, tables, weights, stage, card, scratch, squares, cards, values)
                look_ahead(
                    position, tables, sheet_tables, weights, stage, squares, cards, count, scratch, after, spare,
                    values,
                )  # fmt: skip
                best = np.argmax(values[:count])
                square, card = squares[best], cards[best]
            else:
                square, card, _value = best_placement(position, tables, weights, stage, card, scratch)
            place(position, tables, square, card)
            order[game, number] = square
        sheets[game] = position.squares
        scores[game] = final_score(position, tables, sheet_tables)


@njit(cache=True, nogil=True)
def game_luck(
    rolls: Any, order: Any, sheet: Any, tables: LineTables, sheet_tables: SheetTables, weights: Any, position: Position,
    spare: Position, scratch: Scratch,
) -> float:  # fmt: skip
    """What the 24 rolls of a game brought, each against the mean of the 48 that might have come.

    Each roll is judged by the learned value after its best placement, whatever was played. So whoever plays, and
    however well the weights know the game, the luck of fair dice is 0 on average.
    """
    clear(position, tables)
    values = np.empty(ROLLS)
    luck = 0.0
    for number in range(STAGES):
        values_by_roll(position, tables, sheet_tables, weights, STAGES - number, scratch, spare, values)
        luck += values[rolls[number]] - values.mean()
        square = order[number]
        place(position, tables, square, np.int64(sheet[square]))
    return luck
