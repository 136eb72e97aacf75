"""How large the sums of the solver can become, and so which integer type holds them.

A line lacks only its middle card when the Middle decision is made: hole cards and two more are known, 48 cards are
left. `DRAWS` lists every way in which those 48 cards can divide into hands, with or without the ace-low straight; a
test finds the list again by going through all holes and pairs. The sum of absolute pays over a line's middle cards is
thus at most the largest over this list, whatever the pay table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import DTypeLike

DRAWS: tuple[tuple[int, ...], ...] = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0),
    (0, 0, 0, 0, 0, 44, 0, 0, 3, 1, 0, 0),
    (0, 0, 0, 0, 44, 0, 0, 0, 4, 0, 0, 0),
    (0, 0, 0, 40, 6, 2, 0, 0, 0, 0, 0, 0),
    (0, 0, 40, 0, 6, 2, 0, 0, 0, 0, 0, 0),
    (0, 40, 0, 0, 6, 2, 0, 0, 0, 0, 0, 0),
    (21, 0, 3, 9, 0, 0, 6, 7, 0, 0, 1, 1),
    (21, 0, 6, 6, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 0, 9, 3, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 0, 12, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 3, 9, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 6, 6, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 9, 3, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 12, 0, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (24, 0, 0, 12, 0, 0, 3, 8, 0, 0, 0, 1),
    (24, 0, 3, 9, 0, 0, 3, 8, 0, 0, 0, 1),
    (24, 0, 3, 9, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 6, 6, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 9, 3, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 12, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 3, 9, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 6, 6, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 9, 0, 3, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 9, 3, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 12, 0, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (27, 0, 3, 9, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 0, 6, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 0, 9, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 0, 9, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 3, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 6, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 0, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 3, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 6, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 9, 0, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 9, 3, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (28, 0, 3, 9, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 6, 6, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 9, 3, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 12, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 3, 9, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 6, 6, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 9, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 12, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (32, 0, 0, 12, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 3, 9, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 6, 6, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 9, 3, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 12, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 3, 9, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 6, 6, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 9, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 9, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 12, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (36, 0, 3, 9, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 0, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 0, 9, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 6, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 9, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 9, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
"""Cards left that make each `Hand`, weakest hand first; every row sums to 48."""


def largest_line(pay: Sequence[int]) -> int:
    """The largest sum of absolute pays over the middle cards of one line."""
    return max(sum(count * abs(odds) for count, odds in zip(row, pay, strict=True)) for row in DRAWS)


def largest_value(pay: Sequence[int], ante: Sequence[int], multiples: Sequence[int]) -> int:
    """A bound on every value that the solver compares, over all middle cards of one state.

    Both line bets at the largest multiple, a Middle wager that pays at most what both lines pay together, two antes;
    or the stakes lost by folding.
    """
    most = max(multiples)
    played = most * 4 * largest_line(pay) + 2 * largest_line(ante)
    return max(played, 48 * (2 + 2 * most))


def value_type(pay: Sequence[int], ante: Sequence[int], multiples: Sequence[int]) -> DTypeLike:
    """The smallest integer type in which no value overflows."""
    bound = largest_value(pay, ante, multiples)
    for candidate in (np.int16, np.int32):
        if bound <= np.iinfo(candidate).max:
            return candidate
    raise AssertionError(f"odds up to 1,000,000 and multiples up to 10 stay below 2**31, but {bound} does not")
