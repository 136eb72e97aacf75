"""Many rounds: transforms against exact integers, ruin against a walk in fractions, the hold against the tails."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.sessions import (
    MOST_BANKROLL,
    MOST_ROUNDS,
    MOST_RUIN_ROUNDS,
    RoundResults,
    Ruin,
    after,
    hold,
    round_results,
    rounds_to_tell,
    ruin,
)
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tally import best_tally, strategy_tally
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput

SCHEME = encode(load_rule_book("maryland"))
COIN = RoundResults({-1: 1, 1: 1}, Fraction(2), 3)
SMALL = RoundResults({-3: 4, -1: 4, 0: 1, 2: 3, 7: 1}, Fraction(3), 3)


@pytest.fixture(scope="module")
def results() -> RoundResults:
    return round_results(SCHEME, best_tally(solve(SCHEME)))


def exact_sums(results: RoundResults, rounds: int) -> dict[int, Fraction]:
    """The convolution in integers: counts as digits of one large number, which is then raised to a power."""
    lowest, highest = min(results.outcomes), max(results.outcomes)
    width = -(-(rounds * results.deals.bit_length() + 8) // 8)
    single = sum(deals << (8 * width * (net - lowest)) for net, deals in results.outcomes.items())
    digits = pow(single, rounds).to_bytes(width * (rounds * (highest - lowest) + 1), "little")
    counts = [int.from_bytes(digits[start : start + width], "little") for start in range(0, len(digits), width)]
    total = results.deals**rounds
    assert sum(counts) == total
    return {rounds * lowest + place: Fraction(count, total) for place, count in enumerate(counts) if count}


def test_one_round_under_the_best_play(results: RoundResults) -> None:
    assert results.deals == DEALS
    assert results.mean == Fraction(-7_296_546_600, DEALS)
    assert results.most_cost == 11
    counted = strategy_tally(best_strategy(solve(SCHEME)), SCHEME.multiples, SCHEME.ace_low_straight)
    wagered = -sum(net * deals for net, deals in counted.folds())
    for (i, j, k, _, _), deals in np.ndenumerate(counted.played):
        wagered += (2 + sum(SCHEME.multiples[place] for place in (i, j, k))) * int(deals)
    assert results.average_wager == Fraction(wagered, DEALS)


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_sums_agree_with_the_exact_convolution(results: RoundResults, rounds: int) -> None:
    expected = exact_sums(results, rounds)
    result = after(results, rounds)
    assert result.error < 1e-10
    assert result.mean == sum(net * chance for net, chance in expected.items())
    assert result.variance == sum(net * net * chance for net, chance in expected.items()) - result.mean**2
    below = Fraction(0)
    for net in sorted(expected):
        below += expected[net]
        assert abs(Fraction(result.at_most(net)) - below) <= result.error
        assert abs(Fraction(result.at_least(net + 1)) - (1 - below)) <= result.error
    assert abs(result.even - float(expected.get(0, Fraction(0)))) <= result.error
    assert result.ahead + result.even + result.behind == pytest.approx(1, abs=3 * result.error)


def test_a_window_that_leaves_sums_out_leaves_nothing_out_that_matters(results: RoundResults) -> None:
    half, whole = after(results, 20), after(results, 40)
    assert len(whole.chances) < 40 * (max(results.outcomes) - min(results.outcomes))
    twice = np.convolve(half.chances, half.chances)
    start = whole.lowest - 2 * half.lowest
    sums = np.cumsum(twice)[max(start, 0) :][: len(whole.chances)]
    assert np.abs(sums - np.cumsum(whole.chances)[: len(sums)]).max() <= 2 * half.error + whole.error


def test_many_rounds_come_close_to_the_normal_curve(results: RoundResults) -> None:
    result = after(results, 1_000_000)
    deviation = sqrt(result.variance)
    for share, deviations in ((0.158655, -1), (0.5, 0), (0.841345, 1)):
        assert abs(result.quantile(share) - (float(result.mean) + deviations * deviation)) < 0.03 * deviation
    assert result.error < 1e-5


def test_coins() -> None:
    result = after(COIN, 4)
    assert (result.ahead, result.even, result.behind) == pytest.approx((5 / 16, 6 / 16, 5 / 16))
    assert [result.quantile(share) for share in (0.01, 0.3, 0.5, 0.9, 1.0)] == [-4, -2, 0, 2, 4]
    assert [result.at_most(net) for net in (-5, -4, 3, 9)] == pytest.approx([0, 1 / 16, 15 / 16, 1])
    assert [result.at_least(net) for net in (5, 4, -3, -9)] == pytest.approx([0, 1 / 16, 15 / 16, 1])
    # 1/16 on either side is more than 1/20 and less than 1/10.
    assert result.band(0.9) == (-4, 4)
    assert result.band(0.8) == (-2, 2)
    assert result.standard_deviation == 2


def test_rounds_to_tell_an_edge() -> None:
    assert rounds_to_tell(COIN) is None
    answer = rounds_to_tell(SMALL, 0.95)
    assert answer is not None
    assert answer.exact is not None
    chances = [
        sum(chance for net, chance in exact_sums(SMALL, rounds).items() if net >= 0)
        for rounds in (answer.exact - 1, answer.exact)
    ]
    assert chances[1] <= Fraction(5, 100) < chances[0]
    share = 1.6448536269514722**2 * float(SMALL.variance) / float(SMALL.mean) ** 2
    assert answer.normal - 1 < share <= answer.normal
    mirrored = RoundResults({-net: deals for net, deals in SMALL.outcomes.items()}, Fraction(3), 3)
    assert rounds_to_tell(mirrored, 0.95) == answer
    slight = RoundResults({-1: 10_000, 1: 9_999}, Fraction(2), 3)
    assert rounds_to_tell(slight) is not None
    assert rounds_to_tell(slight).exact is None  # type: ignore[union-attr]


def walk(
    results: RoundResults, bankroll: int, rounds: int, needs: int, target: int | None
) -> tuple[Fraction, Fraction]:
    """Ruined and reached, by following every bankroll in fractions."""
    held = {bankroll: Fraction(1)}
    ruined = reached = Fraction(0)
    for _ in range(rounds):
        spread: dict[int, Fraction] = {}
        for money, chance in held.items():
            for net, deals in results.outcomes.items():
                share = chance * Fraction(deals, results.deals)
                if money + net < needs:
                    ruined += share
                elif target is not None and money + net >= bankroll + target:
                    reached += share
                else:
                    spread[money + net] = spread.get(money + net, Fraction(0)) + share
        held = spread
    return ruined, reached


@pytest.mark.parametrize(("bankroll", "needs", "target"), [(3, 3, None), (6, 2, None), (6, 2, 4), (5, 3, 20)])
def test_ruin_agrees_with_a_walk_in_fractions(bankroll: int, needs: int, target: int | None) -> None:
    result = ruin(SMALL, bankroll, 12, needs, target)
    ruined, reached = walk(SMALL, bankroll, 12, needs, target)
    assert abs(result.ruined - float(ruined)) <= result.error < 1e-10
    assert (result.reached is None) == (target is None)
    assert abs((result.reached or 0.0) - float(reached)) <= result.error
    assert result.plays_on == pytest.approx(float(1 - ruined - reached), abs=2 * result.error)


def test_ruin_in_the_real_game(results: RoundResults) -> None:
    result = ruin(results, 15, 2)
    ruined, _ = walk(results, 15, 2, 11, None)
    assert result.needs == 11
    assert abs(result.ruined - float(ruined)) <= result.error


def test_far_above_ruin_nothing_is_lost_sight_of(results: RoundResults) -> None:
    """Without a target the walk stops looking from a safe height on."""
    short, tall = ruin(results, 60, 150), ruin(results, 60, 150, target=30_000)
    assert short.ruined == pytest.approx(tall.ruined, abs=short.error + tall.error)
    chances = [ruin(results, bankroll, 150).ruined for bankroll in (30, 60, 120, 1_700)]
    assert all(more < less for less, more in pairwise(chances))
    assert chances[-1] < 1e-9
    assert ruin(results, 60, 150, needs=2).ruined < short.ruined


def test_a_bankroll_too_large_to_be_ruined() -> None:
    """Twelve rounds at three antes each."""
    assert ruin(SMALL, 3 + 36, 12).ruined == 0
    assert ruin(SMALL, 3 + 35, 12).ruined == pytest.approx((4 / 13) ** 12)


def test_progress_of_ruin_is_told(results: RoundResults) -> None:
    reported: list[float] = []
    ruin(results, 60, 150, progress=reported.append)
    assert reported == sorted(reported)
    assert len(reported) == 3


@pytest.mark.parametrize("confidence", [0.9, 0.99])
def test_a_hold_is_within_the_band_where_its_p_value_says_so(confidence: float) -> None:
    chances = exact_sums(SMALL, 3)
    for win_cents in range(-2_300, 1_100, 50):
        judged = hold(SMALL, 3, win_cents, Fraction(100), confidence)
        below = sum(chance for net, chance in chances.items() if -net * 100 <= win_cents)
        above = sum(chance for net, chance in chances.items() if -net * 100 >= win_cents)
        assert judged.p_value == pytest.approx(float(min(2 * min(below, above), 1)), abs=1e-12)
        assert judged.is_within == (judged.p_value > 1 - confidence)
        assert judged.expected_cents == -3 * SMALL.mean * 100


def test_a_hold_with_antes_that_are_no_whole_cents() -> None:
    judged = hold(COIN, 4, 0, Fraction(1000, 3))
    assert (judged.low_cents, judged.high_cents) == (Fraction(-4000, 3), Fraction(4000, 3))
    assert judged.p_value == 1
    assert hold(COIN, 2, 667, Fraction(1000, 3)).above == 0
    assert hold(COIN, 2, 666, Fraction(1000, 3)).above == pytest.approx(comb(2, 2) / 4)


def bad_ruin(bankroll: int = 20, rounds: int = 5, needs: int | None = None, target: int | None = None) -> Ruin:
    return ruin(SMALL, bankroll, rounds, needs, target)


def test_refusals() -> None:
    for rounds in (0, -1, MOST_ROUNDS + 1):
        with pytest.raises(BadInput, match="rounds: must be from 1"):
            after(SMALL, rounds)
    with pytest.raises(BadInput, match="ruin below: must be from 2 to 3 antes, not 1"):
        bad_ruin(needs=1)
    with pytest.raises(BadInput, match="ruin below: must be from 2 to 3 antes, not 4"):
        bad_ruin(needs=4)
    with pytest.raises(BadInput, match="bankroll: must be from 3 to"):
        bad_ruin(bankroll=2)
    with pytest.raises(BadInput) as refused:
        bad_ruin(MOST_BANKROLL + 1, MOST_RUIN_ROUNDS + 1, 1, 0)
    assert len(refused.value.faults) == 4
    distant = RoundResults({-2: 10**9, 6_000_000: 1}, Fraction(2), 11)
    with pytest.raises(BadInput, match="10000 rounds have too many possible results"):
        after(distant, 10_000)
    with pytest.raises(BadInput, match="10000 rounds with these results take too long; choose fewer"):
        ruin(distant, 500, 10_000)
    for confidence in (0.4, 1.0, float("nan")):
        with pytest.raises(BadInput, match="confidence: must be from"):
            rounds_to_tell(SMALL, confidence)
    with pytest.raises(BadInput, match="an ante must be more than 0"):
        hold(SMALL, 3, 0, Fraction(0))
