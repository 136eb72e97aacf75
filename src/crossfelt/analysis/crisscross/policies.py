"""Policies that rest on the exact analysis: what an adviser says, and what a strategy card says.

Both look at one situation card by card, in plain Python, because a seat at a table asks only once in a while. The
arrays of `features` hold the same levels for every deal at once; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np

from crossfelt.analysis.crisscross.advice import advise
from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.features import MADE, holding
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy_card import USUAL_LINES, StrategyCard, grow_strategy_cards
from crossfelt.cards import DECK, Card, rank_of, suit_of
from crossfelt.chance import Draws
from crossfelt.crisscross.policies import FOLDS, Optimal, SeatPolicy, Situation
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import ranker

MOST_GROWN = 64
"""Strategy cards that are cached: one for each set of odds that tables play by."""
_FLUSH_DRAW = 3
_MOST_STRAIGHT_DRAW = 2
_SIX = 4
_ACE = 12


class ExactAdvisor:
    """What each action is worth over every way in which the round can go on."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def values(self, situation: Situation, /) -> Mapping[int, Fraction]:
        """Each action -> the average of the whole round in antes, all later decisions being the best ones."""
        advice = advise(
            self.scheme, situation.hole, situation.across or None, situation.down or None, situation.bets
        ).values
        return dict(zip((FOLDS, *self.scheme.multiples), advice.values(), strict=True))


class CardDecider:
    """Does what a strategy card says: the first line that fits decides."""

    def __init__(self, strategy_card: StrategyCard, scheme: Scheme) -> None:
        self.strategy_card, self.scheme = strategy_card, scheme

    def decide(self, situation: Situation, /) -> int:
        """The action of the first line whose conditions all hold."""
        rules = next(rules for rules in self.strategy_card.lists() if rules.decision == situation.stage.id)
        levels = seen_levels(situation, self.scheme.ace_low_straight)
        for rule in rules.rules:
            if all(entry.least <= levels[entry.feature.name] <= entry.most for entry in rule.conditions):
                return FOLDS if rule.action == 0 else self.scheme.multiples[rule.action - 1]
        raise AssertionError("the last line of a strategy card fits everything")


def optimal_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """A seat that plays the main game perfectly: `optimal`."""
    return SeatPolicy(book, Optimal(ExactAdvisor(encode(book))))


def grown_card_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """A seat that plays by the best strategy card of the usual length: `card`."""
    return SeatPolicy(book, _grown(encode(book)))


def grown_card_decider(scheme: Scheme, progress: Callable[[float], None] | None = None) -> CardDecider:
    """Plays by the best strategy card of the usual length that grows from the exact values: about a second's work."""
    cards = grow_strategy_cards(solve(scheme), USUAL_LINES, progress)
    return CardDecider(cards[-1].strategy_card, scheme)


@lru_cache(MOST_GROWN)
def _grown(scheme: Scheme) -> CardDecider:
    return grown_card_decider(scheme)


def seen_levels(situation: Situation, ace_low_straight: bool) -> dict[str, int]:
    """The level of each feature of the decision at hand (`features.FEATURES`), read off the cards."""
    hole = situation.hole
    hole_highs, hole_middles = _highs(hole), _middles(hole)
    levels = {
        "hole_pair": int(rank_of(hole[0]) == rank_of(hole[1])),
        "suited": int(suit_of(hole[0]) == suit_of(hole[1])),
        "high_card": max(map(rank_of, hole)),
        "low_card": min(map(rank_of, hole)),
        "hole_highs": hole_highs,
        "highs": hole_highs + _highs(situation.across),
        "middles": hole_middles + _middles(situation.across),
    }
    lines = [(*hole, *pair) for pair in (situation.across, situation.down) if pair]
    if lines:
        made = [_made(cards, ace_low_straight) for cards in lines]
        levels |= {
            "made": max(made),
            "other_made": min(made),
            "draw": max(_draw(cards, ace_low_straight) for cards in lines),
        }
    if situation.down:
        # A rank that lies on both lines counts once.
        board = {(rank_of(card), number) for number, card in enumerate((*situation.across, *situation.down))}
        shared = {rank_of(card) for card in situation.across} & {rank_of(card) for card in situation.down}
        highs = hole_highs + sum(_is_high(rank) for rank, _ in board) - sum(map(_is_high, shared))
        middles = hole_middles + sum(_is_middle(rank) for rank, _ in board) - sum(map(_is_middle, shared))
        lows = all(any(rank_of(card) < _SIX for card in pair) for pair in (hole, situation.across, situation.down))
        levels |= {
            "hand_high": int(hole_highs > 0),
            "cross": 0 if _highs((*situation.across, *situation.down)) == 0 else 1 if lows else 2,
            "holding": int(holding(np.array(levels["made"]), np.array(levels["draw"]))),
        }
        levels["card_points"] = 4 * highs + 2 * middles + 2 * hole_highs + hole_middles
    return levels


def _is_high(rank: int) -> bool:
    return rank >= 9


def _is_middle(rank: int) -> bool:
    return 4 <= rank <= 8


def _highs(cards: tuple[Card, ...]) -> int:
    return sum(_is_high(rank_of(card)) for card in cards)


def _middles(cards: tuple[Card, ...]) -> int:
    return sum(_is_middle(rank_of(card)) for card in cards)


def _made(four: tuple[Card, ...], ace_low_straight: bool) -> int:
    """What four cards of a line hold: what the worst middle card leaves of them."""
    judge = ranker(ace_low_straight)
    first, second, third, fourth = four
    worst = min(judge.hand(first, second, third, fourth, card) for card in DECK if card not in four)
    return min(worst, len(MADE) - 1)


def _draw(four: tuple[Card, ...], ace_low_straight: bool) -> int:
    """3 where one more suited card makes a flush, else how many ranks complete a straight, two at most."""
    if len({suit_of(card) for card in four}) == 1:
        return _FLUSH_DRAW
    ranks = {rank_of(card) for card in four}
    return min(sum(_is_straight({*ranks, rank}, ace_low_straight) for rank in range(13)), _MOST_STRAIGHT_DRAW)


def _is_straight(ranks: set[int], ace_low_straight: bool) -> bool:
    if len(ranks) != 5:
        return False
    low = {-1 if rank == _ACE else rank for rank in ranks}
    return max(ranks) - min(ranks) == 4 or (ace_low_straight and max(low) - min(low) == 4)
