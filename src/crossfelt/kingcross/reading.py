"""The facts of a sheet: what its lines are and can become, where a card may go, and what it would change there.

Call `read_sheet`. It gives facts, never advice: nothing here says which square is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from crossfelt.cards import Card, card_name, rank_of, spoken
from crossfelt.kingcross.achievement_reach import AchievementReading, achievement_readings
from crossfelt.kingcross.line_reach import reachable_hands
from crossfelt.kingcross.scorecard import LineHand, ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import (
    CENTRE,
    KING_RANK,
    LINE_COUNT,
    LINES,
    LINES_THROUGH,
    SQUARE_COUNT,
    Sheet,
    changes_of,
    square_name,
)

StepState = Literal["made", "possible", "gone"]
STEPS: tuple[LineHand, ...] = tuple(hand for hand in LineHand if hand != LineHand.EVERYTHING_ELSE)
"""The steps of a gauge, from one pair to a royal flush."""


@dataclass(frozen=True, slots=True)
class LineReading:
    """One line and its hands."""

    number: int
    """1 to 12."""
    squares: tuple[str, ...]
    made: str
    """The hand of its cards so far."""
    points: int
    """The points of that hand, which never decrease."""
    best: str
    """The hand with the most points that it can still become, by its own cards."""
    best_points: int
    is_complete: bool
    steps: tuple[StepState, ...]
    """From one pair to a royal flush: the steps made, then those still possible and those not."""


@dataclass(frozen=True, slots=True)
class SquareReading:
    """One square and the effect of the card there."""

    name: str
    is_open: bool
    """Whether the card may go there; false for every square without a card."""
    why: str | None
    """Why it may not, as a sentence."""
    twin: str | None
    """The square with the same card, if that is the reason."""
    twin_line: int | None
    """The line that both squares share, 1 to 12."""
    lines: tuple[LineReading, ...]
    """The lines through an open square with the card there."""
    secured: int
    """The points of all lines with the card there."""
    gain: int
    """The increase over the current points."""


@dataclass(frozen=True, slots=True)
class WildOption:
    """A card that a wild roll may become, and the squares open to it."""

    card: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A whole sheet and its facts."""

    lines: tuple[LineReading, ...]
    achievements: tuple[AchievementReading, ...]
    """In the order of the score card; empty if achievements don't count."""
    squares: tuple[SquareReading, ...]
    """All 25, row by row."""
    wild: tuple[WildOption, ...] | None
    """If the card fits nowhere: suits first, in the order of the d4, then values, ace first."""
    secured: int
    """The points that all lines have already."""


def read_sheet(score_card: ScoreCard, sheet: Sheet, card: Card | None, bonus: bool) -> SheetReading:
    """Return the facts of a sheet, with a card to place or without one."""
    lines = tuple(_line(score_card, number, sheet.line(number)) for number in range(LINE_COUNT))
    secured = sum(line.points for line in lines)
    is_wild = card is not None and sheet.is_wild(card)
    return SheetReading(
        lines=lines,
        achievements=achievement_readings(score_card, sheet) if bonus else (),
        squares=tuple(_square(score_card, sheet, lines, secured, square, card) for square in range(SQUARE_COUNT)),
        wild=_wild(sheet, card, score_card.wild_may_be_king) if card is not None and is_wild else None,
        secured=secured,
    )


def _line(score_card: ScoreCard, number: int, cards: Sequence[Card | None]) -> LineReading:
    points = score_card.points
    made = made_hand(cards)
    reach = reachable_hands(cards, score_card.wild_may_be_king)
    best = max(reach, key=lambda hand: (points[hand], hand))
    return LineReading(
        number=number + 1,
        squares=_NAMES[number],
        made=made.slug,
        points=points[made],
        best=best.slug,
        best_points=points[best],
        is_complete=None not in cards,
        steps=tuple("made" if step <= made else "possible" if step in reach else "gone" for step in STEPS),
    )


def _square(
    score_card: ScoreCard, sheet: Sheet, lines: Sequence[LineReading], secured: int, square: int, card: Card | None
) -> SquareReading:
    name = square_name(square)
    if card is None:
        return SquareReading(name, False, None, None, None, (), secured, 0)
    if not sheet.is_open(square, card):
        why, twin, line = _closed(sheet, square, card)
        return SquareReading(name, False, why, None if twin is None else square_name(twin), line, (), secured, 0)
    placed = sheet.place(square, card)
    changed = tuple(_line(score_card, number, placed.line(number)) for number in LINES_THROUGH[square])
    gain = sum(line.points - lines[line.number - 1].points for line in changed)
    return SquareReading(name, True, None, None, None, changed, secured + gain, gain)


def _closed(sheet: Sheet, square: int, card: Card) -> tuple[str, int | None, int | None]:
    """Return why the card may not go there, the square with the same card, and the line that they share."""
    held = sheet.squares[square]
    if square == CENTRE:
        return "The King is printed in the center.", None, None
    if held is not None:
        return f"The {spoken(held)} is already there.", None, None
    for number in LINES_THROUGH[square]:
        for other in LINES[number]:
            if sheet.squares[other] == card:
                why = f"Hand {number + 1} already has the {spoken(card)}, on {square_name(other)}."
                return why, other, number + 1
    number = next(
        number
        for number in LINES_THROUGH[square]
        if sum(card is not None and rank_of(card) == KING_RANK for card in sheet.line(number)) >= 3
    )
    return f"Hand {number + 1} has three kings, and the printed King needs a suit of its own.", None, number + 1


def _wild(sheet: Sheet, card: Card, may_be_king: bool) -> tuple[WildOption, ...]:
    return tuple(
        WildOption(card_name(changed), tuple(map(square_name, sheet.open_squares(changed))))
        for changed in changes_of(card, may_be_king)
    )


_NAMES: tuple[tuple[str, ...], ...] = tuple(tuple(map(square_name, line)) for line in LINES)
