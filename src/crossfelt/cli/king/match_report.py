"""The report of a recorded match: every step, then every sheet with its score."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from crossfelt.cli.king.board import playing_sheet
from crossfelt.cli.shared.drawing import Pencil, steps_table
from crossfelt.kingcross.match import MatchContest
from crossfelt.kingcross.story import MatchStory
from crossfelt.kingcross.views import MatchView


def match_report(pencil: Pencil, contest: MatchContest, view: MatchView) -> Group:
    """Return what `crossfelt replay` prints about a match, with its sheets as far as they are filled."""
    rules = contest.rules
    bonus = "with bonus points" if rules.bonus else "without bonus points"
    parts: list[RenderableType] = [
        Text(f"{rules.score_card.title} ({rules.name}), {rules.mode.replace('_', ' ')}, {bonus}", "bold"),
        Text(f"hash {rules.hash}\n"),
        steps_table(contest.steps, MatchStory(lambda card: pencil.name(card).plain).tell),
    ]
    totals = {score.seat: score.total for score in view.scores}
    for sheet in view.seats:
        points = f"total {totals[sheet.seat]}" if totals else f"{sheet.points_made} points so far"
        parts.append(Text(f"\nSeat {sheet.seat}, {points}", "bold"))
        parts.append(playing_sheet(pencil, sheet.grid, sheet.made, rules.score_card.chart))
    standing = "match complete" if view.stage == "finished" else f"match unfinished, at {view.stage}"
    parts.append(Text(f"\nRecord valid: {len(contest.steps)} steps, {standing}."))
    return Group(*parts)
