"""Draws a King Cross score card: the points of each hand and achievement, with their clauses."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.table import Table
from rich.text import Text

from crossfelt.cli.king.help import asked
from crossfelt.cli.rules.book_tables import choice_lines
from crossfelt.cli.shared.drawing import plain_table, section
from crossfelt.kingcross.resolve import choices_of, named_score_card
from crossfelt.kingcross.scorecard import ScoreCard, words


def score_cards_table(cards: Iterable[ScoreCard]) -> Table:
    """List score cards, one in each row."""
    table = plain_table("id", "title", "best hand", "achievements")
    for card in cards:
        name, points = next(iter(card.chart.items()))
        table.add_row(card.id, card.title, f"{words(name)}, {points} points", str(len(card.achievements)))
    return table


def whole_score_card(card: ScoreCard) -> Group:
    """Draw everything about one score card."""
    hands = plain_table("hand", ">points")
    for name, points in card.chart.items():
        hands.add_row(words(name), str(points))
    bonus = plain_table("achievement", ">points", "for", "reading")
    for entry in card.achievements.values():
        reading = card.document["achievements"][entry.name].get("reading", "")
        bonus.add_row(entry.title, str(entry.points), asked(entry), reading)
    return Group(
        Text(f"{named_score_card(card).title} ({card.name})", "bold"),
        Text("A roll-and-write on a sheet of 25 squares, for one player or more"),
        Text(f"hash {card.hash}"),
        section(f"Points of each of the twelve hands ({card.document['points']['clause']})", hands),
        section("Achievements, in bonus mode (Bonus Points and Achievements)", bonus),
        section("Choices", *choice_lines(card, choices_of(card.id))),
    )
