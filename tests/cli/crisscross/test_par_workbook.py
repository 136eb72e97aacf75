"""`crossfelt par --xlsx`: an independent evaluator calculates the file, as it is and with other pay entries.

The evaluator reads some 6,700 formulas one by one, which takes most of the time of this file; it does so once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.wheels import WheelPrice, price, wheels_in_use
from crossfelt.cli.crisscross.books import choose_rules
from crossfelt.ranking import Hand
from tests.support.cli.program import run
from tests.support.workbooks import (
    Evaluator,
    FixedPlay,
    OpenedWorkbook,
    Values,
    bonus_figures,
    fixed_play,
    main_figures,
    odds_row,
    opened,
)

HOUSE = Path(__file__).resolve().parents[3] / "src/crossfelt/examples/wheels.toml"
TOLERANCE = 1e-9
FLUSH = 7
"""The flush payout in the changed file. The rule book pays 8."""


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> OpenedWorkbook:
    path = tmp_path_factory.mktemp("workbook") / "par.xlsx"
    ran = run("par", str(HOUSE), "--xlsx", str(path))
    assert (ran.status, ran.out) == (0, "")
    return opened(path)


@pytest.fixture(scope="module")
def play() -> FixedPlay:
    rules = choose_rules(str(HOUSE), (), ())
    return fixed_play(rules.book, rules.scheme)


@pytest.fixture(scope="module")
def evaluator(workbook: OpenedWorkbook) -> Evaluator:
    """The file in which one pay entry is changed."""
    changed = workbook.changed(
        workbook.path.with_name("changed.xlsx"), {workbook.cell("Bet_odds", odds_row(Hand.FLUSH)): FLUSH}
    )
    return Evaluator(changed)


def check(workbook: OpenedWorkbook, values: Values, figures: Mapping[str, Fraction | float]) -> None:
    for name, expected in figures.items():
        assert workbook.value(values, name) == pytest.approx(float(expected), rel=0, abs=TOLERANCE), name


def test_one_changed_pay_entry_gives_the_value_of_the_same_play(
    workbook: OpenedWorkbook, evaluator: Evaluator, play: FixedPlay
) -> None:
    values, expected = evaluator.values(), play.under({Hand.FLUSH: FLUSH})
    assert expected.numerator != play.best.numerator
    check(workbook, values, main_figures(expected))
    for row, (name, wager) in enumerate(expected.wagers.items()):
        sheet, cell = workbook.cell("Wager_nets", row)
        assert values[sheet, cell] == pytest.approx(float(Fraction(wager.net, 84_284_272_800)), abs=TOLERANCE), name
    check(workbook, values, bonus_figures(play.bonus_under("five_card_bonus", {})))


def test_other_pay_entries_and_settings_count_too(
    workbook: OpenedWorkbook, evaluator: Evaluator, play: FixedPlay
) -> None:
    spin, xtreme = wheels_in_use(play.book)[:2]
    changes = {
        workbook.cell("Bet_odds", odds_row(Hand.FLUSH)): encode(play.book).pay[Hand.FLUSH],
        workbook.cell("Ante_odds", odds_row(Hand.STRAIGHT)): 2,
        workbook.cell("Odds_five_card_bonus", odds_row(Hand.TWO_PAIR)): 2,
        workbook.cell("Pays_bonus_spin_b_5", 1): 600,
        workbook.cell("Weights_xtreme_a_1", 2): 9,
        workbook.cell("Seats_xtreme_a_1"): 4,
        workbook.cell("Confidence_level"): 0.95,
    }
    values = evaluator.values(changes)
    expected = play.under({}, {Hand.STRAIGHT: 2})
    check(workbook, values, main_figures(expected))
    check(workbook, values, {"Volatility_index": 1.96 * expected.standard_deviation})
    check(workbook, values, bonus_figures(play.bonus_under("five_card_bonus", {Hand.TWO_PAIR: 2})))
    segments = list(spin.wheel.segments)
    segments[1] = replace(segments[1], cents=60_000)
    paid = price(replace(spin, wheel=replace(spin.wheel, segments=tuple(segments))))
    check(workbook, values, wheel_figures("bonus_spin_b_5", paid))
    segments = list(xtreme.wheel.segments)
    segments[2] = replace(segments[2], weight=9)
    shared = price(replace(xtreme, wheel=replace(xtreme.wheel, segments=tuple(segments))), seats=4)
    check(workbook, values, wheel_figures("xtreme_a_1", shared))


def wheel_figures(name: str, priced: WheelPrice) -> dict[str, Fraction | float]:
    meter, slope = priced.wager.meter, priced.per_meter_dollar
    assert meter is not None and slope is not None
    return {
        f"Return_{name}": priced.returned,
        f"Hit_rate_{name}": priced.hit_rate,
        f"Standard_deviation_{name}": priced.standard_deviation,
        f"Long_run_return_{name}": priced.returned + Fraction(meter.rate_ppm, 1_000_000),
        f"Return_per_1000_{name}": 1000 * slope,
        f"Spin_chance_{name}": priced.wager.spin_chance(priced.seats),
    }


def test_stored_results_are_what_the_formulas_give(workbook: OpenedWorkbook, evaluator: Evaluator) -> None:
    entry = workbook.cell("Bet_odds", odds_row(Hand.FLUSH))
    stored, formulas = workbook.stored(), workbook.formulas()
    values = evaluator.values({entry: stored[entry]})
    calculated = {place for place, content in formulas.items() if isinstance(content, str) and content.startswith("=")}
    assert len(calculated) > 6000
    for place in sorted(calculated):
        assert is_same(values[place], stored[place]), (place, formulas[place], values[place], stored[place])


def is_same(value: Any, stored: Any) -> bool:
    if isinstance(stored, str):
        return bool(value == stored)
    return math.isclose(float(value), stored, rel_tol=1e-12, abs_tol=1e-12)
