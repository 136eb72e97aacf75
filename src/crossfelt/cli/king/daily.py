"""`crossfelt king daily`: the practice sheet of a day, with the same dice for everyone."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from crossfelt.cli.streams import open_console, refuse_unwritable
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from crossfelt.cli.king.best_scores import Kept
    from crossfelt.kingcross.events import SeatScore

_BARS = "·▁▂▃▄▅▆▇█★"
"""By strength of the hand, everything else to royal flush; where there are no such characters, 0 to 9."""
_WIDTH = 72
"""Narrow enough to be pasted anywhere."""


@click.command()
@click.option("--date", metavar="YYYY-MM-DD", help="The day; today by UTC unless you say.")
@click.option("--bonus", is_flag=True, help="Bonus mode: achievements count.")
@click.option("--hints", is_flag=True, help="Show the best squares at every roll.")
@click.option("--record", metavar="FILE", help="Write the record of the match here, finished or not.")
def daily(*, date: str | None, bonus: bool, hints: bool, record: str | None) -> None:
    """Play the practice sheet of a day: the same dice for everyone.

    At the end comes a short result to share, which tells nothing of the dice.
    """
    from crossfelt.kingcross.dice import daily_text

    day = _today() if date is None else date
    try:
        text = daily_text(day)
    except BadInput as error:
        raise BadInput(f"--date: {error}") from None
    from crossfelt.chance import SeededChance
    from crossfelt.cli.king.cards import choose_card
    from crossfelt.cli.king.ending import show_ending
    from crossfelt.cli.king.play import NOBODY
    from crossfelt.cli.king.playing import Player, Playing
    from crossfelt.kingcross.match import open_match
    from crossfelt.kingcross.rules import MatchRules

    if record is not None:
        refuse_unwritable("--record", record)
    rules = MatchRules(choose_card(()), "solo", bonus)
    playing = Playing(
        contest=open_match(rules),
        players=(Player(1, NOBODY),),
        dice=SeededChance(text),
        console=open_console(),
        always_hints=hints,
        record=record,
    )
    mode = "bonus" if bonus else "base"
    playing.console.print(f"King Cross Poker: practice sheet of {day}, {mode}. help explains, quit leaves.")
    if not playing.play():
        return
    kept = show_ending(playing, f"day {day}")
    shared = shared_result(
        day=day,
        bonus=bonus,
        score=playing.view(1).scores[0],
        hint_count=playing.hints_of(1),
        attempt=_attempt(kept[1]) if 1 in kept else "",
        is_ascii=playing.pencil.is_ascii,
    )
    playing.console.print(f"\nTo share:\n{shared}")


def shared_result(*, day: str, bonus: bool, score: SeatScore, hint_count: int, attempt: str, is_ascii: bool) -> str:
    """A few lines about a finished sheet that tell nothing of its dice."""
    from crossfelt.cli.king.drawing import words
    from crossfelt.kingcross.scorecard import HAND_BY_SLUG

    mode = "bonus" if bonus else "base"
    help_used = "no hints" if not hint_count else f"hints for {hint_count} roll{'' if hint_count == 1 else 's'}"
    bars = "".join((str(int(HAND_BY_SLUG[hand])) if is_ascii else _BARS[HAND_BY_SLUG[hand]]) for hand in score.hands)
    counts = Counter(score.hands)
    made = [f"{words(slug)} {counts[slug]}" for slug in HAND_BY_SLUG if counts[slug]]
    lines = [
        f"King Cross daily {day} ({mode}): {score.total}, {help_used}{attempt}",
        f"columns {bars[:5]}  rows {bars[5:10]}  diagonals {bars[10:]}",
        *wrap(", ".join(made), _WIDTH),
    ]
    if score.achievements:
        lines += wrap(", ".join(words(name) for name in score.achievements), _WIDTH)
    return "\n".join(lines)


def _attempt(before: Kept | None) -> str:
    """Whoever plays a day again knows its dice, so the result says so."""
    return ", first try" if before is None else f", try {before.games + 1} after {before.first} at first"


def _today() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()
