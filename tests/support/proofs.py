"""Rounds of both games with their proofs: played by a seed, chance that can be checked, logged as a table does it.

`played(seed)` plays a contest to its end, `logged` writes the log that a table would have kept of it, and
`proved(seed)` puts both together into the record that a player can download.
"""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crossfelt.catalog import AnyContest
from crossfelt.crisscross.actions import (
    Abandon,
    CloseBetting,
    Deal,
    ForfeitSeat,
    PlaceWagers,
    Settle,
    TakeOver,
    VoidRound,
)
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import open_round
from crossfelt.errors import IllegalAction
from crossfelt.fairness import LockedSeed, RoundChance, commitment, seed_commitment
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Actor, seat_actor
from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.actions import AbandonSheet, PlaceFor
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.ledger import ESCROW, Posting
from crossfelt.proof.attach import digest_of, holds_hidden, with_proof
from crossfelt.proof.notes import SignedNote, head_text
from crossfelt.proof.receipt import FORMAT, VERSION
from crossfelt.proof.seeds import seeds_document
from crossfelt.record import export_record
from crossfelt.schema import to_plain
from crossfelt.service.signing import Signer
from crossfelt.service.tables.accounts import at_table
from crossfelt.storage.chain import asked_digest, entry_hash, first_hash
from crossfelt.storage.port import Entry
from tests.support.properties.progressive_houses import TWO_AMOUNTS, meters, offers, progressive_wagers, with_weights

TABLE = "oak"
SIGNER = Signer(bytes(range(32)))
Cheat = Callable[[Any], Any]
"""From the action that chance honestly brings to another."""
TROUBLE = 0.06
"""How often the floor steps in between two actions."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """The seed of one player, committed before the lock."""

    seat: int
    player: str
    nonce: bytes
    seed: str
    commitment: str
    will_reveal: bool

    @property
    def event(self) -> dict[str, Any]:
        """The seat, player and commitment, as the log holds them."""
        return {"seat": self.seat, "player": self.player, "commitment": self.commitment}

    @property
    def locked(self) -> LockedSeed:
        """The seat's contribution to the chance of the round."""
        if not self.will_reveal:
            return LockedSeed(self.seat, self.commitment)
        return LockedSeed(self.seat, self.commitment, self.nonce, self.seed)


@dataclass(slots=True)
class Played:
    """A contest that is over, and where its chance came from."""

    contest: AnyContest
    secret: bytes
    round_id: str
    made: tuple[Commitment, ...]
    """The commitments when the contest first waited for chance, by seat."""
    locked: tuple[Commitment, ...] = ()
    """Those of the seats in the contest."""

    def chance(self) -> RoundChance:
        """All draws of the round."""
        return RoundChance(self.secret, self.round_id, [one.locked for one in self.locked])


class TableLog:
    """The log of one table, in memory, with its chain of hashes."""

    def __init__(self, table: str, before: bytes | None = None, seq: int = 0) -> None:
        self.table, self.seq = table, seq
        self.before = self.head = first_hash(table) if before is None else before
        self.entries: list[Entry] = []

    def add(self, kind: str, body: object, *, is_sealed: bool = False, postings: tuple[Posting, ...] = ()) -> None:
        """One more entry; what is sealed is stored as bytes that nobody can read."""
        text = canonical_json(body).encode()
        stored = hashlib.sha256(text).digest() * 2 if is_sealed else text
        self.seq += 1
        stamped_ms = 1_700_000_000_000 + 250 * self.seq
        # Every entry is a batch of its own, except what the table does together with the entry before.
        asked = b"" if kind == "secret_sealed" else asked_digest("ann", f"a{self.seq}", b"asked")
        at = self.table, self.seq, stamped_ms, kind
        self.head = entry_hash(self.head, *at, is_sealed, stored, asked, postings)
        self.entries.append(Entry(*at, stored, is_sealed, self.head, asked, postings))


def proved(
    seed: int,
    cheat: Cheat | None = None,
    *,
    lock_late: bool = False,
    reveals: Collection[int] | None = None,
    host_rules: bool = False,
) -> dict[str, Any]:
    """The record of the contest that this seed makes, with its proof. A `cheat` puts its own chance in place of what
    was drawn, and `lock_late` locks the seeds only after the first chance: no honest table does either. `reveals` names
    the seats that reveal their seeds, and `host_rules` lets the host rule at the table."""
    made = played(seed, cheat, reveals)
    log = logged(made, random.Random(seed), lock_late=lock_late, host_rules=host_rules)
    return with_proof(export_record(made.contest), log.before, log.entries, SIGNER)


