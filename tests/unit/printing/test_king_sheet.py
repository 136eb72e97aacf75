"""Printed King Cross score sheets: their contents and positions in every layout, blank and filled."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import product
from typing import get_args

import pytest

from crossfelt.cards import parse_card, spoken
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.resolve import load_score_card, score_card_from_document
from crossfelt.kingcross.scorecard import AchievementName, ScoreCard
from crossfelt.printing.king_sheet import (
    PAPERS,
    VERSIONS,
    Form,
    Layout,
    PerPage,
    PrintedSheet,
    king_sheets,
    statement,
    template_data,
)
from tests.support.king_examples import BONUS_POINTS, GRID, LINE_POINTS, LINES
from tests.support.pdf import Pdf, Piece, read_pdf

CARD = load_score_card()
FULL = sheet_from_grid(GRID, CARD)
LAYOUTS = [Layout(*chosen) for chosen in product(VERSIONS, get_args(PerPage), PAPERS)]
PAGE_SIZES = {
    ("a4", 1): (210.0, 297.0),
    ("a4", 2): (297.0, 210.0),
    ("a4", 4): (210.0, 297.0),
    ("letter", 1): (215.9, 279.4),
    ("letter", 2): (279.4, 215.9),
    ("letter", 4): (215.9, 279.4),
}
CHART = tuple(
    text for name, points in CARD.chart.items() for text in (name.replace("_", " ").capitalize(), str(points))
)
ACHIEVEMENTS = {
    "Straight Shooter": "+1000",
    "Jackpot": "+850",
    "Pool Shark": "+700",
    "Boat Captain": "+600",
    "Law and Order": "+500",
    "Anarchy": "+500",
    "Bottom Feeder": "+350",
    "Dead Man's Hand": "+200",
}


def printed(layout: Layout, *sheets: PrintedSheet) -> Pdf:
    (content,) = king_sheets(sheets, layout)
    return read_pdf(content)


def drawn(layout: Layout, *sheets: PrintedSheet) -> str:
    (page,) = king_sheets(sheets, layout, "svg")
    return page.decode()


def after(texts: tuple[str, ...], heading: str, count: int) -> tuple[str, ...]:
    start = texts.index(heading) + 1
    return texts[start : start + count]


def named(layout: Layout) -> str:
    return f"{layout.version}-{layout.per_page}-{layout.paper}"


@pytest.mark.parametrize("bonus", [False, True], ids=["plain", "bonus"])
@pytest.mark.parametrize("layout", LAYOUTS, ids=named)
def test_every_layout_has_all_its_parts_on_one_page(layout: Layout, bonus: bool) -> None:
    made = printed(layout, *[PrintedSheet(CARD, bonus)] * layout.per_page)
    assert made.sizes == (PAGE_SIZES[layout.paper, layout.per_page],)
    for part in ("King Cross Poker", "Name", "Date", "SCORE", "TOTAL", "d12", "d4", "POINT VALUES", "K"):
        assert made.texts.count(part) == layout.per_page, part
    assert made.texts.count("BONUS ACHIEVEMENTS") == (layout.per_page if bonus else 0)
    assert after(made.texts, "POINT VALUES", 20) == CHART
    assert after(made.texts, "d12", 24) == (*map(str, range(1, 13)), "A", *map(str, range(2, 11)), "J", "Q")
    assert after(made.texts, "d4", 4) == ("1", "2", "3", "4")


@pytest.mark.parametrize("layout", LAYOUTS, ids=named)
def test_a_filled_sheet_in_every_layout_keeps_to_its_part_of_the_page(layout: Layout) -> None:
    made = printed(layout, PrintedSheet(CARD, True, FULL))
    (page,) = made.pages
    width, height = made.sizes[0]
    right = width / (1 if layout.per_page == 1 else 2)
    bottom = height / (2 if layout.per_page == 4 else 1)
    assert all(5 <= piece.left < right - 5 and 5 <= piece.top < bottom - 5 for piece in page)


def test_the_numbers_of_the_hands_stand_at_their_lines() -> None:
    (page,) = printed(Layout(), PrintedSheet(CARD)).pages
    first, corner = _piece(page, "1"), _piece(page, "11")
    columns = [_piece(page, str(number)) for number in range(1, 6)]
    rows = [_piece(page, str(number)) for number in range(6, 11)]
    king = _piece(page, "K")
    assert len({round(piece.top, 3) for piece in columns}) == 1
    assert [piece.left for piece in columns] == sorted(piece.left for piece in columns)
    assert [piece.top for piece in rows] == sorted(piece.top for piece in rows)
    assert all(piece.left < first.left and piece.top > first.top for piece in rows)
    # The King is where column 3 and row 8 cross.
    assert abs(king.left - columns[2].left) < 6
    assert abs(king.top - rows[2].top) < 8
    # Diagonal 11 begins left of everything, 12 right of the last column, both above the first row.
    assert corner.left < first.left and corner.top < rows[0].top
    assert _piece(page, "12").left > columns[-1].left and _piece(page, "12").top == corner.top


def _piece(page: tuple[Piece, ...], text: str) -> Piece:
    return next(piece for piece in page if piece.text == text)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_filled_sheet_has_cards_hands_points_and_total(version: str) -> None:
    layout = next(layout for layout in LAYOUTS if layout.version == version)
    texts = printed(layout, PrintedSheet(CARD, False, FULL, "Seat 5")).texts
    rows = [part for number, (name, points) in enumerate(LINES, start=1) for part in (str(number), name, str(points))]
    assert after(texts, "points", 36) == tuple(rows)
    assert after(texts, "TOTAL", 1) == (str(LINE_POINTS),)
    assert after(texts, "Name", 1) == ("Seat 5",)
    values = [name[0] for row in GRID for name in row]
    assert texts[texts.index("12") + 1 : texts.index("SCORE")] == tuple(values)


def test_a_filled_sheet_can_be_read_out_square_by_square() -> None:
    made = printed(Layout(), PrintedSheet(CARD, False, FULL))
    names = ["King of any suit" if name == "K" else spoken(parse_card(name)) for row in GRID for name in row]
    assert made.figures == (*names, "hearts", "clubs", "diamonds", "spades")


def test_the_ten_takes_two_figures() -> None:
    ten = [[name.replace("3", "T") for name in row] for row in GRID]
    assert "10" in after(printed(Layout(), PrintedSheet(CARD, False, sheet_from_grid(ten, CARD))).texts, "12", 1)


def test_a_filled_sheet_in_bonus_mode_ticks_what_was_reached() -> None:
    texts = printed(Layout(), PrintedSheet(CARD, True, FULL)).texts
    assert after(texts, "Hands", 1) == (str(LINE_POINTS),)
    assert after(texts, "Bonus", 1) == (str(BONUS_POINTS),)
    assert after(texts, "TOTAL", 1) == (str(LINE_POINTS + BONUS_POINTS),)
    assert after(texts, "6 or more straights of any kind", 2) == ("6/6", "+1000")
    assert after(texts, "points in every hand", 2) == ("9/12", "+850")
    ticks = [drawn(Layout(), PrintedSheet(CARD, True, sheet)).count('stroke-linecap="round"') for sheet in (FULL, None)]
    assert ticks == [1, 0]


def test_the_achievements_are_listed_with_their_points() -> None:
    texts = printed(Layout(), PrintedSheet(CARD, bonus=True)).texts
    start = texts.index("BONUS ACHIEVEMENTS")
    listed = [text for text in texts[start:] if text in ACHIEVEMENTS or text.startswith("+")]
    assert listed == [part for entry in ACHIEVEMENTS.items() for part in entry]


def test_another_score_card_prints_its_own_points() -> None:
    document = deepcopy(CARD.document)
    document["points"]["straight"] = 111
    document["achievements"]["jackpot"] |= {"points": 77, "lines": 9, "title": "Nearly " + "all " * 20}
    score_card = score_card_from_document(document)
    texts = printed(Layout(), PrintedSheet(score_card, True, FULL)).texts
    assert after(texts, "POINT VALUES", 20)[11] == "111"
    assert after(texts, "TOTAL", 1) == (str(LINE_POINTS + 6 * 11 + BONUS_POINTS + 77),)
    assert after(texts, "points in 9 hands or more", 2) == ("9/9", "+77")
    assert "Nearly all all all…" in texts
    (footer,) = (text for text in texts if text.startswith("Score card"))
    changes = "the document of this score card is not the published one"
    assert footer == f"Score card king-cross-1 MODIFIED ({changes}), {score_card.hash[:12]}"
    assert "King Cross Poker, MODIFIED" in texts


def test_a_changed_score_card_never_wears_the_official_name() -> None:
    score_card = load_score_card(choices={"wild_may_be_king": True, "anarchy_scope": "neighbours"})
    (sheet,) = template_data([PrintedSheet(score_card, True)], Layout())["sheets"]
    assert sheet["title"] == "King Cross Poker, MODIFIED"
    changes = "wild may be king is true, not false; anarchy scope is neighbours, not line"
    assert sheet["footer"] == f"Score card king-cross-1 MODIFIED ({changes}), {score_card.hash[:12]}"
    (plain,) = template_data([PrintedSheet(CARD, True)], Layout())["sheets"]
    assert plain["title"] == "King Cross Poker"
    assert plain["footer"] == f"Score card king-cross-1, {CARD.hash[:12]}"


SAYINGS: tuple[tuple[AchievementName, dict[str, object], str], ...] = (
    ("straight_shooter", {}, "6 or more straights of any kind"),
    ("straight_shooter", {"hands": ["straight"]}, "6 or more straights"),
    ("straight_shooter", {"hands": ["straight_flush", "royal_flush"]}, "6 or more straight flushes or royal flushes"),
    ("jackpot", {}, "points in every hand"),
    ("boat_captain", {"lines": 12}, "12 full houses"),
    ("law_and_order", {}, "3 or more straights or flushes of any kind, ranks in order"),
    ("anarchy", {}, "5 or more scoring hands, no adjacent ranks (A by 2 and K)"),
    ("anarchy", {"needs_points": False}, "5 or more hands, no adjacent ranks (A by 2 and K)"),
    ("anarchy", {"scope": "neighbours"}, "5 or more scoring hands, no adjacent ranks side by side (A by 2 and K)"),
    ("bottom_feeder", {}, "one each: straight, three of a kind, two pair, one pair, everything else"),
    ("bottom_feeder", {"hands": ["flush"]}, "one each: flush"),
    ("dead_mans_hand", {}, "a two pair that holds A spades A clubs 8 spades 8 clubs"),
)


@pytest.mark.parametrize(("name", "changes", "message"), SAYINGS)
def test_an_achievement_is_stated_from_its_figures(
    name: AchievementName, changes: dict[str, object], message: str
) -> None:
    document = deepcopy(CARD.document)
    document["achievements"][name] |= changes
    pieces = statement(score_card_from_document(document).achievements[name])
    words = [piece if isinstance(piece, str) else f"{piece['value']} {piece['suit']}" for piece in pieces]
    assert "".join(words).replace("\u00a0", " ") == message


def test_pool_shark_names_its_squares_by_a_dot_on_each() -> None:
    # A circle is drawn as four curves, and nothing else on an empty sheet of blank squares is.
    plain, bonus = (drawn(Layout("blank"), PrintedSheet(CARD, bonus)) for bonus in (False, True))
    dot = re.compile(r'<path fill="#000000"[^>]* d="M 0 0m 0 [\d.]+(?:c[ \d.-]+){4}"')
    assert len(dot.findall(plain)) == 0
    assert len(dot.findall(bonus)) == 6
    assert statement(CARD.achievements["pool_shark"]) == ["one value on all 6 squares with a dot"]


def test_the_wild_option_is_on_the_sheet() -> None:
    def reminder(score_card: ScoreCard) -> str:
        return " ".join(after(printed(Layout(), PrintedSheet(score_card)).texts, "No hand may hold one card twice.", 4))

    assert "a king, too" not in reminder(CARD)
    assert "change value (a king, too) or suit, not both." in reminder(
        load_score_card(choices={"wild_may_be_king": True})
    )


WHITE = re.compile(r'fill="#ffffff"')


@pytest.mark.parametrize(("version", "empty", "filled"), [("pips", 96, 72), ("blank", 0, 0)])
def test_one_pip_of_four_is_filled_in_on_each_square(version: str, empty: int, filled: int) -> None:
    layout = next(layout for layout in LAYOUTS if layout.version == version)
    results = [len(WHITE.findall(drawn(layout, PrintedSheet(CARD, False, sheet)))) - 1 for sheet in (None, FULL)]
    assert results == [empty, filled]  # besides the page itself


@pytest.mark.parametrize("version", VERSIONS)
def test_nothing_is_in_colour(version: str) -> None:
    layout = next(layout for layout in LAYOUTS if layout.version == version)
    colours = set(re.findall(r"#([0-9a-f]{6})\b", drawn(layout, PrintedSheet(CARD, True, FULL))))
    assert len(colours) > 1
    assert all(colour[:2] * 3 == colour for colour in colours)


def test_sheets_go_on_as_many_pages_as_they_need() -> None:
    sheets = [PrintedSheet(CARD, number % 2 == 0, FULL, f"Seat {number}") for number in range(1, 6)]
    layout = Layout(per_page=2)
    made = printed(layout, *sheets)
    assert len(made.sizes) == layout.page_count(5) == 3
    seats = [[piece.text for piece in page if piece.text.startswith("Seat")] for page in made.pages]
    assert seats == [["Seat 1", "Seat 2"], ["Seat 3", "Seat 4"], ["Seat 5"]]
    assert made.texts.count("BONUS ACHIEVEMENTS") == 2
    assert len(king_sheets(sheets, layout, "svg")) == 3


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF-"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_the_same_sheet_gives_the_same_bytes_in_every_form(form: Form, start: bytes) -> None:
    once, again = (king_sheets([PrintedSheet(CARD, True, FULL)], Layout(), form) for _ in range(2))
    assert once == again
    assert once[0].startswith(start)
