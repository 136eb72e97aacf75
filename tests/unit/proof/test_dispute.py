"""The document of a dispute report: what it says of records that hold, that don't, and that prove nothing."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.crisscross.round import open_round
from crossfelt.proof.dispute import dispute_document, dispute_rules
from crossfelt.proof.inspection import inspect_record
from crossfelt.record import export_record
from tests.support.matches import played
from tests.support.proofs import proved
from tests.support.rounds import random_round


def report(record: dict[str, Any]) -> dict[str, Any]:
    return dispute_document(record, inspect_record(record))


@pytest.mark.parametrize("seed", range(12))
def test_it_names_every_hash_and_every_clause(seed: int) -> None:
    record = proved(seed)
    document = report(record)
    assert (document["holds"], document["proved"], document["failed"]) == (True, True, None)
    proof = record["proof"]
    assert document["stated"]["commitment"] == proof["commitment"]
    assert document["stated"]["head"] == document["log"]["head"] == proof["log"]["head"]
    assert document["stated"]["digest"] == record["digest"]
    assert document["stated"]["rules_hash"] == record["rules_hash"]
    assert len(document["entries"]) == len(record["steps"]) == document["steps"]
    said = {row["clause"] for row in document["clauses"]}
    cited = {name for citation in document["contest"]["citations"] for name in citation.split(", ")}
    assert cited - said <= {"ruling of the floor"}
    assert all(row["says"] for row in document["clauses"])


def test_withheld_seeds_and_a_missing_receipt_are_named_as_limits() -> None:
    document = report(proved(190))
    limits = " ".join(document["not_shown"])
    assert "Seat 3 committed to a seed and didn't reveal it (possibly offline)." in limits
    assert "No receipt of a player was compared" in limits
    assert [seed["state"] for seed in document["seeds"]] == ["revealed", "withheld"]


def test_a_record_without_a_proof_says_so() -> None:
    document = report(export_record(random_round(3)))
    assert (document["holds"], document["proved"], document["log"]) == (True, False, None)
    assert document["not_shown"] == [
        "The record has no proof: it doesn't show where its chance came from, who made the file, or when."
    ]


def test_rules_that_are_not_the_shipped_ones_say_so() -> None:
    """A record whose rules pay more under an honest name: consistent in itself, so that only this tells it."""
    honest = export_record(open_round(load_rule_book("cardroom"), [1]))
    assert report(honest)["contest"]["origin"] == {"is_shipped": True, "changes": []}
    assert dispute_rules(report(honest)) == "cardroom-1"
    house = export_record(open_round(load_rule_book("maryland", {"ante_minimum_cents": 1000}), [1]))
    assert report(house)["contest"]["origin"] == {
        "is_shipped": True,
        "changes": ["ante minimum is $10, not $5"],
    }
    forged = deepcopy(honest)
    forged["rules_document"]["pay_tables"]["main"]["flush"] = 9
    forged["rules_hash"] = rule_book_from_document(forged["rules_document"]).hash
    document = report(forged)
    assert document["holds"] and document["contest"]["origin"]["is_shipped"] is False
    assert dispute_rules(document) == "cardroom-1 MODIFIED"
    assert "The rules in the record aren't the ones that this version of Crossfelt ships" in document["not_shown"][1]


def test_corrections_and_what_people_did_come_from_the_log() -> None:
    document = report(proved(2))
    (correction,) = document["corrections"]
    assert (correction["round"], correction["player"], correction["cents"]) == ("oak-0", "zoe", 500)


def test_an_open_round_keeps_its_hidden_cards() -> None:
    record = deepcopy(export_record(random_round(3, trouble=0)))
    kinds = [[event["kind"] for event in step["events"]] for step in record["steps"]]
    dealt = max(number for number, names in enumerate(kinds) if "cards_dealt" in names)
    deck = next(event["deck"] for step in record["steps"] for event in step["events"] if event["kind"] == "shuffled")
    record["steps"] = record["steps"][: dealt + 1]
    document = report(record)
    assert document["finished"] is False
    text = json.dumps(document["contest"])
    assert not [card for card in deck if f'"{card}"' in text or f" {card} " in text]
    assert "deck (hidden until the round is over)" in text
    assert any("hidden from players is hidden here" in sentence for sentence in document["not_shown"])


def test_an_open_match_keeps_its_hidden_placements() -> None:
    record = export_record(played("communal", (1, 2), stop_after=2))
    assert record["steps"][-1]["events"][-1]["kind"] == "placement_sealed"
    course = report(record)["contest"]["course"]
    assert course[-1]["events"] == ["placement (hidden until the match is over)"]


def test_a_record_that_breaks_off_shows_its_cards() -> None:
    record = deepcopy(export_record(random_round(3, trouble=0)))
    record["steps"][-1]["events"] = []
    document = report(record)
    assert (document["holds"], document["finished"], document["broken_step"]) == (False, False, len(record["steps"]))
    assert len(document["contest"]["deck"]) == 52
    assert document["failed"]["check"] == "replay"
    assert document["not_shown"][0].startswith("The record doesn't hold.")


@pytest.mark.parametrize("value", [None, 7, ["x"], {}, "\ud800\n", "x" * 5000])
@pytest.mark.parametrize("key", ["game", "rules", "rules_hash", "digest", "proof", "seats", "steps", "carried"])
def test_whatever_a_file_states_has_its_report(key: str, value: object) -> None:
    document = report(proved(0) | {key: value})
    assert document["holds"] is False
    text = json.dumps(document, ensure_ascii=False)
    assert text.encode() and "\\n" not in text


@pytest.mark.parametrize("key", ["log", "seeds", "signed_head", "secret", "scheme"])
def test_whatever_a_proof_states_has_its_report(key: str) -> None:
    for value in (None, 7, ["x"], {"entries": [1]}):
        record = proved(0)
        record["proof"][key] = value
        assert report(record)["holds"] is False
