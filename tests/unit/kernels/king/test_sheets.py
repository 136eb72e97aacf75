"""Sheets in the kernels: their points and achievements against the engine, and random games by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest

from crossfelt.analysis.king.encode import (
    engine_card,
    engine_sheet,
    kernel_card,
    kernel_sheet,
    sheet_tables,
    squares_seen,
)
from crossfelt.cards import Card, parse_card, parse_cards
from crossfelt.errors import RuleBookError
from crossfelt.kernels.king.sheets import (
    EMPTY,
    achievement_points,
    achievements_reached,
    base_points,
    random_games,
    score_sheets,
    score_sheets_with_bonus,
    sheet_hands,
)
from crossfelt.kingcross.resolve import load_score_card, score_card_from_document
from crossfelt.kingcross.scorecard import ACHIEVEMENTS, HAND_BY_SLUG, ScoreCard
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.sheet import CENTRE, LINES, Sheet, changes_of
from tests.support.kernel_sheets import CRAFTED, OPTIONS, crafted, random_sheets, rich_sheets
from tests.support.scale import scaled

FULL_HOUSE_OF_ACES_AND_EIGHTS = "As Ac 8s 8h 8c / 2d 3h 4c 5s 6h / 3s 4d K 6c 7d / 4h 5d 6s 7c 9h / 5c 6d 7s 8d 9c"


def check(score_card: ScoreCard, sheet: Sheet) -> int:
    """Compares everything; which achievements are reached, a bit for each."""
    tables = sheet_tables(score_card)
    squares = kernel_sheet(sheet)
    expected = score_sheet(score_card, sheet, bonus=True)
    hands = sheet_hands(squares, tables)
    assert [hands >> 4 * line & 15 for line in range(12)] == [HAND_BY_SLUG[line.name] for line in expected.lines]
    reached = achievements_reached(squares, hands, tables)
    is_reached = {entry.name: entry.is_reached for entry in expected.achievements}
    assert [bool(reached >> number & 1) for number in range(8)] == [is_reached[name] for name in ACHIEVEMENTS]
    assert base_points(squares, tables) == expected.line_points
    assert achievement_points(squares, tables) == expected.bonus_points
    return int(reached)


@pytest.mark.parametrize("options", OPTIONS)
def test_random_sheets_score_as_in_the_engine(options: Mapping[str, object]) -> None:
    score_card = load_score_card(choices=options)
    sheets = random_sheets(scaled(400, 100_000))
    plain, full = np.empty(len(sheets), np.int64), np.empty(len(sheets), np.int64)
    score_sheets(sheets, sheet_tables(score_card), plain)
    score_sheets_with_bonus(sheets, sheet_tables(score_card), full)
    for squares, points, total in zip(sheets, plain.tolist(), full.tolist(), strict=True):
        expected = score_sheet(score_card, engine_sheet(squares), bonus=True)
        assert (points, total) == (expected.line_points, expected.total)


@pytest.mark.parametrize("options", OPTIONS)
def test_rich_sheets_score_as_in_the_engine(options: Mapping[str, object]) -> None:
    score_card = load_score_card(choices=options)
    reached = 0
    for sheet in rich_sheets(scaled(200, 20_000)):
        reached |= check(score_card, sheet)
    assert reached.bit_count() >= 3
    for text in (text for _, text in CRAFTED.values()):
        check(score_card, crafted(text))
    assert not check(score_card, crafted(FULL_HOUSE_OF_ACES_AND_EIGHTS)) >> ACHIEVEMENTS.index("dead_mans_hand")


@pytest.mark.parametrize("name", CRAFTED)
def test_each_achievement_is_reached_and_one_changed_square_is_seen(name: str) -> None:
    achievement, text = CRAFTED[name]
    score_card = load_score_card()
    sheet = crafted(text)
    number = ACHIEVEMENTS.index(achievement)
    assert not sheet.twins()
    assert check(score_card, sheet) >> number & 1
    lost = 0
    for square in set(range(25)) - {CENTRE}:
        before = sheet.squares[square]
        assert before is not None
        for other in changes_of(before, may_be_king=False):
            changed = Sheet((*sheet.squares[:square], other, *sheet.squares[square + 1 :]))
            lost += not check(score_card, changed) >> number & 1
    assert lost > 0


def test_points_and_conditions_are_data() -> None:
    document = load_score_card().document
    achievements = {
        name: entry | {"points": 11 * number} | ({"lines": 1} if "lines" in entry else {})
        for number, (name, entry) in enumerate(document["achievements"].items(), start=1)
    }
    achievements["pool_shark"]["squares"] = ["b1", "d5"]
    achievements["dead_mans_hand"] |= {"cards": ["2h", "Kh"], "hands": ["one_pair"]}
    points = document["points"] | {"one_pair": 0, "everything_else": 7, "straight": 1}
    score_card = score_card_from_document(document | {"achievements": achievements, "points": points})
    reached = 0
    for squares in random_sheets(2_000):
        reached |= check(score_card, engine_sheet(squares))
    # A king by name is on no sheet.
    assert reached == 0b0111_1111
    achievements["dead_mans_hand"]["cards"] = ["2h"]
    score_card = score_card_from_document(document | {"achievements": achievements, "points": points})
    assert any(check(score_card, engine_sheet(squares)) >> 7 for squares in random_sheets(100))


def test_cards_and_sheets_there_and_back() -> None:
    assert [kernel_card(card) for card in parse_cards("Ah 2c Qs")] == [0, 5, 47]
    assert [kernel_card(engine_card(number)) for number in range(49)] == list(range(49))
    sheet = Sheet().place(7, Card(0))
    assert kernel_sheet(sheet).tolist() == [EMPTY] * 7 + [4] + [EMPTY] * 4 + [48] + [EMPTY] * 12
    assert engine_sheet(kernel_sheet(sheet)) == sheet


def test_further_kings_are_refused() -> None:
    with pytest.raises(RuleBookError, match="wild_may_be_king"):
        sheet_tables(load_score_card(choices={"wild_may_be_king": True}))
    with pytest.raises(RuleBookError, match="no king except the printed one"):
        kernel_card(parse_card("Kh"))


def test_random_games_are_legal_and_repeat() -> None:
    sheets = random_sheets(scaled(2_000, 200_000))
    assert not any(engine_sheet(squares).twins() for squares in sheets)
    assert (sheets[:, CENTRE] == 48).all()
    assert np.array_equal(sheets[:100], random_sheets(100))
    assert not np.array_equal(sheets[:100], random_sheets(100, seed=1))
    halves = np.empty((100, 25), np.uint8)
    state = random_games(np.uint64(20261115), squares_seen(), halves[:50])
    random_games(state, squares_seen(), halves[50:])
    assert np.array_equal(sheets[:100], halves)


def test_random_games_are_as_random_as_the_dice() -> None:
    count = 40_000
    sheets = random_sheets(count)
    # Each of the 48 cards on each of the 24 squares, 833 times on average; wild changes shift that a little.
    for square in (0, 1, 2, 11, 24):
        result = np.bincount(sheets[:, square], minlength=48)
        assert len(result) == 48
        assert result.min() > 700 and result.max() < 970
    points = np.empty(count, np.int64)
    score_sheets(sheets, sheet_tables(load_score_card()), points)
    # A C program with another generator gave 182.5 +- 0.2 over 200,000 games.
    assert 180.5 < points.mean() < 184.5


def test_random_games_hold_as_many_twins_as_games_of_the_engine() -> None:
    """The share of pairs of squares off one another's lines that hold twins depends on how cards are placed."""
    games = 3_000
    generator = np.random.default_rng(20261115)
    played = Counter[int]()
    for _ in range(games):
        sheet = Sheet()
        while not sheet.is_full:
            rolled = engine_card(int(generator.integers(48)))
            placements = sheet.placements(rolled, may_be_king=False)
            square, card = placements[int(generator.integers(len(placements)))]
            sheet = sheet.place(square, card)
        played[len(set(sheet.squares))] += 1
    expected = sum(distinct * times for distinct, times in played.items()) / games
    sheets = random_sheets(40_000)
    result = np.mean([len(set(squares)) for squares in sheets.tolist()])
    # One game varies by about 1.6, so that the mean of 3,000 is known to 0.03.
    assert abs(result - expected) < 0.13


def test_lines_are_those_of_the_sheet() -> None:
    assert sheet_tables(load_score_card()).lines.tolist() == [list(line) for line in LINES]
