"""A match taken up again from its record, with the dice where they were."""

from __future__ import annotations

from crossfelt.chance import Draws
from crossfelt.cli.shared.records import resume
from crossfelt.cli.shared.streams import STDIN, refuse_unwritable
from crossfelt.errors import BadInput
from crossfelt.kingcross.actions import RollDice
from crossfelt.kingcross.dice import Roll, next_roll
from crossfelt.kingcross.match import KING_CROSS, MatchContest

_ELSEWHERE = {"criss-cross": "crossfelt deal --resume"}


def resumed_match(file: str) -> MatchContest:
    """The unfinished match of a record."""
    return resume(KING_CROSS, file, "crossfelt king play --resume", _ELSEWHERE)


def record_of(resume: str) -> str | None:
    """The file that goes on being the record of a resumed match; None when it came from stdin."""
    if resume == STDIN:
        return None
    refuse_unwritable("--resume", resume)
    return resume


def skip_rolls(dice: Draws, match: MatchContest, source: str) -> None:
    """Rolls the dice as often as the match has seen them; `BadInput` where its rolls came from elsewhere."""
    for step in match.steps:
        if isinstance(step.action, RollDice):
            roll = next_roll(dice)
            if roll != Roll(step.action.value, step.action.suit):
                raise BadInput(f"--resume: the rolls of this record are not those of {source}")
