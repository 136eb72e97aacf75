"""The most that one player can win in one round, from the pay tables alone (reading R12)."""

from __future__ import annotations

from collections.abc import Mapping

from crossfelt.crisscross.rulebook import LOSES, PayTable, Spot
from crossfelt.ranking import Hand

# The two lines share three cards, so some pairs of hands exclude each other. A test finds this set again by going
# through every triple of shared cards and every pair of pairs beside it.
UNREACHABLE: frozenset[frozenset[Hand]] = frozenset()


def reachable(across: Hand, down: Hand) -> bool:
    """Whether some deal gives one seat these two hands."""
    return frozenset((across, down)) not in UNREACHABLE


def most_won_per_ante(spots: Mapping[str, Spot], pay_tables: Mapping[str, PayTable]) -> int:
    """Units of one ante: both antes, every bet at its largest multiple, the best reachable deal, no bonus wager.

    With the pay table printed in Maryland and Massachusetts: 3,302 (a royal flush one way, a straight flush the
    other).
    """
    best = 0
    for across in Hand:
        for down in Hand:
            if not reachable(across, down):
                continue
            hands = {"across": across, "down": down, "higher": max(across, down)}
            won = 0
            for spot in spots.values():
                if spot.kind not in ("ante", "main"):
                    continue
                odds = pay_tables[spot.pays].odds[hands[spot.hand]]
                won += max(odds, 0) * (max(spot.multiples) if spot.multiples else 1)
            best = max(best, won)
    assert LOSES < 0 < best
    return best
