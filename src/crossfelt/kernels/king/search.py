"""Search on top of the learned value: the next roll in full, the best replies to it, and playouts from there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.generator import draw, roll_from
from crossfelt.kernels.king.geometry import SQUARE_COUNT
from crossfelt.kernels.king.position import Position, copy_position, is_open, new_position, place
from crossfelt.kernels.king.sheets import EMPTY, card_after_change
from crossfelt.kernels.king.values import (
    NOWHERE,
    VALUE,
    LearnedValue,
    Scratch,
    best_square,
    final_score,
    new_scratch,
    unchanged_value,
    weigh_crossings,
)

ROLLS = 48
MOST_CANDIDATES = 24 * 14
SAME = 0.005
REPLIES = 4
"""The most replies to a roll that are compared; no two are mirror images."""
ROLLS_PLAYED = 9
FADE = 0.8
"""The length of the champion's playouts, and the discount of each further roll: late errors are mostly noise."""


class Candidates(NamedTuple):
    """The placements that are compared for one roll."""

    squares: NDArray[np.int64]
    cards: NDArray[np.int64]
    values: NDArray[np.float64]


class Room(NamedTuple):
    """Working space for one thread, so that nothing is allocated in a game."""

    after: Position
    spare: Position
    scratch: Scratch
    candidates: Candidates


class Finalists(NamedTuple):
    """The best placements of one roll, which are searched further."""

    stage: int
    """The number of empty squares after one of them."""
    places: NDArray[np.int64]
    """[finalist, 0 or 1] -> square and card."""
    replies: NDArray[np.int64]
    """[finalist, 0 or 1, roll] -> square and card of the reply to each of the 48 next rolls."""


class Errors(NamedTuple):
    """The errors of the finalists' values, summed over playouts on the same dice."""

    sums: NDArray[np.float64]
    products: NDArray[np.float64]


def new_room() -> Room:
    """Return working space for one thread."""
    squares, cards = np.zeros(MOST_CANDIDATES, np.int64), np.zeros(MOST_CANDIDATES, np.int64)
    return Room(new_position(), new_position(), new_scratch(), Candidates(squares, cards, np.zeros(MOST_CANDIDATES)))


@kernel
def margin(with_bonus: bool) -> float:
    """Return the points by which a square may look worse than the best and still be searched. With bonus points more is
    at stake, and the learned value is less accurate."""
    return 30.0 if with_bonus else 12.0


@kernel
def list_candidates(position: Position, value: LearnedValue, stage: int, card: Any, room: Room) -> int:
    """List every legal placement of a roll with its learned value; return their number."""
    tables, weights, scratch = value.lines, value.weights, room.scratch
    squares, cards, values = room.candidates.squares, room.candidates.cards, room.candidates.values
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


@inlined
def values_by_roll(position: Position, value: LearnedValue, stage: int, room: Room, values: Any) -> None:
    """Write for each of the 48 rolls the value after its best placement; `stage` squares are empty now, at least
    one."""
    tables, weights, scratch = value.lines, value.weights, room.scratch
    if stage == 1 and tables.with_bonus:
        values_of_last_square(position, value, room, values)
        return
    weigh_crossings(position, tables, weights, stage - 1, scratch)
    start = unchanged_value(position, tables, weights, stage - 1, scratch)
    for card in range(ROLLS):
        square, most = best_square(position, tables, weights, stage - 1, card, scratch)
        if square < 0:
            for number in range(14):
                changed = card_after_change(card, number)
                result, worth = best_square(position, tables, weights, stage - 1, changed, scratch)
                if result >= 0 and (square < 0 or worth > most):
                    square, most = result, worth
        values[card] = start + most


@inlined
def values_of_last_square(position: Position, value: LearnedValue, room: Room, values: Any) -> None:
    """Write the exact scores when one square is empty: achievements are counted on the full sheets."""
    spare = room.spare
    square = 0
    while position.squares[square] != EMPTY:
        square += 1
    scores = np.empty(ROLLS)
    for card in range(ROLLS):
        scores[card] = -1.0
        if is_open(position, square, card):
            copy_position(position, spare)
            place(spare, value.lines, square, card)
            scores[card] = final_score(spare, value)
    for card in range(ROLLS):
        values[card] = scores[card]
        if scores[card] < 0:
            for number in range(14):
                values[card] = max(values[card], scores[card_after_change(card, number)])


@inlined
def value_before_roll(position: Position, value: LearnedValue, stage: int, room: Room) -> float:
    """Return the mean over all 48 rolls of the value after the best placement; `stage` squares are empty now."""
    if stage == 0:
        return final_score(position, value)
    values = np.empty(ROLLS)
    values_by_roll(position, value, stage, room, values)
    total = 0.0
    for card in range(ROLLS):
        total += values[card]
    return total / ROLLS