def resealed(record: dict[str, Any]) -> dict[str, Any]:
    """A record that was changed, with its chain of hashes and its digest made to fit again."""
    log = record["proof"]["log"]
    head = bytes.fromhex(log["before"])
    for seq, entry in enumerate(log["entries"], start=log["first_seq"]):
        body = base64.b64decode(entry["body"]) if entry["sealed"] else entry["body"].encode()
        at = log["table"], seq, entry["stamped_ms"], entry["kind"], entry["sealed"], body
        moves = (Posting(*move) for move in entry["postings"])
        head = entry_hash(head, *at, bytes.fromhex(entry["asked"]), moves)
    log["head"] = head.hex()
    record["proof"]["signed_head"] = {"key": str(SIGNER.key), "signature": SIGNER.sign_head(log["table"], seq, head)}
    return record | {"digest": digest_of(record)}


def played(seed: int, cheat: Cheat | None = None, reveals: Collection[int] | None = None) -> Played:
    """A contest of either game: every rule book, progressive wagers, rulings of the floor, voids, absent players."""
    choose = random.Random(seed)
    secret = hashlib.sha256(f"secret {seed}".encode()).digest()
    contest = _open_king(choose) if seed % 4 == 3 else _open_criss_cross(choose)
    round_id = f"{TABLE}-{seed + 1}"
    seats = [seat for seat in contest.seats if choose.random() < 0.7]
    made = tuple(committed(choose, round_id, seat, f"player-{seat}") for seat in seats)
    if reveals is not None:
        made = tuple(replace(one, will_reveal=one.seat in reveals) for one in made)
    result = Played(contest, secret, round_id, made)
    _play(result, choose, cheat or (lambda action: action))
    return result


def committed(choose: random.Random, round_id: str, seat: int, player: str) -> Commitment:
    """A seed that a player commits to, and in most cases reveals."""
    seed = choose.choice(["lucky", "7 7 7", '"\\', "draw", "x" * 64, f"seat {seat}"])
    nonce = choose.randbytes(32)
    commitment = seed_commitment(TABLE, round_id, seat, player, nonce, seed)
    return Commitment(seat, player, nonce, seed, commitment, choose.random() < 0.75)


