"""A recorded round for people: what happened step by step, then the cards and every chip."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from crossfelt.cli.crisscross.felt import bonus_row, settled_wagers_table, table_of_cards, titled
from crossfelt.cli.shared.drawing import Pencil, steps_table
from crossfelt.crisscross.layout import BONUS, COMMUNITY, hole_places
from crossfelt.crisscross.notation import format_event
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.round import RoundContest
from crossfelt.crisscross.views import TableView


def round_report(pencil: Pencil, contest: RoundContest, view: TableView) -> Group:
    """Everything that `crossfelt replay` prints about a round; of one that is over, every card is face up."""
    book = contest.rules
    parts: list[RenderableType] = [
        Text(f"{named_rules(book).title} ({book.name})", "bold"),
        Text(f"hash {book.hash}\n"),
        steps_table(contest.steps, format_event),
        Text(""),
        *_cards(pencil, view),
    ]
    for seat in view.seats:
        lines = [line for line in view.settled_wagers if line.seat == seat.seat]
        if lines:
            parts.extend((Text(f"\nSeat {seat.seat}", "bold"), settled_wagers_table(book, seat.seat, lines)))
    if view.void is not None:
        parts.append(Text(f"Void: {view.void.reason} ({view.void.clause}); every wager goes back."))
    parts.append(Text(f"\nThe record holds: {len(contest.steps)} steps, the round is {_standing(view)}."))
    return Group(*parts)


def _cards(pencil: Pencil, view: TableView) -> list[RenderableType]:
    """All cards that were dealt, face up once the round is over."""
    deck = view.deck or (None,) * 52
    at = {entry.place: deck[entry.position] for entry in view.placements}
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
    return {"settled": "settled", "voided": "void"}.get(view.stage, f"not over, at {view.stage}")
