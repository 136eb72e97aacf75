"""Simple policies, and the step from a seat's view to a placement that all King Cross policies share.

A policy sees only the view of its own seat. Policies that choose at random get a source of chance passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from crossfelt.cards import Card, card_name, parse_card
from crossfelt.chance import Draws
from crossfelt.kingcross.actions import Place
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import LINE_COUNT, LINES_THROUGH, Sheet, square_name
from crossfelt.kingcross.views import MatchView


class Placer(Protocol):
    """Chooses where a roll goes, given only one sheet and the card in hand."""

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Return the square and the card to place, which differs from the roll only if the roll is wild."""


class SheetPolicy:
    """A policy for a seat, made from a placer."""

    def __init__(self, score_card: ScoreCard, placer: Placer) -> None:
        self.score_card, self.placer = score_card, placer

    def act(self, view: MatchView, /) -> Place:
        """Place the card in hand of the seat whose view this is."""
        own = next(sheet for sheet in view.seats if sheet.seat == view.seat)
        assert own.in_hand is not None, "a policy acts only when its seat has a card to place"
        sheet = sheet_from_grid(own.grid, self.score_card, is_full=False)
        square, card = self.placer.place(sheet, parse_card(own.in_hand))
        return Place(len(own.rolls), square_name(square), card_name(card))


class RandomPlacer:
    """Takes any legal placement with equal probability."""

    def __init__(self, score_card: ScoreCard, draws: Draws) -> None:
        self._score_card, self._draws = score_card, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Choose one of the legal placements at random."""
        return _drawn(sheet.placements(rolled, self._score_card.wild_may_be_king), self._draws)


class GreedyPlacer:
    """Takes the placement that makes the most points at once; among equals, any."""

    def __init__(self, score_card: ScoreCard, draws: Draws) -> None:
        self._score_card, self._draws = score_card, draws

    def place(self, sheet: Sheet, rolled: Card, /) -> tuple[int, Card]:
        """Choose at random among the placements that gain the most."""
        points = self._score_card.points
        made = [points[made_hand(sheet.line(number))] for number in range(LINE_COUNT)]

        def gain(placement: tuple[int, Card]) -> int:
            after = sheet.place(*placement)
            return sum(points[made_hand(after.line(number))] - made[number] for number in LINES_THROUGH[placement[0]])

        placements = sheet.placements(rolled, self._score_card.wild_may_be_king)
        gains = [gain(placement) for placement in placements]
        best = max(gains)
        return _drawn([entry for entry, points in zip(placements, gains, strict=True) if points == best], self._draws)


def random_policy(rules: MatchRules, draws: Draws) -> SheetPolicy:
    """Return a policy that takes any legal placement with equal probability: `random`."""
    return SheetPolicy(rules.score_card, RandomPlacer(rules.score_card, draws))


def greedy_policy(rules: MatchRules, draws: Draws) -> SheetPolicy:
    """Return a policy that takes the most points at once: `greedy`."""
    return SheetPolicy(rules.score_card, GreedyPlacer(rules.score_card, draws))


def _drawn(placements: Sequence[tuple[int, Card]], draws: Draws) -> tuple[int, Card]:
    return placements[draws.below(len(placements))]
