"""Score cards: points of hands and achievements, resolved from the choices that are left, frozen, with a hash.

`load_score_card()` takes every default. Nothing else in this folder knows which published scoring it runs: it asks
the fields below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, get_args

from crossfelt.cards import Card
from crossfelt.choices import Resolved

AnarchyScope = Literal["line", "neighbours"]
AchievementName = Literal[
    "straight_shooter",
    "jackpot",
    "pool_shark",
    "boat_captain",
    "law_and_order",
    "anarchy",
    "bottom_feeder",
    "dead_mans_hand",
]
ACHIEVEMENTS: tuple[AchievementName, ...] = get_args(AchievementName)
"""In the order of the text."""


class LineHand(IntEnum):
    """What a line counts as, weakest first. The name in lower case is its name in every file."""

    EVERYTHING_ELSE = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def slug(self) -> str:
        """The name used in score cards, JSON and notation: `three_of_a_kind`."""
        return self.name.lower()


HAND_BY_SLUG: dict[str, LineHand] = {hand.slug: hand for hand in reversed(LineHand)}
"""Best hand first, as on the printed chart."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """One bonus, with the figures that its condition needs; those that do not concern it are 0 or empty."""

    name: AchievementName
    title: str
    points: int
    lines: int
    """How many lines must count."""
    hands: frozenset[LineHand]
    """The hands that count, or of which one each is needed."""
    squares: tuple[int, ...]
    cards: frozenset[Card]
    needs_points: bool
    scope: AnarchyScope
    clause: str


@dataclass(frozen=True, eq=False, repr=False)
class ScoreCard(Resolved):
    """One resolved score card."""

    most_seats: int
    wild_may_be_king: bool
    points: tuple[int, ...]
    """By `LineHand`."""
    achievements: Mapping[AchievementName, Achievement]
    """In the order of the text."""

    @property
    def chart(self) -> dict[str, int]:
        """Points by the name of the hand, best hand first."""
        return {name: self.points[hand] for name, hand in HAND_BY_SLUG.items()}
