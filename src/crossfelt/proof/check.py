"""Checks everything that a record claims, and names the first thing that does not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.catalog import KITS, AnyContest, replay_record
from crossfelt.errors import BadInput, Fault, ProofError
from crossfelt.fairness import SCHEME, LockedSeed, RoundChance, commitment
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.game import CHANCE
from crossfelt.ledger import ESCROW
from crossfelt.proof.attach import digest_of, holds_hidden
from crossfelt.proof.chips import check_chips
from crossfelt.proof.entries import bad_entry, only
from crossfelt.proof.log_slice import LogSlice, body_of, read_hex, read_log_slice, read_text
from crossfelt.proof.notes import head_text, parse_verifier_key
from crossfelt.proof.order import check_order
from crossfelt.proof.receipt import Receipt, SignedHead, check_receipt
from crossfelt.proof.seeds import check_proof_seeds, check_seeds
from crossfelt.record import DIGEST, PROOF, is_record


@dataclass(frozen=True, slots=True)
class ProvenChance:
    """The result of a proof beyond the replay of its record."""

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
    """Check a record; `RecordError`, of which `ProofError` is one, names the first thing that does not hold.

    With a `receipt`, `Cheating` says that the server signed both and they contradict each other. Rotation `statements`
    tell that two keys are of one server.
    """
    checking = Checking(data, receipt, statements)
    for step in checking.steps:
        step.run()
    return checking.verified()


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One check of a record, in the order in which `check` makes them."""

    id: str
    title: str
    """The claim that holds when it passes, in a few words."""
    run: Callable[[], str]
    """Return what was found; `RecordError` says what doesn't hold."""


class Checking:
    """A record on its way through the checks. Each step needs those before it."""

    def __init__(self, data: object, receipt: Receipt | None = None, statements: Sequence[str] = ()) -> None:
        self._data, self._receipt, self._statements = data, receipt, statements
        self._record: dict[str, Any] = data if isinstance(data, dict) and is_record(data) else {}
        self._secret, self._round, self._chances = b"", "", 0
        self._seeds: tuple[LockedSeed, ...] = ()
        self.steps = self._proved_steps() if PROOF in self._record else self._bare_steps()

    def verified(self) -> Verified:
        """Return the result of all steps together."""
        if PROOF not in self._record:
            return _verified(self._contest, None)
        first, last = self._log.entries[0], self._log.entries[-1]
        return _verified(
            self._contest,
            ProvenChance(
                first.table,
                self._round,
                first.seq,
                last.seq,
                self._log.head.hex(),
                str(self._signed.key),
                sum(one.state == "revealed" for one in self._seeds),
                tuple(one.seat for one in self._seeds if one.state == "withheld"),
                self._chances,
                body_of(only(self._log, "round_opened")).get("host_rules") is True,
                None if self._receipt is None else self._receipt.seq,
            ),
        )

    def _bare_steps(self) -> list[CheckStep]:
        digest = [CheckStep("digest", _UNCHANGED, self._check_digest)] if DIGEST in self._record else []
        receipt = [CheckStep("receipt", _RECEIPT, self._refuse_receipt)] if self._receipt is not None else []
        return [*digest, CheckStep("replay", _REPLAYS, self._replay), *receipt]

    def _proved_steps(self) -> list[CheckStep]:
        steps = [
            CheckStep("digest", _UNCHANGED, self._check_digest),
            CheckStep("commitment", "The secret matches its commitment", self._check_commitment),
            CheckStep("chain", "The log is one unbroken chain", self._check_chain),
            CheckStep("order", "The log and the record agree", self._check_order),
            CheckStep("replay", _REPLAYS, self._replay),
            CheckStep("seeds", "Seeds were committed, locked and revealed in order", self._check_seeds),
            CheckStep("chance", "Every draw follows from the secret and the seeds", self._check_chance),
            CheckStep("sealed", "Only hidden information is sealed", self._check_sealed),
            CheckStep("chips", "Every log entry moves exactly the chips of its events", self._check_chips),
            CheckStep("signature", "The server signed the last entry", self._check_signature),
        ]
        return [*steps, CheckStep("receipt", _RECEIPT, self._check_receipt)] if self._receipt is not None else steps

    def _check_digest(self) -> str:
        _check_digest(self._record)
        return f"The digest in the file, {self._record[DIGEST]}, is the digest of its content."

    def _check_commitment(self) -> str:
        fields = Fields(self._record[PROOF], PROOF)
        fields.text("scheme", among=(SCHEME,))
        self._round = read_text(fields, "round")
        published, self._secret = read_hex(fields, "commitment"), read_hex(fields, "secret")
        self._given = fields.raw("seeds")
        self._log_fields, self._signed_fields = fields.table("log"), fields.table("signed_head")
        fields.refuse_unknown()
        if fields.faults:
            raise ProofError(fields.faults)
        if commitment(self._secret) != published.hex():
            message = "the commitment is not the hash of the secret"
            raise ProofError(message, FaultCode.SECRET_MISMATCH, f"{PROOF}.commitment")
        self._commitment = published.hex()
        return "The SHA-256 of the revealed secret is the commitment."

    def _check_chain(self) -> str:
        self._log = read_log_slice(self._log_fields)
        first, last = self._log.entries[0], self._log.entries[-1]
        return f"Entries {first.seq} to {last.seq} of table {first.table}: each hash follows from the one before."

    def _check_order(self) -> str:
        check_order(self._log, self._round, self._commitment, self._secret.hex(), self._record)
        return "The commitment comes first and the secret last. Seats, rules and steps are those of the record."

    def _replay(self) -> str:
        self._contest = _settled_contest(self._data)
        rules, count = self._contest.rules, len(self._contest.steps)
        finding = f"{_counted(count, 'step')} decided again under {rules.name}, hash {rules.hash}."
        return f"{finding} The chips sum to zero." if self._contest.postings else finding

    def _check_seeds(self) -> str:
        self._seeds = check_seeds(self._log, self._round, self._contest)
        check_proof_seeds(self._given, self._seeds)
        withheld = [str(one.seat) for one in self._seeds if one.state == "withheld"]
        finding = f"{_counted(len(self._seeds) - len(withheld), 'player seed')} revealed."
        return f"{finding} Not revealed (possibly offline): seat {', '.join(withheld)}." if withheld else finding

    def _check_chance(self) -> str:
        self._chances = _check_chance(self._contest, self._secret, self._round, self._seeds)
        return f"{_counted(self._chances, 'random draw')} reproduced."

    def _check_sealed(self) -> str:
        _check_sealed_steps(self._contest, self._log)
        sealed = sum(entry.is_sealed for entry in self._log.entries)
        return f"{sealed} of {len(self._log.entries)} entries are sealed. The rest can be read."

    def _check_chips(self) -> str:
        check_chips(self._contest, self._log, self._round)
        return f"{_counted(sum(len(entry.postings) for entry in self._log.entries), 'posting')} recomputed."

    def _check_signature(self) -> str:
        self._signed = _check_signature(self._signed_fields, self._log)
        return f"Signed by {self._signed.key.name}."

    def _check_receipt(self) -> str:
        assert self._receipt is not None
        check_receipt(self._log, self._signed, self._receipt, self._statements)
        return f"The receipt matches the log at entry {self._receipt.seq}."

    def _refuse_receipt(self) -> str:
        message = "the record has no proof, so there is no log to compare the receipt with"
        raise ProofError(message, FaultCode.MISSING, PROOF)


