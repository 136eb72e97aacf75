"""Ways in which a table could cheat, everything else made to fit as far as it can: both verifiers name each."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from crossfelt.errors import BadInput, RecordError
from crossfelt.fairness import commitment, seed_commitment
from crossfelt.jsontext import canonical_json
from crossfelt.proof.attach import digest_of
from crossfelt.proof.check import check
from crossfelt.proof.receipt import Cheating, read_receipt
from crossfelt.service.signing import Signer
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.proofs import proved, resealed, signed_receipt
from tests.support.properties.cheats import MATCH, ROUND, SPINS, Record, faults_of, honest

OTHER_SECRET = bytes(32)


def other_deck(action: Any) -> Any:
    """Two cards change places."""
    if action.kind != "shuffle":
        return action
    first, second, *others = action.deck
    return replace(action, deck=(second, first, *others))


def other_roll(action: Any) -> Any:
    """The twelve-sided die shows one more."""
    return replace(action, value=action.value % 12 + 1)


def other_spin(action: Any) -> Any:
    """The Community wheel stops elsewhere."""
    is_community = action.kind == "spin" and action.wheel == "community"
    return replace(action, symbol="2" if action.symbol == "1" else "1") if is_community else action


@pytest.mark.parametrize(("seed", "cheat", "word"), [(ROUND, other_deck, "deck"), (MATCH, other_roll, "roll")])
def test_another_chance_than_the_secret_makes(seed: int, cheat: Callable[[Any], Any], word: str) -> None:
    """The table chooses the deck or the dice, and plays and logs the whole round with them."""
    ours, alone = faults_of(proved(seed, cheat))
    assert ours.endswith(f"the {word} is not the one that secret, round and seeds make of chance 1")
    assert alone.endswith(f"the {word} is not the one that the secret makes")


def test_another_spin_than_the_secret_makes() -> None:
    ours, alone = faults_of(proved(SPINS, other_spin))
    assert ours.endswith("the spin is not the one that secret, round and seeds make of chance 2")
    assert alone.endswith("the spin is not what the secret makes")


def body_of(record: Record, kind: str) -> tuple[Record, Any]:
    """The first open entry of a kind, and what it holds."""
    entry = next(entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == kind and not entry["sealed"])
    return entry, json.loads(entry["body"])


def rewrite(record: Record, kind: str, **changes: object) -> None:
    entry, body = body_of(record, kind)
    entry["body"] = canonical_json(body | changes)


def entries(record: Record, kind: str) -> list[Record]:
    results: list[Record] = [entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == kind]
    return results


def remade(record: Record, seat: int, seed: str, player: str) -> Record:
    """Return a seat's entry in `seed_revealed` and `commitments_locked` as if it had chosen another seed."""
    nonce = bytes(32)
    made = seed_commitment("oak", record["proof"]["round"], seat, player, nonce, seed)
    return {"seat": seat, "commitment": made, "state": "revealed", "nonce": nonce.hex(), "seed": seed}


def change_seed(record: Record) -> list[Record]:
    revealed = next(seed for seed in record["proof"]["seeds"] if seed["state"] == "revealed")
    revealed["seed"] = "chosen by the house"
    seeds: list[Record] = record["proof"]["seeds"]
    return seeds


def test_a_seed_changed_in_the_proof() -> None:
    record = honest()
    change_seed(record)
    assert faults_of(resealed(record)) == (
        "proof.seeds: the seeds of the proof are not the seeds that were locked",
        "the seeds of the proof are not those locked",
    )


def test_a_seed_changed_when_it_is_locked() -> None:
    record = honest()
    rewrite(record, "seeds_locked", seeds=change_seed(record))
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the seeds of seeds_locked is not what was revealed before it")
    assert alone.endswith("seeds_locked: other seeds were revealed")


