"""`crossfelt king best` as other programs rely on it, and as people see it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from crossfelt.cards import card_name, parse_cards
from tests.support.cli.program import run, run_program

CARDS = [
    card_name(card) for card in parse_cards("Ah 2c 3d 4s 5h 6h 7c 8d 9s Th Jh Qc Ad 2s 3h 4h 5c 6d 7s 8h 9h Tc Jd Qs")
]
FLUSHES = ["Ah", "3h", "6h", "8h", "Qh"] * 5


def given(cards: object, **more: object) -> str:
    return json.dumps({"cards": cards} | more)


def best(cards: list[str], *options: str) -> Any:
    return run("king", "best", "-", *options, "--json", given=given(cards)).document


@pytest.mark.parametrize("bonus", [False, True])
def test_the_grid_holds_the_cards_and_scores_the_total(bonus: bool) -> None:
    options = ["--bonus"] if bonus else []
    result = best(CARDS, *options)
    names = [name for row in result["grid"] for name in row]
    assert names[12] == "K"
    assert Counter(names[:12] + names[13:]) == Counter(CARDS)
    case = json.dumps({"grid": result["grid"], "bonus": bonus})
    assert run("king", "score", "-", "--json", given=case).document["total"] == result["total"]
    assert result["total"] <= result["bound"]
    assert result["proven"] is (result["total"] == result["bound"])
    assert result == best(CARDS, *options)


def test_a_total_that_meets_its_bound_is_proven() -> None:
    result = best(FLUSHES[:24])
    assert (result["total"], result["bound"], result["proven"]) == (1800, 1800, True)


def test_a_time_bounds_the_search() -> None:
    assert best(CARDS, "--seconds", "0.01", "--seed", "5")["total"] > 500


def test_options_of_the_score_card_count() -> None:
    wider = "anarchy_scope=neighbours"
    assert best(CARDS, "--bonus", "--option", wider)["total"] > best(CARDS, "--bonus")["total"]


def test_people_see_a_sheet() -> None:
    ran = run("king", "best", "-", given=given(FLUSHES[:24]))
    assert ran.status == 0 and ran.err == ""
    assert ran.out.count("flush") == 12
    assert "Total 1800" in ran.out
    assert "Proven best: no sheet of these cards scores more." in ran.out
    ran = run("king", "best", "-", "--bonus", given=given(CARDS))
    assert "jackpot" in ran.out
    assert "No sheet of these cards scores more than" in ran.out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ("[]", "must be a JSON object"),
        ("{}", "cards: is missing"),
        (given("Ah"), "cards: must be a list of 24 cards, not 'Ah'"),
        (given(CARDS[:23]), "a sheet needs 24 cards, not 23"),
        (given([*CARDS[:22], "1h", 3]), "cards: card 23: '1h'"),
        (given([*CARDS[:23], "Ks"]), "Ks can't be rolled, because the dice have no king"),
        (given(["Ah"] * 6 + CARDS[1:19]), "Ah appears 6 times: no legal sheet has a card more than 5 times"),
        (given(CARDS, bonus=True), "bonus: unknown key"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    assert reason in run("king", "best", "-", "--json", given=text).refusal


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9"])
def test_refused_times(seconds: str) -> None:
    refusal = run("king", "best", "-", "--seconds", seconds, "--json", given=given(CARDS)).refusal
    assert "--seconds: must be a number more than 0 and at most 3,600" in refusal


def test_further_kings_are_refused() -> None:
    ran = run("king", "best", "-", "--option", "wild_may_be_king=true", "--json", given=given(CARDS))
    assert ran.refusal.startswith("wild_may_be_king: ")


def test_the_real_program_is_quiet() -> None:
    ran = run_program("king", "best", "-", "--json", given=given(FLUSHES[:24]).encode())
    assert ran.document["total"] == 1800
    assert ran.err == ""
