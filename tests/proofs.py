"""Rounds of both games with their proofs: played by a seed, chance that can be checked, logged as a table does it.

`played(seed)` plays a contest to its end, `logged` writes the log that a table would have kept of it, and
`proved(seed)` puts both together into the record that a player can download.
"""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.crisscross.actions import (
    Abandon,
    CloseBetting,
    Deal,
    ForfeitSeat,
    PlaceWagers,
    Settle,
    VoidRound,
)
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import open_round
from crossfelt.errors import IllegalAction
from crossfelt.fairness import RoundChance, commitment
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Actor, seat_actor
from crossfelt.games import AnyContest
from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.ledger import ESCROW, Posting
from crossfelt.plain import to_plain
from crossfelt.proof.attach import digest_of, holds_hidden, with_proof
from crossfelt.record import export_record
from crossfelt.service.tables.accounts import at_table
from crossfelt.storage.chain import asked_digest, entry_hash, first_hash
from crossfelt.storage.port import Entry
from tests.properties.progressive_houses import TWO_AMOUNTS, meters, offers, progressive_wagers, with_weights

Seeds = tuple[tuple[int, str], ...]
Cheat = Callable[[Any], Any]
"""From the action that chance honestly brings to another."""
TROUBLE = 0.06
"""How often the floor steps in between two actions."""


@dataclass(frozen=True, slots=True)
class Played:
    """A contest that is over, and where its chance came from."""

    contest: AnyContest
    secret: bytes
    round_id: str
    seeds: Seeds


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


def proved(seed: int, cheat: Cheat | None = None, *, lock_late: bool = False) -> dict[str, Any]:
    """The record of the contest that this seed makes, with its proof. A `cheat` puts its own chance in place of what
    was drawn, and `lock_late` locks the seeds only after the first chance: no honest table does either."""
    made = played(seed, cheat)
    log = logged(made, random.Random(seed), lock_late=lock_late)
    return with_proof(export_record(made.contest), log.before, log.entries)


def resealed(record: dict[str, Any]) -> dict[str, Any]:
    """A record that somebody has changed, with its chain of hashes and its digest made to fit again."""
    log = record["proof"]["log"]
    head = bytes.fromhex(log["before"])
    for seq, entry in enumerate(log["entries"], start=log["first_seq"]):
        body = base64.b64decode(entry["body"]) if entry["sealed"] else entry["body"].encode()
        at = log["table"], seq, entry["stamped_ms"], entry["kind"], entry["sealed"], body
        moves = (Posting(*move) for move in entry["postings"])
        head = entry_hash(head, *at, bytes.fromhex(entry["asked"]), moves)
    log["head"] = head.hex()
    return record | {"digest": digest_of(record)}


def played(seed: int, cheat: Cheat | None = None) -> Played:
    """A contest of either game: every rule book, progressive wagers, rulings of the floor, voids, absent players."""
    choose = random.Random(seed)
    secret = hashlib.sha256(f"secret {seed}".encode()).digest()
    contest = _open_king(choose) if seed % 4 == 3 else _open_criss_cross(choose)
    seats = contest.seats
    seeds = tuple(
        (seat, choose.choice(["lucky", "7 7 7", '"\\', "draw", "x" * 64, f"seat {seat}"]))
        for seat in seats
        if choose.random() < 0.7
    )
    made = Played(contest, secret, f"oak-{seed + 1}", seeds)
    _play(made, choose, cheat or (lambda action: action))
    return made


