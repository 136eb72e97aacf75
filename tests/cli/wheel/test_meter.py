"""`crossfelt wheel meter`."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.cli.program import run
from tests.support.cli.wheel_submission import SUBMISSION


def exactly(entry: dict[str, int]) -> Fraction:
    return Fraction(entry["numerator"], entry["denominator"])


def test_the_long_run() -> None:
    arguments = ("wheel", "meter", "bonus_spin_b", "--rules", "-", "--wagers", "5,5,1", "--json")
    result = run(*arguments, "--rounds-per-hour", "40", given=SUBMISSION).document
    assert result["wagers_cents"] == [500, 500, 100] and result["wagered_cents_a_round"] == 1100
    assert exactly(result["contribution_cents_a_round"]) == 220
    assert exactly(result["rounds_between_jackpots"]) == Fraction(17 * 76, 2)
    assert exactly(result["mean_jackpot_cents"]) == 120_000 + 220 * Fraction(17 * 76, 2)
    cost = result["cost_of_dollars_wagered"]
    parts = ("contributions", "reset_money", "wheel_prizes", "community_pay")
    assert sum(exactly(cost[part]) for part in parts) == exactly(cost["total"]) == 1 - exactly(cost["house_keeps"])
    assert result["hours"]["between_jackpots"] == pytest.approx(646 / 40)
    assert result["simulated"] is None and "won_in_simulation" not in result["curve"][0]


def test_beside_a_simulation(tmp_path: Path) -> None:
    out = tmp_path / "meter.svg"
    arguments = ("wheel", "meter", "bonus_spin_b", "--rules", "-", "--seats", "6", "--simulate", "5000", "--seed", "2")
    result = run(*arguments, "--out", str(out), "--json", given=SUBMISSION).document
    drawn = result["simulated"]
    assert (drawn["rounds"], drawn["seed"]) == (5000, 2)
    for name, exact in (("rounds_to_hit", result["rounds_to_hit"]), ("at_hit_cents", result["at_hit_cents"]["mean"])):
        assert abs(drawn[name]["mean"] - exact["value"]) < 5 * drawn[name]["standard_error"]
    lines = [element for element in ET.fromstring(out.read_text()).iter() if element.tag.endswith("polyline")]
    assert [line.get("class") for line in lines] == ["line", "line second"]
    assert run(*arguments, "--json", given=SUBMISSION).document == result


def test_for_people() -> None:
    arguments = ("wheel", "meter", "xtreme_a", "--rate-ppm", "100000", "--simulate", "50")
    assert max(map(len, run(*arguments, columns=40).body.splitlines())) <= 40
    ran = run(*arguments)
    words = " ".join(ran.out.split())
    assert "example weights" in words and "50 simulated rounds, seed 1" in words
    assert "% of dollars wagered" in words and "% of jackpots" in words


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bonus_spin_a",), "bonus_spin_a pays a fixed prize, so it has no meter"),
        (("bonus_spin_b",), "its meter has no rate; set one with --rate-ppm"),
        (("bonus_spin_b", "--rate-ppm", "1", "--wagers", "5,x"), "--wagers: 'x' isn't an amount"),
        (("bonus_spin_b", "--rate-ppm", "1", "--wagers", "1"), "no seat wagers $5"),
        (("bonus_spin_b", "--rate-ppm", "1", "--wagers", "5,2"), "a Bonus Spin wager must be $1 or $5, not $2"),
        (("bonus_spin_b", "--rate-ppm", "1", "--wagers", "5,5,5,5,5,5,5"), "must be 1 to 6 seats, not 7"),
        (("bonus_spin_b", "--rate-ppm", "1", "--simulate", "0"), "--simulate: must be a whole number from 1"),
        (
            ("bonus_spin_b", "--rate-ppm", "1", "--rounds-per-hour", "nan"),
            "--rounds-per-hour: must be a number",
        ),
        (("nothing", "--rate-ppm", "1"), "'nothing' is not a wheel"),
        (("bonus_spin_b", "--rate-ppm", "1", "--out", "x.pdf"), "must end in .svg or .png"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("wheel", "meter", *arguments, "--json").refusal
