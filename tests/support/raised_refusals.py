"""Refusals that no client of a server can get: raised by the public function that raises them, each with the reason."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from crossfelt.analysis.crisscross.caps import Cap, solve_capped
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.king.adviser import advise_seat
from crossfelt.analysis.king.hindsight import check_cards
from crossfelt.analysis.king.training import Plan
from crossfelt.analysis.king.weights_file import load_weights
from crossfelt.cards import DECK, Card, card_name
from crossfelt.catalog import KITS
from crossfelt.chance import SeededChance
from crossfelt.crisscross import actions
from crossfelt.crisscross.notation import parse_round
from crossfelt.crisscross.resolve import load_rule_book, parse_option, rule_book_from_document
from crossfelt.crisscross.round import RoundContest, open_round
from crossfelt.envs.king import KingCrossEnv
from crossfelt.errors import IllegalActionCode
from crossfelt.faults import Code, FaultCode
from crossfelt.game import CHANCE, FLOOR, SYSTEM, seat_actor, seat_audience
from crossfelt.kingcross.actions import RollDice
from crossfelt.kingcross.casefile import score_case
from crossfelt.kingcross.dice import parse_roll
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.sheet import parse_square
from crossfelt.proof.attach import digest_of
from crossfelt.proof.check import check
from crossfelt.proof.receipt import read_receipt
from crossfelt.schema import to_plain
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.signing import Signer
from crossfelt.service.tables.decide import decide
from crossfelt.service.tables.requests import Note
from crossfelt.service.tables.state import opened_table
from crossfelt.service.tables.terms import opened
from crossfelt.service.workers.questions import ViewAdvice
from crossfelt.service.workers.seats import view_advice
from tests.support.http.every_fault import EMPTY_GRID, SPIN_TABLE
from tests.support.proofs import SIGNER, TABLE, proved, resealed, signed_receipt
from tests.support.service.houses import live


class Raised(NamedTuple):
    """A call that is refused, and why no request is refused like that."""

    call: Callable[[], object]
    reason: str


_NO_RULE_BOOK = "No route takes a rule book that someone wrote by hand."
_CHANCE = "Only the server's own chance asks for it; a seat that does gets `not_your_action`."
_COMMAND = "Only the command line and Python ask for it."
_RECORD = "Proofs are checked where a player is, by `crossfelt verify` and the page, and not by the server."
_OTHER = Signer(bytes(32))


def _unplayable() -> object:
    document = load_rule_book("maryland").document
    return rule_book_from_document({**document, "stages": document["stages"][:2]})


def _changed(**proof: Any) -> object:
    """A record whose proof was changed, with everything else made to fit again."""
    record = proved(190)
    return check(resealed({**record, "proof": {**record["proof"], **proof}}))


def _swapped_steps() -> object:
    """A record whose first steps are in another order than those of its log."""
    record = proved(190)
    first, second, *rest = record["steps"]
    return check(resealed({**record, "steps": [second, first, *rest]}))


def _log_changed(number: int, **changes: Any) -> object:
    """A record with one entry of its log changed, with all hashes made to fit again."""
    record = proved(190)
    log = record["proof"]["log"]
    entries = [{**entry, **changes} if place == number else entry for place, entry in enumerate(log["entries"])]
    return check(resealed({**record, "proof": {**record["proof"], "log": {**log, "entries": entries}}}))


def _chips_moved() -> object:
    """A round in whose log the first chips that move are others."""
    entries = proved(190)["proof"]["log"]["entries"]
    number = next(number for number, entry in enumerate(entries) if entry["postings"])
    source, destination, cents = entries[number]["postings"][0]
    return _log_changed(number, postings=[[source, destination, cents + 1], *entries[number]["postings"][1:]])


def _broken_log() -> object:
    record = proved(190)
    log = {**record["proof"]["log"], "head": "0" * 64}
    changed = {**record, "proof": {**record["proof"], "log": log}}
    return check({**changed, "digest": digest_of(changed)})


def _wrongly_signed() -> object:
    record = proved(190)
    signed = {**record["proof"]["signed_head"], "signature": base64.b64encode(bytes(68)).decode()}
    changed = {**record, "proof": {**record["proof"], "signed_head": signed}}
    return check({**changed, "digest": digest_of(changed)})


def _beside_receipt(table: str = TABLE, signer: Signer = SIGNER) -> object:
    """A record beside a receipt for another hash of its last entry."""
    record = proved(190)
    log = record["proof"]["log"]
    last = log["first_seq"] + len(log["entries"]) - 1
    return check(record, read_receipt(signed_receipt(table, last, bytes(32), signer)))


def _decided(action: Any) -> object:
    return open_round(load_rule_book("maryland")).act(CHANCE, action)


def _after_the_end() -> object:
    contest = open_round(load_rule_book("maryland"))
    contest.act(FLOOR, actions.VoidRound("misdeal"))
    return contest.act(seat_actor(1), actions.WithdrawWagers())


def _shuffled(*deck: str) -> object:
    contest = open_round(load_rule_book("maryland"))
    contest.act(seat_actor(1), actions.PlaceWagers({"ante_across": 500, "ante_down": 500}))
    contest.act(SYSTEM, actions.CloseBetting())
    return contest.act(CHANCE, actions.Shuffle(deck))


def _spun() -> object:
    """A wheel that stops where it has no symbol."""
    book = load_rule_book("maryland", {"bonus_spin": SPIN_TABLE})
    contest = open_round(book)
    contest.act(seat_actor(1), actions.PlaceWagers({"ante_across": 500, "ante_down": 500, "bonus_spin": 500}))
    contest.act(SYSTEM, actions.CloseBetting())
    pair = ("9c", "9h")
    contest.act(CHANCE, actions.Shuffle(_deck_with_hole(contest, pair)))
    contest.act(SYSTEM, actions.Deal())
    for stage in ("across", "down", "middle"):
        contest.act(seat_actor(1), actions.Bet(stage, 1))
    while contest.pending.kind == "system":
        contest.act(SYSTEM, contest.pending.action or actions.Settle())
    return contest.act(CHANCE, actions.Spin("bonus_spin", 1, "nonsense"))


def _deck_with_hole(contest: RoundContest, hole: tuple[str, str]) -> tuple[str, ...]:
    """A deck that gives seat 1 these two cards."""
    rest = [card_name(card) for card in DECK if card_name(card) not in hole]
    places = contest.state.deal_places
    given = iter(hole)
    dealt = [next(given) if str(place).startswith("hole:1:") else rest.pop() for place in places]
    return tuple(dealt + rest)


def _closed() -> object:
    state = replace(opened_table(opened(live(), "oak", "ann")), is_closed=True)
    return decide(state, "ann", Note("x"))


def _without_adviser() -> object:
    kit = replace(KITS["king-cross"], load_adviser=None)
    contest = open_match(MatchRules(load_score_card(), "solo", False))
    contest.advance(SeededChance(1))
    with patch.dict(KITS, {"king-cross": kit}):
        view = to_plain(contest.view(seat_audience(1)))
        return view_advice(ViewAdvice(game="king-cross", rules=contest.rules.document, view=view))


def _no_decision() -> object:
    contest = open_match(MatchRules(load_score_card(), "solo", False))
    return advise_seat(contest.rules, contest.view(seat_audience(1)))


def _rolled(value: int, suit: int) -> object:
    return open_match(MatchRules(load_score_card(), "solo", False)).act(CHANCE, RollDice(value, suit))


RAISED: dict[Code, Raised] = {
    FaultCode.NOT_A_MULTIPLE: Raised(lambda: Plan(with_bonus=False, games=2_000_001), _COMMAND),
    FaultCode.NOT_PLAIN_DATA: Raised(lambda: rule_book_from_document({"id": {1}}), "Everything over HTTP is JSON."),
    FaultCode.TOO_LARGE_TOGETHER: Raised(
        lambda: solve_capped(encode(load_rule_book("maryland")), Cap(10**12, 10**12 - 1)), _COMMAND
    ),
    FaultCode.WRONG_FILE: Raised(lambda: load_weights(Path(__file__), 1), "A server reads no files of its clients."),
    FaultCode.RESET_NEEDED: Raised(lambda: KingCrossEnv().step(0), "Environments are for Python."),
    FaultCode.BAD_RULES: Raised(_unplayable, _NO_RULE_BOOK),
    FaultCode.TABLE_CHOICE: Raised(lambda: parse_option("maryland", "xtreme=1"), _COMMAND),
    FaultCode.NOT_A_ROLL: Raised(lambda: parse_roll("13 5"), "Every route takes a roll as the name of a card."),
    FaultCode.NO_SUCH_SQUARE: Raised(lambda: parse_square("z9"), _COMMAND),
    FaultCode.SQUARE_EMPTY: Raised(lambda: score_case({"grid": EMPTY_GRID}, load_score_card()), _COMMAND),
    FaultCode.TOO_MANY_COPIES: Raised(lambda: check_cards([Card(0)] * 24), _COMMAND),
    FaultCode.NOTHING_TO_DECIDE: Raised(_no_decision, "A table refuses it before a worker is asked: `too_early`."),
    FaultCode.NO_ADVISER: Raised(_without_adviser, "Both shipped games have an adviser."),
    FaultCode.BAD_NOTATION: Raised(lambda: parse_round("nonsense"), _COMMAND),
    FaultCode.FILE_CHANGED: Raised(lambda: check({**proved(190), "digest": "0" * 64}), _RECORD),
    FaultCode.SECRET_MISMATCH: Raised(lambda: _changed(secret="0" * 64), _RECORD),
    FaultCode.SEEDS_DIFFER: Raised(lambda: _changed(seeds=[]), _RECORD),
    FaultCode.DRAW_DIFFERS: Raised(
        lambda: check(proved(190, lambda action: replace(action, deck=action.deck[::-1]))), _RECORD
    ),
    FaultCode.LOG_BROKEN: Raised(_broken_log, _RECORD),
    FaultCode.BAD_LOG_ENTRY: Raised(lambda: _log_changed(0, body='{"round":1}'), _RECORD),
    FaultCode.STEPS_DIFFER: Raised(_swapped_steps, _RECORD),
    FaultCode.CHIPS_DIFFER: Raised(_chips_moved, _RECORD),
    FaultCode.NOT_SIGNED: Raised(_wrongly_signed, _RECORD),
    FaultCode.OTHER_ENTRY: Raised(lambda: _beside_receipt("elm"), _RECORD),
    FaultCode.SERVER_CHEATED: Raised(_beside_receipt, _RECORD),
    FaultCode.KEYS_NOT_LINKED: Raised(lambda: _beside_receipt(signer=_OTHER), _RECORD),
    IllegalActionCode.UNKNOWN_ACTION: Raised(lambda: _decided("nonsense"), "Other actions don't have a known kind."),
    IllegalActionCode.ROUND_OVER: Raised(_after_the_end, "A round that is over is closed: `wrong_round`."),
    IllegalActionCode.BAD_DECK: Raised(lambda: _shuffled("Ah"), _CHANCE),
    IllegalActionCode.BAD_ROLL: Raised(lambda: _rolled(13, 5), _CHANCE),
    IllegalActionCode.BAD_SPIN: Raised(_spun, _CHANCE),
    IllegalActionCode.BAD_CARRIED: Raised(
        lambda: open_round(load_rule_book("maryland"), (1,), {"nonsense": "1"}), "A table carries its own meters."
    ),
    RefusalCode.TABLE_CLOSED: Raised(
        _closed, "Only a request that waits while the table closes gets it; a later one gets `no_such_table`."
    ),
}
