"""The expected win of a table, on rounds small enough to write out."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from crossfelt.analysis.crisscross.sessions import RoundResults, hold
from crossfelt.analysis.crisscross.table_hold import Antes, table_hold
from crossfelt.errors import BadInput

COIN = RoundResults({-1: 3, 2: 1}, Fraction(2), 11)
"""Three times of four the player loses an ante, else wins two."""


def spread(*rounds: tuple[int, ...]) -> Antes:
    """The antes of the seats of each round."""
    antes = [ante for seats in rounds for ante in seats]
    return Antes(len(antes), sum(antes), sum(ante**2 for ante in antes), sum(sum(seats) ** 2 for seats in rounds))


def moments(*antes: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of what the house wins, by writing out every way in which independent seats can end."""
    ways: Counter[int] = Counter()
    for ends in itertools.product((-1, -1, -1, 2), repeat=len(antes)):
        ways[-sum(end * ante for end, ante in zip(ends, antes, strict=True))] += 1
    mean = Fraction(sum(win * count for win, count in ways.items()), ways.total())
    return mean, Fraction(sum(win**2 * count for win, count in ways.items()), ways.total()) - mean**2


def test_a_table_where_nobody_played_has_no_band() -> None:
    assert table_hold(COIN, spread(), 0) is None


def test_one_seat_at_flat_antes_has_the_exact_band() -> None:
    result, exact = table_hold(COIN, spread(*[(500,)] * 40), 7_000), hold(COIN, 40, 7_000, Fraction(500))
    assert result is not None and result.is_exact
    assert (result.low_cents, result.high_cents) == (float(exact.low_cents), float(exact.high_cents))
    assert result.is_within == exact.is_within
    assert result.expected_cents == exact.expected_cents == 5_000
    assert result.deviation_cents == result.most_deviation_cents


def test_mean_and_deviation_of_uneven_antes_are_those_of_every_outcome_written_out() -> None:
    antes = spread((500,), (1_000,), (500,), (2_500,))
    mean, variance = moments(500, 1_000, 500, 2_500)
    result = table_hold(COIN, antes, 0)
    assert result is not None and not result.is_exact
    assert result.expected_cents == mean
    assert result.deviation_cents == result.most_deviation_cents == pytest.approx(sqrt(variance))


def test_seats_that_end_alike_have_the_deviation_of_one_large_seat() -> None:
    result = table_hold(COIN, spread((500, 500), (500, 1_000)), 0)
    _, apart = moments(500, 500, 500, 1_000)
    _, alike = moments(1_000, 1_500)
    assert result is not None
    assert result.deviation_cents == pytest.approx(sqrt(apart))
    assert result.most_deviation_cents == pytest.approx(sqrt(alike))
    assert result.high_cents - float(result.expected_cents) == pytest.approx(2.5758293 * sqrt(alike))
    assert float(result.expected_cents) - result.low_cents == pytest.approx(2.5758293 * sqrt(alike))


def test_a_win_outside_the_band_is_outside() -> None:
    antes = spread(*[(500, 500)] * 100)
    for win, is_within in ((25_000, True), (200_000, False), (-200_000, False)):
        result = table_hold(COIN, antes, win)
        assert result is not None and result.is_within == is_within


def test_a_confidence_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput, match="confidence"):
        table_hold(COIN, spread((500,)), 0, 1.0)
