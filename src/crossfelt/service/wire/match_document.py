"""The rules document of King Cross Poker: the rules of a match as plain data, with a type for every key.

`kingcross/rules.py` and `kingcross/scorecard.py` read it; a test compares their keys with these. The document is
hashed, so it is sent as it is: these types describe it and never rebuild it.
"""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field, with_config
from typing_extensions import TypedDict

from crossfelt.kingcross.rules import Mode
from crossfelt.kingcross.scorecard import AnarchyScope
from crossfelt.service.wire.strict import STRICT
from crossfelt.service.wire.values import ChoiceValue

Points = Annotated[int, Field(ge=0)]


@with_config(STRICT)
class MostSeatsEntry(TypedDict):
    """How many sheets a match can have."""

    most: int
    clause: NotRequired[str]
    reading: NotRequired[str]


@with_config(STRICT)
class DiceEntry(TypedDict):
    """The faces of both dice, and how often they are rolled."""

    values: int
    suits: int
    rolls: int
    clause: NotRequired[str]
    reading: NotRequired[str]


@with_config(STRICT)
class WildEntry(TypedDict):
    """The cards that a wild roll may become."""

    may_be_king: bool
    clause: NotRequired[str]
    reading: NotRequired[str]


@with_config(STRICT)
class PointsEntry(TypedDict):
    """The points of every hand."""

    everything_else: Points
    one_pair: Points
    two_pair: Points
    three_of_a_kind: Points
    straight: Points
    flush: Points
    full_house: Points
    four_of_a_kind: Points
    straight_flush: Points
    royal_flush: Points
    clause: NotRequired[str]
    reading: NotRequired[str]


@with_config(STRICT)
class AchievementEntry(TypedDict):
    """The keys that every achievement has."""

    title: str
    points: Points
    clause: NotRequired[str]
    reading: NotRequired[str]


@with_config(STRICT)
class LinesAchievement(AchievementEntry):
    """An achievement for a number of lines."""

    lines: int


@with_config(STRICT)
class HandsAchievement(AchievementEntry):
    """An achievement for certain hands."""

    hands: list[str]


@with_config(STRICT)
class LinesOfHandsAchievement(AchievementEntry):
    """An achievement for a number of lines with certain hands."""

    lines: int
    hands: list[str]


@with_config(STRICT)
class SquaresAchievement(AchievementEntry):
    """An achievement for certain squares of the sheet."""

    squares: list[str]


@with_config(STRICT)
class AnarchyAchievement(AchievementEntry):
    """An achievement for a number of lines without neighbors in rank."""

    lines: int
    needs_points: bool
    scope: AnarchyScope


@with_config(STRICT)
class CardsAchievement(AchievementEntry):
    """An achievement for a hand with certain cards in it."""

    hands: list[str]
    cards: list[str]


@with_config(STRICT)
class AchievementsEntry(TypedDict):
    """Every achievement of the sheet, by its name."""

    straight_shooter: LinesOfHandsAchievement
    jackpot: LinesAchievement
    pool_shark: SquaresAchievement
    boat_captain: LinesOfHandsAchievement
    law_and_order: LinesOfHandsAchievement
    anarchy: AnarchyAchievement
    bottom_feeder: HandsAchievement
    dead_mans_hand: CardsAchievement


@with_config(STRICT)
class ScoreCardDocument(TypedDict):
    """A whole resolved score card."""

    id: str
    version: int
    title: str
    choices: dict[str, ChoiceValue]
    seats: MostSeatsEntry
    dice: DiceEntry
    wild: WildEntry
    points: PointsEntry
    achievements: AchievementsEntry


@with_config(STRICT)
class MatchDocument(TypedDict):
    """The rules of one match: its score card, who shares the dice, and whether achievements count."""

    score_card: ScoreCardDocument
    mode: Mode
    bonus: bool
