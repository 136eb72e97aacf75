"""Rounds that are over, from the log: the record that proves one, and its views step by step."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from crossfelt.game import SPECTATOR, Contest, seat_audience
from crossfelt.games import replay_record
from crossfelt.jsontext import parse_json
from crossfelt.plain import to_plain
from crossfelt.proof.attach import with_proof
from crossfelt.record import FORMAT, VERSION
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.sealing import Sealer
from crossfelt.service.signing import Signer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.codec import first_state, from_entry
from crossfelt.service.tables.state import Step
from crossfelt.storage.chain import first_hash
from crossfelt.storage.port import RoundRow, Store


def closed_round(store: Store, round_id: str) -> RoundRow:
    """Where a round that is over stands in its log; `Refused` while it is open, and when there is none."""
    found = store.round(round_id)
    if found is None:
        raise Refused(RefusalCode.NO_SUCH_ROUND, "there is no such round, or it is not over yet")
    return found


def record(store: Store, sealer: Sealer, signer: Signer, round_id: str) -> dict[str, Any]:
    """The record of a round with its proof: it needs nothing else to be checked, and nobody to be trusted."""
    row = closed_round(store, round_id)
    state = first_state(next(iter(store.entries(row.table, 0, 1))))
    # The entry before the round is read with it, for its hash.
    slice_ = list(store.entries(row.table, row.first_seq - 2, row.last_seq))
    before = slice_[0].hash if row.first_seq > 1 else first_hash(row.table)
    entries = [entry for entry in slice_ if entry.seq >= row.first_seq]
    opened = next(entry for entry in entries if entry.kind == "round_opened")
    event = from_entry(state.game, opened, sealer)
    assert isinstance(event, happened.RoundOpened)
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "game": state.opened.game,
        "rules": state.opened.rules,
        "rules_hash": state.opened.rules_hash,
        "rules_document": parse_json(state.opened.rules_document),
        "seats": list(event.seats),
        "carried": dict(event.carried),
        "steps": [
            {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
            for step in (from_entry(state.game, entry, sealer) for entry in entries if entry.kind == happened.STEP)
            if isinstance(step, Step)
        ],
    }
    return with_proof(plain, before, entries, signer)


def steps(store: Store, sealer: Sealer, signer: Signer, round_id: str, seat: int | None) -> dict[str, Any]:
    """A round step by step: who acted, what followed that everybody could know, and what was seen then."""
    contest = replay_record(record(store, sealer, signer, round_id))
    if seat is not None and seat not in contest.seats:
        raise Refused(RefusalCode.NO_SUCH_SEAT, f"seat {seat} was not in this round")
    game = contest.game
    audience = SPECTATOR if seat is None else seat_audience(seat)
    again = Contest(game, contest.rules, contest.seats, contest.carried_in)
    found = []
    for step in contest.steps:
        again.act(step.actor, step.action)
        found.append(
            {
                "actor": str(step.actor),
                "events": [to_plain(event) for event in step.events if event.kind not in game.sealed_kinds],
                "view": to_plain(again.view(audience)),
            }
        )
    return {"round": round_id, "game": game.name, "seat": seat, "steps": found}


def verifier_text() -> str:
    """The stand-alone verifier, to be downloaded."""
    return (files("crossfelt.verifier") / "crossfelt_verifier.py").read_text(encoding="utf-8")
