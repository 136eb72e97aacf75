"""`crossfelt king review`: a recorded match judged, placement by placement, and the best sheet in hindsight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import click

from crossfelt.cards import parse_card
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SECONDS
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, open_console, print_json, read_bytes
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt import record
    from crossfelt.cli.king import review_report
    from crossfelt.cli.shared import drawing
    from crossfelt.kingcross import events
    from crossfelt.kingcross import match as matches
    from crossfelt.kingcross import sheet as sheets
    from crossfelt.kingmind import documents, hindsight
    from crossfelt.kingmind import review as analysis


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="N", type=click.IntRange(min=1), help="This seat alone.")
@click.option("--no-best", is_flag=True, help="Leave out the best sheet in hindsight.")
@click.option("--seconds", metavar="T", type=SECONDS, help="How long to look for that sheet.")
@json_option
def review(file: str, seat: int | None, no_best: bool, seconds: float | None, as_json: bool) -> None:
    """Judge a finished match: points lost by each placement, luck of each roll.

    FILE is a match record, such as king play writes with --record; - reads stdin.
    """
    if no_best and seconds is not None:
        raise BadInput("--seconds: cannot be given with --no-best, which leaves the search out")
    match = record.replay(matches.KING_CROSS, parse_json(read_bytes(file, MOST_RECORD_BYTES)))
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
        seat_reviews = [
            documents.seat_review(entry.seat, entry.review, entry.placed_by_table, entry.best) for entry in judged
        ]
        print_json(documents.review_document(match.rules, seat_reviews))
        return
    console = open_console()
    pencil = drawing.Pencil.for_console(console)
    for entry in judged:
        if len(match.seats) > 1:
            console.rule(f"Seat {entry.seat}", align="left")
        console.print(
            review_report.review_report(pencil, match.rules.score_card, entry.review, entry.placed_by_table, entry.best)
        )


def _part(progress: Callable[[float], None], done: int, count: int) -> Callable[[float], None]:
    """A report of progress for one of several parts that take equally long."""
    return lambda share: progress((done + share) / count)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What looking again at one seat's game has found."""

    seat: int
    review: analysis.Review
    placed_by_table: frozenset[int]
    """The rolls that the table placed for a player who had left, from 1."""
    best: hindsight.BestSheet | None


def _judge(
    match: matches.MatchContest, seat: int, seconds: float | None, no_best: bool, progress: Callable[[float], None]
) -> _Judged:
    """Half of the progress is for the placements, half for the best sheet."""
    card, bonus = match.rules.score_card, match.rules.bonus
    moves, by_table = _moves(match, seat)
    found = analysis.review(card, bonus, moves, lambda share: progress(share / 2))
    if no_best:
        return _Judged(seat, found, by_table, None)
    cards = [move.card for move in moves]
    best = hindsight.best_sheet(
        card, bonus, cards, seconds, progress=lambda share, _total, _bound: progress(0.5 + share / 2)
    )
    if best.total < found.total:  # the search is no proof, and what was played counts as found
        sheet = next(entry.sheet for entry in match.state.seats if entry.seat == seat)
        best = hindsight.BestSheet(sheet, found.total, best.bound)
    return _Judged(seat, found, by_table, best)


def _moves(match: matches.MatchContest, seat: int) -> tuple[list[analysis.Move], frozenset[int]]:
    """What a seat did with each of its rolls, and which of them the table placed."""
    rolls = next(entry.rolls for entry in match.state.seats if entry.seat == seat)
    placed = [
        event.placement
        for event in match.events
        if isinstance(event, events.CardPlaced | events.PlacementSealed) and event.placement.seat == seat
    ]
    moves = [
        analysis.Move(rolled, sheets.parse_square(entry.square), parse_card(entry.card))
        for rolled, entry in zip(rolls, placed, strict=True)
    ]
    return moves, frozenset(n for n, entry in enumerate(placed, start=1) if entry.decided_by == "table")
