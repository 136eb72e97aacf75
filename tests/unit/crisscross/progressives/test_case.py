"""The progressive part of a settled case: everything wrong with it is said at once, each thing in its own words."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import CaseError, RuleBookError
from tests.support.progressive_choices import least_meter, spin_choices, xtreme_choices

XTREME = xtreme_choices(wheel_1="a", wheel_5="g")
SPIN = spin_choices()
BOTH = load_rule_book("maryland", {"bonus_spin": SPIN, "xtreme": XTREME})
BY_PAIR = load_rule_book("maryland", {"bonus_spin": SPIN, "xtreme": XTREME | {"event": "hole_pair"}})
ONLY_SPIN = load_rule_book("maryland", {"bonus_spin": spin_choices("a")})
BETS = {"ante_across": 500, "ante_down": 500, "across": 500, "down": 500, "middle": 500}
CASE: dict[str, Any] = {
    "rules": "maryland",
    "community": {"across": ["2c", "9d"], "down": ["2h", "9s"], "middle": "Kd"},
    "seats": [
        {"seat": 1, "hole": ["Ah", "Ac"], "wagers": {**BETS, "bonus_spin": 500, "bonus_spin_xtreme": 100}},
        {"seat": 3, "hole": ["7h", "7c"], "wagers": {**BETS, "bonus_spin": 500}},
        {"seat": 4, "hole": ["8h", "6c"], "wagers": {**BETS, "bonus_spin": 500, "bonus_spin_xtreme": 500}},
        {"seat": 5, "hole": ["4h", "4c"], "wagers": {**BETS, "bonus_spin": 100}},
    ],
}
WHEEL_B = "jackpot, 500, 250, 120, 60, 50, 30, 20, 18, 13, 12, 10, 500&100, 200&50, 25&15"
NO_PAIR = "may not spin without a pair in the hand and a $5 wager (7.E(2)(b))"
NOT_CENTS = "must be cents as a decimal number or as n/d, not"


def spins(*entries: tuple[object, object]) -> list[dict[str, object]]:
    """Spins of Bonus Spin: seat and symbol."""
    return [{"spot": "bonus_spin", "seat": seat, "symbol": symbol} for seat, symbol in entries]


GOOD: dict[str, Any] = {
    "spins": spins((3, "500"), (1, "10")),
    "community_symbol": 4,
    "hot_spot": {"seat": 1, "symbol": "250"},
}


def refusal(case: object, book: RuleBook = BOTH) -> list[str]:
    """Everything that is wrong with a case."""
    with pytest.raises(CaseError) as refused:
        settle_case(case, {"maryland": book}.__getitem__)
    assert all(len(fault) < 500 and fault.isprintable() for fault in refused.value.faults)
    return list(refused.value.faults)


def test_the_case_holds_before_it_is_changed() -> None:
    settled = settle_case(CASE | {"progressive": GOOD}, {"maryland": BOTH}.__getitem__)
    assert {name: meter["after"] for name, meter in settled["progressive"]["meters"].items()} == {
        "bonus_spin": "100320",
        "xtreme_a": "250015",
        "xtreme_g": "500075",
    }
    by_pair = GOOD | {"hot_spot": [GOOD["hot_spot"]]}
    settle_case(CASE | {"progressive": by_pair}, {"maryland": BY_PAIR}.__getitem__)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        (
            {"spins": spins((3, "500"))},
            ["spins: seat 1 must spin: a pair in the hand and a $5 wager (7.E(2)(b)); add the spin"],
        ),
        (
            {"spins": []},
            ["spins: seats 3, 1 must spin: a pair in the hand and a $5 wager (7.E(2)(b)); add the spin"],
        ),
        ({"spins": spins((4, "10"), (3, "500"), (1, "10"))}, [f"spins: seat 4 {NO_PAIR}"]),
        ({"spins": spins((5, "10"), (3, "500"), (1, "10"))}, [f"spins: seat 5 {NO_PAIR}"]),
        ({"spins": spins((3, "500"), (2, "10"), (1, "10"))}, [f"spins: seat 2 {NO_PAIR}"]),
        ({"spins": spins((3, "500"), (3, "500"), (1, "10"))}, ["spins: seat 3 must spin only once"]),
        (
            {"spins": spins((1, "10"), (3, "500"))},
            ["spins: spins must be in settlement order, seats 3, 1, not seats 1, 3 (reading R9)"],
        ),
        (
            {"spins": spins((4, "40"), (3, "JACKPOT"))},
            [
                "spins: seat 1 must spin: a pair in the hand and a $5 wager (7.E(2)(b)); add the spin",
                f"spins: seat 4 {NO_PAIR}",
                f"spins[2].symbol: the wheel of seat 3 has no 'JACKPOT'; choose from {WHEEL_B}",
            ],
        ),
        (
            {"spins": spins((3, "2500"), (1, "5&15"))},
            [
                f"spins[1].symbol: the wheel of seat 3 has no '2500'; choose from {WHEEL_B}",
                f"spins[2].symbol: the wheel of seat 1 has no '5&15'; choose from {WHEEL_B}",
            ],
        ),
        (
            {"spins": [*spins((7, "500"), (True, 10)), {"spot": "bonus_spin_xtreme", "seat": 1, "weight": 2}]},
            [
                "spins[1].seat: must be from 1 to 6, not 7",
                "spins[2].seat: must be a whole number, not true",
                "spins[2].symbol: must be a string, not 10",
                "spins[3].spot: 'bonus_spin_xtreme' is not one of bonus_spin",
                "spins[3].symbol: is missing",
                "spins[3].weight: unknown key",
            ],
        ),
        ({"spins": [0] * 10_000}, ["spins: 10000 entries for a table of 6 seats"]),
        ({"spins": {"3": "500"}}, ["spins: must be a list, not an object"]),
        ({"community_symbol": 0}, ["community_symbol: must be from 1 to 8, not 0"]),
        ({"community_symbol": 9}, ["community_symbol: must be from 1 to 8, not 9"]),
        ({"community_symbol": True}, ["community_symbol: must be a whole number, not true"]),
        ({"community_symbol": "4"}, ["community_symbol: must be a whole number, not '4'"]),
        ({"community_symbol": 4.0}, ["community_symbol: must be a whole number, not 4.0"]),
        ({"community_symbol": ...}, ["community_symbol: is missing"]),
        (
            {"hot_spot": {"seat": 3, "symbol": "250"}},
            ["hot_spot: seat 3 has no Bonus Spin Xtreme wager; must be one of seats 4, 1 (reading P5)"],
        ),
        (
            {"hot_spot": {"seat": 6, "symbol": "250"}},
            ["hot_spot: seat 6 has no Bonus Spin Xtreme wager; must be one of seats 4, 1 (reading P5)"],
        ),
        (
            {"hot_spot": {"seat": 1, "symbol": "1000"}},
            [
                "hot_spot.symbol: the wheel of seat 1 has no '1000'; choose from jackpot, 250, 100, 80, 75, 60, 50, "
                "45, 40",
            ],
        ),
        (
            {"hot_spot": {"seat": 4, "symbol": "40"}},
            [
                "hot_spot.symbol: the wheel of seat 4 has no '40'; choose from "
                "jackpot, 1000, 600, 500, 400, 350, 300, 250, 200",
            ],
        ),
        ({"hot_spot": [GOOD["hot_spot"]]}, ["hot_spot: must be a JSON object, not a list"]),
        ({"hot_spot": ...}, ["hot_spot: is missing"]),
        (
            {"meters": {"xtreme_d": "1"}},
            ["meters.xtreme_d: is not a meter of this book; in use: bonus_spin, xtreme_a, xtreme_g"],
        ),
        (
            {"meters": {"line\nbreak" * 50: "1"}},
            [
                r"meters.'line\nbreakline\nbreakline\nbreakline\nbreakline\nbreakl...: "
                "is not a meter of this book; in use: bonus_spin, xtreme_a, xtreme_g"
            ],
        ),
        ({"meters": {"bonus_spin": "1" * 61}}, ["meters.bonus_spin: must have at most 60 characters, not 61"]),
        ({"meters": {"bonus_spin": "-5"}}, [f"meters.bonus_spin: {NOT_CENTS} '-5'"]),
        (
            {"meters": {"bonus_spin": str(10**15 + 1)}},
            ["meters.bonus_spin: must be from 0 to 1000000000000000 cents, not '1000000000000001'"],
        ),
        (
            {"meters": {"bonus_spin": f"{10**15}.00000001"}},
            ["meters.bonus_spin: must be from 0 to 1000000000000000 cents, not '1000000000000000.00000001'"],
        ),
        ({"meters": {"bonus_spin": "1e5"}}, [f"meters.bonus_spin: {NOT_CENTS} '1e5'"]),
        ({"meters": {"bonus_spin": " 5"}}, [f"meters.bonus_spin: {NOT_CENTS} ' 5'"]),
        ({"meters": {"bonus_spin": "1_000"}}, [f"meters.bonus_spin: {NOT_CENTS} '1_000'"]),
        ({"meters": {"bonus_spin": "5\n"}}, [rf"meters.bonus_spin: {NOT_CENTS} '5\n'"]),
        ({"meters": {"bonus_spin": "1/0"}}, ["meters.bonus_spin: '1/0' divides by zero"]),
        ({"meters": {"bonus_spin": "5/-1"}}, [f"meters.bonus_spin: {NOT_CENTS} '5/-1'"]),
        ({"meters": {"bonus_spin": "٣"}}, [rf"meters.bonus_spin: {NOT_CENTS} '\u0663'"]),
        ({"meters": {"bonus_spin": ""}}, [f"meters.bonus_spin: {NOT_CENTS} ''"]),
        (
            {"meters": {"bonus_spin": 5, "xtreme_a": None}},
            [
                'meters.bonus_spin: must be a string such as "123456" or "654321.5", not 5',
                'meters.xtreme_a: must be a string such as "123456" or "654321.5", not null',
            ],
        ),
        ({"meters": []}, ["meters: must be a JSON object, not a list"]),
        (
            {
                "meters": {"bonus_spin": "x", "xtreme_a": "-1", "xtreme_i": "1"},
                "spins": spins((3, "500")),
                "community_symbol": 9,
                "hot_spot": {"seat": 3, "symbol": "1"},
                "weights": {},
            },
            [
                f"meters.bonus_spin: {NOT_CENTS} 'x'",
                f"meters.xtreme_a: {NOT_CENTS} '-1'",
                "meters.xtreme_i: is not a meter of this book; in use: bonus_spin, xtreme_a, xtreme_g",
                "spins: seat 1 must spin: a pair in the hand and a $5 wager (7.E(2)(b)); add the spin",
                "community_symbol: must be from 1 to 8, not 9",
                "hot_spot: seat 3 has no Bonus Spin Xtreme wager; must be one of seats 4, 1 (reading P5)",
                "weights: unknown key",
            ],
        ),
    ],
)
def test_every_fault_is_named(changes: Mapping[str, object], faults: list[str]) -> None:
    given = {key: value for key, value in (GOOD | dict(changes)).items() if value is not ...}
    assert refusal(CASE | {"progressive": given}) == [f"progressive.{fault}" for fault in faults]


@pytest.mark.parametrize(
    ("hot_spot", "fault"),
    [
        ({"seat": 1, "symbol": "250"}, "must be a list, not an object"),
        ([], "must be each seat with the wager and a pair, highest first: seat 1, not no seat"),
        (
            [{"seat": 4, "symbol": "1000"}, {"seat": 1, "symbol": "250"}],
            "must be each seat with the wager and a pair, highest first: seat 1, not seats 4, 1",
        ),
        (
            [{"seat": 1, "symbol": "250"}] * 2,
            "must be each seat with the wager and a pair, highest first: seat 1, not seats 1, 1",
        ),
        ([None] * 7, "7 entries for a table of 6 seats"),
    ],
)
def test_hot_spots_by_pair_are_a_list(hot_spot: object, fault: str) -> None:
    case = CASE | {"progressive": GOOD | {"hot_spot": hot_spot}}
    assert refusal(case, BY_PAIR) == [f"progressive.hot_spot: {fault}"]


def test_what_is_given_though_the_event_did_not_occur() -> None:
    case = deepcopy(CASE | {"progressive": GOOD})
    case["community"]["down"][0] = "3h"
    message = "two pair, the event that sets off Bonus Spin Xtreme, did not occur (reading P5)"
    assert refusal(case) == [f"progressive.community_symbol: {message}", f"progressive.hot_spot: {message}"]
    del case["seats"][2], case["seats"][0]["wagers"]["bonus_spin_xtreme"]
    case["community"]["down"][0] = "2h"
    message = "no seat has a Bonus Spin Xtreme wager, so nothing is spun"
    assert refusal(case) == [f"progressive.community_symbol: {message}", f"progressive.hot_spot: {message}"]
    assert refusal(case, ONLY_SPIN)[-2:] == refusal(case)


def test_wheels_with_a_fixed_prize_have_no_meter() -> None:
    case = deepcopy(CASE | {"progressive": {"meters": {"bonus_spin": "1"}, "spins": spins((3, "35"), (1, "jackpot"))}})
    for seat in case["seats"]:
        seat["wagers"].pop("bonus_spin_xtreme", None)
    assert refusal(case, ONLY_SPIN) == ["progressive.meters.bonus_spin: is not a meter of this book; in use: none"]


def test_a_book_without_progressive_wagers_has_no_progressive_part() -> None:
    case = deepcopy(CASE)
    for seat in case["seats"]:
        seat["wagers"] = dict(BETS)
    plain = load_rule_book("maryland")
    message = "maryland has no progressive wager here; use --rules with a submission that offers one"
    given: object
    for given in ({}, GOOD, [], 0, "no"):
        assert refusal(case | {"progressive": given}, plain) == [f"progressive: {message}"]
    assert settle_case(case | {"progressive": None}, {"maryland": plain}.__getitem__)["progressive"] is None
    assert len(refusal(CASE | {"progressive": GOOD}, plain)) == 7, "the wagers are refused beside it"


def test_faults_elsewhere_do_not_hide_those_of_the_meters() -> None:
    case = deepcopy(CASE | {"progressive": GOOD | {"meters": {"xtreme_b": "1", "bonus_spin": "1/0"}, "spins": []}})
    case["seats"][0]["wagers"]["bonus_spin"] = 200
    case["seats"][2]["wagers"]["bonus_spin_xtreme"] = 200
    assert refusal(case) == [
        "seats[1].wagers: bonus_spin: $2 is not $1 or $5 (12.D(9), 12.D(10))",
        "seats[3].wagers: bonus_spin_xtreme: $2 is not $1 or $5 (7.E(2)(c))",
        "progressive.meters.xtreme_b: is not a meter of this book; in use: bonus_spin, xtreme_a, xtreme_g",
        "progressive.meters.bonus_spin: '1/0' divides by zero",
    ]
    assert refusal(CASE | {"progressive": [GOOD]}) == ["progressive: must be a JSON object, not a list"]


def test_a_submission_names_strange_letters_in_one_line() -> None:
    meters = {"a": least_meter("a"), "two\nlines": {}}
    strange: dict[str, object] = {"meters": meters, "weights": {"x" * 500: {}}}
    with pytest.raises(RuleBookError) as refused:
        load_rule_book("maryland", {"xtreme": xtreme_choices(wheel_1="a", **strange)})
    assert len(refused.value.faults) == 2
    assert all(fault.isprintable() and len(fault) < 300 for fault in refused.value.faults)
