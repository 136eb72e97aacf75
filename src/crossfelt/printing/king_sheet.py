"""King Cross score sheets to print: empty ones in both printed versions, or filled with finished games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from crossfelt.cards import RANKS, SUIT_NAMES, Card, rank_of, spoken, suit_of
from crossfelt.kingcross.resolve import named_score_card
from crossfelt.kingcross.scorecard import HAND_BY_SLUG, Achievement, LineHand, ScoreCard
from crossfelt.kingcross.scoring import Score, score_sheet
from crossfelt.kingcross.sheet import CENTRE, KING_LINES, LINE_COUNT, SQUARE_COUNT, VALUE_RANKS, Sheet
from crossfelt.printing.typesetting import typeset
from crossfelt.rulefiles import MODIFIED

TEMPLATE = "king_sheet.typ"
Version = Literal["pips", "blank"]
"""Squares with four pips of which one is filled in, or empty squares for a value and a suit."""
VERSIONS: tuple[Version, ...] = get_args(Version)
Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimeters."""
PerPage = Literal[1, 2, 4]
Form = Literal["pdf", "svg", "png"]

PIXELS_PER_INCH = 150
"""Resolution of a PNG, so that it prints at its natural size."""
NO_BREAK = "\u00a0"
MOST_TITLE = 40
"""A custom score card may have a longer title than fits on the line."""
Piece = str | dict[str, str]
"""Words, or a card as value and suit, whose pip the template draws."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of sheets on paper."""

    version: Version = "pips"
    per_page: PerPage = 1
    paper: Paper = "a4"

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height in millimeters; two sheets are side by side on a landscape page."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.per_page == 2 else (width, height)

    def page_count(self, sheet_count: int) -> int:
        """Return the number of pages for this many sheets."""
        return -(-sheet_count // self.per_page)


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet: to write on, or a full one with its score."""

    score_card: ScoreCard
    bonus: bool = False
    """Whether the achievements are on it."""
    sheet: Sheet | None = None
    """The cards on it; None for an empty sheet to write on."""
    name: str = ""
    """The name of the player, or empty."""


def king_sheets(
    sheets: Sequence[PrintedSheet], layout: Layout, form: Form = "pdf", pixels_per_inch: int = PIXELS_PER_INCH
) -> tuple[bytes, ...]:
    """Return one PDF of all pages, or an SVG or PNG of each page. The same input gives the same bytes."""
    made = typeset(TEMPLATE, json.dumps(template_data(sheets, layout)), format=form, ppi=pixels_per_inch)
    pages = made if isinstance(made, list) else [made]
    assert all(isinstance(page, bytes) for page in pages)
    return tuple(pages)


def template_data(sheets: Sequence[PrintedSheet], layout: Layout) -> dict[str, Any]:
    """Return the data that the template needs."""
    assert sheets and all(entry.sheet is None or entry.sheet.is_full for entry in sheets)
    width, height = layout.page_size
    return {
        "title": f"{sheets[0].score_card.title}: score sheets",
        "version": layout.version,
        "per_page": layout.per_page,
        "page": {"width": width, "height": height},
        "centre": CENTRE,
        "dice": {"values": [_value(rank) for rank in VALUE_RANKS], "suits": list(SUIT_NAMES)},
        "sheets": [_sheet(entry) for entry in sheets],
    }


def _sheet(printed: PrintedSheet) -> dict[str, Any]:
    """Return what is printed on every sheet, with the cards and points of a finished one."""
    score_card, named = printed.score_card, named_score_card(printed.score_card)
    changes = f" ({'; '.join(named.changes)})" if named.changes else ""
    achievements = list(score_card.achievements.values()) if printed.bonus else []
    plain = {
        "title": _short(score_card.title, MOST_TITLE) + (f", {MODIFIED}" if changes else ""),
        "name": printed.name,
        "is_bonus": printed.bonus,
        "is_filled": printed.sheet is not None,
        "marked": [square for entry in achievements for square in entry.squares],
        "chart": [{"name": _words(hand).capitalize(), "points": points} for hand, points in score_card.chart.items()],
        "reminders": list(_reminders(score_card)),
        "footer": f"Score card {named.name}{changes}, {score_card.hash[:12]}",
        "achievements": [
            {
                "title": _short(entry.title, MOST_TITLE // 2),
                "points": entry.points,
                "says": statement(entry),
                "is_reached": False,
            }
            for entry in achievements
        ],
        "squares": [None] * SQUARE_COUNT,
        "lines": [None] * LINE_COUNT,
        "line_points": "",
        "bonus_points": "",
        "total": "",
    }
    if printed.sheet is not None:
        plain |= _written(plain, printed.sheet, score_sheet(score_card, printed.sheet, printed.bonus))
    return plain


def _written(plain: dict[str, Any], sheet: Sheet, score: Score) -> dict[str, Any]:
    return {
        "squares": [
            None if square == CENTRE or card is None else {**_piece(card), "spoken": spoken(card)}
            for square, card in enumerate(sheet.squares)
        ],
        "lines": [{"name": _words(line.name), "points": line.points} for line in score.lines],
        "achievements": [
            {**entry, "is_reached": got.is_reached, "have": got.have, "need": got.need}
            # Without bonus mode no achievement is printed, though the score counts how far each got.
            for entry, got in zip(plain["achievements"], score.achievements, strict=False)
        ],
        "line_points": score.line_points,
        "bonus_points": score.bonus_points,
        "total": score.total,
    }


def statement(entry: Achievement) -> list[Piece]:
    """Return the condition of an achievement in one line, with the figures of its score card."""
    match entry.name:
        case "straight_shooter" | "boat_captain":
            return [_several(entry)]
        case "jackpot":
            return ["points in every hand" if entry.lines == LINE_COUNT else f"points in {entry.lines} hands or more"]
        case "pool_shark":
            return [f"one value on all {len(entry.squares)} squares with a dot"]
        case "law_and_order":
            return [f"{_several(entry)}, ranks in order"]
        case "anarchy":
            kind = "scoring hands" if entry.needs_points else "hands"
            where = "" if entry.scope == "line" else " side by side"
            return [f"{_at_least(entry.lines)} {kind}, no adjacent ranks{where} (A by 2 and K)"]
        case "bottom_feeder":
            names = [_words(hand.slug) for hand in sorted(entry.hands, reverse=True)]
            return [f"one each: {', '.join(name.replace(' ', NO_BREAK) for name in names)}"]
        case "dead_mans_hand":
            hands = _listed([_words(hand.slug) for hand in sorted(entry.hands)], "or")
            pieces: list[Piece] = [f"a {hands} that holds"]
            for card in sorted(entry.cards, reverse=True):
                pieces += [" ", _piece(card)]
            return pieces


_PLURALS = {
    LineHand.EVERYTHING_ELSE: "hands of nothing",
    LineHand.ONE_PAIR: "hands of one pair",
    LineHand.TWO_PAIR: "hands of two pair",
    LineHand.THREE_OF_A_KIND: "threes of a kind",
    LineHand.STRAIGHT: "straights",
    LineHand.FLUSH: "flushes",
    LineHand.FULL_HOUSE: "full houses",
    LineHand.FOUR_OF_A_KIND: "fours of a kind",
    LineHand.STRAIGHT_FLUSH: "straight flushes",
    LineHand.ROYAL_FLUSH: "royal flushes",
}
_BOTH_AT_ONCE = {LineHand.STRAIGHT_FLUSH, LineHand.ROYAL_FLUSH}


def _several(entry: Achievement) -> str:
    """Return `3 or more straights or flushes of any kind`: of any kind where hands that are both count too."""
    hands = set(entry.hands)
    is_any = hands >= _BOTH_AT_ONCE and bool(hands & {LineHand.STRAIGHT, LineHand.FLUSH})
    names = [_PLURALS[hand] for hand in sorted(hands - _BOTH_AT_ONCE if is_any else hands)]
    return f"{_at_least(entry.lines)} {_listed(names, 'or')}{' of any kind' if is_any else ''}"


def _at_least(lines: int) -> str:
    return str(lines) if lines == LINE_COUNT else f"{lines} or more"


def _reminders(score_card: ScoreCard) -> tuple[str, ...]:
    lines = [str(line + 1) for line in KING_LINES]
    value = "value (a king, too)" if score_card.wild_may_be_king else "value"
    return (
        f"{SQUARE_COUNT - 1} rolls: d12 for the value, d4 for the suit.",
        "No hand may hold one card twice.",
        f"A roll that fits nowhere is wild: change {value} or suit, not both.",
        f"Hands {_listed(lines, 'and')}: the King has any suit.",
    )


def _piece(card: Card) -> dict[str, str]:
    return {"value": _value(rank_of(card)), "suit": SUIT_NAMES[suit_of(card)]}


def _value(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


def _words(slug: str) -> str:
    assert slug in HAND_BY_SLUG
    return slug.replace("_", " ")


def _listed(names: Sequence[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else names[0]


def _short(title: str, most: int) -> str:
    return title if len(title) <= most else title[: most - 1].rstrip() + "\u2026"
