"""Corrections of closed rounds: chips between the house and one player, within the bounds of reading R16.

Let N be what the seat received in the round plus every earlier correction of it, and M the most that its wagers could
have returned. After a correction 0 <= N <= M.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossfelt.errors import out_of_range
from crossfelt.game import Step
from crossfelt.ledger import posting
from crossfelt.money import dollars
from crossfelt.register import clauses, readings, registered
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.sealing import Sealer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.accounts import house, wallet
from crossfelt.service.tables.codec import from_entry
from crossfelt.service.tables.decide import Decision, DecisionBuilder
from crossfelt.service.tables.messages import CorrectionNotice
from crossfelt.service.tables.reasons import reason_words
from crossfelt.service.tables.roles import refuse_unless_floor, rules_own_contests
from crossfelt.service.tables.state import TableState, correction_key
from crossfelt.storage.port import Store

_READING = "reading "


@dataclass(frozen=True, slots=True)
class SeatThen:
    """One seat in a closed round, as the log has it."""

    player: str
    received_cents: int
    """Stakes returned and winnings."""
    most_cents: int
    """The most that its wagers could have returned."""


def seat_then(store: Store, sealer: Sealer, state: TableState, by: str, round_id: str, seat: int) -> SeatThen:
    """Read one seat of a closed round; `Refused` when there is no such round or seat, when its player was deleted, or
    when the corrector played in that round. Only the entries of the round are read, however long the log is."""
    row = store.round(round_id)
    if row is None or row.table != state.table:
        message = f"there is no closed round {round_id} at this table"
        raise Refused(RefusalCode.NO_SUCH_ROUND, message, "round", round=round_id)
    contest = None
    shares: tuple[happened.SeatShare, ...] = ()
    for entry in store.entries(row.table, row.first_seq - 1, row.last_seq):
        match from_entry(state.game, entry, sealer):
            case happened.RoundOpened(seats=seats, carried=carried):
                contest = state.game.open(state.rules, seats, carried)
            case Step(events=events):
                for event in events:
                    contest = state.game.evolve(contest, event)
            case happened.RoundClosed(shares=played):
                shares = played or ()
    if not rules_own_contests(state, by) and any(share.player == by for share in shares):
        raise Refused(
            RefusalCode.IN_CONTEST,
            f"You played in round {round_id}, so you can't correct it. Ask a floor manager who didn't play in it.",
            round=round_id,
        )
    share = next((share for share in shares if share.seat == seat), None)
    if share is None:
        message = f"seat {seat} had nothing at stake in round {round_id}"
        raise Refused(RefusalCode.NO_SUCH_PLAYER, message, "seat", seat=seat, round=round_id)
    player = store.player(share.player)
    if player is None or player.deleted_ms is not None:
        message = f"the player of seat {seat} was deleted, wallet and all"
        raise Refused(RefusalCode.NO_SUCH_PLAYER, message, "seat", seat=seat)
    return SeatThen(share.player, share.returned_cents, state.game.most_returned(contest, seat))


def correct(state: TableState, by: str, request: asked.Correct, then: SeatThen) -> Decision:
    """Move chips between the house and the player who had the seat in that round."""
    refuse_unless_floor(state, by)
    if then.player == by:
        raise Refused(RefusalCode.NOT_YOUR_ROLE, "You can't correct your own seat. Ask another floor manager.")
    if request.cents == 0:
        message = "a correction moves at least one cent"
        raise Refused(RefusalCode.BAD_REQUEST, out_of_range("", message, request.cents).at("cents"))
    clause = known_clause(state, request.clause)
    _refuse_out_of_bounds(state, request, then)
    builder = DecisionBuilder(state)
    builder.add(
        happened.Corrected(
            by=by,
            round=request.round,
            seat=request.seat,
            player=then.player,
            cents=request.cents,
            clause=clause,
            reason=reason_words(state.opened, "correction", request.reason),
        )
    )
    source, destination = house(state.table), wallet(then.player)
    if request.cents < 0:
        source, destination = destination, source
    builder.move(*posting(source, destination, abs(request.cents)))
    return builder.decided()


def notice_of(state: TableState, event: happened.Corrected) -> CorrectionNotice:
    """Return the notice of a correction for its player."""
    return CorrectionNotice(
        table=state.table,
        title=state.opened.title,
        round=event.round,
        seat=event.seat,
        cents=event.cents,
        clause=event.clause,
        reason=event.reason,
    )


def known_clause(state: TableState, text: str) -> str:
    """The clause or reading that a text names; `Refused` unless it is one of the table's own rule text.

    A reading may be written `R17` or `reading R17`.
    """
    name = text.strip()
    rules = state.rules.name.rpartition("-")[0]
    if rules in registered():
        reading = name.removeprefix(_READING)
        if any(reading == known.id for known in readings(rules)):
            return f"{_READING}{reading}"
        if any(name == known.id for known in clauses(rules).clauses):
            return name
    raise Refused(
        RefusalCode.NO_SUCH_CLAUSE,
        f"{name[:40]!a} is neither a clause nor a reading of the {rules} rules. Name one from its register,"
        " such as 'crossfelt rules clauses' lists.",
        "clause",
        value=name,
        rules=rules,
    )


def _refuse_out_of_bounds(state: TableState, request: asked.Correct, then: SeatThen) -> None:
    received = then.received_cents + state.corrections.get(correction_key(request.round, request.seat), 0)
    after = received + request.cents
    if not 0 <= after <= then.most_cents:
        raise Refused(
            RefusalCode.OUT_OF_BOUNDS,
            f"Seat {request.seat} has received {dollars(received)} for round {request.round}. After a correction it"
            f" must have received between $0 and {dollars(then.most_cents)}, the most its wagers could return"
            " (reading R16).",
            "cents",
            seat=request.seat,
            round=request.round,
            received_cents=received,
            most_cents=then.most_cents,
        )
