"""The irregularities that the floor may report, when each can happen, and the events that follow.

The rulings themselves are data of the rule book.
"""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.cards import card_name
from crossfelt.crisscross.actions import Report
from crossfelt.crisscross.events import (
    CardSetAside,
    DeckWithdrawn,
    Event,
    IrregularityRuled,
    Refund,
    RoundVoided,
)
from crossfelt.crisscross.layout import BONUS, COMMUNITY, Place
from crossfelt.crisscross.rulebook import Ruling
from crossfelt.crisscross.state import DECISIONS, RoundState

FLOOR_RULING = "ruling of the floor"
"""Written in place of a clause when the floor voids a round for a reason that no rule covers."""
MOST_WITHDRAWN_DECKS = 3
"""Of one round. Our own limit: each withdrawn deck starts the shuffle again, and without a limit a round need never
end. The floor may void it instead."""
_AFTER_THE_DEAL = (*DECISIONS, "settling")


def reports(state: RoundState) -> Iterator[Report]:
    """Return every report that is possible in this state and that the rule book rules on."""
    for kind in state.book.rulings:
        if kind in _EXPOSURES:
            yield from (Report(kind, place) for place in _hidden_places(state, kind))
        elif _can_arise(state, kind):
            yield Report(kind)


def rule(state: RoundState, report: Report) -> tuple[Event, ...]:
    """Return the ruling on a possible report, and its immediate consequences."""
    ruling = state.book.rulings[report.irregularity]
    occurrence = 1 + sum(
        state.book.rulings[earlier.irregularity].counter == ruling.counter for earlier in state.rulings
    )
    outcome = ruling.outcome(occurrence)
    card = None
    if report.place is not None:
        card = state.name_at(report.place)
    ruled = IrregularityRuled(report.irregularity, occurrence, outcome, ruling.clause, report.place, card)
    return (ruled, *_consequences(state, ruling, outcome))


def void(state: RoundState, reason: str, clause: str, *, deck_removed: bool = False) -> RoundVoided:
    """Void the round: every wager is returned, whatever was folded, forfeited or already settled (reading R17)."""
    refunds = tuple(Refund(seat.seat, seat.staked) for seat in state.in_play)
    return RoundVoided(reason, clause, refunds, state.settled_wagers, state.growth, deck_removed)


def void_reasons(state: RoundState) -> tuple[str, ...] | None:
    """Return the reasons that a void at a live table may name (reading R17): irregularities that may be reported now
    and for which the rules void the round, a failed wheel or meter, a fault of the server. None means any reason, while
    no community card is face up."""
    if not any(place in state.public for place in COMMUNITY):
        return None
    kinds = {report.irregularity for report in reports(state) if _voids(state, report)}
    devices = () if state.book.progressives is None else ("wheel_failed", "meter_failed")
    return (*sorted(kinds), *devices, "server_fault")


def _voids(state: RoundState, report: Report) -> bool:
    ruled = rule(state, report)[0]
    return isinstance(ruled, IrregularityRuled) and ruled.outcome in ("void", "void_and_remove_deck")


def _consequences(state: RoundState, ruling: Ruling, outcome: str) -> Iterator[Event]:
    match outcome:
        case "void" | "void_and_remove_deck":
            yield void(state, ruling.kind, ruling.clause, deck_removed=outcome == "void_and_remove_deck")
        case "set_card_aside":
            assert state.deck is not None
            yield CardSetAside(state.next_position, card_name(state.deck[state.next_position]))
        case "reshuffle" | "replace_deck":
            # Once cards are dealt, the device has the other deck: that one is reshuffled and this round continues.
            if state.deck is not None and not state.placed:
                yield DeckWithdrawn()
        case _:
            assert outcome in ("play_on", "use_as_next", "back_up"), outcome


def _can_arise(state: RoundState, kind: str) -> bool:
    stage, dealt = state.stage, bool(state.placed)
    match kind:
        case "face_up_card" | "drawn_in_error":
            return stage == "dealing"
        case "shoe_failure":
            # A dealing device may fail until its stub is cleared, which a round doesn't record: until its end (R20).
            return stage in ("dealing", *_AFTER_THE_DEAL)
        case "backed_up":
            return stage == "dealing" and dealt
        case "wrong_card_count":
            return dealt and not state.is_finished
        case "shuffler_failure" | "deck_count_wrong":
            # Both may concern the other deck, which is in the device while this one is in play (reading R20).
            return not state.is_finished and (dealt or state.withdrawn_decks < MOST_WITHDRAWN_DECKS)
        case _:
            assert kind in ("stub_wrong_misdealt", "stub_wrong_not_misdealt"), kind
            return stage in _AFTER_THE_DEAL


_EXPOSURES = ("community_card_exposed", "bonus_card_exposed", "own_card_exposed")


def _hidden_places(state: RoundState, kind: str) -> Iterator[Place]:
    """Return the dealt places of this kind whose card is still hidden."""
    if state.is_finished:
        return
    for place in state.placed:
        belongs = {
            "community_card_exposed": place in COMMUNITY,
            "bonus_card_exposed": place in BONUS,
            "own_card_exposed": place.startswith("hole:"),
        }[kind]
        if belongs and place not in state.public:
            yield place
