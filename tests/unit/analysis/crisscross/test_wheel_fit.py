"""Fitted weights: within the bound, as near as any, and the return of the submission they are pasted into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from crossfelt.analysis.crisscross.wheel_fit import fit, weights_toml
from crossfelt.analysis.crisscross.wheels import WheelWager, price, wheel_ids, wheel_wager
from crossfelt.crisscross.resolve import load_rule_book, load_submission
from crossfelt.errors import BadInput
from tests.support.progressive_choices import choices_toml, spin_choices, xtreme_choices

PRINTED = load_rule_book("maryland")


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    for cuts in combinations(range(1, total), parts - 1):
        ends = (0, *cuts, total)
        yield tuple(ends[place + 1] - ends[place] for place in range(parts))


@pytest.mark.parametrize("total", [8, 9, 11, 13])
@pytest.mark.parametrize("expected", ["0.95", "1", "1.1", "1.3", "1.2295886"])
def test_no_weights_of_a_small_total_come_nearer(total: int, expected: str) -> None:
    wager = wheel_wager(PRINTED, "xtreme_community_a")
    unit = wager.spin_chance(1) / wager.wager_cents
    returns = [
        unit * Fraction(sum(w * (part.cents or 0) for w, part in zip(weights, wager.wheel.segments, strict=True)), size)
        for size in range(8, total + 1)
        for weights in compositions(size, 8)
    ]
    goal = Fraction(expected)
    if not min(returns) <= goal <= max(returns):
        with pytest.raises(BadInput, match="the achievable range is"):
            fit(wager, goal, total)
        return
    result = fit(wager, goal, total)
    assert result.is_proven
    assert (result.least, result.greatest) == (min(returns), max(returns))
    assert abs(result.miss) == min(abs(reached - goal) for reached in returns)


def reached_by(wager: WheelWager, weights: Sequence[int]) -> Fraction:
    """The return of the wager with other weights, those that are 0 left as they are."""
    given = iter(weights)
    segments = tuple(replace(part, weight=next(given)) if part.weight else part for part in wager.wheel.segments)
    return price(replace(wager, wheel=replace(wager.wheel, segments=segments))).returned


@pytest.mark.parametrize("name", wheel_ids(PRINTED))
@pytest.mark.parametrize("total", [40, 1000])
def test_every_wheel_can_be_fitted(name: str, total: int) -> None:
    wager = wheel_wager(PRINTED, name)
    symbols = sum(part.weight > 0 for part in wager.wheel.segments)
    ends = [
        reached_by(wager, [1 + (total - symbols) * (place == heavy) for place in range(symbols)])
        for heavy in range(symbols)
    ]
    for share in (Fraction(1, 50), Fraction(1, 10), Fraction(1, 2)):
        goal = min(ends) + share * (max(ends) - min(ends))
        result = fit(wager, goal, total)
        weights = list(result.weights.values())
        assert (result.least, result.greatest) == (min(ends), max(ends))
        assert min(weights) >= 1 and sum(weights) <= total
        assert reached_by(wager, weights) == result.reached == price(result.wager).returned
        assert abs(result.miss) <= (result.greatest - result.least) / (2 * total)
        assert not result.wager.wheel.is_example


def test_a_return_is_met_exactly_where_the_total_allows() -> None:
    result = fit(wheel_wager(PRINTED, "bonus_spin_b"), Fraction("0.85"), 1000)
    assert result.miss == 0 and result.is_proven
    assert sum(result.weights.values()) == 1000


def test_more_weight_comes_nearer() -> None:
    wager = wheel_wager(PRINTED, "xtreme_g", event="straight")
    misses = [abs(fit(wager, Fraction("0.9"), total).miss) for total in (30, 300, 3_000, 30_000)]
    assert misses == sorted(misses, reverse=True)
    assert misses[-1] < Fraction(1, 10**8)


def test_the_rate_counts_as_paid_out() -> None:
    wager = wheel_wager(PRINTED, "bonus_spin_b")
    result = fit(wager, Fraction("0.9"), 400, rate_ppm=150_000)
    assert price(result.wager).returned + Fraction(15, 100) == result.reached
    assert abs(result.miss) < Fraction(1, 10**4)


def test_the_jackpot_may_pay_more_than_its_reset() -> None:
    wager = wheel_wager(PRINTED, "bonus_spin_b")
    result = fit(wager, Fraction("0.9"), 400, jackpot_cents=300_000)
    assert price(result.wager, 1, 300_000).returned == result.reached
    assert price(result.wager).returned < result.reached


def test_the_shape_of_the_start_is_kept() -> None:
    """Weights that already return what is wanted stay in the same proportions."""
    wager = wheel_wager(PRINTED, "bonus_spin_b")
    result = fit(wager, price(wager).returned, 1500)
    for segment in wager.wheel.segments:
        if segment.weight:
            assert abs(result.weights[segment.symbol] - 10 * segment.weight) <= 3


@pytest.mark.parametrize("name", ["bonus_spin_b", "xtreme_a", "xtreme_community_a"])
def test_the_table_can_be_pasted_into_a_submission(name: str) -> None:
    wager = wheel_wager(PRINTED, name, event=None if name.startswith("bonus") else "straight")
    result = fit(wager, price(wager).returned * Fraction(11, 10), 500)
    offer: dict[str, object] = {"bonus_spin": spin_choices(rate_ppm=0)}
    if wager.kind != "bonus_spin":
        offer = {"xtreme": xtreme_choices(wheel_1="a", rate_ppm=0, event="straight")}
    book = load_submission(f'rules = "maryland"\n{choices_toml(offer)}{weights_toml(result)}')
    pasted = wheel_wager(book, name)
    assert pasted.is_in_use and not pasted.wheel.is_example
    assert price(pasted).returned == result.reached


def test_segments_with_two_amounts_stay_where_a_house_has_them() -> None:
    weights = {s.symbol: s.weight for s in wheel_wager(PRINTED, "bonus_spin_b").wheel.segments if "&" not in s.symbol}
    book = load_rule_book("maryland", {"bonus_spin": spin_choices(rate_ppm=0, weights={**weights, "500&100": 3})})
    result = fit(wheel_wager(book, "bonus_spin_b"), Fraction("0.8"), 400)
    assert result.weights["500&100"] >= 1 and "25&15" not in result.weights


def test_refusals() -> None:
    wager = wheel_wager(PRINTED, "bonus_spin_b")
    with pytest.raises(BadInput, match=r"must be 15 \(one for each symbol\) to 1000000, not 11"):
        fit(wager, Fraction("0.85"), 11)
    with pytest.raises(BadInput, match="not 1000001"):
        fit(wager, Fraction("0.85"), 1_000_001)
    with pytest.raises(
        BadInput, match=r"return 1200\.0000% of the wager: the achievable range is 14\.8918% to 1162\.1271%"
    ):
        fit(wager, Fraction(12), 1000)
