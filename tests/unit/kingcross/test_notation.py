"""King Cross notation: it reads back, and whatever does not hold is refused."""

from __future__ import annotations

import pytest

from crossfelt.errors import NotationError
from crossfelt.kingcross.notation import format_match, parse_match
from crossfelt.kingcross.rules import Mode
from tests.support.matches import MATCHES, played


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_notation_reads_back(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    text = format_match(contest.state.rules, seats, contest.events)
    noted = parse_match(f"\n# a remark\n{text}\n")
    assert (noted.rules, noted.seats, noted.events) == (contest.state.rules, seats, contest.events)
    assert 'choice anarchy_scope "neighbours"\n' in text
    assert format_match(noted.rules, noted.seats, noted.events) == text


def test_notation_is_plain_words() -> None:
    contest = played("communal", (1, 2))
    lines = format_match(contest.state.rules, (1, 2), contest.events).splitlines()
    assert lines[0] == "crossfelt match, notation 1"
    assert lines[3:5] == ["mode communal, bonus on", "seats 1 2"]
    assert lines[5].startswith("roll 1 for all: ")
    assert "seat 2 is abandoned" in lines
    assert lines[-1].startswith("finished, won by 1: seat 1 total ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("notation 1", "notation 2", "line 1"),
        ("scoring king-cross-1 ", "scoring king-cross-1 0", "come first"),
        ("scoring king-cross", "scoring queen-cross", "no score card"),
        ('"neighbours"', '"line"', "has the hash"),
        ('"neighbours"', "neighbours", "not JSON"),
        ('"neighbours"', '"sheet"', "not one of"),
        ("mode communal", "mode duel", "come first"),
        ("seats 1 2", "seats 0", "come first"),
        ("roll 1 for all: ", "roll 1 for us: ", "is not an event of this game"),
        ("roll 1 for all: ", "roll 1 for all:  ", "is not an event of this game"),
        ("seat 2 is abandoned", "seat 2 is absent", "is not an event of this game"),
        (" by player", " by dealer", "not one of"),
        (" by player, ", " by player; ", "contradicts itself"),
        ("finished, won by 1: seat 1 total", "finished, won by 1: seat 1", "contradicts itself"),
    ],
)
def test_notation_that_does_not_hold_is_refused(old: str, new: str, message: str) -> None:
    contest = played("communal", (1, 2))
    text = format_match(contest.state.rules, (1, 2), contest.events)
    assert old in text
    with pytest.raises(NotationError, match=message):
        parse_match(text.replace(old, new))


def test_notation_without_seats_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1"):
        parse_match("")
    with pytest.raises(NotationError, match="ends before"):
        parse_match("crossfelt match, notation 1\n")
