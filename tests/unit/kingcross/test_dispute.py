"""A match as a dispute report shows it: every line with its cards, hand and points."""

from __future__ import annotations

import pytest

from crossfelt.kingcross.dispute import match_document
from crossfelt.kingcross.rules import Mode
from crossfelt.kingcross.scoring import score_sheet
from tests.support.matches import MATCHES, played


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_lines_and_totals_are_those_of_the_score(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    document = match_document(contest, True)
    for sheet, state in zip(document["seats"], contest.state.seats, strict=True):
        score = score_sheet(contest.rules.score_card, state.sheet, bonus=True)
        assert [(line["hand"], line["points"]) for line in sheet["lines"]] == [
            (line.name, line.points) for line in score.lines
        ]
        assert sheet["lines"][7]["cards"] == sheet["grid"][2]
        assert sheet["lines"][10]["squares"] == ["a1", "b2", "c3", "d4", "e5"]
        assert sheet["total"] == score.total
        assert sum(entry["points"] for entry in sheet["achievements"]) == sheet["bonus_points"] == score.bonus_points
        assert len(sheet["rolls"]) == 24
    assert contest.state.finished is not None
    assert document["winners"] == list(contest.state.finished.winners)
    assert "Point Values" in document["citations"]


def test_squares_that_the_table_filled_are_marked() -> None:
    document = match_document(played("communal", (1, 2)), True)
    first, last = document["seats"]
    assert first["by_table"] == []
    assert len(last["by_table"]) == 12


def test_a_sheet_that_is_not_full_has_no_total() -> None:
    document = match_document(played("solo", (4,), stop_after=9), False)
    (sheet,) = document["seats"]
    assert (document["stage"], sheet["total"], document["winners"]) == ("placing", None, [])
    assert [card for row in sheet["grid"] for card in row].count(None) > 15
