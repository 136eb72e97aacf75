"""`crossfelt solve` and `crossfelt advise` as other programs rely on them."""

from __future__ import annotations

import pytest

from tests.cli.program import run


def test_solve_has_the_keys_and_integers_of_the_contract() -> None:
    found = run("solve", "--rules", "maryland", "--json").document
    assert found["rules"] == "maryland"
    assert found["deals"] == 84284272800
    assert (found["ev"]["numerator"], found["ev"]["denominator"]) == (-7296546600, 84284272800)
    assert round(found["house_edge"]["both_antes"], 6) == 0.043285
    assert round(found["element_of_risk"], 5) == 0.01476
    assert round(found["standard_deviation"], 2) == 9.60
    assert set(found["folds"]) == {"across", "down", "middle"}
    assert len(found["starting_hands"]) == 169
    assert found["starting_hands"]["AKs"]["best"] == "1x"
    assert set(found["starting_hands"]["AKs"]["ev"]) == {"fold", "1x", "2x", "3x"}
    assert round(found["bonus"]["five_card_bonus"]["house_edge"], 5) == 0.03534


def test_other_odds_change_the_pay_table_that_is_solved() -> None:
    found = run("solve", "--pay", "royal_flush=250", "--pay", "full_house=10", "--json").document
    assert found["pay"]["royal_flush"] == 250
    assert found["ev"]["numerator"] == -9829793364


def test_people_get_the_edge_with_its_base() -> None:
    shown = run("solve", "--rules", "cardroom").out
    assert "House edge, of both antes" in shown and "5.8313%" in shown


def test_advise_has_the_keys_of_the_contract() -> None:
    found = run("advise", "--rules", "maryland", "--hole", "Ah Kd", "--json").document
    assert found["decision"] == "across" and found["best"] == "1x"
    assert set(found["ev"]) == set(found["cost"]) == {"fold", "1x", "2x", "3x"}
    cards = ("--hole", "Ah Kd", "--across", "2c 9d", "--down", "Th 4s", "--bets", "1,3")
    assert run("advise", *cards, "--json").document["decision"] == "middle"
    assert "best" in run("advise", *cards).out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "--pay", "royal_flush=1.5"), "whole odds"),
        (("solve", "--pay", "royal=5"), "the main table has"),
        (("solve", "--pay", "flush=1000001"), "must be from -1 to 1000000"),
        (("solve", "--pay", "flush=-2"), "must be from -1 to 1000000"),
        (("solve", "--pay", "flush=1", "--pay", "flush=2"), "stands twice"),
        (("solve", "--rules", "nowhere"), "no rule book"),
        (("solve", "--threads", "0"), "--threads"),
        (("advise", "--hole", "Ah Kx"), "is not a card"),
        (("advise", "--hole", "Ah"), "two cards"),
        (("advise", "--hole", "Ah Kd", "--across", "2c 9d"), "comes after 1 bets"),
        (("advise", "--hole", "Ah Kd", "--bets", "one"), "write the multiples"),
        (("advise",), "--hole"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], says: str) -> None:
    assert says in run(*arguments).refusal
