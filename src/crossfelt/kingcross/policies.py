"""Simple players. Each looks at a sheet and the card in hand, and draws from a generator that is handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from crossfelt.cards import Card, card_name, parse_card
from crossfelt.kingcross.actions import Place
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import LINES_THROUGH, PRINTED_KING, Sheet, parse_square, square_name
from crossfelt.kingcross.views import MatchView, SheetView


class Draws(Protocol):
    """Where a policy gets its chance from; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""


Choices = Sequence[tuple[int, Card]]
"""The squares and cards with which a roll may be played; never empty."""
Policy = Callable[[ScoreCard, Sheet, Choices, Draws], tuple[int, Card]]
"""Picks one of the choices."""


def place_at_random(score_card: ScoreCard, sheet: Sheet, choices: Choices, draws: Draws) -> tuple[int, Card]:  # noqa: ARG001
    """Any choice, each as likely as any other."""
    return choices[draws.randrange(len(choices))]


def place_greedily(score_card: ScoreCard, sheet: Sheet, choices: Choices, draws: Draws) -> tuple[int, Card]:
    """The choice that makes the most points at once; among equals, any."""
    made = [score_card.points[made_hand(sheet.line(number))] for number in range(12)]

    def gain(choice: tuple[int, Card]) -> int:
        after = sheet.place(*choice)
        lines = LINES_THROUGH[choice[0]]
        return sum(score_card.points[made_hand(after.line(number))] - made[number] for number in lines)

    gains = [gain(choice) for choice in choices]
    best = max(gains)
    equals = [choice for choice, points in zip(choices, gains, strict=True) if points == best]
    return equals[draws.randrange(len(equals))]


POLICIES: Mapping[str, Policy] = {"random": place_at_random, "greedy": place_greedily}


def action_of(policy: Policy, score_card: ScoreCard, view: MatchView, draws: Draws) -> Place:
    """What a policy does in a seat: it knows the view of that seat and nothing else."""
    own = next(sheet for sheet in view.seats if sheet.seat == view.seat)
    choices = [(parse_square(option.square), parse_card(option.card)) for option in view.options]
    square, placed = policy(score_card, _sheet(own), choices, draws)
    return Place(len(own.rolls), square_name(square), card_name(placed))


def _sheet(view: SheetView) -> Sheet:
    names = [name for row in view.grid for name in row]
    return Sheet(tuple(PRINTED_KING if name == "K" else None if name is None else parse_card(name) for name in names))
