"""Policies for a seat of Criss Cross Poker: how they wager and decide.

Build one with `SeatPolicy` and a `Decider`, or use a ready-made one such as `always_smallest_policy`. A policy sees
only the view of its own seat. A source of chance, or an adviser that has the exact values, is passed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from crossfelt.cards import Card, parse_card, rank_of
from crossfelt.chance import Draws
from crossfelt.crisscross.actions import Bet, Fold, PlaceWagers
from crossfelt.crisscross.layout import ACROSS, DOWN
from crossfelt.crisscross.rulebook import PUSHES, RuleBook, Stage
from crossfelt.crisscross.views import TableView
from crossfelt.crisscross.wagers import smallest_wagers
from crossfelt.ranking import PAIR_HANDS, Hand

FOLDS = 0
"""The answer of a decider that folds; any other answer is a multiple of the ante."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision as its seat sees it, reduced to what the decision depends on."""

    stage: Stage
    hole: tuple[Card, Card]
    across: tuple[Card, ...]
    """The two cards of the across line that are turned; empty before."""
    down: tuple[Card, ...]
    bets: tuple[int, ...]
    """Multiples bet so far."""


class Decider(Protocol):
    """Chooses between folding and betting."""

    def decide(self, situation: Situation, /) -> int:
        """Return `FOLDS` or one of the valid multiples."""


class Adviser(Protocol):
    """Computes the exact value of every action in a situation."""

    def values(self, situation: Situation, /) -> Mapping[int, Fraction]:
        """Return each action (`FOLDS` or a multiple) with its average result of the whole round in antes."""


class SeatPolicy:
    """A policy for a seat: the same wagers in every round, and a decider for the three decisions."""

    def __init__(self, book: RuleBook, decider: Decider, wagers: Mapping[str, int] | None = None) -> None:
        self.book, self.decider = book, decider
        self.wagers = dict(smallest_wagers(book) if wagers is None else wagers)

    def act(self, view: TableView, /) -> PlaceWagers | Bet | Fold:
        """Return wagers while betting is open, then a decision of the seat whose view this is."""
        if view.stage == "betting":
            return PlaceWagers(dict(self.wagers))
        situation = situation_of(self.book, view)
        multiple = self.decider.decide(situation)
        stage = situation.stage.id
        return Fold(stage) if multiple == FOLDS else Bet(stage, multiple)


def situation_of(book: RuleBook, view: TableView) -> Situation:
    """Return the decision that the seat of this view has to make."""
    assert view.to_act == view.seat, "a policy acts only when its seat is due"
    own = next(seat for seat in view.seats if seat.seat == view.seat)
    first, second = (parse_card(name) for name in own.hole if name is not None)
    made = [stage.spot for stage in book.stages if stage.spot.id in own.wagers]
    return Situation(
        stage=book.stages_by_id[view.stage],
        hole=(first, second),
        across=_turned(view, ACROSS),
        down=_turned(view, DOWN),
        bets=tuple(own.wagers[spot.id] // own.wagers[spot.multiple_of or ""] for spot in made),
    )


def _turned(view: TableView, places: tuple[str, ...]) -> tuple[Card, ...]:
    names = [view.community.get(place) for place in places]
    return tuple(parse_card(name) for name in names if name is not None)


class AlwaysSmallest:
    """Bets the smallest multiple at every decision and never folds: `always-1x`."""

    def decide(self, situation: Situation, /) -> int:
        """Return the smallest multiple that the rule book allows at this decision."""
        return min(situation.stage.spot.multiples)


class NeverFolds:
    """Never folds. Bets the largest multiple once the visible cards make a paying hand on one of the lines, otherwise
    the smallest, like a player who wants to see all cards."""

    def __init__(self, book: RuleBook) -> None:
        self._odds = book.odds_of

    def decide(self, situation: Situation, /) -> int:
        """Return the largest multiple with a paying hand, otherwise the smallest."""
        multiples = situation.stage.spot.multiples
        odds = self._odds[situation.stage.spot.id]
        lines = [(*situation.hole, *situation.across), (*situation.hole, *situation.down)]
        return max(multiples) if any(odds[_made(cards)] > PUSHES for cards in lines) else min(multiples)


def _made(cards: tuple[Card, ...]) -> Hand:
    """Return the hand that up to four cards make by their ranks alone."""
    groups = Counter(rank_of(card) for card in cards).most_common()
    (rank, most), times = groups[0], [count for _, count in groups]
    if most >= 3:
        return Hand.FOUR_OF_A_KIND if most == 4 else Hand.THREE_OF_A_KIND
    if most == 1:
        return Hand.HIGH_CARD
    if times.count(2) == 2:
        return Hand.TWO_PAIR
    return PAIR_HANDS[rank]


class AtRandom:
    """Takes any action with equal probability."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def decide(self, situation: Situation, /) -> int:
        """Choose at random between folding and every multiple."""
        actions = (FOLDS, *situation.stage.spot.multiples)
        return actions[self._draws.below(len(actions))]


class Optimal:
    """Takes the action with the highest value by an adviser; among equals, the smallest wager."""

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser

    def decide(self, situation: Situation, /) -> int:
        """Return the action with the highest value."""
        values = self._adviser.values(situation)
        return max(sorted(values), key=lambda action: values[action])


def random_policy(book: RuleBook, draws: Draws) -> SeatPolicy:
    """Return a policy that takes any action with equal probability: `random`."""
    return SeatPolicy(book, AtRandom(draws))


def never_fold_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """Return a policy that never folds: `never-fold`."""
    return SeatPolicy(book, NeverFolds(book))


def always_smallest_policy(book: RuleBook, _: Draws) -> SeatPolicy:
    """Return a policy that bets the smallest multiple at every decision: `always-1x`."""
    return SeatPolicy(book, AlwaysSmallest())