def test_a_seed_that_does_not_open_its_commitment() -> None:
    record = honest()
    _, body = body_of(record, "seed_revealed")
    for seed in record["proof"]["seeds"]:
        if seed["seat"] == body["seat"]:
            seed["seed"] = "chosen by the house"
    rewrite(record, "seeds_locked", seeds=record["proof"]["seeds"])
    rewrite(record, "seed_revealed", seed="chosen by the house")
    ours, alone = faults_of(resealed(record))
    assert ours.endswith(f"doesn't open the commitment of seat {body['seat']}")
    assert alone.endswith(f"does not open the commitment of seat {body['seat']}")


def test_another_commitment_at_the_lock_than_was_in_force() -> None:
    """The server puts a commitment of its own in place of a player's, and opens that."""
    record = honest()
    _, lock = body_of(record, "commitments_locked")
    forged = lock["commitments"][0]
    own = remade(record, forged["seat"], "chosen by the house", forged["player"])
    forged["commitment"] = own["commitment"]
    rewrite(record, "commitments_locked", commitments=lock["commitments"])
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the commitments of commitments_locked is not what was committed before it")
    assert alone.endswith("commitments_locked: other commitments were in force")


def test_a_commitment_left_out_of_the_lock() -> None:
    record = honest()
    _, lock = body_of(record, "commitments_locked")
    rewrite(record, "commitments_locked", commitments=lock["commitments"][1:])
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the commitments of commitments_locked is not what was committed before it")
    assert alone.endswith("commitments_locked: other commitments were in force")


def move(record: Record, kind: str, before: str) -> None:
    """Moves the first entry of a kind to just before the first of another kind."""
    log = record["proof"]["log"]["entries"]
    moved = entries(record, kind)[0]
    log.remove(moved)
    log.insert(log.index(entries(record, before)[0]), moved)


def test_a_reveal_before_the_lock() -> None:
    """The server that sees a seed before every commitment is locked could answer it with one of its own."""
    record = honest()
    move(record, "seed_revealed", before="seed_committed")
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("seed_revealed must come after the commitments are locked")
    assert alone.endswith("seed_revealed comes at the wrong time, or is of another seat")


def test_a_commitment_after_the_lock() -> None:
    record = honest()
    log = record["proof"]["log"]["entries"]
    late = entries(record, "seed_committed")[0]
    log.insert(log.index(entries(record, "commitments_locked")[0]) + 1, dict(late))
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("seed_committed must come before the commitments are locked")
    assert alone.endswith("seed_committed comes after the commitments were locked")


def test_commitments_locked_before_betting_closes() -> None:
    record = honest()
    move(record, "commitments_locked", before="step")
    ours, alone = faults_of(resealed(record))
    assert "commitments_locked must come directly after log entry" in ours
    assert alone.endswith("commitments_locked does not follow the close of bets")


def test_a_withheld_seed_told_as_revealed() -> None:
    """The server knows a seed that nobody revealed; without the player's entry in the log it doesn't count."""
    record = honest()
    withheld = next(seed for seed in record["proof"]["seeds"] if seed["state"] == "withheld")
    withheld |= {"state": "revealed", "nonce": "00" * 32, "seed": "guessed"}
    rewrite(record, "seeds_locked", seeds=record["proof"]["seeds"])
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the seeds of seeds_locked is not what was revealed before it")
    assert alone.endswith("seeds_locked: other seeds were revealed")


def test_a_revealed_seed_told_as_withheld() -> None:
    record = honest()
    revealed = next(seed for seed in record["proof"]["seeds"] if seed["state"] == "revealed")
    revealed |= {"state": "withheld", "nonce": "", "seed": ""}
    rewrite(record, "seeds_locked", seeds=record["proof"]["seeds"])
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the seeds of seeds_locked is not what was revealed before it")
    assert alone.endswith("seeds_locked: other seeds were revealed")


