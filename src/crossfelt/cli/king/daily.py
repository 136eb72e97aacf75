"""`crossfelt king daily`: play the practice sheet of a day, with the same dice for everyone."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from crossfelt.chance import SeededChance
from crossfelt.cli.king.score_cards import choose_score_card
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.streams import open_console, refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.cli.king import match, result, resume_match
    from crossfelt.cli.shared import records
    from crossfelt.kingcross import dice, rules, sharing
    from crossfelt.kingcross import match as matches


@click.command()
@click.option("--date", metavar="YYYY-MM-DD", help="Date of the sheet.  [default: today, UTC]")
@click.option("--bonus", is_flag=True, help="Bonus mode: achievements count.")
@click.option("--hints", is_flag=True, help="Show the best squares before every placement.")
@click.option("--record", metavar="FILE", help="Save the match to this file, finished or not.")
@click.option("--resume", metavar="FILE", help="Continue the unfinished match in this file.")
@compilation_shown()
def daily(*, date: str | None, bonus: bool, hints: bool, record: str | None, resume: str | None) -> None:
    """Play the practice sheet of a day: the same dice for everyone.

    At the end it prints a short, spoiler-free result to share. A resumed match is saved to the same file, unless
    --record names another.
    """
    day = _today() if date is None else date
    try:
        text = dice.daily_text(day)
    except BadInput as error:
        raise BadInput(f"--date: {error}") from None
    if record is not None:
        refuse_unwritable("--record", record)
    rolls = SeededChance(text)
    contest = matches.open_match(rules.MatchRules(choose_score_card(()), "solo", bonus))
    if resume is not None:
        before = resume_match.resumed_match(resume)
        if before.rules != contest.rules:
            raise BadInput(
                "--resume: the match in this file was started under other rules; give --bonus only if it was"
            )
        contest, record = before, record or records.record_of(resume)
        resume_match.skip_rolls(rolls, contest, f"the practice sheet of {day}")
    played = match.TerminalMatch(
        contest=contest,
        players=(match.Player(1, match.ALONE),),
        dice=rolls,
        console=open_console(),
        command=" ".join(["crossfelt king daily --date", day, *["--bonus"] * bonus, *["--hints"] * hints]),
        always_hints=hints,
        record=record,
    )
    mode = "bonus" if bonus else "base"
    played.console.print(
        f"King Cross Poker: practice sheet of {day}, {mode} mode. Type help for the rules, quit to leave."
    )
    if not played.play():
        played.close_record()
        return
    earlier = result.show_result(played, f"day {day}")
    attempt = "" if resume is None else ", resumed"
    if 1 in earlier:
        last = earlier[1]
        attempt += sharing.attempt_words(last.games, last.first) if last else sharing.attempt_words(0, None)
    shared = sharing.shared_result(
        day=day,
        bonus=bonus,
        score=played.view(1).scores[0],
        hint_count=played.hints_of(1),
        attempt=attempt,
        is_ascii=played.pencil.is_ascii,
    )
    played.console.print(f"\nTo share:\n{shared}")
    played.close_record()


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