def logged(made: Played, choose: random.Random, *, lock_late: bool = False, host_rules: bool = False) -> TableLog:
    """The log that a table keeps of a contest. With `lock_late`, the seeds are locked only after the first draw."""
    log = _table_log(choose)
    contest, round_id = made.contest, made.round_id
    log.add("round_committed", {"round": round_id, "commitment": commitment(made.secret)})
    log.add("secret_sealed", {"secret": made.secret.hex()}, is_sealed=True)
    opened = {
        "round": round_id,
        "seats": list(contest.seats),
        "rules_hash": contest.rules.hash,
        **({"host_rules": True} if host_rules else {}),
        "carried": contest.carried_in,
    }
    if contest.game.name == "criss-cross":
        log.add("round_opened", opened)
        _commit(made, log, choose)
    else:
        _commit(made, log, choose)
        log.add("round_opened", opened)
        _lock(made, log, choose)
    is_drawn = False
    for step in contest.steps:
        is_first, is_drawn = step.actor == CHANCE and not is_drawn, is_drawn or step.actor == CHANCE
        if is_first and not lock_late:
            _fix(made, log)
        _note(log, choose, is_first)
        plain = {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
        moves = (move for event in step.events for move in contest.game.postings(event))
        players = {seat: f"player-{seat}" for seat in contest.seats}
        postings = at_table(moves, log.table, round_id, players)
        log.add("step", plain, is_sealed=holds_hidden(contest.game, step.events), postings=postings)
        if is_first and lock_late:
            _fix(made, log)
        if any(event.kind == "betting_closed" for event in step.events):
            _lock(made, log, choose)
    log.add("round_closed", {"round": round_id, "secret": made.secret.hex()})
    return log


def _note(log: TableLog, choose: random.Random, must_not: bool = False) -> None:
    """Add entries that have nothing to do with the round, but not where one must directly follow another."""
    if must_not:
        return
    if choose.random() < 0.05:
        correction = {"by": "eve", "round": "oak-0", "player": "zoe", "cents": 500, "clause": "", "reason": ""}
        log.add("corrected", correction, postings=(Posting(f"house:{log.table}", "wallet:zoe", 500),))
    if choose.random() < 0.1:
        log.add("note", {"text": "something else happened at the table"})


def _commit(made: Played, log: TableLog, choose: random.Random) -> None:
    """Let players commit, change their minds, leave and come back."""
    for one in made.made:
        if choose.random() < 0.3:
            earlier = committed(choose, made.round_id, one.seat, one.player)
            log.add("seed_committed", {"round": made.round_id, **earlier.event})
        if choose.random() < 0.2:
            other = committed(choose, made.round_id, one.seat, "bob")
            log.add("seed_committed", {"round": made.round_id, **other.event})
            log.add("seat_left", {"seat": one.seat, "player": "bob", "reason": "asked"})
        _note(log, choose)
        log.add("seed_committed", {"round": made.round_id, **one.event})
    if choose.random() < 0.3:
        gone = committed(choose, made.round_id, 999, "bob")
        log.add("seed_committed", {"round": made.round_id, **gone.event})
        log.add(choose.choice(["seat_left", "seat_leaving"]), {"seat": 999, "player": "bob"})
    silent = [seat for seat in made.contest.seats if seat not in {one.seat for one in made.made}]
    if silent and choose.random() < 0.4:
        leaver = committed(choose, made.round_id, silent[0], "carl")
        log.add("seed_committed", {"round": made.round_id, **leaver.event})
        log.add("seat_leaving", {"seat": silent[0], "player": "carl"})


def _lock(made: Played, log: TableLog, choose: random.Random) -> None:
    """Lock the commitments of the seats in the contest; players reveal, and leave without taking anything back."""
    locked = [one.event for one in made.locked]
    log.add("commitments_locked", {"round": made.round_id, "commitments": locked})
    for one in choose.sample(made.locked, len(made.locked)):
        _note(log, choose)
        if one.will_reveal:
            reveal = {"seat": one.seat, "nonce": one.nonce.hex(), "seed": one.seed}
            log.add("seed_revealed", {"round": made.round_id, **reveal})
        if choose.random() < 0.2:
            log.add("seat_leaving", {"seat": one.seat, "player": one.player})


def _fix(made: Played, log: TableLog) -> None:
    seeds = seeds_document(tuple(one.locked for one in made.locked))
    log.add("seeds_locked", {"round": made.round_id, "seeds": seeds})


def _table_log(choose: random.Random) -> TableLog:
    """Return a log that begins with this round, or one that has earlier rounds."""
    if choose.random() < 0.3:
        return TableLog(TABLE)
    return TableLog(TABLE, choose.randbytes(32), choose.randrange(1, 100_000))


def _open_criss_cross(choose: random.Random) -> AnyContest:
    book_id = choose.choice((*rule_book_ids(), "maryland"))
    abandoned = choose.choice(["fold", "lose_all"])
    choices: dict[str, Any] = {"abandoned": "fold" if book_id == "cardroom" else abandoned}
    carried: dict[str, str] = {}
    if book_id == "maryland" and choose.random() < 0.3:
        choices["aggregate_limit_cents"] = choose.choice((1_500, 5_000))
    if book_id == "maryland" and choose.random() < 0.7:
        chosen = with_weights(choose, offers(choose))
        if "bonus_spin" in chosen and choose.random() < 0.5:
            # A symbol with two amounts is rare on a wheel, and what follows from it is worth seeing.
            chosen["bonus_spin"]["weights"] |= dict.fromkeys(TWO_AMOUNTS, 20)
        choices |= chosen
        carried = meters(choose, chosen) if choose.random() < 0.5 else {}
    book = load_rule_book(book_id, choices)
    seats = sorted(choose.sample(range(1, book.seat_count + 1), choose.randint(1, book.seat_count)))
    contest: AnyContest = open_round(book, seats, carried)
    for seat in seats:
        if choose.random() < 0.1:
            continue
        for _ in range(choose.choice((1, 1, 2))):
            _bet(contest, seat, choose, choices)
    return contest


def _bet(contest: AnyContest, seat: int, choose: random.Random, offered: dict[str, Any]) -> None:
    """Put chips on the layout: both antes and other wagers that the book allows."""
    book = contest.rules
    ante, bonus = (100 * choose.randint(5, 10) for _ in range(2))
    wagers = {"ante_across": ante, "ante_down": ante}
    extra = {spot.id: bonus for spot in book.betting_spots if spot.kind == "bonus" and choose.random() < 0.6}
    if book.progressives is not None:
        extra |= progressive_wagers(choose, offered)
    try:
        contest.act(seat_actor(seat), PlaceWagers(wagers | extra))
    except IllegalAction:
        contest.act(seat_actor(seat), PlaceWagers(wagers))


def _open_king(choose: random.Random) -> AnyContest:
    mode = choose.choice(MODES)
    choices = {"wild_may_be_king": choose.random() < 0.5, "anarchy_scope": choose.choice(["line", "neighbours"])}
    seats = [4] if mode == "solo" else sorted(choose.sample(range(1, 101), choose.randint(2, 4)))
    contest: AnyContest = open_match(MatchRules(load_score_card(choices=choices), mode, choose.random() < 0.7), seats)
    return contest


def _play(made: Played, choose: random.Random, cheat: Cheat) -> None:
    """Let everyone act until the contest is over."""
    contest = made.contest
    game = contest.game
    trouble = choose.choice((0, TROUBLE, 4 * TROUBLE))
    drawn = 0
    made.locked = made.made if game.name == "king-cross" else ()
    is_betting = game.name == "criss-cross"
    if is_betting and not contest.state.in_play:
        # Nobody has bet: the table is closed before anything happens.
        return
    while (pending := contest.pending).kind != "finished":
        rulings = _rulings(contest, choose) if choose.random() < trouble else _forfeits_of_paid_seats(contest)
        if rulings:
            contest.act(*choose.choice(rulings))
        elif pending.kind == "chance":
            drawn += 1
            contest.act(CHANCE, cheat(game.draw(contest.state, made.chance().draw(drawn))))
        elif pending.action is not None:
            part = {"deal": Deal(1), "settle": Settle(1)}[pending.action.kind]
            contest.act(SYSTEM, part if choose.random() < 0.2 else pending.action)
        elif is_betting and contest.state.stage == "betting":
            contest.act(SYSTEM, CloseBetting())
            made.locked = tuple(one for one in made.made if one.seat in {seat.seat for seat in contest.state.in_play})
        else:
            seat = choose.choice(pending.seats)
            timeout = game.on_timeout(contest.state, seat)
            if choose.random() < trouble and timeout is not None:
                contest.act(SYSTEM, timeout)
            else:
                contest.act(seat_actor(seat), choose.choice(game.legal_actions(contest.state, seat_actor(seat))))
    assert not contest.balances.get(ESCROW, 0)


def _rulings(contest: AnyContest, choose: random.Random) -> Sequence[tuple[Actor, Any]]:
    # Now and then a player is removed; mostly they leave or run out of time.
    going = TakeOver if len(contest.steps) % 4 == 0 else Abandon
    is_betting = contest.game.name == "criss-cross" and contest.state.stage == "betting"
    system = contest.game.legal_actions(contest.state, SYSTEM) if not is_betting else ()
    results: list[tuple[Actor, Any]] = [
        (SYSTEM, action) for action in system if isinstance(action, going | PlaceFor | AbandonSheet)
    ]
    results += [
        (FLOOR, action)
        for action in contest.game.legal_actions(contest.state, FLOOR)
        if not isinstance(action, CloseBetting)
    ]
    if contest.game.name == "criss-cross" and contest.state.stage != "betting" and choose.random() < 0.2:
        results.append((FLOOR, VoidRound("the lights went out — Stromausfall")))
    return results


def _forfeits_of_paid_seats(contest: AnyContest) -> Sequence[tuple[Actor, Any]]:
    """List the rulings that take back a Community Pay or remove spinners before their line. Left to chance, they would
    be too rare."""
    wagers = getattr(contest.state, "settled_wagers", ())
    paid = {wager.seat for wager in wagers if wager.is_community_pay}
    lines = {wager.seat for wager in wagers if wager.spot == "bonus_spin" and wager.staked}
    spun = getattr(contest.state, "spun", ())
    spinners = {spin.seat for spin in spun if spin.wheel == "bonus_spin" and "&" in spin.symbol} - lines
    if not paid | spinners:
        return []
    rulings = [(FLOOR, action) for action in contest.game.legal_actions(contest.state, FLOOR)]
    rulings += [(SYSTEM, action) for action in contest.game.legal_actions(contest.state, SYSTEM)]
    kinds = (ForfeitSeat, Abandon)
    return [entry for entry in rulings if isinstance(entry[1], kinds) and entry[1].seat in paid | spinners]


def signed_receipt(table: str, seq: int, head: bytes, signer: Signer = SIGNER) -> dict[str, Any]:
    """A receipt that a player saved: the server's signature under one entry of a table's log."""
    signature = signer.sign_head(table, seq, head)
    note = SignedNote(head_text(table, seq, head.hex()), ((signer.key.name, signature),))
    return {"format": FORMAT, "version": VERSION, "key": str(signer.key), "note": str(note)}
