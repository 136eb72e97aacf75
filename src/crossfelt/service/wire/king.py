"""What the page asks about a sheet of King Cross Poker that takes no thinking, and the answers.

The parts of an answer are the values of `kingcross`, which say what their fields mean.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from crossfelt.kingcross.achievement_reach import AchievementReading
from crossfelt.kingcross.reading import LineReading, SheetReading, SquareReading, WildOption
from crossfelt.service.wire.cases import CardName
from crossfelt.service.wire.document import ChoiceValue
from crossfelt.service.wire.questions import GridRow
from crossfelt.service.wire.strict import Wire

Grid = Annotated[list[GridRow], Field(min_length=5, max_length=5, description="Null is an empty square, K the centre.")]
ScoreCardOptions = Annotated[
    dict[str, ChoiceValue], Field(default_factory=dict, description="Choice of the score card -> value.")
]


class KingReadRequest(Wire):
    """A sheet to be read, and the card that waits for a square."""

    grid: Grid
    card: Annotated[
        CardName | None, Field(description="The rolled card, or what a wild roll is to become; null for none.")
    ] = None
    bonus: Annotated[bool, Field(description="Whether achievements count.")] = False
    options: ScoreCardOptions


class KingReadAnswer(Wire):
    """A sheet read: facts about its lines, squares and achievements, never advice."""

    lines: tuple[LineReading, ...]
    achievements: tuple[AchievementReading, ...]
    squares: tuple[SquareReading, ...]
    wild: tuple[WildOption, ...] | None
    secured: int
    score_card: str
    score_card_hash: str

    @classmethod
    def of(cls, reading: SheetReading, score_card: str, score_card_hash: str) -> KingReadAnswer:
        """The answer that a reading makes."""
        return cls(
            lines=reading.lines,
            achievements=reading.achievements,
            squares=reading.squares,
            wild=reading.wild,
            secured=reading.secured,
            score_card=score_card,
            score_card_hash=score_card_hash,
        )
