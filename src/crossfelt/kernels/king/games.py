"""Whole games by the learned value, and the luck of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfelt.kernels.jit import kernel
from crossfelt.kernels.king.position import Position, clear, place
from crossfelt.kernels.king.search import ROLLS, Room, list_candidates, look_ahead, values_by_roll
from crossfelt.kernels.king.values import STAGES, LearnedValue, final_score, place_best


@kernel
def play_games(
    dice: Any, looks_ahead: bool, value: LearnedValue, position: Position, room: Room, sheets: Any, order: Any,
    scores: Any,
) -> None:  # fmt: skip
    """Play one game for each row of 24 rolls, by the next roll or by value alone. `order` gets the squares in the order
    in which they were filled."""
    squares, cards, values = room.candidates.squares, room.candidates.cards, room.candidates.values
    for game in range(dice.shape[0]):
        clear(position, value.lines)
        for number in range(STAGES):
            stage = STAGES - 1 - number
            card: Any = np.int64(dice[game, number])
            if looks_ahead:
                count = list_candidates(position, value, stage, card, room)
                look_ahead(position, value, stage, count, room)
                best = np.argmax(values[:count])
                place(position, value.lines, squares[best], cards[best])
                order[game, number] = squares[best]
            else:
                order[game, number] = place_best(position, value.lines, value.weights, stage, card, room.scratch)
        sheets[game] = position.squares
        scores[game] = final_score(position, value)


@kernel
def game_luck(rolls: Any, order: Any, sheet: Any, value: LearnedValue, position: Position, room: Room) -> float:
    """Return the luck of the 24 rolls of a game, each against the mean of the 48 possible ones.

    Each roll is judged by the learned value after its best placement, whatever was played. So the luck of fair dice
    averages 0 for any player and any weights.
    """
    clear(position, value.lines)
    values = np.empty(ROLLS)
    luck = 0.0
    for number in range(STAGES):
        values_by_roll(position, value, STAGES - number, room, values)
        luck += values[rolls[number]] - values.mean()
        square = order[number]
        place(position, value.lines, square, np.int64(sheet[square]))
    return luck
