"""Rounds as hours at a table, against plain arithmetic and against shifts that were played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crossfelt.simulation.hours import SHIFT_HOURS, Pace, assumed_pace, hours_document, hours_of
from crossfelt.simulation.results import figures
from crossfelt.simulation.run import prepare, run
from tests.support.scale import scaled
from tests.support.simulation.plans import SEED, a_plan


def test_more_seats_make_a_slower_table() -> None:
    paces = [float(assumed_pace(seats).rounds_per_hour) for seats in range(1, 7)]
    assert paces == sorted(paces, reverse=True)
    assert paces[0] == 72 and paces[-1] == pytest.approx(28.8)
    assert all(assumed_pace(seats).is_assumed for seats in range(1, 7))


def test_hours_are_the_figures_of_the_run_times_its_rounds() -> None:
    prepared = prepare(a_plan("maryland", "always-1x", rounds=60_000, seats=3))
    counts = run(prepared)
    result = hours_of(prepared, counts, Pace(Fraction(40), is_assumed=False))
    plain = figures(counts, prepared.nets, prepared.unit)
    assert result.hours == 1_500
    assert result.bet_an_hour == 40 * 3 * 5, "two antes and three bets of one, of each seat"
    assert result.won_an_hour_and_seat.value == pytest.approx(-40 * float(plain.mean))
    assert result.won_an_hour.value == pytest.approx(3 * result.won_an_hour_and_seat.value)
    assert result.won_an_hour.standard_error == pytest.approx(40 * 3 * plain.standard_error)
    assert result.shift_rounds == 40 * SHIFT_HOURS
    assert result.shift_low < result.shift_won < result.shift_high
    document = hours_document(result, ante_cents=500)
    assert document["house_wins_an_hour"]["cents"] == pytest.approx(500 * result.won_an_hour.value)
    assert document["shift"]["share_of_money_bet"]["mean"] == pytest.approx(-float(plain.mean) / 5)
    assert "cents" not in hours_document(result)["house_wins_an_hour"]


def test_as_many_shifts_lie_in_the_band_as_it_says() -> None:
    shifts, shift_rounds = scaled(2_000, 40_000), 320
    prepared = prepare(a_plan("cardroom", "always-1x", rounds=shifts * shift_rounds, seats=4))
    pace = Pace(Fraction(shift_rounds, SHIFT_HOURS), is_assumed=False)
    result = hours_of(prepared, run(prepared), pace)
    won = [
        -prepared.play(number * shift_rounds, (number + 1) * shift_rounds).net * float(prepared.unit)
        for number in range(shifts)
    ]
    assert sum(won) / shifts == pytest.approx(result.shift_won)
    within = sum(result.shift_low <= amount <= result.shift_high for amount in won) / shifts
    # The seats share cards and a round has a long tail, so shifts are normal only roughly.
    assert 0.93 < within < 0.97, f"seed {SEED}"
    losing = sum(amount < 0 for amount in won) / shifts
    assert losing == pytest.approx(result.shift_losing, abs=0.02), f"seed {SEED}"
