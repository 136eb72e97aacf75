"""Whether the log of a round says what its record says, and in the order that makes its chance fair.

The entries stand in the order of their numbers: the commitment first, then the seeds and their lock, then the first
chance, and the secret last. Entries of other kinds may stand between.
"""

from __future__ import annotations

from typing import Any

from crossfelt.errors import ProofError, describe
from crossfelt.jsontext import canonical_json
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.storage.port import Entry

Seeds = tuple[tuple[int, str], ...]
"""Seats, counted from 1 and rising, each with the seed that its player added."""
_STEP_KEYS = ("actor", "action", "events")


def check_order(
    log: LogSlice, round_id: str, commitment: str, secret: str, seeds: Seeds, record: dict[str, Any]
) -> None:
    """Raises `ProofError` for the first entry that is missing, out of order, or other than the record has it."""
    committed, closed = _only(log, "round_committed"), _only(log, "round_closed")
    _must(committed is log.entries[0], committed, "must be the first entry of the round")
    _must(closed is log.entries[-1], closed, "must be the last entry of the round")
    _same(committed, {"round": round_id, "commitment": commitment})
    _same(closed, {"round": round_id, "secret": secret})
    sealed = _only(log, "secret_sealed")
    _must(sealed.is_sealed, sealed, "must be sealed")
    opened = _only(log, "round_opened")
    _same(opened, {"round": round_id} | {key: record.get(key) for key in ("seats", "rules_hash", "carried")})
    steps = log.of_kind("step")
    if steps:
        _must(opened.seq < steps[0].seq, opened, "must stand before the first step")
    _check_steps(steps, record.get("steps"))
    _check_lock(log, steps, seeds, record)


def _check_steps(steps: list[Entry], recorded: object) -> None:
    if not isinstance(recorded, list) or len(recorded) != len(steps):
        count = len(recorded) if isinstance(recorded, list) else 0
        raise ProofError(f"the log has {len(steps)} steps, the record {count}")
    for number, (entry, step) in enumerate(zip(steps, recorded, strict=True), start=1):
        if entry.is_sealed:
            continue
        body = body_of(entry)
        if canonical_json({key: body.get(key) for key in _STEP_KEYS}) != canonical_json(step):
            raise ProofError(f"step {number}: log entry {entry.seq} holds another step than the record")


def _check_lock(log: LogSlice, steps: list[Entry], seeds: Seeds, record: dict[str, Any]) -> None:
    """The seeds in force are those that were added before the lock, and the lock stands before the first chance."""
    locks = log.of_kind("seeds_locked")
    chances = [
        entry
        for entry, step in zip(steps, record["steps"], strict=True)
        if isinstance(step, dict) and step.get("actor") == "chance"
    ]
    if not locks and not chances and not seeds:
        return
    lock = _only(log, "seeds_locked")
    sealed = _only(log, "secret_sealed")
    _must(sealed.seq < lock.seq, sealed, "must stand before the lock of the seeds")
    if chances:
        _must(
            lock.seq < chances[0].seq, lock, f"must stand before the first chance, which is log entry {chances[0].seq}"
        )
    added: dict[int, str] = {}
    for entry in log.entries[: lock.seq - log.entries[0].seq]:
        if entry.kind == "seed_added":
            body = body_of(entry)
            added[seat_of(entry, body)] = str(body.get("seed"))
        elif entry.kind == "seat_left":
            added.pop(seat_of(entry, body_of(entry)), None)
    locked = body_of(lock).get("seeds")
    if canonical_json(locked) != canonical_json([{"seat": seat, "seed": seed} for seat, seed in sorted(added.items())]):
        raise ProofError(f"log entry {lock.seq}: the seeds locked are not the seeds that were added")
    if canonical_json(locked) != canonical_json([{"seat": seat, "seed": seed} for seat, seed in seeds]):
        raise ProofError("proof.seeds: the seeds of the proof are not the seeds that were locked")


def _only(log: LogSlice, kind: str) -> Entry:
    """The one entry of that kind."""
    found = log.of_kind(kind)
    if len(found) != 1:
        raise ProofError(f"the log of the round must hold {kind} once, not {len(found)} times")
    return found[0]


def _must(holds: bool, entry: Entry, says: str) -> None:
    if not holds:
        raise ProofError(f"log entry {entry.seq}: {entry.kind} {says}")


def _same(entry: Entry, expected: dict[str, object]) -> None:
    body = body_of(entry)
    for key, value in expected.items():
        if canonical_json(body.get(key)) != canonical_json(value):
            raise ProofError(f"log entry {entry.seq}: the {key} of {entry.kind} is not that of the record")


def seat_of(entry: Entry, body: dict[str, Any]) -> int:
    """The seat that the body of an entry names; `ProofError` when it names none."""
    seat = body.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise ProofError(f"log entry {entry.seq}: {describe(seat)} is not a seat")
    return seat
