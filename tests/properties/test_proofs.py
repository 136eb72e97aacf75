"""Records of both games with their proofs hold for both verifiers, and one that was tampered with holds for neither."""

from __future__ import annotations

import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from crossfelt.proof.attach import digest_of
from crossfelt.proof.check import check
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.cli.program import run
from tests.support.proof_examples import examples
from tests.support.proofs import proved
from tests.support.scale import SCALE, report_figures, scaled

ROUNDS = scaled(100, 10_000)
TAMPERINGS = scaled(200, 10_000)
RARE = (169, 249, 261, 289, 4706, 4561)
"""Rounds in which something happens that does not in most: a deck withdrawn, a card set aside, a Community Pay taken
back, nobody who bets, a jackpot, a spinner who leaves before the line of the spin."""
REQUIRED = {
    "king-cross, solo",
    "king-cross, communal",
    "king-cross, own_dice",
    "criss-cross, cardroom-1",
    "criss-cross, maryland-1",
    "criss-cross, massachusetts-1",
    "nothing wagered",
    *("a seed revealed", "a seed withheld", "a commitment replaced", "a commitment that left", "nothing drawn"),
    "an aggregate limit that cuts",
    "a jackpot from a meter",
    *("round_settled", "round_voided", "seat_forfeited", "seat_abandoned", "seat_taken_over"),
    *("sheet_abandoned", "irregularity_ruled", "a Community Pay given back by leaving", "a spinner who left"),
    *("deck_withdrawn", "card_set_aside", "meters_grew", "wheel_spun", "hot_spot_drawn", "community_pay_taken"),
}


def verified_by_both(seed: int) -> set[str]:
    """Checks the record of a seed with both verifiers; returns what happened in it."""
    record = json.loads(json.dumps(proved(seed)))
    result = check(record)
    assert result.chance is not None
    line = stand_alone.verify(record)
    assert f"{result.chance.chances} chances, {result.steps} steps" in line
    mode = record["rules_document"].get("mode", record["rules"])
    seen = {f"{record['game']}, {mode}", *([] if record["steps"] else ["nothing wagered"])}
    seen |= {f"a seed {seed['state']}" for seed in record["proof"]["seeds"]} | seeds_seen(record["proof"]["log"])
    before: dict[str, Any] = {}
    for step in record["steps"]:
        kinds = {step["action"]["kind"], *(event["kind"] for event in step["events"])}
        seen |= {"a Community Pay given back by leaving"} if kinds >= {"abandon", "community_pay_taken"} else set()
    for event in (event for step in record["steps"] for event in step["events"]):
        seen.add(event["kind"])
        if event["kind"] == "wager_settled":
            has_left = (before.get("spot"), before.get("result")) == ("bonus_spin", "forfeit")
            seen |= {"a spinner who left"} if has_left and event["wager"]["staked"] == 0 else set()
            before = event["wager"]
            seen |= {"an aggregate limit that cuts"} if event["wager"]["cut"] else set()
            seen |= {"a jackpot from a meter"} if any(prize["meter"] for prize in event["wager"]["prizes"]) else set()
    return seen


def seeds_seen(log: dict[str, Any]) -> set[str]:
    """Name the rare things that happened to seeds in a round's log."""
    kinds = [entry["kind"] for entry in log["entries"]]
    made = [json.loads(entry["body"]) for entry in log["entries"] if entry["kind"] == "seed_committed"]
    result = {"nothing drawn"} if "commitments_locked" in kinds and "seeds_locked" not in kinds else set()
    result |= {"a commitment that left"} if {"seat_left", "seat_leaving"} & set(kinds) else set()
    return result | ({"a commitment replaced"} if len({body["seat"] for body in made}) < len(made) else set())


def test_records_hold_for_both_verifiers() -> None:
    seeds = [*range(ROUNDS), *RARE]
    seen: Counter[str] = Counter()
    if SCALE == "full":
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            for result in pool.map(verified_by_both, seeds, chunksize=50):
                seen.update(result)
    else:
        for seed in seeds:
            print(f"seed {seed}")
            seen.update(verified_by_both(seed))
    assert set(seen) >= REQUIRED, seen
    report_figures(f"{len(seeds)} records hold for both verifiers")


@cache
def written(seed: int) -> bytes:
    return json.dumps(proved(seed), indent=seed % 3 or None).encode() + b"\n"


def test_one_bit_changed_anywhere_is_refused_by_both(tmp_path: Path) -> None:
    choose = random.Random(12)
    file = tmp_path / "tampered.json"
    for number in range(TAMPERINGS):
        content = bytearray(written(choose.randrange(40)))
        at, bit = choose.randrange(len(content)), choose.randrange(8)
        content[at] ^= 1 << bit
        print(f"tampering {number}: bit {bit} of byte {at}")
        assert run("verify", "-", given=bytes(content)).status in (1, 2)
        file.write_bytes(content)
        assert stand_alone.main([str(file)]) in (1, 2)
    report_figures(f"{TAMPERINGS} bits changed, all refused by both")


@pytest.mark.parametrize("seed", range(8))
def test_what_was_not_tampered_with_holds_in_the_same_test(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(written(seed))
    assert run("verify", str(file)).status == 0
    assert stand_alone.main([str(file)]) == 0


def test_committed_examples_are_current() -> None:
    for path, text in examples().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python -m tests.support.proof_examples"


def test_a_record_without_a_proof_is_replayed_but_proves_no_chance() -> None:
    record: dict[str, Any] = {key: value for key, value in proved(1).items() if key not in ("proof", "digest")}
    assert check(record).chance is None
    assert stand_alone.verify(record).startswith("chance is not proven")


ODD: tuple[Any, ...] = (None, True, -1, 0, 10**30, "", "\ud800", "seat:1", [], {}, [[]], [{}], {"kind": "step"})


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value, as the container and the key or index."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    results = [(value, key) for key in keys]
    return results + [place for key in keys for place in places_in(value[key])]


def test_odd_values_anywhere_are_refused_in_words(tmp_path: Path) -> None:
    """With a digest that fits, something other than it should be stands somewhere: nobody is answered by a crash."""
    choose = random.Random(3)
    file = tmp_path / "odd.json"
    for number in range(scaled(150, 5_000)):
        record = json.loads(written(choose.randrange(20)))
        # Half of the changes are made outside of the rules, which are the larger part of a record.
        parts = [record] if choose.random() < 0.5 else [record["proof"], record["steps"]]
        places = [place for part in parts for place in places_in(part)]
        container, key = choose.choice([place for place in places if place[1] != "digest"])
        was, container[key] = container[key], choose.choice(ODD)
        if container[key] == was:
            continue
        print(f"change {number}: {key!a} from {str(was)[:40]!a} to {container[key]!a}")
        record = {name: value for name, value in record.items() if name != "digest"}
        file.write_text(json.dumps(record | {"digest": digest_of(record)}))
        assert run("verify", str(file)).status in (1, 2)
        assert stand_alone.main([str(file)]) in (1, 2)
