"""A match as a dispute report shows it: every line with its cards, hand and points."""

from __future__ import annotations

import pytest

from crossfelt.cards import card_symbols
from crossfelt.kingcross.dispute import match_document
from crossfelt.kingcross.events import CardPlaced, CardPlacement, DecidedBy, MatchFinished, PlacementSealed, SeatScore
from crossfelt.kingcross.rules import Mode
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.story import MatchStory
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


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_each_event_is_told_in_a_sentence(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    said = [text for step in match_document(contest, True)["course"] for text in step["says"]]
    assert len(said) == sum(len(step.events) for step in contest.steps)
    assert all(text.endswith(".") and "_" not in text for text in said)
    assert contest.state.finished is not None
    (winner,) = contest.state.finished.winners
    assert said[-1].startswith("The match is over: seat ")
    assert said[-1].endswith(f" points. Seat {winner} wins." if len(seats) > 1 else " points.")


def test_sentences_tell_who_placed_a_card_and_whether_it_was_wild() -> None:
    def tell(is_wild: bool, decided_by: DecidedBy) -> str:
        return story.tell(CardPlaced(3, CardPlacement(2, "b4", "7h", is_wild, decided_by)))

    story = MatchStory(card_symbols)
    assert tell(False, "player") == "Seat 2 places 7\u2665 on b4."
    assert tell(True, "player") == "Seat 2 places the wild roll as 7\u2665 on b4."
    assert tell(False, "table") == "The table places 7\u2665 on b4 for seat 2."


def test_a_tie_names_every_winner() -> None:
    scores = tuple(SeatScore(seat, 900, 100, 1000, (), ()) for seat in (1, 2, 4))
    ending = MatchStory(card_symbols).tell(MatchFinished(scores, (1, 2, 4)))
    assert ending.endswith("seat 4 1,000 points. Seats 1, 2 and 4 share the win.")


def test_a_match_in_progress_hides_where_a_card_was_placed() -> None:
    contest = next(
        contest
        for contest in (played("communal", (1, 2), stop_after=steps) for steps in range(1, 9))
        if isinstance(contest.steps[-1].events[-1], PlacementSealed)
    )
    last = match_document(contest, False)["course"][-1]
    assert last["says"] == ["A card is placed. The report hides where until the match is over."]
    assert last["events"] == ["placement (hidden until the match is over)"]
