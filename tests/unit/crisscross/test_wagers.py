from __future__ import annotations

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.wagers import amount_faults, betting_faults, stage_faults, unit_faults
from tests.support.other_books import with_multiples

CARDROOM = load_rule_book("cardroom")
MARYLAND = load_rule_book("maryland")
NO_BONUS = load_rule_book("massachusetts", {"five_card_bonus_offered": False})
ANTES = {"ante_across": 500, "ante_down": 500}


@pytest.mark.parametrize(
    ("cents", "message"),
    [
        (True, "must be whole cents, not true"),
        (5.0, "must be whole cents, not 5.0"),
        ("500", "must be whole cents, not '500'"),
        (None, "must be whole cents, not null"),
        ([], "must be whole cents, not a list"),
        (-1, "must be 0 to 1000000000000000 cents, not -1"),
        (10**15 + 1, "must be 0 to 1000000000000000 cents, not 1000000000000001"),
        pytest.param(
            10**5_000, "must be 0 to 1000000000000000 cents, not a number of more than 20 digits", id="5001 digits"
        ),
    ],
)
def test_amounts_are_whole_cents(cents: object, message: str) -> None:
    assert amount_faults(MARYLAND, {"ante_across": cents}) == [f"ante_across: {message}"]


def test_unknown_spots() -> None:
    known = "ante_across, ante_down, across, down, middle, five_card_bonus"
    assert amount_faults(MARYLAND, {**ANTES, "six_card_bonus": 500, "tip": 1}) == [
        f"six_card_bonus: maryland has no such wager; choose from {known}",
        f"tip: maryland has no such wager; choose from {known}",
    ]
    assert amount_faults(NO_BONUS, {"five_card_bonus": 500})
    assert amount_faults(CARDROOM, {"six_card_bonus": 500}) == []


def test_a_wager_of_nothing_is_no_wager() -> None:
    assert amount_faults(MARYLAND, {"six_card_bonus": 0, "tip": 0}) == []
    assert betting_faults(CARDROOM, {**ANTES, "five_card_bonus": 0, "six_card_bonus": 0}) == []


def test_a_spot_from_outside_is_printed_safely() -> None:
    (fault,) = amount_faults(MARYLAND, {"a\nb" * 50: 5})
    assert "\n" not in fault
    assert len(fault) < 250


@pytest.mark.parametrize(
    ("wagers", "message"),
    [
        ({}, ["ante_across: the ante is missing (7.E(1))", "ante_down: the ante is missing (7.E(1))"]),
        ({"ante_across": 500}, ["ante_down: the ante is missing (7.E(1))"]),
        ({"ante_down": 500}, ["ante_across: the ante is missing (7.E(1))"]),
        (
            {"ante_across": 500, "ante_down": 600},
            ["ante_down: $6 must equal the Ante Across, which is $5 (7.E(1))"],
        ),
        (
            {"ante_across": 499, "ante_down": 499},
            [
                "ante_across: $4.99 is outside $5 to $100 (reading R13)",
                "ante_down: $4.99 is outside $5 to $100 (reading R13)",
            ],
        ),
        (
            {**ANTES, "five_card_bonus": 2_501},
            ["five_card_bonus: $25.01 is outside $5 to $25 (reading R13)"],
        ),
        # Reading R23: a bonus alone lacks both antes, and each is named once.
        (
            {"five_card_bonus": 500},
            ["ante_across: the ante is missing (7.E(1))", "ante_down: the ante is missing (7.E(1))"],
        ),
        ({**ANTES, "five_card_bonus": 2_500}, []),
        ({"ante_across": 10_000, "ante_down": 10_000}, []),
    ],
)
def test_wagers_before_the_deal(wagers: dict[str, int], message: list[str]) -> None:
    assert betting_faults(MARYLAND, wagers) == message


@pytest.mark.parametrize(
    ("wagers", "message"),
    [
        ({"six_card_bonus": 500}, ["six_card_bonus: needs a Five Card Bonus (6 Card Bonus Wager/1)"]),
        (
            {"five_card_bonus": 500, "six_card_bonus": 600},
            ["six_card_bonus: $6 must equal the Five Card Bonus, which is $5 (6 Card Bonus Wager/1)"],
        ),
        ({"five_card_bonus": 1_000, "six_card_bonus": 1_000}, []),
        ({"five_card_bonus": 1_000}, []),
        (
            {"five_card_bonus": 1_001},
            ["five_card_bonus: $10.01 is outside $2 to $10 (Game and Bonus wagers/2)"],
        ),
    ],
)
def test_the_six_card_bonus_rests_on_an_equal_five_card_bonus(wagers: dict[str, int], message: list[str]) -> None:
    assert betting_faults(CARDROOM, {**ANTES, **wagers}) == message


def test_a_live_table_takes_multiples_of_its_unit() -> None:
    assert unit_faults(MARYLAND, {"ante_across": 550, "ante_down": 600}) == [
        "ante_across: $5.50 is not a whole multiple of $1"
    ]
    halves = load_rule_book("maryland", {"table_unit_cents": 50})
    assert unit_faults(halves, {"ante_across": 550}) == []


@pytest.mark.parametrize(
    ("bets", "folded_at", "message"),
    [
        ({"across": 500, "down": 1_000, "middle": 1_500}, None, []),
        ({}, "across", []),
        ({"across": 500}, "down", []),
        ({"across": 500, "down": 500}, "middle", []),
        ({"down": 500, "middle": 500}, None, ["across: the bet is missing (11.B(1)(a))"]),
        ({"across": 500, "down": 500}, None, ["middle: the bet is missing (11.F)"]),
        ({}, "middle", ["across: the bet is missing (11.B(1)(a))", "down: the bet is missing (11.D)"]),
        ({"across": 500}, "across", ["across: a bet of $5 after the fold at the across decision"]),
        (
            {"across": 500, "down": 500, "middle": 500},
            "down",
            [
                "down: a bet of $5 after the fold at the down decision",
                "middle: a bet of $5 after the fold at the down decision",
            ],
        ),
        (
            {"across": 501, "down": 2_000, "middle": 250},
            None,
            [
                "across: $5.01 is not 1x, 2x or 3x the ante of $5 (11.B(1)(a), reading R2)",
                "down: $20 is not 1x, 2x or 3x the ante of $5 (11.D, reading R2)",
                "middle: $2.50 is not 1x, 2x or 3x the ante of $5 (11.F, reading R2)",
            ],
        ),
    ],
)
def test_bets_at_the_three_decisions(bets: dict[str, int], folded_at: str | None, message: list[str]) -> None:
    assert stage_faults(MARYLAND, {**ANTES, **bets}, folded_at) == message


def test_bet_multiples_are_the_rule_books() -> None:
    book = with_multiples(load_rule_book("cardroom"), [2])
    bets = {"across": 1_000, "down": 500, "middle": 1_000}
    assert stage_faults(book, {**ANTES, **bets}, None) == ["down: $5 is not 2x the ante of $5 (Round of Play/3)"]
