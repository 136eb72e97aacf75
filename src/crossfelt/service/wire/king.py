"""Questions about a King Cross sheet that need no analysis worker, and the answers.

The parts of an answer are the values of `kingcross`, which say what their fields mean.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from crossfelt.kingcross.achievement_reach import AchievementReading
from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.reading import LineReading, SheetReading, SquareReading, WildOption
from crossfelt.service.wire.cases import CardName
from crossfelt.service.wire.history import ContestRecord
from crossfelt.service.wire.questions import GridRow
from crossfelt.service.wire.strict import Wire
from crossfelt.service.wire.values import ChoiceValue

Grid = Annotated[list[GridRow], Field(min_length=5, max_length=5, description="Null is an empty square, K the center.")]
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


class KingDailyAnswer(Wire):
    """The practice sheet of a day: dice that follow from the date alone, the same for everyone."""

    day: str
    today: Annotated[str, Field(description="By UTC; later days have no dice yet.")]
    name: Annotated[str, Field(description="What the sheet is called.")]
    text: Annotated[str, Field(description="From which the dice are made.")]
    rolls: Annotated[list[CardName], Field(description="All 24, in their order.")]


class KingPlacement(Wire):
    """One roll and where it went."""

    rolled: CardName
    square: Annotated[str, Field(pattern="^[a-e][1-5]$", description="Column and row, such as b4.")]
    card: Annotated[CardName, Field(description="The rolled card, or what a wild roll became.")]


class KingDailyTry(Wire):
    """Which day a sheet is of, and what its result has to say besides the points."""

    day: Annotated[str, Field(max_length=10)]
    hint_count: Annotated[int, Field(ge=0, le=24, description="Rolls for which a hint was asked.")] = 0
    games_before: Annotated[int, Field(ge=0, le=10**6, description="How often the day was played before.")] = 0
    first_total: Annotated[int | None, Field(ge=0, le=10**6, description="What the first of those games made.")] = None


class KingMatchRequest(Wire):
    """A game of one sheet, played on paper or in the browser, to be checked and scored."""

    placements: Annotated[list[KingPlacement], Field(max_length=24)]
    bonus: Annotated[bool, Field(description="Whether achievements count.")] = False
    options: ScoreCardOptions
    daily: Annotated[KingDailyTry | None, Field(description="When the rolls are those of a day.")] = None


class KingMatchAnswer(Wire):
    """The game as the rules have it."""

    record: ContestRecord
    rules_hash: str
    grid: list[list[str | None]]
    score: Annotated[SeatScore | None, Field(description="Once the sheet is full.")]
    share: Annotated[str | None, Field(description="The result of a day's sheet to pass on, once it is full.")]
