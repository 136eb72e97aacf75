"""The most that one player can win in one round, from the pay tables alone (reading R12)."""

from __future__ import annotations

from collections.abc import Mapping

from crossfelt.crisscross.rulebook import PayTable, Spot
from crossfelt.ranking import Hand

# The two lines share three cards. A full house or four of a kind needs a pair among those three, which a straight, a
# flush and a high card rule out; and no two lines complete the same royal flush or the same four of a kind. The set
# is the same whether or not the ace may be low. A test finds it again by going through every triple of shared cards.
UNREACHABLE: frozenset[frozenset[Hand]] = frozenset(
    frozenset(pair)
    for pair in (
        (Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH),
        (Hand.ROYAL_FLUSH, Hand.FOUR_OF_A_KIND),
        (Hand.ROYAL_FLUSH, Hand.FULL_HOUSE),
        (Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND),
        (Hand.STRAIGHT_FLUSH, Hand.FULL_HOUSE),
        (Hand.FOUR_OF_A_KIND, Hand.FOUR_OF_A_KIND),
        (Hand.FOUR_OF_A_KIND, Hand.FLUSH),
        (Hand.FOUR_OF_A_KIND, Hand.STRAIGHT),
        (Hand.FOUR_OF_A_KIND, Hand.HIGH_CARD),
        (Hand.FULL_HOUSE, Hand.FLUSH),
        (Hand.FULL_HOUSE, Hand.STRAIGHT),
        (Hand.FULL_HOUSE, Hand.HIGH_CARD),
    )
)


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
                if spot.kind not in ("ante", "main") or spot.hand not in hands:
                    continue
                odds = pay_tables[spot.pays].odds[hands[spot.hand]]
                won += max(odds, 0) * (max(spot.multiples) if spot.multiples else 1)
            best = max(best, won)
    return best