def test_a_reveal_dropped_from_the_log_makes_another_deck() -> None:
    """Everything is made to fit, but the deck was drawn with the seed: withholding later is no way out."""
    record = honest()
    dropped, body = body_of(record, "seed_revealed")
    record["proof"]["log"]["entries"].remove(dropped)
    for seed in record["proof"]["seeds"]:
        if seed["seat"] == body["seat"]:
            seed |= {"state": "withheld", "nonce": "", "seed": ""}
    rewrite(record, "seeds_locked", seeds=record["proof"]["seeds"])
    ours, alone = faults_of(resealed(record))
    assert "the deck is not the one" in ours
    assert "the deck is not the one" in alone


def test_a_seed_revealed_twice() -> None:
    record = honest()
    log = record["proof"]["log"]["entries"]
    again = entries(record, "seed_revealed")[0]
    log.insert(log.index(again) + 1, dict(again))
    ours, alone = faults_of(resealed(record))
    assert "seed_revealed reveals the seed of seat" in ours
    assert "has revealed before" in alone


def test_a_player_who_left_before_the_lock_counts_no_more() -> None:
    record = honest()
    log = record["proof"]["log"]["entries"]
    _, lock = body_of(record, "commitments_locked")
    gone = {"seat": lock["commitments"][0]["seat"], "player": lock["commitments"][0]["player"]}
    left = entries(record, "commitments_locked")[0] | {"kind": "seat_leaving", "body": canonical_json(gone)}
    log.insert(log.index(entries(record, "step")[0]), left)
    ours, alone = faults_of(resealed(record))
    assert ours.endswith("the commitments of commitments_locked is not what was committed before it")
    assert alone.endswith("commitments_locked: other commitments were in force")


@pytest.mark.parametrize(
    ("changes", "ours_says", "alone_says"),
    [
        ({"round": "oak-1"}, "the round of seed_committed is not that of the record", "is of another round"),
        ({"commitment": "lucky"}, "must hold 64 lower-case hex digits", "holds no commitment"),
        ({"seat": True}, "true is not a seat", "has no seat"),
    ],
)
def test_a_commitment_of_another_make(changes: Record, ours_says: str, alone_says: str) -> None:
    record = honest()
    rewrite(record, "seed_committed", **changes)
    ours, alone = faults_of(resealed(record))
    assert ours.endswith(ours_says)
    assert alone.endswith(alone_says)


@pytest.mark.parametrize("kind", ["commitments_locked", "seeds_locked"])
def test_a_lock_that_is_missing(kind: str) -> None:
    record = honest()
    record["proof"]["log"]["entries"].remove(entries(record, kind)[0])
    ours, alone = faults_of(resealed(record))
    assert ours == f"the log of the round must hold {kind} once, not 0 times"
    assert kind in alone or "seed_revealed" in alone


def test_seeds_locked_after_the_first_draw() -> None:
    ours, alone = faults_of(proved(ROUND, lock_late=True))
    assert "seeds_locked must come directly before the first draw" in ours
    assert alone.endswith("seeds_locked does not come directly before the first draw")


def test_a_record_of_the_first_scheme_is_refused_in_one_line() -> None:
    record = honest()
    record["proof"]["scheme"] = "crossfelt-chance-1"
    ours, alone = faults_of(resealed(record))
    assert ours == "proof.scheme: 'crossfelt-chance-1' is not one of crossfelt-chance-2"
    assert alone == "the scheme is not known"


def test_another_secret_than_was_committed() -> None:
    record = honest()
    record["proof"] |= {"secret": OTHER_SECRET.hex()}
    expected = "the commitment is not the hash of the secret"
    assert faults_of(resealed(record)) == (expected, expected)
    record["proof"] |= {"commitment": commitment(OTHER_SECRET)}
    ours, alone = faults_of(resealed(record))
    assert "the commitment of round_committed is not that of the record" in ours
    assert "the commitment of round_committed is not that of the record" in alone


