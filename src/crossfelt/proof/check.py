"""Checks everything that a record claims, and names the first thing that does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.errors import BadInput, ProofError
from crossfelt.fairness import SCHEME, LockedSeed, RoundChance, commitment
from crossfelt.fields import Fields
from crossfelt.game import CHANCE
from crossfelt.games import AnyContest, replay_record
from crossfelt.ledger import ESCROW
from crossfelt.proof.attach import DIGEST, digest_of, holds_hidden
from crossfelt.proof.chips import check_chips
from crossfelt.proof.entries import only
from crossfelt.proof.log_slice import LogSlice, body_of, read_hex, read_log_slice, read_text
from crossfelt.proof.notes import head_text, parse_verifier_key
from crossfelt.proof.order import check_order
from crossfelt.proof.receipt import Receipt, SignedHead, check_receipt
from crossfelt.proof.seeds import check_proof_seeds, check_seeds
from crossfelt.record import is_record


@dataclass(frozen=True, slots=True)
class ProvenChance:
    """What a proof has shown beyond the replay of its record."""

    table: str
    round: str
    first_seq: int
    last_seq: int
    """The entries of the table's log from the commitment to the end of the round."""
    head: str
    key: str
    """The verifier key of the server that signed the head."""
    seeds: int
    """Seats that revealed a seed of their own."""
    withheld: tuple[int, ...]
    """Seats that committed to a seed and didn't reveal it."""
    chances: int
    """Shuffles, spins, Hot Spots and rolls that were drawn again."""
    host_rules: bool
    """Whether the log says that the host rules at the table, also on rounds that the host plays in."""
    receipt_seq: int | None
    """The entry at which a player's receipt was found, None when none was given."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A record that holds."""

    game: str
    rules: str
    rules_hash: str
    steps: int
    is_finished: bool
    chance: ProvenChance | None
    """None for a record without a proof: it was replayed and every chip recomputed, but nothing says where its chance
    came from."""


def check(data: object, receipt: Receipt | None = None, statements: Sequence[str] = ()) -> Verified:
    """Checks a record; `RecordError`, of which `ProofError` is one, names the first thing that does not hold.

    With a `receipt`, `Cheating` says that the server signed both and they contradict each other. Rotation `statements`
    tell that two keys are of one server.
    """
    record = data if isinstance(data, dict) and is_record(data) else {}
    if "proof" not in record:
        if DIGEST in record:
            _check_digest(record)
        contest = _settled_contest(data)
        if receipt is not None:
            raise ProofError("the record has no proof, so there is no log to compare the receipt with")
        return _verified(contest, None)
    _check_digest(record)
    fields = Fields(record["proof"], "proof")
    fields.text("scheme", among=(SCHEME,))
    round_id = read_text(fields, "round")
    published, secret = read_hex(fields, "commitment"), read_hex(fields, "secret")
    given = fields.raw("seeds")
    log_fields, signed_fields = fields.table("log"), fields.table("signed_head")
    fields.refuse_unknown()
    if fields.faults:
        raise ProofError(fields.faults)
    if commitment(secret) != published.hex():
        raise ProofError("the commitment is not the hash of the secret")
    log = read_log_slice(log_fields)
    check_order(log, round_id, published.hex(), secret.hex(), record)
    contest = _settled_contest(data)
    seeds = check_seeds(log, round_id, contest)
    check_proof_seeds(given, seeds)
    chances = _check_chance(contest, secret, round_id, seeds)
    _check_sealed_steps(contest, log)
    check_chips(contest, log, round_id)
    signed = _check_signature(signed_fields, log)
    if receipt is not None:
        check_receipt(log, signed, receipt, statements)
    first, last = log.entries[0], log.entries[-1]
    return _verified(
        contest,
        ProvenChance(
            first.table,
            round_id,
            first.seq,
            last.seq,
            log.head.hex(),
            str(signed.key),
            sum(one.state == "revealed" for one in seeds),
            tuple(one.seat for one in seeds if one.state == "withheld"),
            chances,
            body_of(only(log, "round_opened")).get("host_rules") is True,
            None if receipt is None else receipt.seq,
        ),
    )


def _check_digest(record: dict[str, Any]) -> None:
    if record.get(DIGEST) != digest_of(record):
        raise ProofError("the digest is not that of the record: something in the file was changed")


def _check_signature(fields: Fields, log: LogSlice) -> SignedHead:
    text, signature = read_text(fields, "key"), read_text(fields, "signature")
    fields.refuse_unknown()
    if fields.faults:
        raise ProofError(fields.faults)
    try:
        key = parse_verifier_key(text)
    except BadInput as error:
        raise ProofError(f"proof.signed_head.key: {error}") from None
    last = log.entries[-1]
    if not key.verifies(head_text(last.table, last.seq, last.hash.hex()), signature):
        raise ProofError(f"the last entry of the log isn't signed by {key.name}")
    return SignedHead(key)


def _settled_contest(data: object) -> AnyContest:
    """The contest replayed, with every chip accounted for."""
    contest = replay_record(data)
    balances = contest.balances
    if sum(balances.values()):
        raise ProofError("the chips of the round do not sum to zero")
    if contest.is_finished and balances.get(ESCROW, 0):
        raise ProofError("chips are left in escrow when the round is over")
    return contest


def _check_chance(contest: AnyContest, secret: bytes, round_id: str, seeds: tuple[LockedSeed, ...]) -> int:
    """Draws every chance again and compares; returns how many there were."""
    if not contest.is_finished and contest.balances.get(ESCROW, 0):
        raise ProofError("the round was closed while chips were still at stake")
    game = contest.game
    chance = RoundChance(secret, round_id, seeds)
    state = game.open(contest.rules, contest.seats, contest.carried_in)
    drawn = 0
    for number, step in enumerate(contest.steps, start=1):
        if step.actor == CHANCE:
            drawn += 1
            if game.draw(state, chance.draw(drawn)) != step.action:
                raise ProofError(
                    f"step {number}: the {_SAID.get(step.action.kind, step.action.kind)} is not the one that secret,"
                    f" round and seeds make of chance {drawn}"
                )
        for event in step.events:
            state = game.evolve(state, event)
    return drawn


_SAID = {"shuffle": "deck", "spin": "spin", "draw_hot_spot": "Hot Spot", "roll_dice": "roll"}


def _check_sealed_steps(contest: AnyContest, log: LogSlice) -> None:
    """Only what holds something hidden may be sealed: everything else must be there to be read."""
    for number, (step, entry) in enumerate(zip(contest.steps, log.of_kind("step"), strict=True), start=1):
        if entry.is_sealed and not holds_hidden(contest.game, step.events):
            raise ProofError(f"log entry {entry.seq}: step {number} holds nothing hidden, and must not be sealed")


def _verified(contest: AnyContest, chance: ProvenChance | None) -> Verified:
    rules = contest.rules
    return Verified(contest.game.name, rules.name, rules.hash, len(contest.steps), contest.is_finished, chance)
