"""`crossfelt deal` with Maryland's progressive wagers: offers, meters between rounds, wheels where they stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.money import dollars
from crossfelt.record import replay
from tests.support.cli.program import Ran, run
from tests.support.rules.submissions import BONUS_SPIN, submission

SUBMISSION = submission(
    BONUS_SPIN,
    """
[choices.xtreme]
wheel_1 = "a"
wheel_5 = "g"
event = "high_card"
rate_ppm = 150000
meters.a = { initial_cents = 250000, reset_cents = 100000 }
meters.g = { initial_cents = 500000, reset_cents = 100000 }
""",
)


@pytest.fixture
def rules_file(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(SUBMISSION)
    return str(path)


def deal(rules_file: str, *answers: str, options: tuple[str, ...] = ()) -> Ran:
    given = "".join(f"{answer}\n" for answer in answers)
    ran = run("deal", "--rules", rules_file, "--seed", "7", *options, given=given)
    assert ran.status == 0
    assert not ran.err or ran.err.startswith("Wrote ")
    assert max(map(len, ran.out.splitlines())) <= 80
    return ran


def test_both_wagers_are_played_and_the_meters_are_kept(rules_file: str, tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    options = ("--save", str(record), "--rounds", "2", "--bonus-spin", "5", "--xtreme", "5", "--seats", "2")
    ran = deal(rules_file, "", "1", "1", "1", "", "f", options=options)
    second = replay(CRISS_CROSS, json.loads(record.read_text()))
    assert second.carried_in["bonus_spin"] == "100100"
    assert second.carried["bonus_spin"] == "100200"
    assert "Meters: Bonus Spin Jackpot $1,000, Xtreme Jackpot for $1 $2,500, Xtreme Jackpot" in ran.out
    assert "Meters: Bonus Spin Jackpot $1,001," in ran.out
    (community, hot_spot) = (event for event in second.events if isinstance(event, happened.WheelSpun))
    words = "jackpot" if hot_spot.symbol == "jackpot" else dollars(int(hot_spot.symbol) * 100)
    assert community.wheel == "community"
    assert "Your Hot Spot wheel (example weights):" in ran.out
    assert f"[ {words} ]" in ran.out.partition("Round 2 settled")[2]


def test_help_tells_what_the_wheels_pay(rules_file: str) -> None:
    ran = deal(rules_file, "?", "q")
    text = " ".join(ran.out.split())
    assert "Bonus Spin: $1 or $5 (12.D(9), 12.D(10))" in text
    assert "$5 and a pair in your hand spin for $500, $250, $120, $60, $50, $30, $20, $18, $13, $12, $10" in text
    assert "For $5: Community $150, $125, $100, $75, $50, $40, $30, $25; Hot Spot $1,000, $600, $500" in text


def test_a_size_that_is_not_offered_is_refused(rules_file: str) -> None:
    ran = run("deal", "--rules", rules_file, "--xtreme", "2", given="")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "error: Bonus Spin Xtreme: $2 is not $1 or $5 (7.E(2)(c))\n"
    ran = run("deal", "--bonus-spin", "5", given="")
    assert ran.refusal.startswith("Bonus Spin: maryland doesn't offer it, but a rules submission can: ")
