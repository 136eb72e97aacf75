"""Whether counts match the chances they were drawn with: Pearson's test, with no library beside the standard one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

Name = TypeVar("Name")


def p_value(counts: Mapping[Name, int], chances: Mapping[Name, Fraction]) -> float:
    """How often chance alone would miss at least as far; what cannot happen must not have happened."""
    assert all(chances.get(name, 0) for name, count in counts.items() if count)
    drawn = sum(counts.values())
    expected = {name: float(chance * drawn) for name, chance in chances.items() if chance}
    assert min(expected.values()) >= 5, "too few draws for the test to mean anything"
    distance = sum((counts.get(name, 0) - mean) ** 2 / mean for name, mean in expected.items())
    return upper_tail(distance, len(expected) - 1)


def upper_tail(distance: float, freedom: int) -> float:
    """Return the probability of at least this distance, from the series of the incomplete gamma function."""
    half, x = freedom / 2, distance / 2
    if x <= 0:
        return 1.0
    term = total = 1 / half
    step = 0
    while abs(term) > 1e-16 * abs(total):
        step += 1
        term *= x / (half + step)
        total += term
    return max(0.0, 1 - total * math.exp(half * math.log(x) - x - math.lgamma(half)))
