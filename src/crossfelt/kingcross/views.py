"""The view of each audience, built from nothing.

Call `view`. Rolls, sheets and scores are public. While the others still place a shared roll, a sealed placement is only
in the view of its own seat, not even in the floor's or the auditor's. Future rolls don't exist anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from crossfelt.cards import card_name, parse_card
from crossfelt.game import Audience
from crossfelt.kingcross.events import CardPlacement, SeatScore
from crossfelt.kingcross.rules import Mode
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import LINE_COUNT, Sheet, parse_square, square_name
from crossfelt.kingcross.state import MatchState, SeatState

MOST_REMEMBERED = 1024
"""The most public sheets to cache: those of ten matches with a hundred seats."""


@dataclass(frozen=True, slots=True)
class Option:
    """A square and the card that may go there; for a wild roll, the card that it would become."""

    square: str
    card: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """One seat's sheet as this audience sees it."""

    seat: int
    grid: tuple[tuple[str | None, ...], ...]
    """Five rows of card names, None for an empty square, `K` in the center."""
    made: tuple[str, ...]
    """The hand of each of the twelve lines with its cards so far."""
    points_made: int
    """Their points; achievements are scored at the end."""
    rolls: tuple[str, ...]
    """Every card rolled for this sheet, the latest last."""
    in_hand: str | None
    """The rolled card that isn't placed yet."""
    is_wild: bool
    """Whether the card in hand fits nowhere on this sheet."""
    has_placed: bool
    """Whether the latest roll is placed, publicly or not."""
    absent: bool
    sealed: CardPlacement | None
    """The seat's own placement of the latest roll while the others still place theirs; None for any other audience."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match as one audience sees it."""

    audience: str
    seat: int | None
    rules: str
    rules_hash: str
    mode: Mode
    bonus: bool
    stage: Literal["rolling", "placing", "finished"]
    rolling: tuple[int, ...]
    """The seats that the next roll is for."""
    to_place: tuple[int, ...]
    seats: tuple[SheetView, ...]
    options: tuple[Option, ...]
    """For a seat with a card in hand: every legal placement."""
    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    kind: Literal["match"] = "match"


def view(state: MatchState, audience: Audience) -> MatchView:
    """Return the match as this audience may see it."""
    rolling = state.rolling
    return MatchView(
        audience=audience.kind,
        seat=audience.seat,
        rules=state.rules.name,
        rules_hash=state.rules.hash,
        mode=state.rules.mode,
        bonus=state.rules.bonus,
        stage="finished" if state.is_finished else "rolling" if rolling else "placing",
        rolling=rolling,
        to_place=state.to_place,
        seats=tuple(_sheet(state, seat, _is_own(seat, audience)) for seat in state.seats),
        options=tuple(option for seat in state.seats if _is_own(seat, audience) for option in _options(state, seat)),
        scores=state.finished.scores if state.finished else (),
        winners=state.finished.winners if state.finished else (),
    )


def _is_own(seat: SeatState, audience: Audience) -> bool:
    return audience.kind == "seat" and audience.seat == seat.seat


def _sheet(state: MatchState, seat: SeatState, is_own: bool) -> SheetView:
    if not is_own or seat.sealed is None:
        return _public_sheet(seat, state.rules.score_card)
    sheet = seat.sheet.place(parse_square(seat.sealed.square), parse_card(seat.sealed.card))
    return _shown(seat, sheet, seat.sealed, state.rules.score_card)


@lru_cache(MOST_REMEMBERED)
def _public_sheet(seat: SeatState, score_card: ScoreCard) -> SheetView:
    """Return the public sheet, cached, because all audiences need it after every event."""
    return _shown(seat, seat.sheet, None, score_card)


def _shown(seat: SeatState, sheet: Sheet, sealed: CardPlacement | None, score_card: ScoreCard) -> SheetView:
    made = [made_hand(sheet.line(number)) for number in range(LINE_COUNT)]
    return SheetView(
        seat=seat.seat,
        grid=sheet.grid(),
        made=tuple(hand.slug for hand in made),
        points_made=sum(score_card.points[hand] for hand in made),
        rolls=tuple(card_name(card) for card in seat.rolls),
        in_hand=None if seat.in_hand is None else card_name(seat.in_hand),
        is_wild=seat.in_hand is not None and sheet.is_wild(seat.in_hand),
        has_placed=bool(seat.rolls) and seat.in_hand is None,
        absent=seat.absent,
        sealed=sealed,
    )


def _options(state: MatchState, seat: SeatState) -> tuple[Option, ...]:
    if seat.in_hand is None:
        return ()
    placements = seat.sheet.placements(seat.in_hand, state.rules.score_card.wild_may_be_king)
    return tuple(Option(square_name(square), card_name(card)) for square, card in placements)
