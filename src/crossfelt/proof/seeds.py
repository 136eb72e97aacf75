"""Checks that the seeds of a round were committed, locked and revealed in order, before the first draw.

Expected in the log: `seed_committed` any number of times; `commitments_locked` directly after the entry with which the
contest first waits for chance; `seed_revealed` at most once for each locked seat; `seeds_locked` directly before the
first draw. Each of the two locks must hold exactly what the entries before it say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from crossfelt.catalog import AnyContest
from crossfelt.errors import Fault, ProofError
from crossfelt.fairness import LockedSeed, is_commitment, seed_commitment, seed_faults
from crossfelt.faults import FaultCode
from crossfelt.game import CHANCE
from crossfelt.jsontext import canonical_json
from crossfelt.ledger import seat_account
from crossfelt.proof.entries import bad_entry, must, only, same, seat_of
from crossfelt.proof.log_slice import LogSlice, body_of
from crossfelt.storage.port import Entry

_LOCKS = ("commitments_locked", "seed_revealed", "seeds_locked")


def check_seeds(log: LogSlice, round_id: str, contest: AnyContest) -> tuple[LockedSeed, ...]:
    """Return the locked seats of a round; `ProofError` names the first entry that is out of order or wrong."""
    steps = log.of_kind("step")
    waiting = _first_wait(contest)
    if waiting is None:
        for kind in _LOCKS:
            for entry in log.of_kind(kind):
                must(False, entry, "must not be there: the round never waited for chance")
        return ()
    number, seats = waiting
    cause = steps[number - 1] if number else only(log, "round_opened")
    lock = only(log, "commitments_locked")
    must(lock.seq == cause.seq + 1, lock, f"must come directly after log entry {cause.seq}, when bets are closed")
    sealed = only(log, "secret_sealed")
    must(sealed.seq < lock.seq, sealed, "must come before the commitments are locked")
    in_force = _in_force(log, round_id, lock)
    locked = [body for seat, body in sorted(in_force.items()) if seat in seats]
    same(lock, {"round": round_id, "commitments": locked}, "what was committed before it")
    return _fixed(log, round_id, lock, locked, _first_draw(contest, steps))


def seeds_document(seeds: tuple[LockedSeed, ...]) -> list[dict[str, Any]]:
    """Return locked seats as `seeds_locked` and the proof hold them."""
    return [
        {
            "seat": one.seat,
            "commitment": one.commitment,
            "state": one.state,
            "nonce": one.nonce.hex(),
            "seed": one.seed,
        }
        for one in seeds
    ]


def _first_wait(contest: AnyContest) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of steps after which the contest first waits for chance, and the seats then in it: those with
    chips at stake, or all seats of a game without chips. None if it never waits."""
    game = contest.game
    state = game.open(contest.rules, contest.seats, contest.carried_in)
    staked: Counter[str] = Counter()
    for number in range(len(contest.steps) + 1):
        if game.pending(state).kind == "chance":
            return number, tuple(seat for seat in contest.seats if staked[seat_account(seat)]) or contest.seats
        for event in contest.steps[number].events if number < len(contest.steps) else ():
            state = game.evolve(state, event)
            for move in game.postings(event):
                staked[move.source] += move.cents
                staked[move.destination] -= move.cents
    return None


def _first_draw(contest: AnyContest, steps: list[Entry]) -> Entry | None:
    draws = (entry for entry, step in zip(steps, contest.steps, strict=True) if step.actor == CHANCE)
    return next(draws, None)


def _in_force(log: LogSlice, round_id: str, lock: Entry) -> dict[int, dict[str, Any]]:
    """Return the last commitment of each seat before the lock; a player who leaves takes theirs along."""
    commitments: dict[int, dict[str, Any]] = {}
    for entry in log.entries:
        if entry.kind == "seed_committed":
            must(entry.seq < lock.seq, entry, "must come before the commitments are locked")
            body = body_of(entry)
            same(entry, {"round": round_id})
            seat, player, made = seat_of(entry, body), _text(entry, body, "player"), _text(entry, body, "commitment")
            must(player.isprintable(), entry, "must name a player")
            must(is_commitment(made), entry, "must hold 64 lower-case hex digits")
            commitments[seat] = {"seat": seat, "player": player, "commitment": made}
        elif entry.kind in ("seat_leaving", "seat_left") and entry.seq < lock.seq:
            commitments.pop(seat_of(entry, body_of(entry)), None)
    return commitments


def _fixed(
    log: LogSlice, round_id: str, lock: Entry, locked: list[dict[str, Any]], draw: Entry | None
) -> tuple[LockedSeed, ...]:
    """Return what each locked seat adds to the draws, and check that `seeds_locked` says so."""
    revealed = _revealed(log, round_id, lock, {body["seat"]: body for body in locked})
    if draw is None:
        for entry in log.of_kind("seeds_locked"):
            must(False, entry, "must not be there: nothing was drawn")
        return ()
    fixed = only(log, "seeds_locked")
    must(fixed.seq == draw.seq - 1, fixed, f"must come directly before the first draw, which is log entry {draw.seq}")
    for entry in log.of_kind("seed_revealed"):
        must(entry.seq < fixed.seq, entry, "must come before the seeds are locked")
    seeds = tuple(
        revealed.get(body["seat"], LockedSeed(body["seat"], body["commitment"]))
        for body in sorted(locked, key=lambda body: int(body["seat"]))
    )
    same(fixed, {"round": round_id, "seeds": seeds_document(seeds)}, "what was revealed before it")
    return seeds


def _revealed(log: LogSlice, round_id: str, lock: Entry, locked: Mapping[int, dict[str, Any]]) -> dict[int, LockedSeed]:
    revealed: dict[int, LockedSeed] = {}
    for entry in log.of_kind("seed_revealed"):
        must(entry.seq > lock.seq, entry, "must come after the commitments are locked")
        same(entry, {"round": round_id})
        body = body_of(entry)
        seat, nonce, seed = seat_of(entry, body), _text(entry, body, "nonce"), _text(entry, body, "seed")
        must(seat in locked, entry, f"is of seat {seat}, which has no locked commitment")
        must(seat not in revealed, entry, f"reveals the seed of seat {seat} again")
        must(is_commitment(nonce) and not seed_faults(seed), entry, "must hold a nonce and a seed")
        player, commitment = str(locked[seat]["player"]), str(locked[seat]["commitment"])
        opened = LockedSeed(seat, commitment, bytes.fromhex(nonce), seed)
        made = seed_commitment(entry.table, round_id, seat, player, opened.nonce, seed)
        must(made == commitment, entry, f"doesn't open the commitment of seat {seat}")
        revealed[seat] = opened
    return revealed


def _text(entry: Entry, body: dict[str, Any], key: str) -> str:
    text = body.get(key)
    if not isinstance(text, str):
        raise bad_entry(entry, f"the {key} of {entry.kind} must be text", key)
    return text


def check_proof_seeds(given: object, seeds: tuple[LockedSeed, ...]) -> None:
    """Check that the proof names the locked seats as the log does."""
    if canonical_json(given) != canonical_json(seeds_document(seeds)):
        message = "the seeds of the proof are not the seeds that were locked"
        raise ProofError(Fault(FaultCode.SEEDS_DIFFER, message, "proof.seeds"))
