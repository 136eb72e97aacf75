"""A King Cross sheet as text and as a picture."""

from __future__ import annotations

from typing import Any

from crossfelt.analysis.king.encode import engine_card
from crossfelt.cards import Card, card_name
from crossfelt.envs.pictures import FAINT, FELT_DARK, GOLD, INK, Canvas
from crossfelt.kernels.king.environments import NO_CARD, NO_ROLL, SUITS_AT
from crossfelt.kernels.king.sheets import CENTRE_CARD
from crossfelt.kingcross.scorecard import LineHand, ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import CENTRE, LINE_COUNT, SIDE, Sheet

_CELL, _LEFT, _TOP = 84, 28, 104
_SUITS = dict(zip("hcds", "♥♣♦♠", strict=True))


def draw_king(observation: dict[str, Any], mode: str, score_card: ScoreCard) -> Any:
    """Draw the observation as text (`ansi`) or as a picture (`rgb_array`)."""
    return as_text(observation, score_card) if mode == "ansi" else as_picture(observation, score_card)


def as_text(observation: dict[str, Any], score_card: ScoreCard) -> str:
    """Return five rows of squares: a dot where the roll may go, a cross where it may not; each line's hand beside
    it."""
    sheet = sheet_of(observation)
    made = _made(sheet)
    lines = ["      a    b    c    d    e"]
    for row in range(SIDE):
        cells = [_cell(observation, SIDE * row + column).center(4) for column in range(SIDE)]
        lines.append(f"  {row + 1} |{'|'.join(cells)}| {_worth(made[SIDE + row], score_card)}".rstrip())
    named = [(f"column {'abcde'[number]}", made[number]) for number in range(SIDE)]
    named += [("diagonal from a1", made[10]), ("diagonal from e1", made[11])]
    lines += [f"  {name}: {_worth(hand, score_card)}" for name, hand in named if hand != LineHand.EVERYTHING_ELSE]
    return "\n".join([*lines, f"  {_status(observation, sheet, score_card)}", ""])


def as_picture(observation: dict[str, Any], score_card: ScoreCard) -> Any:
    """Return the sheet on felt, the roll at the upper right, each line's hand at its end."""
    sheet = sheet_of(observation)
    made = _made(sheet)
    canvas = Canvas(620, 620)
    canvas.text(_LEFT, 40, "King Cross Poker", 26, GOLD, "lm")
    canvas.text(_LEFT, 72, _status(observation, sheet, score_card), 15, INK, "lm")
    if observation["roll"] != NO_ROLL:
        canvas.card(528, 22, 54, 70, engine_card(int(observation["roll"])))
    for square in range(SIDE * SIDE):
        left, top = _LEFT + _CELL * (square % SIDE), _TOP + _CELL * (square // SIDE)
        x, y = left + _CELL / 2, top + _CELL / 2
        card = sheet.squares[square]
        if square == CENTRE:
            canvas.king(left + 3, top + 3, _CELL - 6, _CELL - 6)
        elif card is not None:
            canvas.card(left + 3, top + 3, _CELL - 6, _CELL - 6, card)
        else:
            canvas.box(left + 3, top + 3, _CELL - 6, _CELL - 6, FELT_DARK, None)
            if observation["action_mask"][square]:
                canvas.dot(x, y, 5, GOLD)
            elif observation["roll"] != NO_ROLL:
                canvas.cross(x, y, 7, FAINT)
    for number in range(SIDE):
        middle = _CELL * number + _CELL / 2
        canvas.text(_LEFT + _CELL * SIDE + 10, _TOP + middle, _worth(made[SIDE + number], score_card), 14, INK, "lm")
        words = _worth(made[number], score_card).rsplit(" ", 1)
        for line, word in enumerate(words):
            canvas.text(_LEFT + middle, _TOP + _CELL * SIDE + 14 + 17 * line, word, 12, GOLD if line else INK)
    corners = " · ".join(
        f"diagonal from {name}: {_worth(made[line], score_card) or 'nothing yet'}"
        for name, line in (("a1", 10), ("e1", 11))
    )
    canvas.text(_LEFT, 588, corners, 14, INK, "lm")
    return canvas.picture()


def sheet_of(observation: dict[str, Any]) -> Sheet:
    """Return the engine's sheet of an observation."""
    return Sheet(tuple(None if number == NO_CARD else engine_card(number) for number in observation["sheet"].tolist()))


def _made(sheet: Sheet) -> list[LineHand]:
    return [made_hand(sheet.line(number)) for number in range(LINE_COUNT)]


def _cell(observation: dict[str, Any], square: int) -> str:
    number = int(observation["sheet"][square])
    if number == CENTRE_CARD:
        return "K"
    if number != NO_CARD:
        return _short(engine_card(number))
    return "." if observation["action_mask"][square] or observation["roll"] == NO_ROLL else "x"


def _short(card: Card) -> str:
    name = card_name(card)
    return f"{'10' if name[0] == 'T' else name[0]}{_SUITS[name[1]]}"


def _worth(hand: LineHand, score_card: ScoreCard) -> str:
    return "" if hand == LineHand.EVERYTHING_ELSE else f"{hand.slug.replace('_', ' ')} {score_card.points[hand]}"


def _status(observation: dict[str, Any], sheet: Sheet, score_card: ScoreCard) -> str:
    points = sum(score_card.points[hand] for hand in _made(sheet))
    if observation["roll"] == NO_ROLL:
        return f"the sheet is full: {points} points for its hands"
    is_wild = not observation["action_mask"][:SUITS_AT].any()
    rolled = f"{'wild ' if is_wild else ''}{card_name(engine_card(int(observation['roll'])))}"
    return f"in hand {rolled}, {sheet.placed_count} of 24 placed, {points} points so far"
