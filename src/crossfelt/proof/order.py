"""Checks that the log of a round says what its record says: the commitment first, then every step, the secret last.

`seeds.py` checks the order of the seeds. Entries of other kinds may come between.
"""

from __future__ import annotations

from typing import Any

from crossfelt.errors import Fault, ProofError
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json
from crossfelt.proof.entries import must, only, same
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.record import STEP_KEYS
from crossfelt.storage.port import Entry


def check_order(log: LogSlice, round_id: str, commitment: str, secret: str, record: dict[str, Any]) -> None:
    """Raise `ProofError` for the first entry that is missing, out of order, or other than the record has it."""
    committed, closed = only(log, "round_committed"), only(log, "round_closed")
    must(committed is log.entries[0], committed, "must be the first entry of the round")
    must(closed is log.entries[-1], closed, "must be the last entry of the round")
    same(committed, {"round": round_id, "commitment": commitment})
    same(closed, {"round": round_id, "secret": secret})
    sealed = only(log, "secret_sealed")
    must(sealed.is_sealed, sealed, "must be sealed")
    opened = only(log, "round_opened")
    same(opened, {"round": round_id} | {key: record.get(key) for key in ("seats", "rules_hash", "carried")})
    steps = log.of_kind("step")
    if steps:
        must(opened.seq < steps[0].seq, opened, "must stand before the first step")
    _check_steps(steps, record.get("steps"))


def _check_steps(steps: list[Entry], recorded: object) -> None:
    if not isinstance(recorded, list) or len(recorded) != len(steps):
        count = len(recorded) if isinstance(recorded, list) else 0
        raise ProofError(f"the log has {len(steps)} steps, the record {count}", FaultCode.STEPS_DIFFER, "steps")
    for number, (entry, step) in enumerate(zip(steps, recorded, strict=True), start=1):
        if entry.is_sealed:
            continue
        body = body_of(entry)
        if canonical_json({key: body.get(key) for key in STEP_KEYS}) != canonical_json(step):
            message = f"log entry {entry.seq} holds another step than the record"
            params = {"step": number, "entry": entry.seq}
            fault = Fault(FaultCode.STEPS_DIFFER, message, f"step {number}", field=f"steps[{number}]", params=params)
            raise ProofError(fault)
