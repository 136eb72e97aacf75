"""The view of each audience, built from nothing: a card is in a view only because a line below put it there.

Call `view`. A seat sees its own two cards once the deal is over, and everything public. Spectators see what is public.
The floor also sees the count of cards, not their faces. An auditor sees the whole deck, but only of a round that is
over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from crossfelt.cards import card_name
from crossfelt.crisscross.events import DecidedBy, IrregularityRuled, Placement, RoundVoided, WheelSpun
from crossfelt.crisscross.irregularities import FLOOR_RULING
from crossfelt.crisscross.layout import BONUS, COMMUNITY, hole_places
from crossfelt.crisscross.progressives.play import AwaitedSpin, WheelName
from crossfelt.crisscross.settlement import SeatTotal, SettledWager
from crossfelt.crisscross.state import DECISIONS, RoundState, SeatState
from crossfelt.game import Audience


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as others or its own player see it."""

    seat: int
    wagers: dict[str, int]
    status: str
    """`empty`, `in`, `folded` or `forfeited`."""
    folded_at: str | None
    decided_by: DecidedBy | None
    absent: bool
    hole: tuple[str | None, ...]
    """The two cards, None for a hidden one; empty before they are dealt."""


@dataclass(frozen=True, slots=True)
class CardCount:
    """The locations of the 52 cards, for the floor: the three numbers always sum to 52."""

    dealt: int
    set_aside: int
    stub: int


@dataclass(frozen=True, slots=True)
class VoidView:
    """Why a round was void."""

    reason: str
    """A kind of irregularity that the rules cover, or a reason in words."""
    clause: str
    deck_removed: bool
    is_floor_ruling: bool
    """Whether the floor ruled where no rule covers the reason; then `clause` isn't a clause."""


@dataclass(frozen=True, slots=True)
class SpinDue:
    """A wheel that the round is waiting for."""

    wheel: WheelName
    seat: int | None


@dataclass(frozen=True, slots=True)
class TableView:
    """One round as one audience sees it."""

    audience: str
    seat: int | None
    rules: str
    rules_hash: str
    stage: str
    to_act: int | None
    multiples: tuple[int, ...]
    """The multiples of the ante that the seat to act may bet."""
    seats: tuple[SeatView, ...]
    community: dict[str, str | None]
    """Dealt places only; None is face down."""
    bonus_cards: tuple[str | None, ...]
    set_aside: tuple[str, ...]
    rulings: tuple[IrregularityRuled, ...]
    meters: dict[str, str]
    """The exact cents of each progressive meter now; only its whole cents can be won."""
    spins: tuple[WheelSpun, ...]
    """Every wheel that has stopped, in order; wheels are public."""
    hot_spot: int | None
    spin_due: SpinDue | None
    settled_wagers: tuple[SettledWager, ...]
    totals: tuple[SeatTotal, ...]
    void: VoidView | None
    count: CardCount | None
    """For the floor and the auditor."""
    deck: tuple[str, ...] | None
    """For the auditor of a round that is over."""
    placements: tuple[Placement, ...]
    """For the auditor: the deck position of each place."""
    kind: Literal["table"] = "table"


def view(state: RoundState, audience: Audience) -> TableView:
    """Return the round as this audience may see it: the public part, plus what its own line below adds."""
    public = _public_view(state)
    match audience.kind:
        case "seat":
            seats = public.seats
            if _is_dealt(state):
                seats = tuple(
                    replace(shown, hole=state.hole_names(shown.seat)) if shown.seat == audience.seat else shown
                    for shown in seats
                )
            return replace(public, audience="seat", seat=audience.seat, seats=seats)
        case "floor":
            return replace(public, audience="floor", count=_count(state))
        case "auditor":
            placements = tuple(Placement(place, at) for place, at in state.placed.items())
            return replace(
                public, audience="auditor", count=_count(state), deck=_whole_deck(state), placements=placements
            )
    return public


_last_public: tuple[RoundState, TableView] | None = None


def _public_view(state: RoundState) -> TableView:
    """Return the public part. The last one is cached, because a table shows the same round to many in a row."""
    global _last_public  # noqa: PLW0603
    cached = _last_public
    if cached is None or cached[0] is not state:
        cached = _last_public = state, _made_public_view(state)
    return cached[1]


def _made_public_view(state: RoundState) -> TableView:
    stage = state.current
    return TableView(
        audience="spectator",
        seat=None,
        rules=state.book.name,
        rules_hash=state.book.hash,
        stage=state.stage,
        to_act=state.to_act,
        multiples=stage.spot.multiples if stage else (),
        seats=tuple(_public_seat(state, seat) for seat in state.seats),
        community={place: _public(state, place) for place in COMMUNITY if place in state.placed},
        bonus_cards=tuple(_public(state, place) for place in BONUS if place in state.placed),
        set_aside=tuple(_face_up(state, position) for position in state.set_aside),
        rulings=state.rulings,
        meters={name: str(meter.cents) for name, meter in state.meters.items()},
        spins=state.spun,
        hot_spot=state.hot_spot,
        spin_due=_spin_due(state),
        settled_wagers=() if state.voided else state.settled_wagers,
        totals=state.settled.totals if state.settled else (),
        void=_void(state.voided) if state.voided else None,
        count=None,
        deck=None,
        placements=(),
    )


def _void(voided: RoundVoided) -> VoidView:
    return VoidView(voided.reason, voided.clause, voided.deck_removed, voided.clause == FLOOR_RULING)


def _public_seat(state: RoundState, seat: SeatState) -> SeatView:
    return SeatView(
        seat=seat.seat,
        wagers=dict(seat.wagers),
        status=_status(seat),
        folded_at=seat.folded_at,
        decided_by=seat.decided_by,
        absent=seat.absent,
        hole=tuple(_public(state, place) for place in hole_places(seat.seat) if place in state.placed),
    )


def _is_dealt(state: RoundState) -> bool:
    """Return whether players may look at their cards, which they do only after the deal."""
    return state.stage in (*DECISIONS, "settling", "settled") or _deal_is_over(state)


def _spin_due(state: RoundState) -> SpinDue | None:
    awaited = state.awaited
    return SpinDue(awaited.wheel, awaited.seat) if isinstance(awaited, AwaitedSpin) else None


def _status(seat: SeatState) -> str:
    if not seat.wagers:
        return "empty"
    if seat.forfeit_clause is not None:
        return "forfeited"
    return "in" if seat.folded_at is None else "folded"


def _deal_is_over(state: RoundState) -> bool:
    return bool(state.placed) and len(state.placed) == len(state.deal_places)


def _public(state: RoundState, place: str) -> str | None:
    return state.name_at(place) if place in state.public else None


def _face_up(state: RoundState, position: int) -> str:
    # A card is set aside only because everyone saw its face.
    assert state.deck is not None
    return card_name(state.deck[position])


def _count(state: RoundState) -> CardCount:
    dealt, aside = len(state.placed), len(state.set_aside)
    return CardCount(dealt, aside, 52 - dealt - aside)


def _whole_deck(state: RoundState) -> tuple[str, ...] | None:
    if not state.is_finished or state.deck is None:
        return None
    return tuple(card_name(card) for card in state.deck)
