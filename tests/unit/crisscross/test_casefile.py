from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import CaseError, RuleBookError
from tests.support.settle_cases import contract_case

CASE = contract_case(bonus_cards="3c 3d 3h 3s")
ABSENT = object()


def changed(**changes: object) -> dict[str, Any]:
    """The case with entries replaced or, where ABSENT, left out; `__` stands for a step down, seat 1 for itself."""
    case = deepcopy(CASE)
    for path, value in changes.items():
        node: Any = case
        *way, last = path.split("__")
        for part in way:
            node = node["seats"][0] if part == "seat1" else node[part]
        if value is ABSENT:
            del node[last]
        else:
            node[last] = value
    return case


def refused(case: object) -> list[str]:
    with pytest.raises(CaseError) as caught:
        settle_case(case)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == "; ".join(caught.value.faults)
    return list(caught.value.faults)


def test_a_whole_case() -> None:
    result = settle_case(CASE)
    (seat,) = result["seats"]
    assert result["rules"] == "cardroom"
    assert result["rule_book_hash"] == load_rule_book("cardroom").hash
    assert (seat["seat"], seat["across_hand"], seat["down_hand"]) == (
        1,
        "pair_jacks_or_better",
        "pair_jacks_or_better",
    )
    keys = ("spot", "staked", "result", "won", "returned", "cut", "order")
    assert [tuple(line[key] for key in keys) for line in seat["lines"]] == [
        ("ante_down", 500, "win", 500, 500, 0, 1),
        ("down", 500, "win", 500, 500, 0, 2),
        ("ante_across", 500, "win", 500, 500, 0, 3),
        ("across", 1500, "win", 1500, 1500, 0, 4),
        ("middle", 1500, "win", 1500, 1500, 0, 5),
        ("five_card_bonus", 500, "lose", 0, 0, 0, 6),
        ("six_card_bonus", 500, "win", 25000, 500, 0, 7),
    ]
    assert (seat["staked"], seat["won"], seat["returned"], seat["net"]) == (5500, 29500, 5000, 29000)
    assert all(line["clause"] and line["explained"] for line in seat["lines"])


def test_the_case_is_not_changed() -> None:
    case = deepcopy(CASE)
    settle_case(case)
    assert case == CASE


def test_seats_come_in_seat_order_and_lines_in_the_tables_order() -> None:
    second = deepcopy(CASE["seats"][0]) | {"seat": 5, "hole": ["7c", "8c"]}
    result = settle_case(changed(seats=[second, CASE["seats"][0]]))
    assert [seat["seat"] for seat in result["seats"]] == [1, 5]
    assert [line["order"] for line in result["seats"][1]["lines"]] == [1, 2, 3, 4, 5, 6, 13]
    assert [line["order"] for line in result["seats"][0]["lines"]] == [7, 8, 9, 10, 11, 12, 14]


def test_what_may_be_left_out() -> None:
    expected = settle_case(CASE)
    assert settle_case(changed(seat1__folded_at=ABSENT)) == expected
    wagers = CASE["seats"][0]["wagers"]
    assert settle_case(changed(seat1__wagers=wagers | {"bonus_spin": 0})) == expected
    no_bonus = {spot: cents for spot, cents in wagers.items() if spot != "six_card_bonus"}
    for bonus_cards in (ABSENT, None, CASE["bonus_cards"]):
        result = settle_case(changed(seat1__wagers=no_bonus | {"six_card_bonus": 0}, bonus_cards=bonus_cards))
        assert [line["spot"] for line in result["seats"][0]["lines"]][-1] == "five_card_bonus"


def test_a_folded_seat_has_no_hands() -> None:
    wagers = {"ante_across": 500, "ante_down": 500, "across": 1500}
    (seat,) = settle_case(changed(seat1__wagers=wagers, seat1__folded_at="down"))["seats"]
    assert seat["across_hand"] is seat["down_hand"] is None
    assert [line["result"] for line in seat["lines"]] == ["forfeit"] * 3
    assert seat["net"] == -2500


