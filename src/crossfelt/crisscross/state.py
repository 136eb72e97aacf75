"""The state of one round, a value folded from its events. Derived facts are properties, never second copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from crossfelt.cards import Card, card_name
from crossfelt.crisscross.events import DecidedBy, IrregularityRuled, RoundSettled, RoundVoided
from crossfelt.crisscross.layout import COMMUNITY, Place, hole_places
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.crisscross.settlement import SettledWager

RoundStage = Literal["betting", "shuffling", "dealing", "across", "down", "middle", "settling", "settled", "voided"]
DECISIONS: tuple[RoundStage, ...] = ("across", "down", "middle")
FINISHED: tuple[RoundStage, ...] = ("settled", "voided")


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat in one round."""

    seat: int
    wagers: Mapping[str, int] = field(default_factory=dict)
    folded_at: str | None = None
    decided_by: DecidedBy | None = None
    """Who decided the fold, the player or the table; None while the seat has not folded."""
    forfeit_clause: str | None = None
    """Why every wager of the seat is lost, None when it is not."""
    absent: bool = False

    @property
    def is_in(self) -> bool:
        """Dealt in and still playing for the main wagers."""
        return bool(self.wagers) and self.folded_at is None and not self.forfeited

    @property
    def forfeited(self) -> bool:
        """Every wager of the seat is lost."""
        return self.forfeit_clause is not None

    @property
    def staked(self) -> int:
        """All chips of the seat in this round."""
        return sum(self.wagers.values())


@dataclass(frozen=True, slots=True)
class RoundState:
    """One round between two events."""

    book: RuleBook
    seats: tuple[SeatState, ...]
    stage: RoundStage = "betting"
    deck: tuple[Card, ...] | None = None
    next_position: int = 0
    placed: Mapping[Place, int] = field(default_factory=dict)
    """Place -> deck position, for the cards that are dealt."""
    set_aside: tuple[int, ...] = ()
    public: frozenset[Place] = frozenset()
    """Places whose card everyone at the table has seen."""
    rulings: tuple[IrregularityRuled, ...] = ()
    settled_wagers: tuple[SettledWager, ...] = ()
    shown: frozenset[int | None] = frozenset()
    """The seats whose cards were turned up to settle them, None for the bonus cards."""
    settled: RoundSettled | None = None
    voided: RoundVoided | None = None

    @property
    def in_play(self) -> tuple[SeatState, ...]:
        """The seats with wagers."""
        return tuple(seat for seat in self.seats if seat.wagers)

    @property
    def is_finished(self) -> bool:
        """Whether the round is over: every wager settled, or the round void."""
        return self.stage in FINISHED

    @property
    def deal_places(self) -> tuple[Place, ...]:
        """Every place of the deal in its order, for the seats in play."""
        return tuple(_places(self.book.dealing.order, [seat.seat for seat in self.in_play]))

    @property
    def current(self) -> Stage | None:
        """The decision at hand."""
        return self.book.stage(self.stage) if self.stage in DECISIONS else None

    @property
    def to_act(self) -> int | None:
        """The seat whose decision is awaited, in the rule book's order."""
        stage = self.current
        if stage is None:
            return None
        due = [seat.seat for seat in self.seats if seat.is_in and stage.spot.id not in seat.wagers]
        if not due:
            return None
        return min(due) if stage.seats == "from_left" else max(due)

    @property
    def cross_is_wanted(self) -> bool:
        """Whether a live wager still depends on the community cards (reading R26)."""
        return any(
            seat.is_in
            or (not seat.forfeited and any(self.book.spots[spot].hand == "community" for spot in seat.wagers))
            for seat in self.in_play
        )

    def seat(self, number: int) -> SeatState | None:
        """The seat of that number."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def card_at(self, place: Place) -> Card:
        """The card on a place, hidden or not: for settlement and records, never for a view by itself."""
        assert self.deck is not None
        return self.deck[self.placed[place]]

    def name_at(self, place: Place) -> str:
        """The two-character name of the card on a place."""
        return card_name(self.card_at(place))

    def hole(self, seat: int) -> tuple[Card, Card]:
        """A seat's two cards."""
        first, second = hole_places(seat)
        return self.card_at(first), self.card_at(second)

    def cross(self) -> dict[Place, Card]:
        """The five community cards."""
        return {place: self.card_at(place) for place in COMMUNITY}


def _places(order: tuple[str, ...], seats: list[int]) -> Iterator[Place]:
    rounds = 0
    for token in order:
        if token == "seat_round":
            rounds += 1
            for seat in seats:
                yield hole_places(seat)[rounds - 1]
        elif token == "seat_stacks":
            for seat in seats:
                yield from hole_places(seat)
        else:
            yield token
