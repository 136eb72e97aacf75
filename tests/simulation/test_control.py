"""The control variate: the same mean as the count of all deals, costs as advice gives them, and far less spread."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from crossfelt.analysis.crisscross.advice import advise
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.symmetry import DEALS_PER_HOLE
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.errors import BadInput
from crossfelt.simulation.exact import exact_mean
from crossfelt.simulation.plan import Plan, SeatStrategy, plan_of
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import Prepared, prepare, run
from tests.support.scale import scaled
from tests.support.simulation.dealt import dealt

SEED = 20261116
LEAST_GAIN = 10
"""By how much less the variance must be, at equal rounds."""


def a_plan(rules: str, seats: int, *names: str, rounds: int | None = None) -> Plan:
    book = load_rule_book(rules)
    strategies = tuple(SeatStrategy(name) for name in names)
    return plan_of(book, encode(book), seats, strategies, rounds or scaled(60_000, 5_000_000), SEED, is_controlled=True)


@pytest.mark.parametrize("rules", rule_book_ids())
@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize("name", ["always-1x", "never-fold", "card"])
def test_it_has_the_true_mean_and_a_tenth_of_the_variance(rules: str, seats: int, name: str) -> None:
    prepared = prepare(a_plan(rules, seats, name))
    assert prepared.control is not None
    counts = run(prepared, workers=2)
    controlled, plain = prepared.control.estimates(counts)
    true_mean = exact_mean(prepared)
    assert controlled.mean != true_mean, "an estimate, not the value itself"
    assert abs(float(controlled.mean - true_mean)) < 4 * controlled.standard_error, f"seed {SEED}"
    assert abs(float(plain.mean - true_mean)) < 4 * plain.standard_error, f"seed {SEED}"
    assert plain.standard_error**2 > LEAST_GAIN * controlled.standard_error**2


def test_costs_are_those_of_the_adviser() -> None:
    """Always-1x against a player who may fold or bet 1x: three decisions of each round, priced one by one."""
    prepared = prepare(a_plan("maryland", 1, "always-1x", rounds=100))
    assert prepared.control is not None
    scheme = replace(prepared.plan.scheme, multiples=(1,))
    for number in range(scaled(40, 1_000)):
        cards = dealt(SEED, number, 7)
        across, down, hole = cards[0:2], cards[2:4], cards[5:7]
        asked = (
            advise(scheme, hole),
            advise(scheme, hole, across, None, (1,)),
            advise(scheme, hole, across, down, (1, 1)),
        )
        costs = sum(Fraction(max(advice.sums) - advice.sums[1], advice.deals) for advice in asked)
        result = Fraction(prepared.control.costs(SEED, number, number + 1)[0], DEALS_PER_HOLE)
        assert result == costs, f"round {number}, seed {SEED}"


def test_its_standard_error_is_the_spread_of_many_runs() -> None:
    """Forty runs of their own: their means scatter as their standard errors say."""
    prepared = prepare(a_plan("maryland", 3, "always-1x", "never-fold", "card", rounds=4_000))
    assert prepared.control is not None
    runs = [prepared.control.estimates(block_of(prepared, 4_000 * number)) for number in range(40)]
    for estimates in zip(*runs, strict=True):
        spread = np.std([float(result.mean) for result in estimates], ddof=1)
        claimed = np.mean([result.standard_error for result in estimates])
        # With 40 runs the spread itself is known to about 11 of 100.
        assert 0.6 < spread / claimed < 1.5, f"seed {SEED}"


def block_of(prepared: Prepared, start: int) -> Counts:
    return prepared.play(start, start + 4_000)


def test_perfect_seats_are_left_out() -> None:
    """Of a mixed table the estimate is that of the other seats."""
    prepared = prepare(a_plan("maryland", 3, "optimal", "always-1x", "optimal"))
    alone = prepare(a_plan("maryland", 1, "always-1x"))
    assert prepared.control is not None
    controlled, _ = prepared.control.estimates(run(prepared))
    assert abs(float(controlled.mean - exact_mean(alone))) < 4 * controlled.standard_error, f"seed {SEED}"


def test_workers_change_nothing() -> None:
    prepared = prepare(a_plan("maryland", 2, "never-fold", rounds=600_000))
    alone, *others = (run(prepared, workers).costs for workers in (1, 2, 5))
    assert others == [alone, alone]


def test_perfect_play_is_not_estimated_so() -> None:
    with pytest.raises(BadInput, match="optimal play has an exact value, so there is nothing to estimate"):
        a_plan("maryland", 2, "optimal")


def test_a_limit_is_refused() -> None:
    book = load_rule_book("maryland")
    with pytest.raises(BadInput, match="the exact solver ignores the aggregate limit; leave out the ante"):
        plan_of(book, encode(book), 1, (SeatStrategy("card"),), 10, 1, ante_cents=500, is_controlled=True)
