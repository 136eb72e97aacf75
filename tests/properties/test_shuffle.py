"""The shuffle of tables is without bias: exactly, for small decks, and by the counts of very many whole ones."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import partial
from math import factorial

import pytest

from crossfelt.chance import ByteStream, fisher_yates
from tests.support.scale import SCALE, report_figures, scaled
from tests.support.shuffle_checks import biased_deck, fair_deck, p_values, rejected, tally_many

DECKS = scaled(40_000, 4_000_000)


class Choices:
    """Draws that were written down beforehand."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.left = list(numbers)

    def below(self, count: int) -> int:
        """The next number that was written down."""
        number = self.left.pop(0)
        assert 0 <= number < count
        return number


@pytest.mark.parametrize("size", range(1, 7))
def test_every_order_comes_of_exactly_one_vector_of_choices(size: int) -> None:
    vectors = itertools.product(*(range(place + 1) for place in range(size - 1, 0, -1)))
    made: Counter[tuple[int, ...]] = Counter()
    for vector in vectors:
        draws = Choices(vector)
        made[fisher_yates(draws, range(size))] += 1
        assert draws.left == []
    assert len(made) == factorial(size)
    assert set(made.values()) == {1}


@pytest.mark.parametrize("count", range(1, 257))
def test_every_number_comes_of_equally_many_bytes(count: int) -> None:
    used = [byte for byte in range(256) if byte < 256 // count * count]
    drawn: Counter[int] = Counter()
    for byte in range(256):
        # A byte that is passed over leaves the number to the next one: here always 0.
        source = iter([byte, 0])
        drawn[ByteStream(source).below(count)] += 1
        assert len(list(source)) == (1 if byte in used else 0)
    passed_over = 256 - len(used)
    assert drawn == {number: len(used) // count + (passed_over if number == 0 else 0) for number in range(count)}


@pytest.mark.parametrize("count", [257, 1000, 65_536])
def test_numbers_beyond_a_byte_take_two_bytes_the_higher_first(count: int) -> None:
    limit = 65_536 // count * count
    for number in {0, 1, 255, 256, count - 1, limit - 1}:
        assert ByteStream(iter(number.to_bytes(2, "big"))).below(count) == number % count
    if limit < 65_536:
        assert ByteStream(iter([*limit.to_bytes(2, "big"), 1, 0])).below(count) == 256 % count


def test_very_many_decks_pass_every_test_together() -> None:
    result = p_values(tally_many(fair_deck, DECKS, workers=2 if SCALE == "full" else 1))
    assert rejected(result) == [], result
    report_figures(f"{DECKS} decks, {len(result)} tests, least p {min(result.values()):.3f}")


@pytest.mark.parametrize("way", ["modulo", "swap any", "off by one"])
def test_biased_shuffles_are_rejected_by_the_same_tests(way: str) -> None:
    result = p_values(tally_many(partial(biased_deck, way), 40_000))
    assert "position" in rejected(result), result
