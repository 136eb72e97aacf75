"""`crossfelt king daily`: the dice of a day, the result to share, and what it says about a second try."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crossfelt.kingcross.dice import daily_dice
from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scorecard import HAND_BY_SLUG
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.sharing import shared_result
from crossfelt.record import replay
from tests.support.cli.king_scripts import answers_to, script, sheet_after
from tests.support.cli.program import Ran, run

DAY = "2026-11-15"
ROLLS = daily_dice(DAY)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores are kept in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def daily(*arguments: str, answers: list[str], encoding: str = "utf-8") -> Ran:
    ran = run("king", "daily", *arguments, given=script(answers), encoding=encoding)
    assert ran.status == 0
    assert re.fullmatch(r"(Wrote .+, \d+ (kB|bytes)\.\n)?", ran.err)
    assert max(map(len, ran.out.splitlines())) <= 80
    return ran


def shared(ran: Ran) -> list[str]:
    """The lines to share."""
    return ran.out.partition("To share:\n")[2].splitlines()


def test_a_whole_sheet_of_a_day_and_its_result(home: Path) -> None:
    path = home / "game.json"
    ran = daily("--date", DAY, "--record", str(path), answers=answers_to(ROLLS))
    result = replay(KING_CROSS, json.loads(path.read_text()))
    assert result.state.seats[0].rolls == tuple(roll.card for roll in ROLLS)
    score = score_sheet(load_score_card(), sheet_after(ROLLS), False)
    first, bars, *rest = shared(ran)
    hands = " ".join(rest)
    assert first == f"King Cross daily {DAY} (base): {score.total}, no hints, first try"
    assert re.fullmatch(r"columns [·▁-█★]{5}  rows [·▁-█★]{5}  diagonals [·▁-█★]{2}", bars)
    assert sum(map(int, re.findall(r"\d+", hands))) == 12
    assert "everything else" in hands


def test_a_second_try_says_so_in_its_mode_only() -> None:
    total = score_sheet(load_score_card(), sheet_after(ROLLS), False).total
    daily("--date", DAY, answers=answers_to(ROLLS))
    again = daily("--date", DAY, answers=answers_to(ROLLS))
    assert shared(again)[0].endswith(f"no hints, try 2 after {total} at first")
    assert f"Your best: {total} (solo, base, dice of day {DAY})." in again.out
    assert shared(daily("--date", DAY, "--bonus", answers=answers_to(ROLLS)))[0].endswith("first try")
    other = daily_dice("2026-11-16")
    assert shared(daily("--date", "2026-11-16", answers=answers_to(other)))[0].endswith("first try")


def test_a_result_whose_score_could_not_be_kept_claims_no_first_try(home: Path) -> None:
    (home / "data").write_text("in the way")
    ran = run("king", "daily", "--date", DAY, given=script(answers_to(ROLLS)))
    assert shared(ran)[0].endswith(", no hints")


def test_the_day_is_today_by_utc_unless_told() -> None:
    before = datetime.now(UTC).date().isoformat()
    title = daily(answers=[]).out.splitlines()[0]
    after = datetime.now(UTC).date().isoformat()
    assert any(f"practice sheet of {day}, base mode." in title for day in (before, after))


def test_leaving_early_shares_nothing() -> None:
    assert shared(daily("--date", DAY, answers=["a1", "quit", "y"])) == []


def test_a_result_without_symbols_and_with_everything_in_it() -> None:
    hands = (*HAND_BY_SLUG, "one_pair", "royal_flush")
    score = SeatScore(1, 2000, 1550, 3550, hands, ("jackpot", "pool_shark", "dead_mans_hand"))
    text = shared_result(day=DAY, bonus=True, score=score, hint_count=2, attempt=", first try", is_ascii=True)
    assert text.splitlines() == [
        f"King Cross daily {DAY} (bonus): 3550, hints for 2 rolls, first try",
        "columns 98765  rows 43210  diagonals 19",
        "royal flush 2, straight flush 1, four of a kind 1, full house 1, flush",
        "1, straight 1, three of a kind 1, two pair 1, one pair 2, everything",
        "else 1",
        "jackpot, pool shark, dead man's hand",
    ]
    bars = shared_result(day=DAY, bonus=True, score=score, hint_count=1, attempt="", is_ascii=False).splitlines()
    assert bars[:2] == [
        f"King Cross daily {DAY} (bonus): 3550, hints for 1 roll",
        "columns ★█▇▆▅  rows ▄▃▂▁·  diagonals ▁★",
    ]


@pytest.mark.parametrize("day", ["2026-02-29", "yesterday", "2026-1-1", ""])
def test_what_is_no_day_is_refused(day: str) -> None:
    assert "is not a date: write it like" in run("king", "daily", "--date", day).refusal


def test_a_record_that_cannot_be_written_is_refused_before_the_first_roll() -> None:
    assert "--record: needs the name of a file" in run("king", "daily", "--record", "-").refusal
