"""The King Cross rules on printed sheets. Each test is named after the heading and the name below it.

Numbers and points are typed in here from the rules.
"""

from __future__ import annotations

import pytest

from crossfelt.kingcross.resolve import load_score_card
from crossfelt.printing.king_sheet import Layout, PrintedSheet, Version, king_sheets
from tests.support.pdf import Piece, read_pdf

CARD = load_score_card()
ACHIEVEMENTS = {
    "Straight Shooter": 1000,
    "Jackpot": 850,
    "Pool Shark": 700,
    "Boat Captain": 600,
    "Law and Order": 500,
    "Anarchy": 500,
    "Bottom Feeder": 350,
    "Dead Man's Hand": 200,
}


def pieces(version: Version = "pips", bonus: bool = False) -> tuple[Piece, ...]:
    (page,) = read_pdf(king_sheets([PrintedSheet(CARD, bonus)], Layout(version))[0]).pages
    return page


def texts(version: Version = "pips", bonus: bool = False) -> list[str]:
    return [piece.text for piece in pieces(version, bonus)]


def picture(version: Version) -> str:
    return king_sheets([PrintedSheet(CARD)], Layout(version), "svg")[0].decode()


@pytest.mark.parametrize("version", ["pips", "blank"])
def test_How_to_Play_1_the_sheet_has_a_key_to_the_dice(version: Version) -> None:
    made = read_pdf(king_sheets([PrintedSheet(CARD)], Layout(version))[0])
    result = made.texts
    d12, d4 = result.index("d12"), result.index("d4")
    faces, values = result[d12 + 1 : d12 + 13], result[d12 + 13 : d12 + 25]
    assert faces == tuple(str(face) for face in range(1, 13))
    assert values == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
    assert result[d4 + 1 : d4 + 5] == ("1", "2", "3", "4")
    # No king is rolled, one is printed; and the suits of the d4 are drawn.
    assert made.figures == ("King of any suit", "hearts", "clubs", "diamonds", "spades")


def test_How_to_Play_2_there_is_a_sheet_with_pips_and_one_with_empty_squares() -> None:
    # A pip to fill in is white inside, and so is the page: four on each of 24 squares.
    assert picture("pips").count('fill="#ffffff"') == 1 + 4 * 24
    assert picture("blank").count('fill="#ffffff"') == 1


@pytest.mark.parametrize("version", ["pips", "blank"])
def test_Score_sheet_Scores(version: Version) -> None:
    result = texts(version)
    start = result.index("points") + 1
    assert result[start : start + 12] == [str(hand) for hand in range(1, 13)]


@pytest.mark.parametrize("version", ["pips", "blank"])
def test_Score_sheet_Total(version: Version) -> None:
    result = pieces(version)
    at = next(number for number, piece in enumerate(result) if piece.text == "TOTAL")
    assert result[at - 1].text == "12"
    assert result[at].top > result[at - 1].top


@pytest.mark.parametrize("version", ["pips", "blank"])
def test_Score_sheet_Point_Values(version: Version) -> None:
    result = texts(version)
    start = result.index("POINT VALUES") + 1
    chart = dict(zip(result[start : start + 20 : 2], result[start + 1 : start + 20 : 2], strict=True))
    assert chart == {
        "Everything else": "0",
        "One pair": "25",
        "Two pair": "50",
        "Three of a kind": "75",
        "Straight": "100",
        "Flush": "150",
        "Full house": "200",
        "Four of a kind": "250",
        "Straight flush": "350",
        "Royal flush": "500",
    }


@pytest.mark.parametrize("version", ["pips", "blank"])
def test_Score_sheet_Diagonals(version: Version) -> None:
    # Reading K2: hand 11 begins at the top left, 12 at the top right, outside the columns and above the rows.
    first = {piece.text: piece for piece in reversed(pieces(version))}
    assert first["11"].left < first["1"].left < first["5"].left < first["12"].left
    assert first["11"].top == first["12"].top < first["6"].top


def test_Modes_of_Play_Bonus_Scoring_Mode_the_sheet_lists_the_achievements() -> None:
    result = texts(bonus=True)
    listed = [
        text for text in result[result.index("BONUS ACHIEVEMENTS") :] if text in ACHIEVEMENTS or text.startswith("+")
    ]
    assert listed == [part for title, points in ACHIEVEMENTS.items() for part in (title, f"+{points}")]
    assert not set(ACHIEVEMENTS) & set(texts())
