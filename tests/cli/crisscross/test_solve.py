"""`crossfelt solve` as other programs rely on it, and as people see it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from crossfelt.analysis.crisscross.bonus import bonus_results
from crossfelt.cli.crisscross.solve_report import together_lines
from crossfelt.cli.shared.progress import COMPILING
from crossfelt.crisscross.resolve import load_rule_book
from tests.support.cli.program import run


def test_the_keys_and_integers_of_the_contract() -> None:
    result = run("solve", "--rules", "maryland", "--json").document
    assert result["rules"] == "maryland"
    assert result["pay"] == {
        "royal_flush": 500,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 12,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 3,
        "two_pair": 2,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 0,
    }
    assert result["deals"] == 84284272800
    assert (result["ev"]["numerator"], result["ev"]["denominator"]) == (-7296546600, 84284272800)
    assert result["ev"]["value"] == -7296546600 / 84284272800
    assert result["house_edge"] == {"one_ante": -result["ev"]["value"], "both_antes": -result["ev"]["value"] / 2}
    assert round(result["element_of_risk"], 5) == 0.01476
    assert round(result["average_total_wager"], 2) == 5.86
    assert round(result["standard_deviation"], 2) == 9.60
    assert list(result["folds"]) == ["across", "down", "middle"]
    assert result["folds"]["across"] == 72 / 1326
    assert len(result["starting_hands"]) == 169
    assert result["starting_hands"]["AKs"]["best"] == "1x"
    assert list(result["starting_hands"]["AKs"]["ev"]) == ["fold", "1x", "2x", "3x"]
    assert result["starting_hands"]["AKs"]["ev"]["fold"] == -2.0
    assert round(result["starting_hands"]["AKs"]["ev"]["1x"], 4) == 1.5587
    bonus = result["bonus"]["five_card_bonus"]
    assert (bonus["numerator"], bonus["denominator"]) == (91836, 2598960)
    assert bonus["house_edge"] == 91836 / 2598960
    assert list(result["bonus"]) == ["five_card_bonus"]


def test_what_else_is_in_the_document_adds_up() -> None:
    result = run("solve", "--rules", "cardroom", "--json").document
    total = sum(entry["net"] * entry["deals"] for entry in result["distribution"])
    assert total == result["ev"]["numerator"] == -9829793364
    assert sum(entry["deals"] for entry in result["distribution"]) == result["deals"]
    assert sum(wager["net"] for wager in result["wagers"].values()) == total
    assert sum(result["rounds"].values()) == pytest.approx(1)
    squares = sum(entry["net"] ** 2 * entry["deals"] for entry in result["distribution"])
    mean = Fraction(total, result["deals"])
    variance = Fraction(squares, result["deals"]) - mean**2
    assert Fraction(result["variance"]["numerator"], result["variance"]["denominator"]) == variance
    assert sum(entry["holes"] for entry in result["starting_hands"].values()) == 1326
    assert list(result["bonus"]) == ["five_card_bonus", "six_card_bonus"]
    assert sum(result["bonus"]["six_card_bonus"]["counts"].values()) == 20358520


def test_other_odds_and_readings() -> None:
    changed = ("--pay", "royal_flush=250", "--pay", "full_house=10")
    result = run("solve", *changed, "--json").document
    assert result["pay"]["royal_flush"] == 250
    assert result["ev"]["numerator"] == -9829793364
    reading = ("--option", "ace_low_straight=false", "--pay", "pair_6s_to_10s=-1")
    other = run("solve", *reading, "--json").document
    assert other["ev"]["numerator"] < result["ev"]["numerator"]
    assert other["pay"]["pair_6s_to_10s"] == -1
    assert (other["ace_low_straight"], other["bet_multiples"]) == (False, [1, 2, 3])
    assert list(other["starting_hands"]["AA"]["ev"]) == ["fold", "1x", "2x", "3x"]


def test_any_number_of_threads_gives_the_same_document() -> None:
    assert run("solve", "--threads", "3", "--json").out == run("solve", "--json").out


def test_a_submission_is_solved_like_the_rule_book_it_fills_in(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('rules = "maryland"\n[choices]\nfive_card_bonus_offered = false\n')
    result = run("solve", "--rules", str(house), "--json").document
    assert result["ev"]["numerator"] == -7296546600
    assert result["bonus"] == {}


def test_bonus_and_main_game_together() -> None:
    result = run("solve", "--rules", "cardroom", "--joint", "--json").document["bonus"]
    five, six = (result[name]["with_main_game"] for name in ("five_card_bonus", "six_card_bonus"))
    assert five["method"] == "exact"
    exact = Fraction(five["exact"]["numerator"], five["exact"]["denominator"])
    assert (exact, float(exact)) == (Fraction(3542528945305489, 1521190650252000), five["covariance"])
    assert six["method"] == "sampled"
    assert six["covariance"] > 2 * six["standard_error"] > 0


def test_people_see_the_edge_with_its_base_the_grid_and_the_tables() -> None:
    shown = run("solve", "--rules", "cardroom").body
    lines = shown.splitlines()
    assert lines[0] == "Criss Cross Poker, cardroom: main game with optimal play"
    assert "House edge, % of both antes" in lines[1] and "5.8313%" in lines[1]
    assert "-9,829,793,364 / 84,284,272,800" in shown
    grid = next(number for number, line in enumerate(lines) if line.split() == list("AKQJT98765432"))
    rows = [line.split() for line in lines[grid + 1 : grid + 14]]
    assert [row[0] for row in rows] == list("AKQJT98765432")
    assert rows[2] == list("Q1133111111111")  # QQ and QJ suited
    assert rows[12] == list("2111111111FFF3")
    assert "F: 72, 1: 1,172, 2: 0, 3: 82" in shown
    for part in ("total", "folded", "+1 to +5", "Six Card Bonus  "):
        assert part in shown


def test_people_are_told_what_is_exact_and_what_is_sampled() -> None:
    results = {"method": "exact", "covariance": 2.5}, {
        "method": "sampled", "covariance": 0.25, "standard_error": 0.125, "rounds": 1000,
    }  # fmt: skip
    bonus = bonus_results(load_rule_book("cardroom"))
    lines = [line.plain for line in together_lines(bonus, dict(zip(bonus, results, strict=True)))]
    assert lines == [
        "Five Card Bonus: covariance with the main game +2.5000, exact.",
        "Six Card Bonus: covariance with the main game +0.2500, SAMPLED over 1,000 rounds, standard error 0.1250.",
    ]


@pytest.mark.parametrize("columns", [80, 100])
def test_nothing_is_wider_than_the_terminal(columns: int) -> None:
    ran = run("solve", columns=columns)
    assert max(map(len, ran.body.splitlines())) <= columns


def test_the_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    run("solve", "--json")
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--pay", "royal_flush=1.5"), "whole odds"),
        (("--pay", "royal_flush"), "whole odds"),
        (("--pay", "royal_flush=" + "9" * 5000), "whole odds"),
        (("--pay", "royal=5"), "the main table has"),
        (("--pay", "high_card=5"), "the main table has"),
        (("--pay", "flush=1000001"), "must be from -1 to 1000000"),
        (("--pay", "flush=-2"), "must be from -1 to 1000000"),
        (("--pay", "flush=1", "--pay", "flush=2"), "appears twice"),
        (("--pay", "flush=-2", "--pay", "royal=5"), "; pay 'royal'"),
        (("--rules", "nowhere"), "no rule book"),
        (("--option", "bet_multiples=4"), "bet_multiples"),
        (("--threads", "0"), "--threads"),
        (("--threads", "many"), "--threads"),
    ],
)
@pytest.mark.parametrize("form", [("--json",), ()])
def test_mistakes_are_one_line(arguments: tuple[str, ...], message: str, form: tuple[str, ...]) -> None:
    assert message in run("solve", *arguments, *form).refusal


def test_the_first_run_says_once_how_far_compiling_has_come(tmp_path: Path) -> None:
    """In a process of its own, as the kernels are loaded here, and with a small one, as compiling takes long."""
    code = (
        "from crossfelt.cli.shared.progress import progress_bar\n"
        "with progress_bar('ranking'):\n"
        "    from crossfelt.kernels import hands\n"
        "    hands.warm_up()"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def say() -> tuple[str, str]:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        return done.stdout, done.stderr

    assert say() == ("", COMPILING.format(done=0, total=1) + "\n")
    assert say() == ("", "")
