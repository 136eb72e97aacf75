"""The par sheet's document against figures that were reached another way, and against itself."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest

from crossfelt.analysis.crisscross.analyzed_rules import analyzed_rules
from crossfelt.analysis.crisscross.documents.par import ParPlan, curve_odds, par_document, session_figures
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.results import results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.report_header import report_header, with_report
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.errors import BadInput
from crossfelt.printing.par_sheet import par_sheet
from tests.support.progressive_choices import spin_choices, xtreme_choices

BOOK = load_rule_book("cardroom")
HEADER = report_header(named_rules(BOOK), "crossfelt par cardroom", "2026-01-01")
PLAN = ParPlan("crossfelt par cardroom --json", (200, 1000), seed=7, shared_samples=20, joint_rounds=20_000)
STEPS: list[float] = []


@pytest.fixture(scope="module")
def sheet() -> dict[str, Any]:
    STEPS.clear()
    return par_document(analyzed_rules(BOOK), PLAN, STEPS.append)


def moment(rows: list[dict[str, int]], power: int = 1) -> Fraction:
    return Fraction(sum(row["net"] ** power * row["deals"] for row in rows), DEALS)


def test_the_rule_book_and_its_readings(sheet: dict[str, Any]) -> None:
    assert sheet["rule_book"]["hash"] == BOOK.hash
    assert sheet["rule_book"]["choices"] == BOOK.choices
    first = sheet["readings"][0]
    assert (first["id"], first["option"], first["in_force"]) == ("R1", "ace_low_straight", True)
    assert all(clause.startswith("cardroom ") for row in sheet["readings"] for clause in row["clauses"])
    assert sheet["pay"]["bets"] == BOOK.pay_tables["main"].named()
    assert sheet["pay"]["changed"] == {}


def test_return_and_volatility_by_the_convention_of_par_sheets(sheet: dict[str, Any]) -> None:
    """The volatility index is 1.645 standard deviations, 90% confidence; the return is what the house doesn't keep."""
    returned, index = sheet["return_to_player"], sheet["volatility_index"]
    assert returned["all_money_bet"]["value"] == pytest.approx(1 - sheet["element_of_risk"]["value"])
    assert returned["both_antes"]["value"] == pytest.approx(1 - sheet["house_edge"]["both_antes"]["value"])
    assert (index["confidence"], index["standard_deviations"]) == (0.9, 1.645)
    assert index["antes"] == pytest.approx(1.645 * sheet["standard_deviation"])
    assert index["average_wagers"] == pytest.approx(index["antes"] / sheet["average_total_wager"]["value"])
    band = next(row for row in index["return_bands"] if row["rounds"] == 10_000)
    assert band["high"] - band["expected"] == pytest.approx(index["average_wagers"] / 100)
    assert band["expected"] - band["low"] == pytest.approx(index["average_wagers"] / 100)
    assert band["expected"] == pytest.approx(returned["all_money_bet"]["value"])


def test_progressive_wagers_are_there_where_a_house_offers_them(sheet: dict[str, Any]) -> None:
    assert sheet["progressives"] is None
    house = load_rule_book(
        "maryland", {"bonus_spin": spin_choices(rate_ppm=0), "xtreme": xtreme_choices(wheel_1="a", rate_ppm=0)}
    )
    plan = ParPlan("", (500,), shared_samples=2, joint_rounds=2)
    result = par_document(analyzed_rules(house), plan)
    assert [wheel["wheel"] for wheel in result["progressives"]["wheels"]] == ["bonus_spin_b", "xtreme_a"]
    assert "Progressive wagers" in [section.title for section in par_sheet(with_report(result, HEADER)).sections]


def test_the_distribution_is_every_deal_and_its_moments_are_the_results(sheet: dict[str, Any]) -> None:
    rows = sheet["distribution"]
    assert sum(row["deals"] for row in rows) == 84_284_272_800
    mean = moment(rows)
    assert (sheet["ev"]["numerator"], sheet["ev"]["denominator"]) == (mean * DEALS, DEALS)
    assert Fraction(
        sheet["house_edge"]["both_antes"]["numerator"], sheet["house_edge"]["both_antes"]["denominator"]
    ) == (-mean / 2)
    spread = moment(rows, 2) - mean**2
    assert sheet["standard_deviation"] == pytest.approx(math.sqrt(spread), rel=1e-12)
    assert sheet["rounds"]["won"]["numerator"] == sum(row["deals"] for row in rows if row["net"] > 0)
    assert sum(entry["numerator"] for entry in sheet["rounds"].values()) == DEALS


def test_wagers_and_hands_make_up_the_whole(sheet: dict[str, Any]) -> None:
    assert sum(wager["net"] for wager in sheet["wagers"].values()) == sheet["ev"]["numerator"]
    assert sum(wager["staked"] for wager in sheet["wagers"].values()) == sheet["average_total_wager"]["numerator"]
    for wager in sheet["wagers"].values():
        assert sum(entry["net"] for entry in wager["by_hand"].values()) == wager["net"]
    assert (
        sheet["folds"]["middle"]["numerator"]
        == (
            sheet["wagers"]["down"]["by_hand"]["folded"][
                "deals"
            ]  # A Down bet is lost by folding only at the last decision.
        )
    )


def test_the_starting_hands_add_up_to_the_value(sheet: dict[str, Any]) -> None:
    hands = sheet["starting_hands"]
    assert len(hands) == 169
    assert sum(hand["holes"] for hand in hands.values()) == 1326
    assert all(hand["ev"]["fold"]["value"] == -2 for hand in hands.values())
    total = sum(hand["holes"] * hand["ev"][hand["best"]]["numerator"] for hand in hands.values())
    assert total == sheet["ev"]["numerator"]


