"""The long run of a meter: formula against trial, and both against what must hold exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from crossfelt.analysis.crisscross.meter_runs import MeterPlay, meter_play, meter_run
from crossfelt.analysis.crisscross.meter_simulation import Estimate, SimulatedRun, simulate
from crossfelt.analysis.crisscross.triggers import pair_chances
from crossfelt.analysis.crisscross.wheels import wheel_wager
from crossfelt.crisscross.progressives.wheel import JACKPOT
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput
from tests.support.progressive_choices import spin_choices, xtreme_choices
from tests.support.scale import scaled

# Wheels that show the jackpot often, so that a short run has many of them.
OFTEN = {"jackpot": 40, "500": 1, "250": 1, "120": 2, "60": 2, "50": 2, "30": 2, "20": 2, "18": 2, "13": 2, "12": 2}
OFTEN |= {"10": 2, "500&100": 5, "25&15": 9}
STOPS = sum(OFTEN.values())
HOT = {"jackpot": 60, "500": 1, "300": 2, "250": 2, "200": 2, "150": 2, "100": 2, "80": 2, "75": 2}
BOOK = load_rule_book(
    "maryland",
    {
        "bonus_spin": spin_choices(rate_ppm=123_457, weights=OFTEN),
        "xtreme": xtreme_choices(wheel_1="a", wheel_2="d", wheel_5="d", rate_ppm=77_773, weights={"d": HOT}),
    },
)
TABLES = {
    "one seat spins": ("bonus_spin_b", [500], None),
    "some seats only feed": ("bonus_spin_b", [500, 100, 500, 100], None),
    "a full table": ("bonus_spin_b", [500] * 6, None),
    "the cross": ("xtreme_d", [200, 500], None),
    "seats on another wheel": ("xtreme_d", [200, 100, 500], None),
    "pairs in hands": ("xtreme_d", [200, 100, 500, 200], "hole_pair"),
}
MOST_ERRORS = 4.5


def table(name: str) -> MeterPlay:
    wheel, wagers, event = TABLES[name]
    return meter_play(BOOK, wheel_wager(BOOK, wheel, event=event), wagers)


@pytest.fixture(scope="module", params=TABLES)
def drawn(request: pytest.FixtureRequest) -> SimulatedRun:
    return simulate(table(request.param), scaled(20_000, 400_000), seed=11)


def assert_near(result: Estimate | None, exact: Fraction) -> None:
    assert result is not None
    assert abs(result.mean - float(exact)) < MOST_ERRORS * result.standard_error


def test_formula_and_trial_agree(drawn: SimulatedRun) -> None:
    run = meter_run(drawn.play)
    assert len(drawn.waits) > 40
    assert_near(drawn.rounds_to_hit, run.rounds_to_hit)
    assert_near(drawn.jackpot_at_hit_cents, run.mean_at_hit_cents)
    assert_near(drawn.cost_rate, run.cost.total)


def test_the_distribution_at_the_hit_agrees(drawn: SimulatedRun) -> None:
    """The largest gap between the two curves, against the bound of Dvoretzky, Kiefer, Wolfowitz and Massart."""
    run, waits = meter_run(drawn.play), sorted(drawn.waits)
    gap = max(abs(place / len(waits) - run.won_within(wait)) for place, wait in enumerate(waits, start=1))
    assert gap < math.sqrt(math.log(2 / 0.001) / (2 * len(waits))) + float(run.hit_chance)


def test_nothing_is_lost(drawn: SimulatedRun) -> None:
    """Everything that went into the meter was paid out or is still there, to the last fraction of a cent."""
    run, reset = meter_run(drawn.play), drawn.play.terms.reset_cents
    paid = sum(drawn.paid_at_hit) + sum(drawn.paid_after_it)
    assert paid + drawn.meter.cents == reset + run.contribution * drawn.rounds + reset * drawn.jackpots
    assert all(cents == reset for cents in drawn.paid_after_it)
    for wait, cents in zip(drawn.waits, drawn.paid_at_hit, strict=True):
        assert 0 <= cents - math.floor(reset + run.contribution * wait) <= 1


def test_the_same_seed_draws_the_same_rounds() -> None:
    play = table("the cross")
    assert simulate(play, 500, 3) == simulate(play, 500, 3)
    assert simulate(play, 500, 3).waits != simulate(play, 500, 4).waits


def test_one_seat_by_hand() -> None:
    run = meter_run(table("one seat spins"))
    spin = Fraction(1, 17)
    assert run.contribution == Fraction(500 * 123_457, 1_000_000)
    assert run.hit_chance == run.mean_jackpots == spin * Fraction(40, STOPS)
    assert run.rounds_between == run.rounds_to_hit == 17 * Fraction(STOPS, 40)
    assert run.mean_jackpot_cents == 100_000 + run.contribution * run.rounds_between
    prizes = sum(weight * int(symbol.split("&")[0]) * 100 for symbol, weight in OFTEN.items() if symbol != JACKPOT)
    assert run.cost.wheel_prizes == spin * Fraction(prizes, STOPS * 500)
    assert run.cost.community_pay == 0
    assert run.cost.contributions == Fraction(123_457, 1_000_000)
    assert run.cost.total == run.cost.contributions + spin * (40 * 100_000 + prizes) / (STOPS * 500)


def test_several_jackpots_in_a_round() -> None:
    run = meter_run(table("a full table"))
    jackpot = Fraction(40, STOPS)
    none = sum(chance * (1 - jackpot) ** spins for spins, chance in enumerate(pair_chances(6)))
    assert run.jackpots[0] == none
    assert sum(run.jackpots) == 1
    assert run.mean_jackpots == 6 * jackpot / 17
    assert run.rounds_between < run.rounds_to_hit
    # What goes in comes out, whichever way it is counted.
    first = run.hit_chance * run.mean_at_hit_cents
    further = (run.mean_jackpots - run.hit_chance) * run.play.terms.reset_cents
    assert first + further == run.mean_jackpots * run.mean_jackpot_cents


def test_seats_on_other_wheels_take_their_share_of_the_hot_spot() -> None:
    run = meter_run(table("seats on another wheel"))
    occurs = Fraction(198_180, 2_598_960)
    assert run.hit_chance == occurs * Fraction(2, 3) * Fraction(60, 75)
    assert run.wagered_cents == 700


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("share", ["0.01", "0.5", "0.95"])
def test_quantiles_by_powers(name: str, share: str) -> None:
    run, target = meter_run(table(name)), Fraction(share)
    result = run.quantile(target)
    assert 1 - run.jackpots[0] ** result.rounds >= target
    assert result.rounds == 1 or 1 - run.jackpots[0] ** (result.rounds - 1) < target
    assert result.cents == math.floor(run.play.terms.reset_cents + run.contribution * result.rounds)


@pytest.mark.parametrize(
    ("name", "wagers", "rate", "reason"),
    [
        ("bonus_spin_a", [500], None, "bonus_spin_a pays a fixed prize, so it has no meter"),
        ("xtreme_community_d", [200], None, "xtreme_community_d is a list, so it has no meter"),
        ("xtreme_g", [500], None, "these rules don't use xtreme_g"),
        ("xtreme_g", [500, 500, 200], 100_000, None),
        ("bonus_spin_b", [100, 100], None, "no seat wagers"),
        ("bonus_spin_b", [500, 300], None, "a Bonus Spin wager must be"),
        ("xtreme_d", [200, 300], None, "no Xtreme wager of"),
        ("bonus_spin_b", [500] * 7, None, "1 to 6 seats, not 7"),
    ],
)
def test_tables_that_cannot_be(name: str, wagers: list[int], rate: int | None, reason: str | None) -> None:
    wager = wheel_wager(BOOK, name)
    if reason is None:
        assert meter_run(meter_play(BOOK, wager, wagers, rate)).wagered_cents == 1000
    else:
        with pytest.raises(BadInput, match=reason):
            meter_play(BOOK, wager, wagers, rate)