def test_the_caller_may_bring_the_rule_book() -> None:
    asked: list[str] = []

    def book_for(name: str) -> RuleBook:
        asked.append(name)
        return load_rule_book(name, {"ace_low_straight": False})

    result = settle_case(CASE, book_for)
    assert asked == ["cardroom"]
    assert result["rule_book_hash"] != load_rule_book("cardroom").hash


def test_a_rule_book_that_is_refused_is_a_fault_of_the_case() -> None:
    def book_for(name: str) -> RuleBook:
        raise RuleBookError(["no such option", "no such value"])

    with pytest.raises(CaseError, match="no such option; no such value"):
        settle_case(CASE, book_for)


@pytest.mark.parametrize("case", [None, [], "case", 5, True])
def test_a_case_is_a_table(case: object) -> None:
    assert len(refused(case)) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": ABSENT}, "rules: is missing"),
        ({"rules": "nevada"}, "rules: there is no rule book 'nevada': choose from cardroom, maryland, massachusetts"),
        ({"rules": ""}, "rules: there is no rule book '': choose from cardroom, maryland, massachusetts"),
        ({"rules": None}, "rules: must not be null"),
        ({"rules": ["cardroom"]}, "rules: must be a string, not a list"),
        ({"dealer": 1}, "dealer: unknown key"),
        # Cards.
        ({"community": ABSENT}, "community: is missing"),
        ({"community": []}, "community: must be a JSON object, not a list"),
        ({"community__across": ["2c"]}, "community.across: needs 2 cards, not 1"),
        ({"community__across": ["2c", "9d", "9c"]}, "community.across: needs 2 cards, not 3"),
        ({"community__across": "2c 9d"}, "community.across: must be a list of 2 cards, not '2c 9d'"),
        ({"community__down": ABSENT}, "community.down: is missing"),
        ({"community__middle": ABSENT}, "community.middle: is missing"),
        ({"community__middle": None}, "community.middle: null is not a card"),
        ({"community__middle": ["Kd"]}, "community.middle: a list is not a card"),
        ({"community__left": "2c"}, "community.left: unknown key"),
        ({"community__middle": "10d"}, "community.middle: '10d' isn't a card here: write Td"),
        ({"community__middle": "kd"}, "community.middle: 'kd' isn't a card here: write Kd"),
        ({"community__middle": 46}, "community.middle: 46 is not a card"),
        ({"community__middle": "K"}, "community.middle: 'K' is not a card"),
        ({"community__middle": "Ah"}, "the card Ah appears twice"),
        ({"community__middle": "3s"}, "the card 3s appears twice"),
        ({"seat1__hole": ["Ah", "Ah"]}, "the card Ah appears twice"),
        ({"seat1__hole": ["Ah"]}, "seats[1].hole: needs 2 cards, not 1"),
        ({"seat1__hole": ABSENT}, "seats[1].hole: is missing"),
        ({"bonus_cards": ["3c", "3d", "3h"]}, "bonus_cards: needs 4 cards, not 3"),
        ({"bonus_cards": ABSENT}, "bonus_cards: is missing; seat 1 has a wager on them"),
        ({"bonus_cards": None}, "bonus_cards: is missing; seat 1 has a wager on them"),
        # Seats.
        ({"seats": ABSENT}, "seats: is missing"),
        ({"seats": []}, "seats: must have at least one seat"),
        ({"seats": {}}, "seats: must be a list, not an object"),
        ({"seats": [5]}, "seats[1]: must be a JSON object, not 5"),
        ({"seat1__seat": 0}, "seats[1].seat: must be from 1 to 6, not 0"),
        ({"seat1__seat": 7}, "seats[1].seat: must be from 1 to 6, not 7"),
        ({"seat1__seat": "1"}, "seats[1].seat: must be a whole number, not '1'"),
        ({"seat1__seat": True}, "seats[1].seat: must be a whole number, not true"),
        ({"seat1__name": "Ann"}, "seats[1].name: unknown key"),
        ({"seat1__folded_at": "river"}, "seats[1].folded_at: must be null, across, down, middle, not 'river'"),
        ({"seat1__folded_at": False}, "seats[1].folded_at: must be null, across, down, middle, not false"),
        ({"seat1__folded_at": []}, "seats[1].folded_at: must be null, across, down, middle, not a list"),
        # Wagers.
        ({"seat1__wagers": ABSENT}, "seats[1].wagers: is missing"),
        ({"seat1__wagers": []}, "seats[1].wagers: must be a JSON object, not a list"),
        ({"seat1__wagers__bonus_spin": 5}, "seats[1].wagers: bonus_spin: cardroom has no such wager"),
        ({"seat1__wagers__across": "1500"}, "seats[1].wagers: across: must be whole cents, not '1500'"),
        ({"seat1__wagers__across": 1500.0}, "seats[1].wagers: across: must be whole cents, not 1500.0"),
        ({"seat1__wagers__across": -500}, "seats[1].wagers: across: must be 0 to 1000000000000000 cents, not -500"),
        (
            {"seat1__wagers__ante_down": 600},
            "seats[1].wagers: ante_down: $6 must equal the Across Ante, which is $5",
        ),
        ({"seat1__wagers__ante_down": ABSENT}, "seats[1].wagers: ante_down: the ante is missing"),
        ({"seat1__wagers__across": 2000}, "seats[1].wagers: across: $20 is not 1x, 2x or 3x the ante of $5"),
        ({"seat1__wagers__across": 750}, "seats[1].wagers: across: $7.50 is not 1x, 2x or 3x the ante of $5"),
        ({"seat1__wagers__middle": 0}, "seats[1].wagers: middle: the bet is missing"),
        ({"seat1__folded_at": "down"}, "seats[1].wagers: down: a bet of $5 after the fold at the down decision"),
        ({"seat1__wagers__five_card_bonus": 1001}, "five_card_bonus: $10.01 is outside $2 to $10"),
        ({"seat1__wagers__five_card_bonus": 600}, "six_card_bonus: $5 must equal the Five Card Bonus, which is $6"),
        ({"seat1__wagers__five_card_bonus": 0}, "six_card_bonus: needs a Five Card Bonus"),
        # What the rule book does not have.
        ({"rules": "maryland"}, "bonus_cards: maryland has no bonus cards"),
        ({"rules": "massachusetts"}, "seats[1].wagers: six_card_bonus: massachusetts has no such wager"),
    ],
)
def test_a_faulty_case_is_refused(changes: dict[str, object], message: str) -> None:
    assert any(message in fault for fault in refused(changed(**changes)))


