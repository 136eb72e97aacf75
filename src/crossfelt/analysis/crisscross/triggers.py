"""How often a progressive wager is set off, exactly: a pair in the hand of one or more seats, or a hand on the cross.

Seats share one deck, so their pairs aren't independent. Hands with a pair for k named seats are counted rank by rank:
of one rank, one seat can have a pair in 6 ways and two seats in 6 x 1 ways. As an exponential generating function that
is 1 + 6x + 3x^2 for each of the 13 ranks, and the number of ways in which k named seats all have pairs is k! times the
coefficient of x^k in its 13th power. Inclusion and exclusion turn these into the probability of an exact number of
pairs.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

from crossfelt.analysis.crisscross.bonus import hand_counts
from crossfelt.ranking import Hand

_RANKS = 13
_DECK = 52


def hand_chance(event: str, ace_low_straight: bool = True) -> Fraction:
    """Return the probability that the five community cards make the named hand or a better one.

    >>> hand_chance("two_pair") == Fraction(198_180, 2_598_960)
    True
    """
    counts = hand_counts(5, ace_low_straight)
    least = Hand[event.upper()]
    return Fraction(sum(count for hand, count in counts.items() if hand >= least), sum(counts.values()))


@cache
def pair_chances(seats: int) -> tuple[Fraction, ...]:
    """Return the probability that exactly 0, 1, 2 ... of this many seats have a pair.

    >>> pair_chances(1)
    (Fraction(16, 17), Fraction(1, 17))
    """
    all_of = [_all_pairs(named) for named in range(seats + 1)]
    return tuple(
        sum(
            (
                (-1) ** (named - pairs) * math.comb(named, pairs) * math.comb(seats, named) * all_of[named]
                for named in range(pairs, seats + 1)
            ),
            Fraction(0),
        )
        for pairs in range(seats + 1)
    )


def _all_pairs(seats: int) -> Fraction:
    """Return the probability that each of these seats has a pair."""
    ways = math.factorial(seats) * _coefficient(seats)
    return Fraction(ways, math.prod(math.comb(_DECK - 2 * dealt, 2) for dealt in range(seats)))


def _coefficient(power: int) -> int:
    """Return the coefficient of x^power in (1 + 6x + 3x^2)^13: `twice` ranks are used by two seats, the others by
    one."""
    return sum(
        math.comb(_RANKS, twice) * 3**twice * math.comb(_RANKS - twice, power - 2 * twice) * 6 ** (power - 2 * twice)
        for twice in range(power // 2 + 1)
    )