def change_wager(record: Record) -> int:
    """A seat has put a dollar more on both antes, in action and event; returns the number of the step, from 0."""
    for number, step in enumerate(record["steps"]):
        if step["action"]["kind"] == "place_wagers":
            for wagers in (step["action"]["wagers"], step["events"][-1]["wagers"]):
                wagers |= {"ante_across": wagers["ante_across"] + 100, "ante_down": wagers["ante_down"] + 100}
            return number
    raise AssertionError("nobody has wagered")


def test_a_wager_changed_in_the_record() -> None:
    record = honest()
    number = change_wager(record)
    ours, alone = faults_of(resealed(record))
    for said in (ours, alone):
        assert said.startswith(f"step {number + 1}: log entry ")
        assert said.endswith(" holds another step than the record")


def test_a_wager_changed_in_the_log_too_is_not_paid_as_it_was() -> None:
    record = honest()
    number = change_wager(record)
    steps = [entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == "step"]
    steps[number]["body"] = canonical_json(record["steps"][number])
    ours, alone = faults_of(resealed(record))
    assert "the rules produce other events from this action than the record has" in ours
    assert "must be" in alone


def test_a_chip_more_than_the_pay_table_has() -> None:
    record = honest()
    steps = [entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == "step"]
    number, event = next(
        (number, event)
        for number, step in enumerate(record["steps"])
        for event in step["events"]
        if event["kind"] == "wager_settled"
    )
    event["wager"]["won"] += 1
    steps[number]["body"] = canonical_json(record["steps"][number])
    ours, alone = faults_of(resealed(record))
    assert f"step {number + 1}: the rules produce other events" in ours
    assert f"step {number + 1}: what is settled next must be" in alone


def test_a_point_more_than_the_sheet_makes() -> None:
    record = honest(MATCH)
    score = record["steps"][-1]["events"][-1]["scores"][0]
    score["total"] += 1
    for entry in record["proof"]["log"]["entries"]:
        if entry["kind"] == "step" and "match_finished" in entry["body"]:
            entry["body"] = canonical_json(record["steps"][-1])
    ours, alone = faults_of(resealed(record))
    assert "the rules produce other events" in ours
    assert "match_finished must be" in alone


def test_rules_changed_after_the_round() -> None:
    record = honest()
    record["rules_document"]["pay_tables"]["main"]["flush"] += 1
    ours, alone = faults_of(resealed(record))
    assert "the embedded rules have the hash" in ours
    assert alone == "the hash of the rules is another"


def test_a_log_without_one_of_its_entries_leads_to_another_head() -> None:
    record = honest()
    head = record["proof"]["log"]["head"]
    del record["proof"]["log"]["entries"][3]
    resealed(record)
    record["proof"]["log"]["head"] = head
    ours, alone = faults_of(record | {"digest": digest_of(record)})
    assert ours == "the hashes of the log do not lead from the entry before the round to the head of the log"
    assert alone == "the hashes of the log do not lead to its head"


def test_a_step_that_hides_nothing_must_be_open() -> None:
    record = honest()
    entry, _ = body_of(record, "step")
    entry |= {"sealed": True, "body": "AAAA"}
    ours, alone = faults_of(resealed(record))
    assert "has nothing to hide, so it must not be sealed" in ours
    assert "hides nothing" in alone


def change_step(record: Record, number: int, step: Record, *, is_new: bool = False) -> None:
    """Puts a step in place of one of the record, or before it, in the record and openly in the log."""
    entries = record["proof"]["log"]["entries"]
    at = [place for place, entry in enumerate(entries) if entry["kind"] == "step"][number]
    until = at if is_new else at + 1
    entries[at:until] = [entries[at] | {"sealed": False, "body": canonical_json(step)}]
    record["steps"][number : number if is_new else number + 1] = [step]


def step_of(record: Record, kind: str) -> int:
    return next(number for number, step in enumerate(record["steps"]) if step["action"]["kind"] == kind)


