"""`crossfelt wheel fit`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crossfelt.cli.wheel.choice import parse_return
from crossfelt.errors import BadInput
from tests.support.cli.program import run
from tests.support.cli.wheel_submission import SUBMISSION
from tests.support.progressive_choices import choices_toml, spin_choices


def exactly(entry: dict[str, int]) -> Fraction:
    return Fraction(entry["numerator"], entry["denominator"])


@pytest.mark.parametrize("percent", ["0.85", "85%", "17/20", " 0.850 "])
def test_weights_for_a_wanted_return(percent: str) -> None:
    result = run("wheel", "fit", "bonus_spin_b", "--return", percent, "--json").document
    assert exactly(result["wanted"]) == exactly(result["return"]) == Fraction(17, 20)
    assert exactly(result["miss"]) == 0 and result["proven"] is True
    assert sum(result["weights"].values()) == result["total_weight"] == 1000
    assert exactly(result["least"]) < Fraction(17, 20) < exactly(result["greatest"])


def test_the_table_goes_into_a_submission() -> None:
    result = run("wheel", "fit", "bonus_spin_b", "--return", "0.9", "--total", "200", "--json").document
    offer = f'rules = "maryland"\n{choices_toml({"bonus_spin": spin_choices(rate_ppm=100_000)})}'
    shown = run("wheel", "show", "bonus_spin_b", "--rules", "-", "--json", given=offer + result["toml"]).document
    assert exactly(shown["return"]) == exactly(result["return"])
    assert shown["example"] is False


def test_jackpot_and_rate() -> None:
    options = ("--return", "0.9", "--total", "500", "--json")
    at_reset = run("wheel", "fit", "bonus_spin_b", *options).document
    grown = run("wheel", "fit", "bonus_spin_b", "--rate-ppm", "100000", *options).document
    paid = run("wheel", "fit", "bonus_spin_b", "--jackpot", "$2,500", "--rate-ppm", "100000", *options).document
    assert at_reset["jackpot_cents"] == 100_000 and at_reset["rate_from"] == "nothing"
    assert exactly(at_reset["long_run_return"]) == exactly(at_reset["return"]) == exactly(at_reset["return_at_reset"])
    assert exactly(grown["long_run_return"]) == exactly(grown["return"])
    assert exactly(grown["return_at_reset"]) == exactly(grown["return"]) - Fraction(1, 10)
    assert [document["wanted_is"] for document in (grown, paid)] == ["long_run", "jackpot"]
    assert paid["jackpot_cents"] == 250_000
    assert abs(exactly(paid["miss"])) < Fraction(1, 1000)
    assert exactly(paid["long_run_return"]) != exactly(paid["return"])


def test_the_rate_of_the_rules_counts() -> None:
    """A wheel fitted to 85% under a submission whose meter takes 20% of each wager returns 85%, not 105%."""
    arguments = ("wheel", "fit", "bonus_spin_b", "--rules", "-", "--return", "85%")
    result = run(*arguments, "--json", given=SUBMISSION).document
    assert (result["rate_ppm"], result["rate_from"], result["wanted_is"]) == (200_000, "rules", "long_run")
    assert exactly(result["long_run_return"]) == exactly(result["return"]) == Fraction(17, 20)
    assert exactly(result["return_at_reset"]) == Fraction(13, 20)
    before, _, after = SUBMISSION.partition("[choices.bonus_spin.weights]")
    house = before + result["toml"] + after[after.index("[choices.xtreme]") :]
    shown = run("wheel", "show", "bonus_spin_b", "--rules", "-", "--json", given=house).document
    assert exactly(shown["long_run_return"]) == Fraction(17, 20)
    assert "target, in the long run" in run(*arguments, given=SUBMISSION).out


def test_the_return_at_the_reset_amount_can_be_wanted_instead() -> None:
    arguments = ("wheel", "fit", "bonus_spin_b", "--rules", "-", "--return", "85%", "--basis", "reset")
    result = run(*arguments, "--json", given=SUBMISSION).document
    assert result["wanted_is"] == "reset"
    assert exactly(result["return"]) == exactly(result["return_at_reset"]) == Fraction(17, 20)
    assert exactly(result["long_run_return"]) == Fraction(21, 20)
    words = " ".join(run(*arguments, given=SUBMISSION).out.split())
    assert "target, with the meter at its reset 85.0000%" in words
    assert "in the long run 105.0000%" in words


def test_another_rate_than_that_of_the_rules() -> None:
    arguments = ("wheel", "fit", "bonus_spin_b", "--rules", "-", "--return", "85%", "--rate-ppm", "50000", "--json")
    result = run(*arguments, given=SUBMISSION).document
    assert result["rate_from"] == "option" and exactly(result["return_at_reset"]) == Fraction(4, 5)
    assert result["report"]["modified"] is True


def test_a_prize_without_a_meter_returns_the_same_in_the_long_run() -> None:
    result = run("wheel", "fit", "bonus_spin_a", "--return", "85%", "--json").document
    assert result["rate_ppm"] is None and exactly(result["long_run_return"]) == exactly(result["return"])


def test_reading_P4_a_full_table_returns_more_by_the_spins_of_others() -> None:
    """A wheel with symbols of two amounts that returns 99% to one seat returns more than 100% to six."""
    offer = f'rules = "maryland"\n{choices_toml({"bonus_spin": spin_choices(rate_ppm=200_000)})}'
    arguments = ("wheel", "fit", "bonus_spin_b", "--return", "99%", "--rules", "-")
    result = run(*arguments, "--json", given=offer).document
    warned = run("rules", "check", "-", "--json", given=offer + result["toml"]).document["warnings"]
    share = exactly(result["full_table"]["long_run_return"])
    assert result["full_table"]["seats"] == 6 and share > 1
    assert f"{float(share):.2%} with 6 (exactly {share})" in warned[-1]["says"]
    shown = " ".join(run(*arguments, given=offer).out.split())
    assert f"in the long run, 6 seats {float(share):.4%}" in shown
    assert run("wheel", "fit", "xtreme_community_a", "--return", "85%", "--json").document["full_table"] is None


def test_xtreme_under_a_submission() -> None:
    arguments = ("wheel", "fit", "xtreme_d", "--return", "20%", "--seats", "2", "--rules", "-", "--json")
    result = run(*arguments, given=SUBMISSION).document
    assert result["event"] == "full_house" and result["wager_cents"] == 500
    assert result["toml"].startswith("[choices.xtreme.weights.d]\njackpot = ")
    listed = run("wheel", "fit", "xtreme_community_a", "--return", "0.9", "--json").document
    assert listed["toml"].startswith('[choices.xtreme.community_weights]\n"1" = ')
    assert list(listed["weights"]) == [str(number) for number in range(1, 9)]


def test_for_people() -> None:
    exact = run("wheel", "fit", "bonus_spin_b", "--return", "0.85")
    assert "The target return is met exactly." in exact.out
    assert "[choices.bonus_spin.weights]\njackpot = " in exact.out
    near = run("wheel", "fit", "bonus_spin_b", "--return", "0.8537", "--total", "100", columns=40)
    assert "It misses the target by exactly" in " ".join(near.out.split())
    assert "no other weights within the total are closer" in " ".join(near.out.split())
    assert max(map(len, near.body.splitlines())) <= 40


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("bonus_spin_b",), "missing option '--return'"),
        (("bonus_spin_z", "--return", "0.85"), "'bonus_spin_z' is not a wheel"),
        (("bonus_spin_b", "--return", "12"), "the achievable range is 14.8918% to 1162.1271%"),
        (("bonus_spin_b", "--return", "0.01"), "no weights of at most 1,000 together make bonus_spin_b return 1.0000%"),
        (("bonus_spin_b", "--return", "0.85", "--total", "11"), "must be 15 (one for each symbol) to"),
        (("bonus_spin_b", "--return", "0.85", "--total", "1000001"), "must be a whole number from 1 to 1,000,000"),
        (("bonus_spin_a", "--return", "0.85", "--rate-ppm", "1"), "--rate-ppm: bonus_spin_a has no meter"),
        (("xtreme_community_a", "--return", "0.85", "--jackpot", "5"), "xtreme_community_a has no jackpot"),
        (
            ("bonus_spin_b", "--return", "0.85", "--rate-ppm", "1000001"),
            "must be from 0 to 1,000,000 parts per million, or a percentage such as 5%",
        ),
        (("bonus_spin_b", "--return", "0.85", "--jackpot", "much"), "--jackpot: 'much' isn't an amount"),
        (("bonus_spin_b", "--return", "0.85", "--jackpot", "5", "--basis", "reset"), "--jackpot and --basis"),
        (("bonus_spin_b", "--return", "0.1", "--rate-ppm", "200000"), "in the long run, the meter's 20.0000%"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("wheel", "fit", *arguments, "--json").refusal


@pytest.mark.parametrize("text", ["", "nan", "inf", "-0.85", "0", "1/0", "1/x", "85 percent", "9" * 5000])
def test_what_is_no_return(text: str) -> None:
    with pytest.raises(BadInput, match=r"--return: .* isn't a return"):
        parse_return(text)
