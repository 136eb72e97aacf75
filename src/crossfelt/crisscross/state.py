"""The state of one round, computed from its events. Derived facts are properties, never stored twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from crossfelt.cards import CARD_NAMES, Card
from crossfelt.crisscross.events import DecidedBy, IrregularityRuled, RoundSettled, RoundVoided, WheelSpun
from crossfelt.crisscross.layout import BONUS, COMMUNITY, Place, hole_places
from crossfelt.crisscross.progressives.meter import Meter
from crossfelt.crisscross.progressives.play import (
    NO_WHEEL_RESULTS,
    Awaited,
    MeterGrowth,
    WheelResults,
    WheelTable,
    meters_now,
)
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.crisscross.settlement import Progress, SeatStake, SettledWager, Settlement, settle, wheel_table

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
    """Who decided the fold, the player or the table; None if the seat hasn't folded."""
    forfeit_clause: str | None = None
    """The clause by which every wager of the seat is lost, or None."""
    absent: bool = False
    """Whether the table decides for the seat."""
    taken_over: bool = False
    """Whether that is because the floor removed the player, who then loses no more than by folding (reading R15)."""

    @property
    def is_in(self) -> bool:
        """Whether the seat was dealt in and still plays for the main wagers."""
        return bool(self.wagers) and self.folded_at is None and not self.forfeited

    @property
    def forfeited(self) -> bool:
        """Whether every wager of the seat is lost."""
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
    meters_before: Mapping[str, Fraction] = field(default_factory=dict)
    """The exact cents of each meter in use when the round began."""
    stage: RoundStage = "betting"
    deck: tuple[Card, ...] | None = None
    withdrawn_decks: int = 0
    """Decks that were shuffled again before their first card was dealt."""
    next_position: int = 0
    placed: Mapping[Place, int] = field(default_factory=dict)
    """Place -> deck position, for the cards that are dealt."""
    set_aside: tuple[int, ...] = ()
    public: frozenset[Place] = frozenset()
    """Places whose card everyone at the table has seen."""
    rulings: tuple[IrregularityRuled, ...] = ()
    settled_wagers: tuple[SettledWager, ...] = ()
    growth: tuple[MeterGrowth, ...] = ()
    """The contributions of this round to the meters; empty before settlement."""
    spun: tuple[WheelSpun, ...] = ()
    """Every wheel that has stopped, in order."""
    hot_spot: int | None = None
    """The seat drawn as the Hot Spot, where the event is a hand on the cross."""
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
        """The current decision."""
        return self.book.stages_by_id[self.stage] if self.stage in DECISIONS else None

    @property
    def to_act(self) -> int | None:
        """The seat that must decide next, in the rule book's order, or None."""
        stage = self.current
        if stage is None:
            return None
        due = [seat.seat for seat in self.seats if seat.is_in and stage.spot.id not in seat.wagers]
        if not due:
            return None
        return min(due) if stage.seats == "from_left" else max(due)

    @property
    def cross_is_needed(self) -> bool:
        """Whether a live wager still depends on the community cards (reading R26)."""
        return any(
            seat.is_in
            or (not seat.forfeited and any(self.book.spots[spot].hand == "community" for spot in seat.wagers))
            for seat in self.in_play
        )

    @property
    def meters(self) -> dict[str, Meter]:
        """The current meters; a void leaves them as they were before the round (reading R17)."""
        if not self.meters_before:
            return {}
        if self.voided is not None:
            return meters_now(self.meters_before, (), ())
        prizes = (prize for wager in self.settled_wagers for prize in wager.prizes)
        return meters_now(self.meters_before, self.growth, prizes)

    @property
    def awaited(self) -> Awaited | None:
        """The spin or draw that settlement is waiting for, or None."""
        if self.stage != "settling" or self.book.progressives is None:
            return None
        settlement = self.settlement()
        return None if settlement.steps else settlement.awaited

    @property
    def wheel_results(self) -> WheelResults:
        """The results of the spins and draws so far."""
        if not self.spun and self.hot_spot is None:
            return NO_WHEEL_RESULTS
        symbols = {(spin.wheel, spin.seat): spin.symbol for spin in self.spun}
        community = symbols.get(("community", None))
        return WheelResults(
            bonus_spins={seat: symbol for (wheel, seat), symbol in symbols.items() if wheel == "bonus_spin" and seat},
            community=None if community is None else int(community),
            hot_spot=self.hot_spot,
            hot_spins={seat: symbol for (wheel, seat), symbol in symbols.items() if wheel == "hot_spot" and seat},
        )

    @property
    def wheels(self) -> WheelTable | None:
        """Return the inputs of the progressive wagers, or None if there are no such wagers."""
        return wheel_table(self.book, self.cross(), self.stakes, self.wheel_results)

    def settlement(self) -> Settlement:
        """Return the remaining steps of the settlement, as far as the spins are known."""
        bonus = tuple(self.card_at(place) for place in BONUS if place in self.placed)
        done = Progress(self.settled_wagers, self.shown)
        return settle(self.book, self.cross(), bonus, self.stakes, done, self.wheel_results, self.meters)

    @property
    def stakes(self) -> tuple[SeatStake, ...]:
        """Return each seat's wagers and cards for settlement."""
        return tuple(
            SeatStake(seat.seat, self.hole(seat.seat), seat.wagers, seat.folded_at, seat.forfeit_clause)
            for seat in self.in_play
        )

    def seat(self, number: int) -> SeatState | None:
        """Return the seat with that number."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def card_at(self, place: Place) -> Card:
        """Return the card at a place, hidden or not: for settlement and records, never directly for a view."""
        assert self.deck is not None
        return self.deck[self.placed[place]]

    def name_at(self, place: Place) -> str:
        """Return the two-character name of the card at a place."""
        return CARD_NAMES[self.card_at(place)]

    def hole_names(self, seat: int) -> tuple[str, ...]:
        """Return the names of a seat's dealt cards."""
        return tuple(CARD_NAMES[self.card_at(place)] for place in hole_places(seat) if place in self.placed)

    def hole(self, seat: int) -> tuple[Card, Card]:
        """Return a seat's two cards."""
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
