"""Policies based on the exact analysis: by an adviser, and by a strategy card.

Both read one situation card by card, in plain Python, because a seat at a table decides only now and then. The arrays
of `features` have the same levels for every deal at once; a test compares them.
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
"""Strategy cards that are cached: one for each set of odds in use."""
_FLUSH_DRAW = 3
_MOST_STRAIGHT_DRAW = 2
_SIX = 4
_ACE = 12


class ExactAdvisor:
    """Computes the value of each action over every way in which the round can continue."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def values(self, situation: Situation, /) -> Mapping[int, Fraction]:
        """Return each action -> the average of the whole round in antes, with the best later decisions."""
        advice = advise(
            self.scheme, situation.hole, situation.across or None, situation.down or None, situation.bets
        ).values
        return dict(zip((FOLDS, *self.scheme.multiples), advice.values(), strict=True))


class CardDecider:
    """Decides by a strategy card: the first line that fits."""

    def __init__(self, strategy_card: StrategyCard, scheme: Scheme) -> None:
        self.strategy_card, self.scheme = strategy_card, scheme

    def decide(self, situation: Situation, /) -> int:
        """Return the action of the first line whose conditions are all met."""
        rules = next(rules for rules in self.strategy_card.lists() if rules.decision == situation.stage.id)
        levels = seen_levels(situation, self.scheme.ace_low_straight)
        for rule in rules.rules:
            if all(entry.least <= levels[entry.feature.name] <= entry.most for entry in rule.conditions):
                return FOLDS if rule.action == 0 else self.scheme.multiples[rule.action - 1]
        raise AssertionError("the last line of a strategy card must fit everything")


def optimal_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """Return a policy that plays the main game perfectly: `optimal`."""
    return SeatPolicy(book, Optimal(ExactAdvisor(encode(book))))


def grown_card_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """Return a policy that plays by the best strategy card of the usual length: `card`."""
    return SeatPolicy(book, _grown(encode(book)))


def grown_card_decider(scheme: Scheme, progress: Callable[[float], None] | None = None) -> CardDecider:
    """Return a decider that uses the best strategy card of the usual length, grown from the exact values in about a
    second."""
    cards = grow_strategy_cards(solve(scheme), USUAL_LINES, progress)
    return CardDecider(cards[-1].strategy_card, scheme)


@lru_cache(MOST_GROWN)
def _grown(scheme: Scheme) -> CardDecider:
    return grown_card_decider(scheme)


def seen_levels(situation: Situation, ace_low_straight: bool) -> dict[str, int]:
    """Return the level of each feature of the current decision (`features.FEATURES`), from the cards."""
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
        # A rank that is on both lines counts once.
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
    """Return the hand of four cards of a line: what the worst middle card leaves of them."""
    judge = ranker(ace_low_straight)
    first, second, third, fourth = four
    worst = min(judge.hand(first, second, third, fourth, card) for card in DECK if card not in four)
    return min(worst, len(MADE) - 1)


def _draw(four: tuple[Card, ...], ace_low_straight: bool) -> int:
    """Return 3 if one more suited card makes a flush, else how many ranks complete a straight, two at most."""
    if len({suit_of(card) for card in four}) == 1:
        return _FLUSH_DRAW
    ranks = {rank_of(card) for card in four}
    return min(sum(_is_straight({*ranks, rank}, ace_low_straight) for rank in range(13)), _MOST_STRAIGHT_DRAW)


def _is_straight(ranks: set[int], ace_low_straight: bool) -> bool:
    if len(ranks) != 5:
        return False
    low = {-1 if rank == _ACE else rank for rank in ranks}
    return max(ranks) - min(ranks) == 4 or (ace_low_straight and max(low) - min(low) == 4)