_UNCHANGED = "The file is unchanged since it was exported"
_REPLAYS = "The rules allow every step"
_RECEIPT = "The log is the one that the receipt names"


def _check_digest(record: dict[str, Any]) -> None:
    if record.get(DIGEST) != digest_of(record):
        message = "the digest is not that of the record: something in the file was changed"
        raise ProofError(message, FaultCode.FILE_CHANGED, DIGEST)


def _check_signature(fields: Fields, log: LogSlice) -> SignedHead:
    text, signature = read_text(fields, "key"), read_text(fields, "signature")
    fields.refuse_unknown()
    if fields.faults:
        raise ProofError(fields.faults)
    try:
        key = parse_verifier_key(text)
    except BadInput as error:
        path = f"{PROOF}.signed_head.key"
        raise ProofError(fault.prefixed(path, path) for fault in error.faults) from None
    last = log.entries[-1]
    if not key.verifies(head_text(last.table, last.seq, last.hash.hex()), signature):
        message = f"the last entry of the log isn't signed by {key.name}"
        raise ProofError(message, FaultCode.NOT_SIGNED, f"{PROOF}.signed_head.signature", key=key.name)
    return SignedHead(key)


def _settled_contest(data: object) -> AnyContest:
    """The contest replayed, with every chip accounted for."""
    contest = replay_record(data)
    balances = contest.balances
    if sum(balances.values()):
        raise ProofError("the chips of the round do not sum to zero", FaultCode.CHIPS_DIFFER)
    if contest.is_finished and balances.get(ESCROW, 0):
        raise ProofError("chips are left in escrow when the round is over", FaultCode.CHIPS_DIFFER)
    return contest


def _check_chance(contest: AnyContest, secret: bytes, round_id: str, seeds: tuple[LockedSeed, ...]) -> int:
    """Draw every chance again and compare; return how many there were."""
    if not contest.is_finished and contest.balances.get(ESCROW, 0):
        raise ProofError("the round was closed while chips were still at stake", FaultCode.CHIPS_DIFFER)
    game, draws = contest.game, KITS[contest.game.name].words.draws
    chance = RoundChance(secret, round_id, seeds)
    state = game.open(contest.rules, contest.seats, contest.carried_in)
    drawn = 0
    for number, step in enumerate(contest.steps, start=1):
        if step.actor == CHANCE:
            drawn += 1
            if game.draw(state, chance.draw(drawn)) != step.action:
                draw = draws.get(step.action.kind, step.action.kind)
                message = f"the {draw} is not the one that secret, round and seeds make of chance {drawn}"
                params = {"step": number, "draw": step.action.kind, "number": drawn}
                where, field = f"step {number}", f"steps[{number}].action"
                raise ProofError(Fault(FaultCode.DRAW_DIFFERS, message, where, field=field, params=params))
        for event in step.events:
            state = game.evolve(state, event)
    return drawn


def _check_sealed_steps(contest: AnyContest, log: LogSlice) -> None:
    """Only what holds something hidden may be sealed: everything else must be there to be read."""
    for number, (step, entry) in enumerate(zip(contest.steps, log.of_kind("step"), strict=True), start=1):
        if entry.is_sealed and not holds_hidden(contest.game, step.events):
            raise bad_entry(entry, f"step {number} has nothing to hide, so it must not be sealed")


def _verified(contest: AnyContest, chance: ProvenChance | None) -> Verified:
    rules = contest.rules
    return Verified(contest.game.name, rules.name, rules.hash, len(contest.steps), contest.is_finished, chance)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
