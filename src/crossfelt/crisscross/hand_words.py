"""Hands as players call them: `pair of kings`, where a pay table only says `pair jacks or better`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from crossfelt.cards import RANK_NAMES, Card, rank_of
from crossfelt.crisscross.layout import BONUS, COMMUNITY, Place, line_cards
from crossfelt.ranking import Hand, Ranker

_ACE = 12
_FIVE = 3


def hand_in_words(cards: Sequence[Card], ranker: Ranker) -> str:
    """Five cards as a player calls them.

    >>> from crossfelt.cards import parse_cards
    >>> from crossfelt.ranking import ranker
    >>> hand_in_words(parse_cards("Kd 9c Ah 9d Kc"), ranker()), hand_in_words(parse_cards("Ah 2c 3d 4s 5h"), ranker())
    ('two pair (kings and 9s)', '5-high straight')
    """
    hand = ranker.hand(*cards)
    # The ranks that come most often first, among those the highest.
    ranks = [rank for rank, _ in sorted(Counter(map(rank_of, cards)).items(), key=lambda item: (-item[1], -item[0]))]
    first, second = RANK_NAMES[ranks[0]], RANK_NAMES[ranks[1]]
    match hand:
        case Hand.ROYAL_FLUSH:
            return "royal flush"
        case Hand.FOUR_OF_A_KIND | Hand.THREE_OF_A_KIND:
            return f"{hand.slug.replace('_', ' ')} ({first}s)"
        case Hand.FULL_HOUSE:
            return f"full house ({first}s over {second}s)"
        case Hand.TWO_PAIR:
            return f"two pair ({first}s and {second}s)"
        case Hand.PAIR_2S_TO_5S | Hand.PAIR_6S_TO_10S | Hand.PAIR_JACKS_OR_BETTER:
            return f"pair of {first}s"
        case Hand.STRAIGHT | Hand.STRAIGHT_FLUSH if ranks[0] == _ACE and ranks[1] == _FIVE:
            return f"{second}-high {hand.slug.replace('_', ' ')}"
        case Hand.HIGH_CARD:
            return f"{first} high"
    return f"{first}-high {hand.slug.replace('_', ' ')}"


def hands_in_words(ranker: Ranker, hole: tuple[Card, Card], cards: Mapping[Place, Card]) -> dict[str, str]:
    """The hand that decides each kind of spot (`layout.HandSource`), as far as its cards are among `cards`."""
    words: dict[str, str] = {}
    bonus = [cards[place] for place in BONUS if place in cards]
    if bonus:
        words["hole_and_bonus"] = hand_in_words(_best((*hole, *bonus), ranker), ranker)
    if any(place not in cards for place in COMMUNITY):
        return words
    lines = {"across": line_cards("across", hole, cards), "down": line_cards("down", hole, cards)}
    higher = max(lines.values(), key=lambda five: ranker.strength(*five))
    every = {**lines, "higher": higher, "community": tuple(cards[place] for place in COMMUNITY)}
    return words | {source: hand_in_words(five, ranker) for source, five in every.items()}


def _best(cards: Sequence[Card], ranker: Ranker) -> tuple[Card, ...]:
    return max(combinations(cards, 5), key=lambda five: ranker.strength(*five))
