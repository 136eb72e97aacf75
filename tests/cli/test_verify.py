"""`crossfelt verify`: a record that holds, one that does not, and what is no record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.catalog import KITS
from crossfelt.proof.notes import SignedNote
from crossfelt.record import export_record
from crossfelt.service.signing import Signer, rotate
from crossfelt.storage.memory import MemoryStore
from tests.support.cli.program import Ran, run
from tests.support.matches import played
from tests.support.proofs import SIGNER, proved, signed_receipt
from tests.support.rounds import random_round


def verify(record: object, *arguments: str) -> Ran:
    return run("verify", "-", *arguments, given=json.dumps(record))


@pytest.mark.parametrize("seed", range(8))
def test_a_record_with_its_proof_holds(seed: int) -> None:
    record = proved(seed)
    ran = verify(record)
    assert (ran.status, ran.err) == (0, "")
    kit = KITS[record["game"]]
    assert ran.out.startswith(f"Record valid: {kit.words.title} under {record['rules']}, ")
    assert f"\n{kit.words.contest.capitalize()} {record['proof']['round']} of table oak: " in ran.out
    assert ("every chip was recomputed" in ran.out) is (record["game"] == "criss-cross")
    result = verify(record, "--json").document
    assert result["holds"] is True
    assert result["chance"]["head"] == record["proof"]["log"]["head"]
    assert result["steps"] == len(record["steps"])


@pytest.mark.parametrize(
    ("record", "draws"),
    [
        (export_record(random_round(3)), "decks, spins and Hot Spots"),
        (export_record(played("communal", (1, 2))), "rolls"),
    ],
)
def test_a_record_without_a_proof_has_its_own_status(record: dict[str, Any], draws: str) -> None:
    ran = verify(record)
    assert (ran.status, ran.err) == (3, "")
    assert ran.out.endswith(f"No proof: this record doesn't show where its {draws} came from.\n")
    ran = verify(record, "--json")
    assert (ran.status, ran.err) == (3, "")
    assert (json.loads(ran.out)["holds"], json.loads(ran.out)["chance"]) == (True, None)


def test_a_failed_check_outweighs_a_missing_proof() -> None:
    records = [export_record(random_round(3)), proved(2) | {"digest": "0"}]
    assert run("verify", "-", given="".join(json.dumps(record) + "\n" for record in records)).status == 1


@pytest.mark.parametrize("seed", [2, 3], ids=["criss-cross", "king-cross"])
@pytest.mark.parametrize("host_rules", [False, True])
def test_a_record_of_a_table_where_the_host_rules_says_so(seed: int, host_rules: bool) -> None:
    record = proved(seed, host_rules=host_rules)
    ran = verify(record)
    assert (ran.status, ran.out.count("\nThe host rules here: ")) == (0, int(host_rules))
    assert verify(record, "--json").document["chance"]["host_rules"] is host_rules


def test_what_does_not_hold_is_named_with_status_1() -> None:
    record = proved(2)
    record["proof"]["secret"] = "00" * 32
    ran = verify(record)
    said = "Record invalid: the digest is not that of the record: something in the file was changed\n"
    assert (ran.status, ran.out, ran.err) == (1, "", said)
    ran = verify(record, "--json")
    assert (ran.status, json.loads(ran.out)["holds"]) == (1, False)


def test_many_records_one_on_each_line(tmp_path: Path) -> None:
    records = [proved(0), proved(1) | {"digest": "0"}, proved(3)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    ran = run("verify", str(file))
    assert ran.status == 1
    assert ran.out.count("Record valid") == 2
    assert ran.err.startswith("line 2: Record invalid: the digest")
    documents = [json.loads(line) for line in run("verify", str(file), "--json").out.splitlines()]
    assert [document["holds"] for document in documents] == [True, False, True]


def receipt_of(record: dict[str, Any], signer: Signer = SIGNER, head: str = "") -> dict[str, Any]:
    """The receipt of the last entry of a record, or of another head in its place."""
    log = record["proof"]["log"]
    last, result = log["first_seq"] + len(log["entries"]) - 1, bytes.fromhex(head or log["head"])
    return signed_receipt("oak", last, result, signer)


def saved(folder: Path, document: object) -> str:
    path = folder / "receipt.json"
    path.write_text(json.dumps(document))
    return str(path)


def test_a_record_is_compared_with_a_receipt(tmp_path: Path) -> None:
    record = proved(5)
    ran = verify(record, "--against", saved(tmp_path, receipt_of(record)))
    assert (ran.status, ran.err) == (0, "")
    assert "The receipt matches the log at entry " in ran.out
    other = saved(tmp_path, receipt_of(record, head="0" * 64))
    ran = verify(record, "--against", other)
    assert (ran.status, ran.out) == (1, "")
    assert "Record invalid: the server cheated: it signed two different logs of one table; entry " in ran.err
    document = json.loads(verify(record, "--against", other, "--json").out)
    assert (document["holds"], document["cheating"]) == (False, True)
    bare = {key: value for key, value in record.items() if key not in ("proof", "digest")}
    assert "has no proof" in verify(bare, "--against", other).err


def test_a_head_signed_by_another_key_proves_nothing_without_a_rotation_statement(tmp_path: Path) -> None:
    record, store = proved(5), MemoryStore()
    new = rotate(store, bytes(range(32)), 1)
    other = saved(tmp_path, receipt_of(record, new, head="0" * 64))
    ran = verify(record, "--against", other)
    assert ran.status == 1
    assert "signed by different keys" in ran.err
    assert "cheated" not in ran.err
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"key": str(new.key), "statements": list(new.statements)}))
    ran = verify(record, "--against", other, "--keys", str(keys))
    assert ran.status == 1
    assert "the server cheated" in ran.err
    forged = new.statements[0].replace("crossfelt-key-2", "crossfelt-key-3")
    keys.write_text(json.dumps({"key": str(new.key), "statements": [forged]}))
    assert "not a rotation statement" in verify(record, "--against", other, "--keys", str(keys)).refusal


def test_two_receipts_prove_cheating_by_themselves(tmp_path: Path) -> None:
    record = proved(5)
    honest, forged = receipt_of(record), receipt_of(record, head="0" * 64)
    ran = verify(honest)
    assert ran.status == 0
    assert ran.out.startswith(f"The receipt is signed by {SIGNER.key.name}: entry ")
    assert "Both receipts agree." in verify(honest, "--against", saved(tmp_path, honest)).out
    ran = verify(honest, "--against", saved(tmp_path, forged))
    assert ran.status == 1
    assert "the server cheated: it signed two different logs of one table" in ran.err
    ran = verify(receipt_of(proved(6)), "--against", saved(tmp_path, honest))
    assert "the receipts can't be compared" in ran.refusal


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "other"}, "not a receipt"),
        ({"more": 1}, "not a receipt"),
        ({"key": "crossfelt/x"}, "not a valid verifier key"),
        ({"note": "text"}, "not a signed note"),
        ({"key": str(Signer(bytes(32)).key)}, "so it proves nothing"),
        ({"note": str(SignedNote("x\n", ((SIGNER.key.name, SIGNER.sign("x\n")),)))}, "not for an entry of a log"),
    ],
)
def test_what_is_no_receipt_is_refused(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    receipt = saved(tmp_path, receipt_of(proved(0)) | change)
    assert why in verify(proved(0), "--against", receipt).refusal


def test_a_receipt_of_another_entry_cannot_be_compared(tmp_path: Path) -> None:
    receipt = saved(tmp_path, signed_receipt("elm", 1, bytes(32)))
    assert "the receipt is about table 'elm', the record about 'oak'" in verify(proved(0), "--against", receipt).refusal


def test_what_is_no_record_is_refused() -> None:
    assert "not a record" in run("verify", "-", given="{}").refusal
    assert "not JSON" in run("verify", "-", given="{").refusal
    assert "cannot read" in run("verify", "no/such/file.json").refusal
    assert "line 2: not a record" in run("verify", "-", given=f"{json.dumps(proved(0))}\n[]\n").refusal