@kernel
def look_ahead(position: Position, value: LearnedValue, stage: int, count: int, room: Room) -> None:
    """Evaluate the first `count` candidates again, each by all possible next rolls; `stage` squares are empty after one
    of them."""
    squares, cards, values = room.candidates.squares, room.candidates.cards, room.candidates.values
    for number in range(count):
        copy_position(position, room.after)
        place(room.after, value.lines, squares[number], cards[number])
        values[number] = value_before_roll(room.after, value, stage, room)


@kernel
def keep_different(candidates: Candidates, count: int, most: int, reach: float) -> int:
    """Bring the best candidates to the front, best first, at most `most`, none more than `reach` below the best, and
    only one of each set of mirror images, whose values differ only by rounding. Return their number."""
    squares, cards, values = candidates.squares, candidates.cards, candidates.values
    result = 0
    while result < most:
        best = -1
        for number in range(result, count):
            if result > 0 and values[number] > values[result - 1] - SAME:
                continue
            if best < 0 or values[number] > values[best]:
                best = number
        if best < 0 or (result > 0 and values[best] < values[0] - reach):
            break
        squares[result], squares[best] = squares[best], squares[result]
        cards[result], cards[best] = cards[best], cards[result]
        values[result], values[best] = values[best], values[result]
        result += 1
    return result


@inner
def find_reply(
    position: Position, value: LearnedValue, stage: int, card: Any, room: Room
) -> tuple[int, int, float, float]:
    """Find a good placement of a roll: the best by all possible next rolls, among the few best by the learned value.

    Return its square and card, its value by the next rolls, and the best learned value.
    """
    candidates = room.candidates
    count = list_candidates(position, value, stage, card, room)
    count = keep_different(candidates, count, REPLIES, margin(value.lines.with_bonus))
    first_sight = candidates.values[0]
    look_ahead(position, value, stage, count, room)
    best = np.argmax(candidates.values[:count])
    return candidates.squares[best], candidates.cards[best], candidates.values[best], first_sight


@kernel
def list_replies(position: Position, value: LearnedValue, stage: int, room: Room, squares: Any, cards: Any) -> float:
    """Write a good placement for each of the 48 rolls, with `stage` squares empty afterwards, and return the mean of
    their values: the value of the sheet by the next two rolls."""
    total = 0.0
    for card in range(ROLLS):
        squares[card], cards[card], worth, _first_sight = find_reply(position, value, stage, card, room)
        total += worth
    return total / ROLLS


@inner
def play_on(position: Position, value: LearnedValue, stage: int, rolls: Any, room: Room) -> float:
    """Play a few rolls further and return the error of the sheet's value, with early rolls counting most.

    The value of a sheet is the mean of its values by roll. Its luck is that of the actual roll; the rest is how much
    better or worse the following sheets are than expected. With one square empty the value is exact.
    """
    total, share = 0.0, 1.0
    for number in range(min(rolls.shape[0], stage - 1)):
        square, card, worth, first_sight = find_reply(position, value, stage - 1 - number, rolls[number], room)
        place(position, value.lines, square, card)
        total += share * (worth - first_sight)
        share *= FADE
    return total


@kernel
def compare_by_playing_on(
    position: Position, value: LearnedValue, finalists: Finalists, alive: Any, first_rolls: Any, state: Any,
    work: Position, room: Room, errors: Errors,
) -> Any:  # fmt: skip
    """Play on from each finalist that is `alive`, once for each of the first rolls and all on the same dice, and add
    their errors to `errors`. Return the state of the generator afterwards."""
    tables, places, replies = value.lines, finalists.places, finalists.replies
    count = alive.shape[0]
    totals = np.zeros(count)
    rolls = np.zeros(ROLLS_PLAYED, np.int64)
    for first in first_rolls:
        for number in range(ROLLS_PLAYED):
            state, bits = draw(state)
            rolls[number] = roll_from(bits)
        for one in range(count):
            if not alive[one]:
                continue
            copy_position(position, work)
            place(work, tables, places[one, 0], places[one, 1])
            place(work, tables, replies[one, 0, first], replies[one, 1, first])
            totals[one] = play_on(work, value, finalists.stage - 1, rolls, room)
            errors.sums[one] += totals[one]
        for one in range(count):
            for other in range(count):
                if alive[one] and alive[other]:
                    errors.products[one, other] += totals[one] * totals[other]
    return state
