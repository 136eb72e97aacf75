"""The combinations of hands that one seat can have in one deal.

A seat's two lines share three cards, the community hand takes four cards from the lines, and the bonus cards must come
from the rest. So the hands of one seat aren't independent, and the most that its wagers can return isn't the sum of the
most that each could. The tables below list every combination that some deal gives. They come from enumerating all
84,284,272,800 deals of one seat up to an exchange of suits; `tests/counts/test_reachable.py` does so again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from crossfelt.ranking import Hand

SIX_CARD_LEVELS = (Hand.FOUR_OF_A_KIND, Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH)
"""The best hand of a seat's own two cards and four bonus cards from the rest of the deck. Four bonus cards of one rank
that nobody holds always exist, so it is never less than four of a kind."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The hands that one deal gives one seat."""

    across: Hand
    down: Hand
    community: Hand
    six_card: Hand
    """The best hand that the bonus cards can make with the seat's own two."""
    has_pair: bool
    """Whether the seat's own two cards are a pair."""


@cache
def outcomes(ace_low_straight: bool) -> tuple[Outcome, ...]:
    """Return every combination that some deal gives."""
    return tuple(_read(_ACE_LOW if ace_low_straight else _ACE_HIGH))


def _read(table: str) -> Iterator[Outcome]:
    pairs = ((high, low) for high in Hand for low in Hand if low <= high)
    for (high, low), row in zip(pairs, table.split(), strict=True):
        for (has_pair, six_card), at in zip(product((False, True), SIX_CARD_LEVELS), range(0, 18, 3), strict=True):
            community_hands = int(row[at : at + 3], 16)
            for community in Hand:
                if community_hands >> community & 1:
                    yield Outcome(high, low, community, six_card, has_pair)
                    if high != low:
                        yield Outcome(low, high, community, six_card, has_pair)


# One row for each two hands of the lines, the better one first: (high card, high card), (2s to 5s, high card), ...
# Six numbers a row: own cards no pair, then a pair, each for the three levels of the six-card hand. Bit n of a number
# is the community hand n, counted as `Hand` does.
_ACE_LOW = (
    "05fcdf4df000000000 07f4ff4ff000000000 37f7ff7ff05fcdf000 07f4ffcff000000000 17f5ff1bf000000000 "
    "37f7fffff01fcdf4df 07f07fcff000000000 13f13f5ff000000000 17f17fdff000000000 37f37fdff05f05f4df "
    "00f08f08f000000000 07f4ff4ff03e03e000 07f4ffcff03e03e03e 07f07fcff03e03e03e 33e33e33e330330330 "
    "02e02e02e000000000 33e33e33e04f4cf000 33e33e33e04f4cfccf 33e33e13e04f04fccf 33e33e33e03e03e03e "
    "13013013005f4dfcdf 04fccf4cf000000000 07f4ff4f3000000000 07f4ffcfd000000000 07d07dcff000000000 "
    "04e44ec4e000000000 02e02e02e000000000 01f09f09d000000000 05f05f057000000000 07f07f077000000000 "
    "07f07f077000000000 07f07f04f000000000 00f00f007000000000 02e02e02e000000000 04f04f047000000000 "
    "480c80480000000000 000000000000000000 00e00e00e02e02e000 00e00e00e02e02e02e 00e00e00e02e02e02e "
    "030030030330330330 03003003003e03e03e 000000000000000000 000000000000000000 000100100310310310 "
    "000000000000000000 020020020002002000 020020020000004004 020020020008008008 120120120010010010 "
    "00000000001a01e01c 000000000000000000 000000000000000000 000100100110110110 000000000000000000 "
    "04f04f047000000000 07f07f073000000000 07f07f075000000000 07d07d00f000000000 04e04e046000000000 "
    "02e02e02e000000000 01f01f015000000000 480c80480000000000 000000000000000000 000000000000000000 "
    "080000000000000000 00d04d000000000000 002002000000000000 03507d000000000000 03d07d000000000000 "
    "04c04c000000000000 02802c000000000000 01d019000000000000 080480000000000000 000000000000000000 "
    "000000000000000000 080000000000000000 000000000000000000"
)
_ACE_HIGH = (
    "05fcdf4df000000000 07f4ff4ff000000000 37f7ff7ff05fcdf000 07f4ffcff000000000 17f5ff1bf000000000 "
    "37f7fffff01fcdf4df 07f07fcff000000000 13f13f1bf000000000 17f17fdff000000000 37f37fdff05f01f4df "
    "00f08f08f000000000 07f4ff0bf03e03e000 07f4ffcff03e03e03e 07f07fcff03e03e03e 33e33e33e330330330 "
    "02e02e02e000000000 33e33e33e04f4cf000 33e33e33e04f4cfccf 33e33e13e04f04fccf 33e33e33e03e03e03e "
    "13013013005f4dfcdf 04fccf4cd000000000 0774f7002000000000 07f4ffcfd000000000 07d07dcfd000000000 "
    "04e44ec4c000000000 02e02e02c000000000 01f09f09d000000000 05f05f057000000000 07f07f077000000000 "
    "07f07f077000000000 07f07f04f000000000 00f00f007000000000 02e02e02e000000000 04f04f045000000000 "
    "480c80480000000000 000000000000000000 00e00e00e02e02e000 00e00e00e02e02e02e 00e00e00e02e02e02e "
    "030030030330330330 03003003003e03e03e 000000000000000000 000000000000000000 000100100310310310 "
    "000000000000000000 020020020002002000 020020020000004004 020020020008008008 120120120010010010 "
    "00000000001a01e01c 000000000000000000 000000000000000000 000100100110110110 000000000000000000 "
    "04f04f045000000000 077077002000000000 07f07f075000000000 07d07d00d000000000 04e04e044000000000 "
    "02e02e02c000000000 01f01f015000000000 480c80480000000000 000000000000000000 000000000000000000 "
    "080000000000000000 04d009000000000000 002002000000000000 07504d000000000000 07d039000000000000 "
    "04c048000000000000 02802c000000000000 01d019000000000000 480080000000000000 000000000000000000 "
    "000000000000000000 080000000000000000 000000000000000000"
)
