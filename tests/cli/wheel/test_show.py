"""`crossfelt wheel show`: the document, the drawing, the pictures and the refusals."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest

from crossfelt.cli.wheel.picture import wheel_text
from tests.support.cli.program import run
from tests.support.cli.wheel_submission import SUBMISSION


def exactly(entry: dict[str, int]) -> Fraction:
    return Fraction(entry["numerator"], entry["denominator"])


def test_the_keys_that_others_rely_on() -> None:
    result = run("wheel", "show", "bonus_spin_b", "--json").document
    assert result["wheel"] == "bonus_spin_b" and result["example"] is True
    assert result["symbols"][0]["symbol"] == "jackpot"
    assert result["symbols"][0]["weight"] == 1
    assert result["symbols"][0]["pays"] == 100_000
    total = sum(entry["weight"] for entry in result["symbols"])
    mean = Fraction(sum(entry["weight"] * entry["pays"] for entry in result["symbols"]), total)
    assert exactly(result["return"]) == Fraction(1, 17) * mean / 500
    assert result["hit_rate"] == pytest.approx(1 / 17)
    assert result["per_meter_dollar"] == pytest.approx(1 / (17 * total * 5))
    assert exactly(result["exact"]["hit_rate"]) == Fraction(1, 17)
    assert result["return_per_1000_dollars_of_meter"] == pytest.approx(1000 * result["per_meter_dollar"])
    assert result["break_even_meter_cents"] == 642_400
    assert result["standard_deviation"] == pytest.approx(math.sqrt(float(exactly(result["variance"]))))


def test_xtreme_counts_the_seats_own_community_pay() -> None:
    whole = run("wheel", "show", "xtreme_d", "--seats", "3", "--json").document
    listed = run("wheel", "show", "xtreme_community_d", "--seats", "3", "--json").document
    event = Fraction(198_180, 2_598_960)
    total = whole["total_weight"]
    mean = Fraction(sum(entry["weight"] * entry["pays"] for entry in whole["symbols"]), total)
    assert exactly(whole["return"]) == exactly(listed["return"]) + event / 3 * mean / 200
    assert exactly(whole["event_chance"]) == event
    assert whole["hit_rate"] == listed["hit_rate"] == float(event)
    assert [entry["symbol"] for entry in listed["symbols"]] == ["60", "50", "40", "30", "25", "20", "15", "10"]
    assert listed["per_meter_dollar"] is None


def test_a_submission_that_plays_on_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(SUBMISSION)
    rules = ("--rules", str(tmp_path / "house.toml"))
    result = run("wheel", "show", "bonus_spin_b", *rules, "--json").document
    assert result["example"] is False and result["in_use"] is True and result["notes"] == []
    assert result["symbols"][0]["pays"] == 120_000
    assert exactly(result["long_run_return"]) == exactly(result["return"]) + Fraction(1, 5)
    hot = run("wheel", "show", "xtreme_d", *rules, "--json").document
    assert (hot["wager_cents"], hot["event"], hot["example"]) == (500, "full_house", True)
    other = run("wheel", "show", "bonus_spin_d", *rules, "--json").document
    assert other["example"] is True and other["in_use"] is False
    assert other["notes"][0].startswith("These rules don't use this wheel")
    given = run("wheel", "show", "bonus_spin_b", "--rules", "-", "--json", given=SUBMISSION).document
    assert given.pop("report")["rules_hash"] == result.pop("report")["rules_hash"]
    assert given == result


def test_a_list_that_pays_nobody_has_the_weights_of_its_positions_all_the_same() -> None:
    weights = "[choices.xtreme.community_weights]\n" + "".join(f'"{number}" = {number}\n' for number in range(1, 9))
    result = run("wheel", "show", "xtreme_community_g", "--rules", "-", "--json", given=SUBMISSION + weights).document
    assert [entry["weight"] for entry in result["symbols"]] == list(range(1, 9))
    assert result["example"] is False and result["in_use"] is False
    assert result["notes"] == [
        "No wager under these rules is paid by this list; the weights of its positions are those of the rules."
    ]


def test_options_of_the_readings() -> None:
    arguments = ("wheel", "show", "xtreme_a", "--event", "straight", "--json", "--option")
    chances = [
        exactly(run(*arguments, f"ace_low_straight={value}").document["event_chance"]) for value in ("true", "false")
    ]
    assert chances[0] - chances[1] == Fraction(1_020, 2_598_960)


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", ["bonus_spin_d", "xtreme_a", "xtreme_community_i"])
def test_for_people_at_any_width(name: str, columns: int) -> None:
    ran = run("wheel", "show", name, columns=columns)
    assert ran.status == 0
    assert max(map(len, ran.body.splitlines())) <= columns
    assert "Crossfelt's examples" in " ".join(ran.out.split())
    assert "(example)" in ran.out
    assert columns == 40 or "% of the wager" in ran.out


@pytest.mark.parametrize("columns", [18, 38, 46])
def test_every_segment_is_on_the_wheel(columns: int) -> None:
    weights = [1, 1, 2, 2, 4, 6, 60, 200, 100, 120, 160]
    signs = "ABCDEFGHIJK"
    drawn = wheel_text(signs, weights, columns).plain
    assert set(drawn) - set("▼ \n") == set(signs)
    assert max(map(len, drawn.splitlines())) <= columns
    cells = sum(drawn.count(sign) for sign in signs)
    for sign, weight in zip(signs, weights, strict=True):
        if weight >= 60 and columns > 30:
            assert drawn.count(sign) / cells == pytest.approx(weight / sum(weights), abs=0.03)


def test_ascii_where_nothing_else_can_be_shown() -> None:
    assert wheel_text("AB", [1, 1], 20, is_ascii=True).plain.isascii()
    assert "▼" not in run("wheel", "show", "bonus_spin_b", encoding="ascii").out


def test_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "wheel.svg", tmp_path / "wheel.PNG"
    ran = run("wheel", "show", "bonus_spin_c", "--out", str(svg))
    assert ran.status == 0 and "Wrote" in ran.err
    root = ET.fromstring(svg.read_text())
    paths = [element for element in root.iter() if element.tag.endswith("path")]
    assert len(paths) == 14
    words = " ".join(element.text or "" for element in root.iter())
    assert "Example weights, not of a wheel in use" in words and "Jackpot, $5,000" in words
    assert run("wheel", "show", "bonus_spin_c", "--out", str(png), "--json").document["wheel"] == "bonus_spin_c"
    assert png.read_bytes().startswith(b"\x89PNG")
    first = png.read_bytes()
    run("wheel", "show", "bonus_spin_c", "--out", str(png))
    assert png.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "missing argument 'WHEEL': WHEEL is bonus_spin_a to _d"),
        (("nothing",), "'nothing' is not a wheel; choose from bonus_spin_a to _d, xtreme_a to _i"),
        (("x" * 5000,), "is not a wheel; choose from bonus_spin_a"),
        (("bonus_spin_b", "--seats", "7"), "--seats: must be a whole number from 1 to 6, not 7"),
        (("bonus_spin_b", "--wager", "1"), "a wager of $1 doesn't use bonus_spin_b; choose $5"),
        (("xtreme_b", "--event", "flash"), "'flash' is not an event; choose from hole_pair"),
        (("bonus_spin_b", "--rules", "nowhere"), "there is no rule book 'nowhere'"),
        (("bonus_spin_b", "--rules", "no.toml"), "cannot read 'no.toml'"),
        (("bonus_spin_b", "--rules", "cardroom"), "cardroom has no progressive wagers and so no wheels"),
        (("bonus_spin_b", "--out", "wheel.gif"), "--out: 'wheel.gif' must end in .svg or .png"),
        (("bonus_spin_b", "--out", "no/such/wheel.svg"), "is not a file in an existing directory"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("wheel", "show", *arguments).refusal


def test_a_bad_submission_is_refused() -> None:
    for text in ("rules = ", 'rules = "maryland"\n[choices.bonus_spin]\nwheel = "z"\n', "\0"):
        assert run("wheel", "show", "bonus_spin_b", "--rules", "-", given=text).refusal