def logged(made: Played, choose: random.Random, *, lock_late: bool = False) -> TableLog:
    """The log that a table keeps of a contest."""
    log = _table_log(choose)

    def add(kind: str, body: dict[str, Any], *, is_sealed: bool = False, postings: tuple[Posting, ...] = ()) -> None:
        log.add(kind, body, is_sealed=is_sealed, postings=postings)
        if choose.random() < 0.05:
            correction = {"by": "eve", "round": "oak-0", "player": "zoe", "cents": 500, "clause": "", "reason": ""}
            log.add("corrected", correction, postings=(Posting(f"house:{log.table}", "wallet:zoe", 500),))
        if choose.random() < 0.1:
            log.add("note", {"text": "something else happened at the table"})

    contest, round_id = made.contest, made.round_id
    add("round_committed", {"round": round_id, "commitment": commitment(made.secret)})
    add("secret_sealed", {"secret": made.secret.hex()}, is_sealed=True)
    opened = {
        "round": round_id,
        "seats": list(contest.seats),
        "rules_hash": contest.rules.hash,
        "carried": contest.carried_in,
    }
    opens_first = choose.random() < 0.5
    if opens_first:
        add("round_opened", opened)
    for seat, seed in made.seeds:
        if choose.random() < 0.3:
            add("seed_added", {"seat": seat, "player": "ann", "seed": "soon replaced"})
        add("seed_added", {"seat": seat, "player": "ann", "seed": seed})
    if choose.random() < 0.3:
        add("seed_added", {"seat": 999, "player": "bob", "seed": "gone with its player"})
        add("seat_left", {"seat": 999, "player": "bob"})
    if not opens_first:
        add("round_opened", opened)
    locked = {"seeds": [{"seat": seat, "seed": seed} for seat, seed in made.seeds]}
    is_locked = False
    for step in contest.steps:
        if not is_locked and step.actor == CHANCE and not lock_late:
            add("seeds_locked", locked)
            is_locked = True
        plain = {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
        moves = (move for event in step.events for move in contest.game.postings(event))
        players = {seat: f"p{seat}" for seat in contest.seats}
        postings = at_table(moves, log.table, round_id, players)
        add("step", plain, is_sealed=holds_hidden(contest.game, step.events), postings=postings)
        if not is_locked and step.actor == CHANCE:
            add("seeds_locked", locked)
            is_locked = True
    if not is_locked and made.seeds:
        add("seeds_locked", locked)
    log.add("round_closed", {"round": round_id, "secret": made.secret.hex()})
    return log


def _table_log(choose: random.Random) -> TableLog:
    """A log that begins with this round, or one that goes on after earlier ones."""
    if choose.random() < 0.3:
        return TableLog("oak")
    return TableLog("oak", choose.randbytes(32), choose.randrange(1, 100_000))


def _open_criss_cross(choose: random.Random) -> AnyContest:
    book_id = choose.choice((*rule_book_ids(), "maryland"))
    choices: dict[str, Any] = {"abandoned": choose.choice(["fold", "lose_all"])}
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
    """Puts chips on the layout: both antes and whatever else the book lets pass."""
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
    """Lets everybody act until the contest is over."""
    contest = made.contest
    game, chance = contest.game, RoundChance(made.secret, made.round_id, made.seeds)
    trouble = choose.choice((0, TROUBLE, 4 * TROUBLE))
    drawn = 0
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
            contest.act(CHANCE, cheat(game.draw(contest.state, chance.draw(drawn))))
        elif pending.action is not None:
            part = {"deal": Deal(1), "settle": Settle(1)}[pending.action.kind]
            contest.act(SYSTEM, part if choose.random() < 0.2 else pending.action)
        elif is_betting and contest.state.stage == "betting":
            contest.act(SYSTEM, CloseBetting())
        else:
            seat = choose.choice(pending.seats)
            timeout = game.on_timeout(contest.state, seat)
            if choose.random() < trouble and timeout is not None:
                contest.act(SYSTEM, timeout)
            else:
                contest.act(seat_actor(seat), choose.choice(game.legal_actions(contest.state, seat_actor(seat))))
    assert not contest.balances.get(ESCROW, 0)


def _rulings(contest: AnyContest, choose: random.Random) -> Sequence[tuple[Actor, Any]]:
    found: list[tuple[Actor, Any]] = [
        (FLOOR, action)
        for action in contest.game.legal_actions(contest.state, FLOOR)
        if not isinstance(action, CloseBetting)
    ]
    if contest.game.name == "criss-cross" and contest.state.stage != "betting" and choose.random() < 0.2:
        found.append((FLOOR, VoidRound("the lights went out — Stromausfall")))
    return [entry for entry in found if not isinstance(entry[1], Abandon) or contest.state.stage != "betting"]


def _forfeits_of_paid_seats(contest: AnyContest) -> Sequence[tuple[Actor, Any]]:
    """Rulings that take a Community Pay back, which are too rare to be left to chance."""
    paid = {wager.seat for wager in getattr(contest.state, "settled_wagers", ()) if wager.is_community_pay}
    if not paid:
        return []
    legal = contest.game.legal_actions(contest.state, FLOOR)
    return [(FLOOR, action) for action in legal if isinstance(action, ForfeitSeat) and action.seat in paid]