def test_bonus_wagers_alone_and_with_the_main_game(sheet: dict[str, Any]) -> None:
    five, six = sheet["bonus"]["five_card_bonus"], sheet["bonus"]["six_card_bonus"]
    assert (five["draws"], six["draws"]) == (math.comb(52, 5), math.comb(52, 6))
    for entry in (five, six):
        assert sum(row["draws"] for row in entry["hands"].values()) == entry["draws"]
        lost = -sum(row["odds"] * row["draws"] for row in entry["hands"].values())
        assert entry["house_edge_of_this_wager"]["numerator"] == lost
    exact, sampled = (sheet["with_main_game"][name] for name in ("five_card_bonus", "six_card_bonus"))
    total = exact["distribution"]
    assert sum(row["deals"] for row in total) == DEALS
    edge = Fraction(five["house_edge_of_this_wager"]["numerator"], five["draws"])
    assert moment(total) == moment(sheet["distribution"]) - edge
    spread = moment(total, 2) - moment(total) ** 2
    assert exact["standard_deviation_of_both"] == pytest.approx(math.sqrt(spread), rel=1e-12)
    assert (sampled["method"], sampled["rounds"], sampled["seed"]) == ("sampled", 20_000, 7)
    assert sampled["covariance_standard_error"] > 0


def test_the_limit_costs_nothing_at_small_antes_and_best_play_never_loses_to_the_same_play(
    sheet: dict[str, Any],
) -> None:
    small, large = sheet["caps"]["antes"]
    assert sheet["caps"]["limit_cents"] == 300_000
    assert 0 < small["cost"]["both_antes"] < large["cost"]["both_antes"]
    for row in (small, large):
        assert row["house_edge_without_limit"]["both_antes"] == sheet["house_edge"]["both_antes"]["value"]
        assert row["house_edge"]["both_antes"] <= row["house_edge_same_play"]["both_antes"]


def test_protection_names_its_sample(sheet: dict[str, Any]) -> None:
    seen = {row["seen"]: row["house_edge"]["both_antes"] for row in sheet["protection"]["seen"]}
    assert seen["nothing"] == sheet["house_edge"]["both_antes"]["value"]
    assert seen["middle"] < seen["both_across"] < seen["one_across"] < 0
    shared = sheet["protection"]["shared"]
    assert (shared["samples"], shared["seed"]) == (20, 7)
    assert [row["seats"] for row in shared["seats"]] == [2, 3, 4, 5, 6]


def test_sessions(sheet: dict[str, Any]) -> None:
    for row in sheet["sessions"]["after"]:
        assert row["ahead"] + row["even"] + row["behind"] == pytest.approx(1, abs=3 * row["error_bound"])
        hold = row["hold_of_both_antes"]
        assert hold["low"] < hold["expected"] < hold["high"]
        assert hold["expected"] == sheet["house_edge"]["both_antes"]["value"]
    telling = sheet["sessions"]["rounds_to_tell"]
    assert 30_000 < telling["exact"] < 100_000
    assert sheet["sessions"]["after"][-1]["ahead"] < 0.01
    ruins = {(row["bankroll"], row["rounds"]): row["ruined"] for row in sheet["sessions"]["ruin"]}
    assert ruins[100, 200] < ruins[50, 200] < ruins[50, 1000]


def test_every_curve_falls_and_passes_through_the_rule_book(sheet: dict[str, Any]) -> None:
    assert [row["hand"] for row in sheet["sensitivity"]] == list(sheet["pay"]["bets"])
    for row in sheet["sensitivity"]:
        edges = [point["house_edge_of_both_antes"] for point in row["points"]]
        assert edges == sorted(edges, reverse=True)
        here = next(point for point in row["points"] if point["odds"] == row["odds"])
        assert here["ev"] == sheet["ev"]


def test_cards_cost_less_the_longer_they_are(sheet: dict[str, Any]) -> None:
    cards = sheet["strategy_cards"]
    costs = [card["cost"]["numerator"] for card in cards]
    assert costs == sorted(costs, reverse=True)
    assert all(card["ev"]["numerator"] + card["cost"]["numerator"] == sheet["ev"]["numerator"] for card in cards)
    assert len(cards[-1]["lines"]) <= 16
    assert 0 < cards[-1]["cost_of_both_antes"] < 0.001
    assert min(card["cost_of_both_antes"] for card in cards if len(card["lines"]) <= 7) < 0.005


def test_it_is_plain_data_and_reports_how_far_it_is(sheet: dict[str, Any]) -> None:
    assert json.loads(json.dumps(sheet, allow_nan=False)) == sheet
    assert sorted(STEPS) == STEPS
    assert STEPS[-1] == pytest.approx(1)


def test_a_bad_plan_is_refused_before_the_work() -> None:
    steps: list[float] = []
    with pytest.raises(BadInput, match="samples: must be from 2"):
        par_document(analyzed_rules(BOOK), ParPlan("", (), shared_samples=1), steps.append)
    assert steps == []


def test_odds_too_long_for_sessions_leave_a_reason() -> None:
    scheme = encode(BOOK, {"royal_flush": 1_000_000})
    part = session_figures(scheme, results(solve(scheme)), STEPS.append)
    assert "too many possible results" in part["left_out"]
    assert part["after"] == []


@pytest.mark.parametrize(
    ("odds", "expected"),
    [
        (-1, [-1, 0, 1]),
        (0, [-1, 0, 1, 2]),
        (1_000_000, [500_000, 625_000, 750_000, 875_000, 1_000_000]),
    ],
)
def test_the_odds_of_a_curve_stay_within_bounds(odds: int, expected: list[int]) -> None:
    assert curve_odds(odds) == expected