def test_every_fault_is_told_at_once() -> None:
    case = changed(community__middle="Ah", community__across=["2c", "xx"], seat1__folded_at="turn", dealer=1)
    case["seats"].append({"seat": 1, "hole": ["2c", "Ah"], "wagers": {"ante_across": 100, "ante_down": 200}})
    assert refused(case) == [
        "community.across: 'xx' is not a card: write a rank of 23456789TJQKA and a suit of hcds, such as Th",
        "seats[1].folded_at: must be null, across, down, middle, not 'turn'",
        "seats[2].seat: seat 1 appears twice",
        "seats[2].wagers: ante_across: $1 is outside $2 to $10 (Game and Bonus wagers/1)",
        "seats[2].wagers: ante_down: $2 must equal the Across Ante, which is $1 (Game and Bonus wagers/1)",
        "seats[2].wagers: across: the bet is missing (Round of Play/1)",
        "seats[2].wagers: down: the bet is missing (Round of Play/3)",
        "seats[2].wagers: middle: the bet is missing (Round of Play/5)",
        "dealer: unknown key",
        "the card Ah appears twice",
        "the card 2c appears twice",
    ]


def test_a_seat_that_is_no_seat_is_not_also_taken() -> None:
    other = deepcopy(CASE["seats"][0]) | {"seat": 99, "hole": ["7c", "8c"]}
    assert refused(changed(seats=[other, CASE["seats"][0]])) == ["seats[1].seat: must be from 1 to 6, not 99"]


def test_too_many_seats_are_not_read_one_by_one() -> None:
    case = changed(seats=[CASE["seats"][0]] * 100_000)
    result = refused(case)
    assert "seats: there are 100000 seats, the table has 6" in result
    assert len(result) < 20
