"""Warnings about wagers: long-run returns against the meters' own formula, against prices, and at their thresholds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from crossfelt.analysis.crisscross.meter_runs import meter_play, meter_run
from crossfelt.analysis.crisscross.submission_warnings import LongRun, long_runs, submission_warnings
from crossfelt.analysis.crisscross.wheels import price, wheel_wager, wheels_in_use
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.faults import FaultCode
from tests.support.progressive_choices import spin_choices, xtreme_choices

WHEEL_B = ("jackpot", "500", "250", "120", "60", "50", "30", "20", "18", "13", "12", "10")
TWO_AMOUNTS = {**dict.fromkeys(WHEEL_B, 3), "500&100": 1, "25&15": 4}


def house(**offers: dict[str, Any]) -> RuleBook:
    return load_rule_book("maryland", offers)


def run_of(book: RuleBook, spot: str, cents: int) -> LongRun:
    (run,) = (run for run in long_runs(book) if (run.spot, run.cents) == (spot, cents))
    return run


@pytest.mark.parametrize("event", ["two_pair", "straight", "hole_pair"])
def test_the_long_run_is_what_a_meter_costs_the_house(event: str) -> None:
    """All seats wager the same: what they get back is contributions, reset money, wheel prizes and Community Pay."""
    book = house(
        bonus_spin=spin_choices(rate_ppm=123_457, reset_cents=171_700, weights=TWO_AMOUNTS),
        xtreme=xtreme_choices(wheel_1="a", wheel_2="d", wheel_5="i", community_5="h", event=event),
    )
    wheels = wheels_in_use(book)
    assert len(wheels) == 4
    for wager in wheels:
        spot = "bonus_spin" if wager.kind == "bonus_spin" else "bonus_spin_xtreme"
        returned = run_of(book, spot, wager.wager_cents).returned
        assert len(returned) == book.seat_count
        for seats, share in enumerate(returned, start=1):
            cost = meter_run(meter_play(book, wager, [wager.wager_cents] * seats)).cost
            assert share == cost.total


def test_a_fixed_prize_has_no_rate() -> None:
    book = house(bonus_spin=spin_choices("a"))
    result = price(wheel_wager(book, "bonus_spin_a"))
    assert run_of(book, "bonus_spin", 500).returned[0] == result.returned


def test_a_wager_of_one_dollar_has_what_others_spin() -> None:
    """By hand: each of the other seats spins one round in 17."""
    book = house(bonus_spin=spin_choices(weights=TWO_AMOUNTS, community="b"))
    shared = Fraction(1 * 25 + 4 * 3, 12 * 3 + 5)
    expected = tuple(others * Fraction(1, 17) * shared for others in range(6))
    assert run_of(book, "bonus_spin", 100).returned == expected


def test_only_what_cannot_win_at_any_table_never_wins() -> None:
    alone = {**dict.fromkeys(WHEEL_B, 1), "10": 90}
    (warning,) = submission_warnings(house(bonus_spin=spin_choices(rate_ppm=0, weights=alone)))
    assert (warning.code, warning.where) == (FaultCode.NEVER_WINS, "choices.bonus_spin.weights")
    assert warning.params == {"spot": "bonus_spin", "cents": 100}
    for symbol in ("500&100", "200&50", "25&15"):
        weights = {**alone, symbol: 1}
        assert submission_warnings(house(bonus_spin=spin_choices(rate_ppm=0, weights=weights))) == ()


def test_a_return_of_exactly_all_is_no_warning() -> None:
    """38% by own spins, 15% by those of five others, 47% through the meter; one millionth more is a warning."""
    weights = {**dict.fromkeys(WHEEL_B, 1), "12": 7, "10": 66, "25&15": 17}
    book = house(bonus_spin=spin_choices(rate_ppm=470_000, weights=weights))
    assert run_of(book, "bonus_spin", 500).returned[-1] == 1
    assert submission_warnings(book) == ()
    (warning,) = submission_warnings(house(bonus_spin=spin_choices(rate_ppm=470_001, weights=weights)))
    assert warning.code is FaultCode.RETURNS_TOO_MUCH
    assert (warning.params["seats"], warning.params["returned"]) == ([6], ["1000001/1000000"])


def test_the_figures_of_a_warning_are_exact() -> None:
    book = house(xtreme=xtreme_choices(wheel_2="d"))
    (warning,) = submission_warnings(book)
    (run,) = long_runs(book)
    assert warning.code is FaultCode.RETURNS_TOO_MUCH
    assert warning.params["seats"] == [1, 2, 3, 4, 5, 6]
    assert warning.params["returned"] == [str(share) for share in run.returned]
    assert f"(exactly {run.returned[0]})" in warning


def test_seats_that_are_named_are_those_with_whom_it_returns_too_much() -> None:
    """More seats share one Hot Spot, and more of them spin for each other."""
    (warning,) = submission_warnings(house(xtreme=xtreme_choices(wheel_1="a", event="three_of_a_kind", rate_ppm=0)))
    assert warning.params["seats"] == [1, 2]
    weights = {**dict.fromkeys(WHEEL_B, 1), "10": 60, "500&100": 5}
    (warning,) = submission_warnings(house(bonus_spin=spin_choices(rate_ppm=0, weights=weights)))
    assert warning.where == "choices.bonus_spin.weights"
    assert warning.params["seats"] == [4, 5, 6]


@pytest.mark.parametrize("rules", rule_book_ids())
def test_no_progressive_wager_no_warning(rules: str) -> None:
    assert submission_warnings(load_rule_book(rules)) == ()
