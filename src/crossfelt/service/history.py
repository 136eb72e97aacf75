"""Rounds that are over, from the log: the record that proves one, and its views step by step."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from crossfelt.catalog import replay_record
from crossfelt.game import SPECTATOR, Contest, SeatEnd, Step, seat_audience
from crossfelt.jsontext import parse_json
from crossfelt.proof.attach import with_proof
from crossfelt.record import record_document
from crossfelt.schema import to_plain
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.sealing import Sealer
from crossfelt.service.signing import Signer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.codec import first_state, from_entry
from crossfelt.storage.chain import first_hash
from crossfelt.storage.port import PlayedRound, RoundRow, Store


def closed_round(store: Store, round_id: str) -> RoundRow:
    """Return the place of a closed round in its log; `Refused` while it is open, and when there is none."""
    row = store.round(round_id)
    if row is None:
        message = "there is no such round, or it is not over yet"
        raise Refused(RefusalCode.NO_SUCH_ROUND, message, "round", round=round_id)
    return row


def record(store: Store, sealer: Sealer, signer: Signer, round_id: str) -> dict[str, Any]:
    """The record of a round with its proof: it needs nothing else to be checked, and nobody to be trusted."""
    row = closed_round(store, round_id)
    state = first_state(next(iter(store.entries(row.table, 0, 1))))
    # The entry before the round is read with it, for its hash.
    slice_ = list(store.entries(row.table, row.first_seq - 2, row.last_seq))
    before = slice_[0].hash if row.first_seq > 1 else first_hash(row.table)
    entries = [entry for entry in slice_ if entry.seq >= row.first_seq]
    event = from_entry(state.game, next(entry for entry in entries if entry.kind == "round_opened"), sealer)
    assert isinstance(event, happened.RoundOpened)
    opened = state.opened
    happenings = (from_entry(state.game, entry, sealer) for entry in entries if entry.kind == happened.STEP)
    document = record_document(
        game=opened.game,
        rules=opened.rules,
        rules_hash=opened.rules_hash,
        rules_document=parse_json(opened.rules_document),
        seats=event.seats,
        carried=event.carried,
        steps=(step for step in happenings if isinstance(step, Step)),
    )
    return with_proof(document, before, entries, signer)


def steps(store: Store, sealer: Sealer, signer: Signer, round_id: str, seat: int | None) -> dict[str, Any]:
    """A round step by step: who acted, what followed that everybody could know, and what was seen then."""
    contest = replay_record(record(store, sealer, signer, round_id))
    if seat is not None and seat not in contest.seats:
        raise Refused(RefusalCode.NO_SUCH_SEAT, f"seat {seat} was not in this round", "seat", seat=seat)
    game = contest.game
    audience = SPECTATOR if seat is None else seat_audience(seat)
    again = Contest(game, contest.rules, contest.seats, contest.carried_in)
    steps_shown = []
    for step in contest.steps:
        again.act(step.actor, step.action)
        steps_shown.append(
            {
                "actor": str(step.actor),
                "events": [to_plain(event) for event in step.events if event.kind not in game.sealed_kinds],
                "view": to_plain(again.view(audience)),
            }
        )
    return {"round": round_id, "game": game.name, "seat": seat, "steps": steps_shown}


def seat_end(store: Store, sealer: Sealer, row: PlayedRound) -> SeatEnd:
    """How a round ended for a player, without the record and the proof that replaying it would need."""
    table = first_state(next(iter(store.entries(row.table, 0, 1))))
    game, contest = table.game, None
    for entry in store.entries(row.table, row.first_seq - 1, row.last_seq):
        happening = from_entry(game, entry, sealer)
        if isinstance(happening, happened.RoundOpened):
            contest = game.open(table.rules, happening.seats, happening.carried)
        elif isinstance(happening, Step):
            for event in happening.events:
                contest = game.evolve(contest, event)
    view = game.view(contest, seat_audience(row.seat))
    return table.kit.tables.seat_end(view, row.seat)


def program_text(name: str) -> str:
    """A stand-alone program, to be downloaded."""
    return (files("crossfelt.verifier") / name).read_text(encoding="utf-8")
