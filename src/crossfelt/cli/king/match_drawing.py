"""A recorded match for people: what happened step by step, then every sheet and the scores."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from crossfelt.cli.drawing import Pencil
from crossfelt.cli.king.board import playing_sheet
from crossfelt.cli.tables import plain_table
from crossfelt.kingcross.match import MatchContest
from crossfelt.kingcross.notation import format_event
from crossfelt.kingcross.views import MatchView


def match_drawing(pencil: Pencil, contest: MatchContest, view: MatchView) -> Group:
    """The whole match, its sheets as far as they are filled."""
    rules = contest.rules
    steps = plain_table(">step", "by", "what happened")
    for number, step in enumerate(contest.steps, start=1):
        steps.add_row(str(number), str(step.actor), "\n".join(map(format_event, step.events)))
    bonus = "with bonus points" if rules.bonus else "without bonus points"
    parts: list[RenderableType] = [
        Text(f"{rules.score_card.title} ({rules.name}), {rules.mode.replace('_', ' ')}, {bonus}", "bold"),
        Text(f"hash {rules.hash}\n"),
        steps,
    ]
    totals = {score.seat: score.total for score in view.scores}
    for sheet in view.seats:
        points = f"total {totals[sheet.seat]}" if totals else f"{sheet.points_made} points so far"
        parts.append(Text(f"\nSeat {sheet.seat}, {points}", "bold"))
        parts.append(playing_sheet(pencil, sheet.grid, sheet.made, rules.score_card.chart))
    standing = "finished" if view.stage == "finished" else f"not over, at {view.stage}"
    parts.append(Text(f"\nThe record holds: {len(contest.steps)} steps, the match is {standing}."))
    return Group(*parts)
