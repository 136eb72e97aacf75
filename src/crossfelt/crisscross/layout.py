"""The cross on the table: five community places, two lines, and the cards that make each hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from crossfelt.cards import Card

Place = str
"""Where a card is: a community place, `bonus_1` to `bonus_4`, or `hole:SEAT:1` and `hole:SEAT:2`."""

# Left and right, far and near, are as the dealer sees them (reading R7).
ACROSS = ("across_left", "across_right")
DOWN = ("down_far", "down_near")
MIDDLE = "middle"
COMMUNITY: tuple[Place, ...] = (*ACROSS, *DOWN, MIDDLE)
BONUS: tuple[Place, ...] = ("bonus_1", "bonus_2", "bonus_3", "bonus_4")

HandSource = Literal["across", "down", "higher", "community", "hole_and_bonus"]
"""The hand that decides a spot; `higher` is the better of the across and the down hand."""

HAND_SOURCES: tuple[HandSource, ...] = ("across", "down", "higher", "community", "hole_and_bonus")
SpotCards = HandSource | Literal["hole"]
"""The cards that decide a spot; `hole`, a seat's own two cards, decides only progressive wagers."""


def hole_place(seat: int, card: int) -> Place:
    """Return the place of a seat's first or second card."""
    return f"hole:{seat}:{card}"


@cache
def hole_places(seat: int) -> tuple[Place, Place]:
    """Return both places of a seat."""
    return hole_place(seat, 1), hole_place(seat, 2)


def line_cards(
    line: Literal["across", "down"], hole: tuple[Card, Card], cross: Mapping[Place, Card]
) -> tuple[Card, ...]:
    """Return the five cards of a seat's across or down hand: its two cards, the two ends of the line, the middle."""
    first, last = ACROSS if line == "across" else DOWN
    return (*hole, cross[first], cross[last], cross[MIDDLE])
