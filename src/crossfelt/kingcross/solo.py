"""Check one-sheet games played elsewhere, on paper or in a browser, roll by roll under the rules.

The caller passes today's date; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from crossfelt.cards import Card, card_name
from crossfelt.errors import BadInput, CardError, Fault, IllegalAction
from crossfelt.faults import FaultCode
from crossfelt.game import CHANCE, seat_actor
from crossfelt.kingcross.actions import Place, RollDice
from crossfelt.kingcross.dice import daily_dice, parse_roll
from crossfelt.kingcross.match import MatchContest, open_match
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scorecard import ScoreCard


class Placement(Protocol):
    """One roll and its square, as names."""

    @property
    def rolled(self) -> str:
        """The name of the rolled card."""

    @property
    def square(self) -> str:
        """Column and row, such as b4."""

    @property
    def card(self) -> str:
        """The rolled card, or what a wild roll became."""


def play_placements(score_card: ScoreCard, bonus: bool, placements: Sequence[Placement]) -> MatchContest:
    """Play a game of one sheet; `BadInput` names the first placement that the rules refuse."""
    contest = open_match(MatchRules(score_card, "solo", bonus))
    for number, placement in enumerate(placements):
        try:
            _place(contest, number + 1, placement)
        except (BadInput, IllegalAction) as error:
            path = f"placements.{number}"
            raise BadInput(fault.prefixed(path, path) for fault in error.faults) from None
    return contest


def daily_cards(day: str, today: str) -> list[Card]:
    """Return the 24 rolled cards of a day; `BadInput` if it isn't a date, or is later than `today`."""
    try:
        rolls = daily_dice(day)
    except CardError as error:
        raise BadInput(fault.prefixed("day", "day") for fault in error.faults) from None
    if day > today:
        raise BadInput(Fault(FaultCode.DAY_TO_COME, f"{day} is in the future", "day", params={"day": day}))
    return [roll.card for roll in rolls]


def refuse_other_dice(placements: Sequence[Placement], day: str, today: str) -> None:
    """Refuse placements whose rolls aren't those of a day; `BadInput` names the first one."""
    for number, (placement, card) in enumerate(zip(placements, daily_cards(day, today), strict=False)):
        if placement.rolled != card_name(card):
            message = f"roll {number + 1} of {day} is {card_name(card)}"
            params = {"roll": number + 1, "day": day, "card": card_name(card)}
            raise BadInput(Fault(FaultCode.OTHER_DICE, message, f"placements.{number}.rolled", params=params))


def _place(contest: MatchContest, number: int, placement: Placement) -> None:
    roll = parse_roll(placement.rolled)
    contest.act(CHANCE, RollDice(roll.value, roll.suit))
    contest.act(seat_actor(1), Place(number, placement.square, placement.card))
