"""Answers for scripted King Cross games: what a person types who always takes the table's square (reading K17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crossfelt.cards import card_name
from crossfelt.kingcross.dice import Roll
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet, square_name


def answers_to(rolls: Iterable[Roll], may_be_king: bool = False) -> list[str]:
    """One placement for each roll."""
    return [answer for answer, _ in _placed(rolls, may_be_king)]


def sheet_after(rolls: Sequence[Roll]) -> Sheet:
    """The sheet that those answers fill."""
    return [sheet for _, sheet in _placed(rolls, False)][-1]


def script(answers: Iterable[str]) -> str:
    """One answer a line."""
    return "".join(f"{answer}\n" for answer in answers)


def _placed(rolls: Iterable[Roll], may_be_king: bool) -> Iterable[tuple[str, Sheet]]:
    sheet = BLANK_SHEET
    for roll in rolls:
        square, card = sheet.placements(roll.card, may_be_king)[0]
        sheet = sheet.place(square, card)
        yield square_name(square) + (f" {card_name(card)}" if card != roll.card else ""), sheet
