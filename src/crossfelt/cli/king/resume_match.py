"""Continuing a match from its record, with the dice where they were."""

from __future__ import annotations

from crossfelt.chance import Draws
from crossfelt.cli.shared.records import resume
from crossfelt.errors import BadInput
from crossfelt.kingcross.actions import RollDice
from crossfelt.kingcross.dice import Roll, next_roll
from crossfelt.kingcross.match import KING_CROSS, MatchContest


def resumed_match(file: str) -> MatchContest:
    """Return the unfinished match of a record."""
    return resume(KING_CROSS, file)


def skip_rolls(dice: Draws, match: MatchContest, source: str) -> None:
    """Roll the dice as often as the match has; `BadInput` if its rolls came from elsewhere."""
    for step in match.steps:
        if isinstance(step.action, RollDice):
            roll = next_roll(dice)
            if roll != Roll(step.action.value, step.action.suit):
                raise BadInput(f"--resume: the rolls in this file aren't those of {source}")
