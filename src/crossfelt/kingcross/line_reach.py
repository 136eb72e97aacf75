"""Every hand that one line can still become, exactly, by its own cards alone.

Call `reachable_hands`. A completion adds cards that the dice can show, or kings where a wild roll may become one, and
never a card twice. Crossing lines are ignored; they close squares, which `Sheet` checks card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from crossfelt.cards import Card, rank_of, suit_of
from crossfelt.kingcross.scorecard import LineHand
from crossfelt.kingcross.scoring import REPEATED_RANKS, line_hand
from crossfelt.kingcross.sheet import KING_RANK, PRINTED_KING

MOST_REMEMBERED = 1 << 14
"""Lines whose result is cached; a sheet has twelve, and a roll needs some fifty more."""
_ACE = 12
STRAIGHTS: tuple[tuple[int, ...], ...] = (
    (_ACE, 0, 1, 2, 3),
    *(tuple(range(low, low + 5)) for low in range(9)),
)
"""The ranks of each straight in their order, the lowest straight first, the ace below the 2 or above the king."""


def reachable_hands(cards: Sequence[Card | None], may_be_king: bool) -> frozenset[LineHand]:
    """Return every hand that a line may become; for a full line, the hand that it is.

    >>> from crossfelt.cards import parse_cards
    >>> line = (*parse_cards("Ah Jh Qs"), None, PRINTED_KING)
    >>> max(reachable_hands(line, may_be_king=False)).slug
    'straight'
    """
    present = frozenset(card for card in cards if card is not None)
    return _reachable(present, len(cards) - len(present), may_be_king)


def are_suited(cards: Sequence[Card]) -> bool:
    """Return whether cards may share one suit, the printed King taking any; false for no cards."""
    return len({suit_of(card) for card in cards if card != PRINTED_KING}) <= 1


def can_come(rank: int, may_be_king: bool) -> bool:
    """Return whether a card of this rank can ever be placed."""
    return rank != KING_RANK or may_be_king


@lru_cache(MOST_REMEMBERED)
def _reachable(present: frozenset[Card], room: int, may_be_king: bool) -> frozenset[LineHand]:
    if room == 0:
        return frozenset({line_hand(tuple(present))})
    ranks = Counter(KING_RANK if card == PRINTED_KING else rank_of(card) for card in present)
    hands = {hand for group, hand in REPEATED_RANKS.items() if _may_grow(ranks, group, may_be_king)}
    if len(ranks) == len(present):
        # With a square to fill, another suit and another rank are always possible, so it can make nothing.
        hands.add(LineHand.EVERYTHING_ELSE)
        hands |= _in_many_ranks(frozenset(ranks), are_suited(tuple(present)), may_be_king)
    return frozenset(hands)


def _may_grow(ranks: Counter[int], group: tuple[int, ...], may_be_king: bool) -> bool:
    """Return whether the ranks of a line can repeat as often as a hand needs, each in its own group."""
    return any(
        all(
            times == size or (times < size and can_come(rank, may_be_king))
            for (rank, times), size in zip(ranks.items(), sizes, strict=True)
        )
        for sizes in permutations(group, len(ranks))
    )


def _in_many_ranks(ranks: frozenset[int], is_suited: bool, may_be_king: bool) -> set[LineHand]:
    hands = {LineHand.FLUSH} if is_suited else set()
    for straight in STRAIGHTS:
        if ranks.issubset(straight) and all(can_come(rank, may_be_king) for rank in straight if rank not in ranks):
            hands.add(LineHand.STRAIGHT)
            if is_suited:
                hands.add(LineHand.ROYAL_FLUSH if straight is STRAIGHTS[-1] else LineHand.STRAIGHT_FLUSH)
    return hands