def test_a_chance_that_is_passed_over_to_get_at_a_better_one() -> None:
    record = honest()
    number = step_of(record, "shuffle")
    idle = {"actor": "chance", "action": record["steps"][number]["action"], "events": []}
    change_step(record, number, idle, is_new=True)
    ours, alone = faults_of(resealed(record))
    assert ours == f"step {number + 1}: the rules produce other events from this action than the record has"
    assert alone == f"step {number + 1}: nothing follows from shuffle, or something else"


def test_a_deck_that_somebody_else_than_chance_brings() -> None:
    record = honest()
    number = step_of(record, "shuffle")
    change_step(record, number, record["steps"][number] | {"actor": "system"})
    ours, alone = faults_of(resealed(record))
    assert ours == f"step {number + 1}: the rules refuse the recorded action: shuffle is not for system"
    assert alone.endswith("seeds_locked does not come directly before the first draw")


def test_a_bet_that_becomes_a_fold() -> None:
    record = honest()
    number = step_of(record, "bet")
    bet = record["steps"][number]
    seat = int(bet["actor"].removeprefix("seat:"))
    folded = {"seat": seat, "stage": bet["action"]["stage"], "decided_by": "player", "kind": "seat_folded"}
    change_step(record, number, bet | {"events": [folded, *bet["events"][1:]]})
    ours, alone = faults_of(resealed(record))
    assert ours == f"step {number + 1}: the rules produce other events from this action than the record has"
    assert alone == f"step {number + 1}: nothing follows from bet, or something else"


def test_a_card_that_is_set_aside_without_a_ruling() -> None:
    record = honest()
    number = step_of(record, "deal")
    deck = record["steps"][step_of(record, "shuffle")]["action"]["deck"]
    deal = record["steps"][number]
    for placement in deal["events"][0]["placements"]:
        placement["position"] += 1
    aside = {"position": 0, "card": deck[0], "kind": "card_set_aside"}
    change_step(record, number, deal | {"events": [aside, *deal["events"]]})
    ours, alone = faults_of(resealed(record))
    assert ours == f"step {number + 1}: the rules produce other events from this action than the record has"
    assert alone == f"step {number + 1}: nothing follows from deal, or something else"


def test_a_log_made_up_later_is_found_by_a_receipt() -> None:
    """A table that changes a wager that nobody else depends on, and recomputes everything, still meets its receipts."""
    record, other = honest(), honest(9)
    log = record["proof"]["log"]
    last, head = log["first_seq"] + len(log["entries"]) - 1, bytes.fromhex(log["head"])
    document = signed_receipt(log["table"], last, head)
    receipt = read_receipt(document)
    assert check(record, receipt).chance is not None
    stand_alone.verify(record, document)
    forged = json.loads(json.dumps(record))
    forged["proof"]["log"]["entries"][0]["stamped_ms"] += 1
    forged = resealed(forged)
    check(forged)
    with pytest.raises(Cheating, match="the server cheated: it signed two different logs"):
        check(forged, receipt)
    with pytest.raises(stand_alone.DoesNotHold, match="the server cheated: it signed two different logs"):
        stand_alone.verify(forged, document)
    with pytest.raises(BadInput, match="the receipt is about log entry"):
        check(other, receipt)
    with pytest.raises(stand_alone.DoesNotHold, match="the receipt is about entry"):
        stand_alone.verify(other, document)


@pytest.mark.parametrize("part", ["key", "signature"])
def test_a_head_that_is_not_signed_does_not_hold(part: str) -> None:
    record = honest()
    other = Signer(bytes(32))
    log, signed = record["proof"]["log"], record["proof"]["signed_head"]
    last = log["first_seq"] + len(log["entries"]) - 1
    fake = {"key": str(other.key), "signature": other.sign_head(log["table"], last, bytes.fromhex(log["head"]))}
    for value in (fake[part], "", signed[part][:-4], signed[part] + "A"):
        record["proof"]["signed_head"] = signed | {part: value}
        changed = record | {"digest": digest_of(record)}
        with pytest.raises(RecordError):
            check(changed)
        with pytest.raises((stand_alone.DoesNotHold, ValueError)):
            stand_alone.verify(changed)
