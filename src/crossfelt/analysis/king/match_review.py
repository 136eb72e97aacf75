"""Review a whole match: each seat's placements, and the best sheet that its rolls allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crossfelt.analysis.king.hindsight import BestSheet, best_sheet
from crossfelt.analysis.king.review import Move, Review, review
from crossfelt.cards import parse_card
from crossfelt.errors import BadInput, not_one_of
from crossfelt.faults import FaultCode
from crossfelt.kingcross import events, sheet
from crossfelt.kingcross.match import MatchContest

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of one seat's game."""

    seat: int
    review: Review
    placed_by_table: frozenset[int]
    """The rolls that the table placed for a player who had left, from 1."""
    best: BestSheet | None
    """None if it wasn't searched for."""


def seats_to_review(match: MatchContest, seat: int | None = None, asked_as: str = "seat") -> tuple[int, ...]:
    """Return all seats of a finished match, or the chosen one; a refusal names the field of the caller."""
    if not match.state.is_finished:
        raise BadInput("the match isn't over, so there is nothing to review yet", FaultCode.NOT_OVER, "record")
    if seat is not None and seat not in match.seats:
        message = f"seat {seat} is not in this match, which has {', '.join(map(str, match.seats))}"
        raise BadInput(not_one_of(asked_as, message, seat, match.seats).at("seat"))
    return tuple(match.seats) if seat is None else (seat,)


def review_match(
    match: MatchContest,
    seats: Sequence[int],
    *,
    with_best: bool = True,
    seconds: float | None = None,
    progress: Progress = lambda _share: None,
) -> list[SeatReview]:
    """Review these seats of a finished match; `seconds` is the search time for the best sheet of each."""
    return [
        _reviewed(match, seat, with_best, seconds, _part(progress, done, len(seats))) for done, seat in enumerate(seats)
    ]


def _part(progress: Progress, done: int, count: int) -> Progress:
    """Return a progress report for one of several parts that take equally long."""
    return lambda share: progress((done + share) / count)


def _reviewed(match: MatchContest, seat: int, with_best: bool, seconds: float | None, progress: Progress) -> SeatReview:
    """Review one seat. Half of the progress is for the placements, half for the best sheet."""
    card, bonus = match.rules.score_card, match.rules.bonus
    moves, by_table = _moves(match, seat)
    reviewed = review(card, bonus, moves, lambda share: progress(share / 2))
    if not with_best:
        return SeatReview(seat, reviewed, by_table, None)
    cards = [move.card for move in moves]
    best = best_sheet(card, bonus, cards, seconds, progress=lambda share, _total, _bound: progress(0.5 + share / 2))
    if best.total < reviewed.total:  # The search proves nothing, so the sheet that was played counts too.
        played = next(entry.sheet for entry in match.state.seats if entry.seat == seat)
        best = BestSheet(played, reviewed.total, best.bound)
    return SeatReview(seat, reviewed, by_table, best)


def _moves(match: MatchContest, seat: int) -> tuple[list[Move], frozenset[int]]:
    """Return a seat's placement of each roll, and the rolls that the table placed."""
    rolls = next(entry.rolls for entry in match.state.seats if entry.seat == seat)
    placed = [
        event.placement
        for event in match.events
        if isinstance(event, events.CardPlaced | events.PlacementSealed) and event.placement.seat == seat
    ]
    moves = [
        Move(rolled, sheet.parse_square(entry.square), parse_card(entry.card))
        for rolled, entry in zip(rolls, placed, strict=True)
    ]
    return moves, frozenset(n for n, entry in enumerate(placed, start=1) if entry.decided_by == "table")
