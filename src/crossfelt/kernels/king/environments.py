"""Many sheets in parallel, one action each, for the environments of King Cross.

A *row* is one game. Its dice are those of `chance.SeedStream` (seed, number of the game), to the last bit, so that it
has the same rolls as game `number` of a series. Cards are numbered as in `sheets`; `NO_CARD` is an empty square.
Actions 0 to 24 put the card in hand on that square. A roll that fits nowhere is wild and is first changed: actions
`SUITS_AT` + suit and `VALUES_AT` + value choose its other suit or other value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.generator import draw
from crossfelt.kernels.king.geometry import CENTRE, LINE_COUNTS, LINES_AT, SQUARE_COUNT
from crossfelt.kernels.king.sheets import (
    CARD_COUNT,
    CENTRE_CARD,
    SheetTables,
    bonus_of_hands,
    line_hand,
    points_of_hands,
    sheet_hands,
)

NO_CARD = 49
"""An empty square."""
NO_ROLL = 48
"""Nothing in hand: the game is over."""
SUITS_AT = SQUARE_COUNT
VALUES_AT = SUITS_AT + 4
ACTIONS = VALUES_AT + 12
SEED, GAME, STATE, FREE = range(4)
"""Columns of `Rows.chance`: seed and game number, the generator of the dice, and the empty squares, a bit for each."""
LINE_POINTS, BONUS_POINTS = range(2)
"""Columns of `Rows.points`."""
_ALL_FREE = ((1 << SQUARE_COUNT) - 1) ^ (1 << CENTRE)
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_ROLL_SHIFT = np.uint64(58)


class Rows(NamedTuple):
    """The games, one per row. All arrays are written in place."""

    sheets: NDArray[np.uint8]
    """(row, square) -> card, `CENTRE_CARD` in the center, `NO_CARD` for an empty square."""
    rolls: NDArray[np.int64]
    """The card in hand, or `NO_ROLL`."""
    masks: NDArray[np.int8]
    """(row, action) -> 1 where it is legal."""
    closed: NDArray[np.uint32]
    """(row, card) -> the squares on a line with that card, a bit for each."""
    chance: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    """Whether the game ended in this call."""
    points: NDArray[np.int64]
    """The points of the last game of the row that ended."""
    final_sheets: NDArray[np.uint8]
    """The sheets of games that ended and whose row has already started the next one."""


class Scoring(NamedTuple):
    """The tables of pays."""

    sheets: SheetTables
    seen: NDArray[np.uint32]
    """By square: the squares on its lines, itself included, a bit for each."""
    made: NDArray[np.int64]
    """The number of ten pairs of places in an unfinished line with one value -> its points."""
    bonus: bool
    by_growth: bool
    """Whether each placement is rewarded by its points, or all at the end."""


@inlined
def mixed(number: Any) -> Any:
    """Return the bits of a number mixed, as the generator does it."""
    _, bits = draw(number - _GAMMA)
    return bits


@inlined
def next_roll(state: Any) -> tuple[Any, Any]:
    """Throw the dice: the upper six bits of a draw, drawn again from 48 on."""
    number = np.uint64(CARD_COUNT)
    while number >= np.uint64(CARD_COUNT):
        state, bits = draw(state)
        number = bits >> _ROLL_SHIFT
    return state, np.int64(number)


@inlined
def first_state(seed: Any, game: Any) -> Any:
    """Return the generator of a game, from its seed and number."""
    return mixed(mixed(seed + _GAMMA) ^ game)


@inner
def show_legal(mask: Any, closed: Any, free: Any, card: Any) -> None:
    """Write which actions the card in hand allows."""
    is_open = free & ~closed[card]
    for square in range(SQUARE_COUNT):
        mask[square] = is_open >> np.uint32(square) & np.uint32(1)
    for action in range(SUITS_AT, ACTIONS):
        mask[action] = 0
    if is_open == 0:
        # The card itself is open nowhere, so only changes are listed.
        value, suit = card >> 2, card & 3
        for other in range(4):
            mask[SUITS_AT + other] = free & ~closed[value * 4 + other] != 0
        for other in range(12):
            mask[VALUES_AT + other] = free & ~closed[other * 4 + suit] != 0


@inner
def clear_sheet(sheet: Any, closed: Any) -> None:
    """Make the sheet blank, with nothing closed."""
    for square in range(SQUARE_COUNT):
        sheet[square] = NO_CARD
    sheet[CENTRE] = CENTRE_CARD
    for card in range(CARD_COUNT):
        closed[card] = 0


@inner
def points_through(sheet: Any, square: int, scoring: Scoring) -> Any:
    """Return the points that the lines through a square make with their cards so far."""
    tables = scoring.sheets
    total = 0
    for number in range(LINE_COUNTS[square]):
        line = tables.lines[LINES_AT[square, number]]
        empty = equal = 0
        keys = np.int64(0)
        for place in range(5):
            card = sheet[line[place]]
            if card == NO_CARD:
                empty += 1
                continue
            keys += tables.keys[card]
            for other in range(place):
                before = sheet[line[other]]
                equal += before != NO_CARD and before >> 2 == card >> 2
        if empty:
            total += scoring.made[equal]
        else:
            total += tables.points[line_hand(keys, tables.offsets, tables.hands)]
    return total


@inner
def score(sheet: Any, scoring: Scoring, points: Any) -> Any:
    """Write the points of a full sheet, its hands and its achievements, and return their sum."""
    hands = sheet_hands(sheet, scoring.sheets)
    points[LINE_POINTS] = points_of_hands(hands, scoring.sheets)
    points[BONUS_POINTS] = bonus_of_hands(sheet, hands, scoring.sheets) if scoring.bonus else 0
    return points[LINE_POINTS] + points[BONUS_POINTS]


@kernel
def begin_games(rows: Rows, chosen: Any) -> None:
    """Begin the game of a seed and number in every chosen row."""
    for row in range(chosen.shape[0]):
        if chosen[row]:
            clear_sheet(rows.sheets[row], rows.closed[row])
            chance = rows.chance[row]
            chance[STATE], rows.rolls[row] = next_roll(first_state(chance[SEED], chance[GAME]))
            chance[FREE] = _ALL_FREE
            show_legal(rows.masks[row], rows.closed[row], np.uint32(_ALL_FREE), rows.rolls[row])
            rows.rewards[row] = 0
            rows.ended[row] = False


@kernel
def step_games(actions: Any, rows: Rows, scoring: Scoring, at_once: bool, start: int, stop: int) -> None:
    """Take one action in each row from `start` to before `stop`, all of them legal.

    A row whose game was over begins its next one instead. With `at_once`, a row whose game ends starts the next one in
    the same call, and leaves its sheet in `final_sheets`.
    """
    # Arrays are taken out of the tuple once, because numba counts references each time.
    sheets, rolls, masks, closed, chance = rows.sheets, rows.rolls, rows.masks, rows.closed, rows.chance
    rewards, ended, points, final_sheets, seen = rows.rewards, rows.ended, rows.points, rows.final_sheets, scoring.seen
    by_growth = scoring.by_growth
    for row in range(start, stop):
        reward = 0
        is_over = False
        card = rolls[row]
        state, free = chance[row, STATE], np.uint32(chance[row, FREE])
        if card == NO_ROLL:
            free = np.uint32(0)
        elif actions[row] >= VALUES_AT:
            card = (actions[row] - VALUES_AT) * 4 + (card & 3)
        elif actions[row] >= SUITS_AT:
            card = (card & ~3) + actions[row] - SUITS_AT
        else:
            square = actions[row]
            if by_growth:
                reward -= points_through(sheets[row], square, scoring)
            sheets[row, square] = card
            closed[row, card] |= seen[square]
            free &= ~(np.uint32(1) << np.uint32(square))
            if by_growth:
                reward += points_through(sheets[row], square, scoring)
            if free:
                state, card = next_roll(state)
            else:
                is_over = True
                total = score(sheets[row], scoring, points[row])
                reward = reward + points[row, BONUS_POINTS] if by_growth else total
                card = np.int64(NO_ROLL)
                if at_once:
                    for square in range(SQUARE_COUNT):
                        final_sheets[row, square] = sheets[row, square]
        if free == 0 and (at_once or not is_over):
            clear_sheet(sheets[row], closed[row])
            chance[row, GAME] += np.uint64(1)
            state, card = next_roll(first_state(chance[row, SEED], chance[row, GAME]))
            free = np.uint32(_ALL_FREE)
        rewards[row] = reward
        ended[row] = is_over
        rolls[row] = card
        chance[row, STATE], chance[row, FREE] = state, free
        if free:
            show_legal(masks[row], closed[row], free, card)
        else:
            for action in range(ACTIONS):
                masks[row, action] = 0
