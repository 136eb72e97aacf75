"""Score cards: points of hands and achievements, read from a resolved document, frozen, with a hash.

Get one with `load_score_card()`, which takes every default. The rest of this folder doesn't know which published
scoring it runs: it reads the fields below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, cast, get_args

from crossfelt.cards import Card, card_name, parse_card
from crossfelt.errors import CardError
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.kingcross.dice import SHEET_ROLLS, SUIT_FACES, VALUE_FACES
from crossfelt.kingcross.sheet import CENTRE, LINE_COUNT, SQUARE_NAMES
from crossfelt.rulefiles import Resolved

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
"""In the order of the rules."""


class LineHand(IntEnum):
    """The kind of hand on a line, weakest first. The name in lower case is its name in every file."""

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
        """The name in score cards, JSON and notation, such as `three_of_a_kind`."""
        return self.name.lower()


HAND_BY_SLUG: dict[str, LineHand] = {hand.slug: hand for hand in reversed(LineHand)}
"""Best hand first, as on the printed chart."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """One bonus, with the figures of its condition; those that it doesn't use are 0 or empty."""

    name: AchievementName
    title: str
    points: int
    lines: int
    """The number of lines that must count."""
    hands: frozenset[LineHand]
    """The hands that count, or the hands of which one each is needed."""
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
    """In the order of the rules."""

    @property
    def chart(self) -> dict[str, int]:
        """Points by the name of the hand, best hand first."""
        return {name: self.points[hand] for name, hand in HAND_BY_SLUG.items()}


MOST_POINTS = 1_000_000
MOST_SEATS = 100
"""The most sheets in one match. A limit of ours: the rules say two or more and set no maximum (reading K16)."""
MOST_TEXT = 120
SCOPES: tuple[AnarchyScope, ...] = ("line", "neighbours")
_LINES = frozenset({"straight_shooter", "jackpot", "boat_captain", "law_and_order", "anarchy"})
_HANDS = frozenset({"straight_shooter", "boat_captain", "law_and_order", "bottom_feeder", "dead_mans_hand"})


def read_score_card(fields: Fields) -> ScoreCard | None:
    """Return the score card of a document; None after noting at least one fault."""
    before = len(fields.faults)
    choices = fields.table("choices")
    choices.names()
    seats = fields.table("seats")
    dice = fields.table("dice")
    wild = fields.table("wild")
    points = fields.table("points")
    entries = fields.table("achievements")
    identity = _line(fields, "id"), fields.integer("version", least=1, most=9999), _line(fields, "title")
    most_seats = seats.integer("most", least=1, most=MOST_SEATS, own_most="reading K16")
    wild_may_be_king = wild.boolean("may_be_king")
    chart = tuple(points.integer(hand.slug, least=0, most=MOST_POINTS) for hand in LineHand)
    achievements = {name: _achievement(name, entries.table(name)) for name in ACHIEVEMENTS}
    # The sheet has 24 free squares and the rules fix the dice: a card may state them, not change them.
    dice.integer("values", least=VALUE_FACES, most=VALUE_FACES)
    dice.integer("suits", least=SUIT_FACES, most=SUIT_FACES)
    dice.integer("rolls", least=SHEET_ROLLS, most=SHEET_ROLLS)
    for entry in (seats, dice, wild, points):
        _close(entry)
    entries.refuse_unknown()
    fields.refuse_unknown()
    if len(fields.faults) > before:
        return None
    return ScoreCard(
        id=identity[0],
        version=identity[1],
        title=identity[2],
        document={key: fields.raw(key) for key in fields.names()},
        most_seats=most_seats,
        wild_may_be_king=wild_may_be_king,
        points=chart,
        achievements=achievements,
    )


def _achievement(name: AchievementName, entry: Fields) -> Achievement:
    achievement = Achievement(
        name=name,
        title=_line(entry, "title"),
        points=entry.integer("points", least=0, most=MOST_POINTS),
        lines=entry.integer("lines", least=1, most=LINE_COUNT) if name in _LINES else 0,
        hands=frozenset(hands_of(entry.texts("hands", among=HAND_BY_SLUG))) if name in _HANDS else frozenset(),
        squares=_squares(entry) if name == "pool_shark" else (),
        cards=_cards(entry) if name == "dead_mans_hand" else frozenset(),
        needs_points=entry.boolean("needs_points") if name == "anarchy" else False,
        scope=cast(AnarchyScope, entry.text("scope", among=SCOPES)) if name == "anarchy" else "line",
        clause=_close(entry),
    )
    if name in _HANDS and not achievement.hands:
        entry.fault(FaultCode.WRONG_COUNT, "needs at least one hand", "hands", least=1, most=None, count=0)
    return achievement


def hands_of(names: Iterable[str]) -> tuple[LineHand, ...]:
    """Return hands by their names, best hand first."""
    return tuple(sorted((HAND_BY_SLUG[name] for name in names), reverse=True))


def words(name: str) -> str:
    """Return the name of a hand or an achievement for people: `three of a kind` for `three_of_a_kind`."""
    return name.replace("dead_mans", "dead man's").replace("_", " ")


def _squares(entry: Fields) -> tuple[int, ...]:
    free = tuple(name for square, name in enumerate(SQUARE_NAMES) if square != CENTRE)
    names = entry.texts("squares", among=free)
    if not names:
        entry.fault(FaultCode.WRONG_COUNT, "needs at least one square", "squares", least=1, most=None, count=0)
    return tuple(sorted(SQUARE_NAMES.index(name) for name in names))


def _cards(entry: Fields) -> frozenset[Card]:
    cards: set[Card] = set()
    for name in entry.texts("cards"):
        try:
            cards.add(parse_card(name))
        except CardError as error:
            entry.add(error.faults[0], "cards")
    if not 1 <= len(cards) <= 5:
        message = f"must be one to five cards, not {' '.join(map(card_name, sorted(cards))) or 'none'}"
        entry.fault(FaultCode.WRONG_COUNT, message, "cards", least=1, most=5, count=len(cards))
    return frozenset(cards)


def _close(entry: Fields) -> str:
    """Return the clause of a table, or the reading where no clause decides, after noting unknown keys."""
    clause = _line(entry, "clause") if "clause" in entry else ""
    reading = _line(entry, "reading") if "reading" in entry else ""
    entry.refuse_unknown()
    if not clause and not reading:
        entry.fault(FaultCode.MISSING, "needs a clause or a reading")
    return clause or f"reading {reading}"


def _line(entry: Fields, key: str) -> str:
    text = entry.text(key)
    if text and not (text.isprintable() and len(text) <= MOST_TEXT):
        message = f"must be one line of at most {MOST_TEXT} characters"
        entry.fault(FaultCode.TOO_LONG, message, key, count=len(text), most=MOST_TEXT)
    return text
