"""`crossfelt verify`: a record that holds, one that does not, and what is no record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.record import export_record
from tests.cli.program import Ran, run
from tests.matches import played
from tests.proofs import proved
from tests.rounds import random_round


def verify(record: object, *arguments: str) -> Ran:
    return run("verify", "-", *arguments, given=json.dumps(record))


@pytest.mark.parametrize("seed", range(8))
def test_a_record_with_its_proof_holds(seed: int) -> None:
    record = proved(seed)
    ran = verify(record)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"The record holds: {record['game']} under {record['rules']}, ")
    assert f"Round {record['proof']['round']} of table oak: " in ran.out
    found = verify(record, "--json").document
    assert found["holds"] is True
    assert found["chance"]["head"] == record["proof"]["log"]["head"]
    assert found["steps"] == len(record["steps"])


@pytest.mark.parametrize("record", [export_record(random_round(3)), export_record(played("communal", (1, 2)))])
def test_a_record_without_a_proof_says_so(record: dict[str, Any]) -> None:
    ran = verify(record)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("Its chance is not proven: it has no proof.\n")
    assert verify(record, "--json").document["chance"] is None


def test_what_does_not_hold_is_named_with_status_1() -> None:
    record = proved(2)
    record["proof"]["secret"] = "00" * 32
    ran = verify(record)
    said = "does not hold: the digest is not that of the record: something in the file was changed\n"
    assert (ran.status, ran.out, ran.err) == (1, "", said)
    ran = verify(record, "--json")
    assert (ran.status, json.loads(ran.out)["holds"]) == (1, False)


def test_many_records_one_on_each_line(tmp_path: Path) -> None:
    records = [proved(0), proved(1) | {"digest": "0"}, proved(3)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    ran = run("verify", str(file))
    assert ran.status == 1
    assert ran.out.count("The record holds") == 2
    assert ran.err.startswith("line 2: does not hold: the digest")
    documents = [json.loads(line) for line in run("verify", str(file), "--json").out.splitlines()]
    assert [document["holds"] for document in documents] == [True, False, True]


def test_a_receipt_is_looked_for() -> None:
    record = proved(5)
    log = record["proof"]["log"]
    last = log["first_seq"] + len(log["entries"]) - 1
    ran = verify(record, "--receipt", f"oak:{last}:{log['head']}")
    assert (ran.status, ran.err) == (0, "")
    assert f"The receipt stands in the log, at entry {last}." in ran.out
    ran = verify(record, "--receipt", f"oak:{last}:{'0' * 64}")
    assert (ran.status, ran.out) == (1, "")
    assert "the receipt does not stand in the log" in ran.err
    bare = {key: value for key, value in record.items() if key not in ("proof", "digest")}
    ran = verify(bare, "--receipt", "oak:1:" + "0" * 64)
    assert ran.status == 1
    assert "has no proof" in ran.err


@pytest.mark.parametrize("kept", ["", "oak", "oak:1", "oak:0:" + "0" * 64, "oak:1:" + "A" * 64, "oak:x:" + "0" * 64])
def test_what_is_no_receipt_is_refused(kept: str) -> None:
    assert "is not a receipt" in verify(proved(0), "--receipt", kept).refusal


def test_what_is_no_record_is_refused() -> None:
    assert "not a record" in run("verify", "-", given="{}").refusal
    assert "not JSON" in run("verify", "-", given="{").refusal
    assert "cannot read" in run("verify", "no/such/file.json").refusal
    assert "line 2: not a record" in run("verify", "-", given=f"{json.dumps(proved(0))}\n[]\n").refusal
