"""`crossfelt wheel fit`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crossfelt.cli.wheel.choice import parse_share
from crossfelt.errors import BadInput
from tests.cli.program import run
from tests.cli.wheel.submission import SUBMISSION


def exactly(entry: dict[str, int]) -> Fraction:
    return Fraction(entry["numerator"], entry["denominator"])


@pytest.mark.parametrize("wanted", ["0.85", "85%", "17/20", " 0.850 "])
def test_weights_for_a_wanted_return(wanted: str) -> None:
    found = run("wheel", "fit", "bonus_spin_b", "--return", wanted, "--json").document
    assert exactly(found["wanted"]) == exactly(found["return"]) == Fraction(17, 20)
    assert exactly(found["miss"]) == 0 and found["proven"] is True
    assert sum(found["weights"].values()) == found["total_weight"] == 1000
    assert exactly(found["least"]) < Fraction(17, 20) < exactly(found["greatest"])


def test_the_table_goes_into_a_submission() -> None:
    found = run("wheel", "fit", "bonus_spin_b", "--return", "0.9", "--total", "200", "--json").document
    offer = 'rules = "maryland"\n[choices.bonus_spin]\nwheel = "b"\nrate_ppm = 100000\n'
    shown = run("wheel", "show", "bonus_spin_b", "--rules", "-", "--json", given=offer + found["toml"]).document
    assert exactly(shown["return"]) == exactly(found["return"])
    assert shown["example"] is False


def test_jackpot_and_rate() -> None:
    options = ("--return", "0.9", "--total", "500", "--json")
    at_reset = run("wheel", "fit", "bonus_spin_b", *options).document
    grown = run("wheel", "fit", "bonus_spin_b", "--rate-ppm", "100000", *options).document
    paid = run("wheel", "fit", "bonus_spin_b", "--jackpot", "$2,500", "--rate-ppm", "100000", *options).document
    assert at_reset["long_run_return"] is None and at_reset["jackpot_cents"] == 100_000
    assert exactly(grown["long_run_return"]) == exactly(grown["return"])
    assert paid["jackpot_cents"] == 250_000
    assert abs(exactly(paid["miss"])) < Fraction(1, 1000)
    assert exactly(paid["long_run_return"]) != exactly(paid["return"])


def test_xtreme_under_a_submission() -> None:
    arguments = ("wheel", "fit", "xtreme_d", "--return", "5%", "--seats", "2", "--rules", "-", "--json")
    found = run(*arguments, given=SUBMISSION).document
    assert found["event"] == "full_house" and found["wager_cents"] == 500
    assert found["toml"].startswith("[choices.xtreme.weights.d]\njackpot = ")
    listed = run("wheel", "fit", "xtreme_community_a", "--return", "0.9", "--json").document
    assert listed["toml"].startswith('[choices.xtreme.community_weights]\n"1" = ')
    assert list(listed["weights"]) == [str(number) for number in range(1, 9)]


def test_for_people() -> None:
    exact = run("wheel", "fit", "bonus_spin_b", "--return", "0.85")
    assert "The return is met exactly." in exact.out
    assert "[choices.bonus_spin.weights]\njackpot = " in exact.out
    near = run("wheel", "fit", "bonus_spin_b", "--return", "0.8537", "--total", "100", columns=40)
    assert "The miss is exactly" in " ".join(near.out.split())
    assert "no weights within the total come closer" in " ".join(near.out.split())
    assert max(map(len, near.out.splitlines())) <= 40


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bonus_spin_b",), "missing option '--return'"),
        (("bonus_spin_z", "--return", "0.85"), "there is no wheel 'bonus_spin_z'"),
        (("bonus_spin_b", "--return", "12"), "they reach from 14.0741% to 1164.8035%"),
        (("bonus_spin_b", "--return", "0.01"), "no weights of at most 1,000 together make bonus_spin_b return 1.0000%"),
        (("bonus_spin_b", "--return", "0.85", "--total", "11"), "from 12, one for each symbol"),
        (("bonus_spin_b", "--return", "0.85", "--total", "1000001"), "must be from 1 to 1000000"),
        (("bonus_spin_a", "--return", "0.85", "--rate-ppm", "1"), "--rate-ppm: bonus_spin_a has no meter"),
        (("xtreme_community_a", "--return", "0.85", "--jackpot", "5"), "xtreme_community_a has no jackpot"),
        (("bonus_spin_b", "--return", "0.85", "--rate-ppm", "1000001"), "must be from 0 to 1000000"),
        (("bonus_spin_b", "--return", "0.85", "--jackpot", "much"), "--jackpot: 'much' is not an amount"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("wheel", "fit", *arguments, "--json").refusal


@pytest.mark.parametrize("text", ["", "nan", "inf", "-0.85", "0", "1e5", "1/0", "85 percent", "9" * 5000])
def test_what_is_no_return(text: str) -> None:
    with pytest.raises(BadInput, match=r"--return: .* is not a return"):
        parse_share(text)
