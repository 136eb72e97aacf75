"""`crossfelt king review`: a recorded match judged, placement by placement, and the best sheet in hindsight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.streams import json_text, open_console, read_bytes
from crossfelt.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

    from crossfelt.cli.drawing import Pencil
    from crossfelt.kingcross.match import MatchContest
    from crossfelt.kingcross.rules import MatchRules
    from crossfelt.kingmind.hindsight import BestSheet
    from crossfelt.kingmind.review import Move, Review

_LEAST_LOSS = 0.05
"""Smaller losses would print as nothing."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="N", type=click.IntRange(min=1), help="This seat alone.")
@click.option("--no-best", is_flag=True, help="Leave out the best sheet in hindsight.")
@click.option(
    "--seconds", metavar="T", type=click.FloatRange(0.0, 3600.0, min_open=True), help="How long to look for that sheet."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def review(file: str, seat: int | None, no_best: bool, seconds: float | None, as_json: bool) -> None:
    """Judge a finished match: points lost by each placement, luck of each roll.

    FILE is a match record, such as king play writes with --record; - reads stdin.
    """
    from crossfelt.cli.figures import progress_bar
    from crossfelt.jsontext import parse_json
    from crossfelt.kingcross.match import KING_CROSS
    from crossfelt.record import replay

    if no_best and seconds is not None:
        raise BadInput("--seconds: with --no-best there is nothing to look for")
    data = parse_json(read_bytes(file))
    match = replay(KING_CROSS, data)
    if not match.state.is_finished:
        raise BadInput("the match is not over, so there is no total to review")
    if seat is not None and seat not in match.seats:
        raise BadInput(f"--seat: seat {seat} is not in this match, which has {', '.join(map(str, match.seats))}")
    seats = match.seats if seat is None else (seat,)
    with progress_bar("reviewing") as progress:
        judged = [
            _judge(match, number, seconds, no_best, _part(progress, done, len(seats)))
            for done, number in enumerate(seats)
        ]
    if as_json:
        rules = match.rules
        document = {
            "mode": rules.mode,
            "bonus": rules.bonus,
            "score_card": f"{rules.score_card.id}-{rules.score_card.version}",
            "score_card_hash": rules.score_card.hash,
            "seats": [_document(entry) for entry in judged],
        }
        print(json_text(document))
        return
    from crossfelt.cli.drawing import Pencil

    console = open_console()
    pencil = Pencil.for_console(console)
    for entry in judged:
        if len(match.seats) > 1:
            console.rule(f"Seat {entry.seat}", align="left")
        console.print(_text(pencil, entry, match.rules))


def _part(progress: Callable[[float], None], done: int, count: int) -> Callable[[float], None]:
    """The progress of one of several equal parts."""
    return lambda share: progress((done + share) / count)


@dataclass(frozen=True, slots=True)
class _Judged:
    """One seat's game, looked at again."""

    seat: int
    review: Review
    by_table: frozenset[int]
    """The rolls that the table placed for a player who had left, from 1."""
    best: BestSheet | None


def _judge(
    match: MatchContest, seat: int, seconds: float | None, no_best: bool, progress: Callable[[float], None]
) -> _Judged:
    """Half of the progress is for the placements, half for the best sheet."""
    from crossfelt.kingmind.hindsight import BestSheet, best_sheet
    from crossfelt.kingmind.review import review as judge

    card, bonus = match.rules.score_card, match.rules.bonus
    moves, by_table = _moves(match, seat)
    found = judge(card, bonus, moves, lambda share: progress(share / 2))
    if no_best:
        return _Judged(seat, found, by_table, None)
    cards = [move.card for move in moves]
    best = best_sheet(card, bonus, cards, seconds, progress=lambda share, _total, _bound: progress(0.5 + share / 2))
    if best.total < found.total:  # the search is no proof, and what was played counts as found
        sheet = next(entry.sheet for entry in match.state.seats if entry.seat == seat)
        best = BestSheet(sheet, found.total, best.bound)
    return _Judged(seat, found, by_table, best)


def _moves(match: MatchContest, seat: int) -> tuple[list[Move], frozenset[int]]:
    """What a seat did with each of its rolls, and which of them the table placed."""
    from crossfelt.cards import parse_card
    from crossfelt.kingcross.events import CardPlaced, PlacementSealed
    from crossfelt.kingcross.sheet import parse_square
    from crossfelt.kingmind.review import Move

    rolls = next(entry.rolls for entry in match.state.seats if entry.seat == seat)
    placed = [
        event.placement
        for event in match.events
        if isinstance(event, CardPlaced | PlacementSealed) and event.placement.seat == seat
    ]
    moves = [
        Move(rolled, parse_square(entry.square), parse_card(entry.card))
        for rolled, entry in zip(rolls, placed, strict=True)
    ]
    return moves, frozenset(n for n, entry in enumerate(placed, start=1) if entry.decided_by == "table")


def _document(judged: _Judged) -> dict[str, Any]:
    from crossfelt.cards import card_name
    from crossfelt.kingcross.sheet import square_name

    found = judged.review
    return {
        "seat": judged.seat,
        "total": found.total,
        "start": found.start,
        "luck": found.luck,
        "points_lost": found.points_lost,
        "moves": [
            {
                "number": move.number,
                "rolled": card_name(move.rolled),
                "square": square_name(move.square),
                "card": card_name(move.card),
                "decided_by": "table" if move.number in judged.by_table else "player",
                "best_square": square_name(move.best_square),
                "best_card": card_name(move.best_card),
                "expected": move.expected,
                "loss": move.loss,
                "luck": move.luck,
            }
            for move in found.moves
        ],
        "best": None
        if judged.best is None
        else {
            "grid": [list(row) for row in judged.best.sheet.grid()],
            "total": judged.best.total,
            "proven": judged.best.is_proven,
            "bound": judged.best.bound,
        },
    }


def _text(pencil: Pencil, judged: _Judged, rules: MatchRules) -> Group:
    from rich.console import Group
    from rich.text import Text

    from crossfelt.cli.king.board import playing_sheet
    from crossfelt.kingcross.scoring import made_hand

    found = judged.review
    told = (
        f"Expected at first {found.start:.0f}, luck {found.luck:+.0f}, lost {found.points_lost:.0f}: "
        f"total {found.total}."
    )
    parts: list[Any] = [_moves_table(pencil, judged), Text(f"\n{told}")]
    if judged.best is not None:
        best = judged.best
        known = "no sheet scores more" if best.is_proven else f"no sheet scores more than {best.bound}"
        made = [made_hand(best.sheet.line(number)).slug for number in range(12)]
        parts.append(Text(f"\nIn hindsight these 24 cards make {best.total} ({known}):"))
        parts.append(playing_sheet(pencil, best.sheet.grid(), made, rules.score_card.chart))
    return Group(*parts)


def _moves_table(pencil: Pencil, judged: _Judged) -> Table:
    from rich.text import Text

    from crossfelt.cards import card_name
    from crossfelt.cli.tables import plain_table
    from crossfelt.kingcross.sheet import square_name

    table = plain_table(">roll", "card", "placed", "best", ">lost", ">luck", ">expected")
    for move in judged.review.moves:
        was_best = move.loss < _LEAST_LOSS
        placed, best = (
            Text(f"{square_name(square)} ").append_text(pencil.name(card_name(card)) if card != move.rolled else Text())
            for square, card in ((move.square, move.card), (move.best_square, move.best_card))
        )
        table.add_row(
            str(move.number),
            pencil.name(card_name(move.rolled)),
            placed.append(" (table)") if move.number in judged.by_table else placed,
            Text("-") if was_best else best,
            "-" if was_best else f"{move.loss:.1f}",
            f"{move.luck:+.1f}",
            f"{move.expected - move.loss:.1f}",
        )
    return table
