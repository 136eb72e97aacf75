"""The end of a match in the terminal: sheets, scores, winners and best scores."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from crossfelt.cli.king.best_scores import SavedScore, ScoreFileError, save_score, scores_path
from crossfelt.cli.king.board import playing_sheet
from crossfelt.cli.king.match import Player, TerminalMatch
from crossfelt.cli.king.score_cards import describe_rules
from crossfelt.cli.king.score_table import score_table
from crossfelt.cli.shared.drawing import plain_table, print_headline
from crossfelt.kingcross.casefile import score_document
from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.scorecard import words
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.views import MatchView


def show_result(match: TerminalMatch, dice: str) -> dict[int, SavedScore | None]:
    """Print the result of a finished match, and save the scores of the people who played it to the end.

    Returns the scores saved before, by seat: None for a first game. Seats whose score couldn't be saved are missing.
    """
    console, rules = match.console, match.contest.state.rules
    view = match.view(match.players[0].seat)
    print_headline(console, Text("The sheet is full" if match.is_alone else "The sheets are full"))
    for player, sheet in zip(match.players, view.seats, strict=True):
        if not match.is_alone:
            console.print(Text(f"\n{player.name}", "bold"))
        console.print(playing_sheet(match.pencil, sheet.grid, sheet.made, rules.score_card.chart))
    console.print()
    if match.is_alone:
        score = score_sheet(rules.score_card, sheet_from_grid(view.seats[0].grid, rules.score_card), rules.bonus)
        console.print(score_table(score_document(rules.score_card, score, rules.bonus)))
    else:
        console.print(_scores_together(match, view))
        console.print(Text(winners_text(match.players, view), "bold"))
    return _save(match, view, dice)


def winners_text(players: Sequence[Player], view: MatchView) -> str:
    """Return the sentence that names the winner, or all who share the win (reading K16)."""
    names = [player.name for player in players if player.seat in view.winners]
    total = max(score.total for score in view.scores)
    if len(names) == 1:
        return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {total} points."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {total} points."


def _scores_together(match: TerminalMatch, view: MatchView) -> Table:
    """Return a table of the points of each line and achievement, with a column for each player."""
    rules = match.contest.state.rules
    table = plain_table("line", *(f">{player.name}" for player in match.players))
    for line in range(12):
        table.add_row(str(line + 1), *(str(rules.score_card.chart[score.hands[line]]) for score in view.scores))
    if rules.bonus:
        for name, achievement in rules.score_card.achievements.items():
            reached = [str(achievement.points) if name in score.achievements else "0" for score in view.scores]
            table.add_row(words(name), *reached)
    table.add_section()
    table.add_row("total", *(str(score.total) for score in view.scores), style="bold")
    return table


def _save(match: TerminalMatch, view: MatchView, dice: str) -> dict[int, SavedScore | None]:
    earlier: dict[int, SavedScore | None] = {}
    for player, sheet, score in zip(match.players, view.seats, view.scores, strict=True):
        if player.policy is not None or sheet.absent:
            continue
        rules = match.contest.state.rules
        try:
            before = save_score(scores_path(), rules, dice, player.name, score.total)
        except ScoreFileError as error:
            match.console.print(f"Couldn't save this score: {error}.", soft_wrap=True)
            return earlier
        earlier[player.seat] = before
        whose = "" if match.is_alone else f"{player.name}: "
        comparison = _compared(score, before)
        compared_by = describe_rules(rules) + ("" if dice == "fresh" else f", dice of {dice}")
        match.console.print(f"{whose}{comparison} ({compared_by}).")
    return earlier


def _compared(score: SeatScore, before: SavedScore | None) -> str:
    if before is None:
        return "First score under these rules"
    if score.total > before.best:
        return f"New best! Previous best: {before.best}"
    return f"Your best: {before.best}"
