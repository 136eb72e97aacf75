"""A recorded round as `crossfelt replay` prints it: every step in sentences, the cards, and every wager."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from crossfelt.cli.crisscross.felt import bonus_row, named_hands, settled_wagers_table, table_of_cards, titled
from crossfelt.cli.rules.citations import short_citation
from crossfelt.cli.shared.drawing import Pencil, plain_table
from crossfelt.crisscross.layout import BONUS, COMMUNITY, hole_places
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.round import RoundContest
from crossfelt.crisscross.story import RoundStory
from crossfelt.crisscross.views import TableView


def round_report(pencil: Pencil, contest: RoundContest, view: TableView) -> Group:
    """Draw a replayed round; once it is over, every card is face up."""
    book = contest.rules
    story = RoundStory(book, lambda cards: pencil.names(cards).plain, short_citation)
    steps = plain_table(">step", "what happened")
    for number, step in enumerate(contest.steps, start=1):
        steps.add_row(str(number), "\n".join(map(story.tell, step.events)))
    at = _places(view)
    parts: list[RenderableType] = [
        Text(f"{named_rules(book).title} ({book.name})", "bold"),
        Text(f"hash {book.hash}\n"),
        steps,
        Text(""),
        *_cards(pencil, view, at),
    ]
    for seat in view.seats:
        lines = [line for line in view.settled_wagers if line.seat == seat.seat]
        if lines:
            hands = named_hands(book, [at.get(place) for place in hole_places(seat.seat)], at)
            parts.append(Text(f"\nSeat {seat.seat}", "bold"))
            parts.append(settled_wagers_table(book, seat.seat, lines, hands))
    count = len(contest.steps)
    parts.append(Text(f"\nRecord valid: {count} step{'' if count == 1 else 's'}, {_standing(view)}."))
    return Group(*parts)


def _places(view: TableView) -> dict[str, str | None]:
    """The card on each place; None where it is still face down."""
    deck = view.deck or (None,) * 52
    return {entry.place: deck[entry.position] for entry in view.placements}


def _cards(pencil: Pencil, view: TableView, at: Mapping[str, str | None]) -> list[RenderableType]:
    if not at:
        return []
    community = {place: at[place] for place in COMMUNITY if place in at}
    bonus = [at[place] for place in BONUS if place in at]
    hands: list[RenderableType] = []
    for seat in view.seats:
        hole = [at[place] for place in hole_places(seat.seat) if place in at]
        if hole:
            hands.append(titled(f"Seat {seat.seat}", pencil.row(hole)))
    if bonus:
        hands.append(bonus_row(pencil, bonus))
    return [table_of_cards(pencil, community, Group(*hands[:2]), Group(*hands[2:4]), Group(*hands[4:]))]


def _standing(view: TableView) -> str:
    ends = {"settled": "round complete", "voided": "round void"}
    return ends.get(view.stage, f"round unfinished, at {view.stage.replace('_', ' ')}")
