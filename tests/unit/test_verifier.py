"""The stand-alone verifier needs Python alone, answers by its exit status, and draws what the specification draws."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crossfelt.cards import DECK, card_name
from crossfelt.fairness import LockedSeed, RoundChance, seed_commitment
from crossfelt.proof.seeds import seeds_document
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.proofs import proved, signed_receipt

PROGRAM = Path(stand_alone.__file__)


def alone(folder: Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a copy of the file from an empty folder, with no package in reach."""
    copy = folder / "copy.py"
    copy.write_bytes(PROGRAM.read_bytes())
    command = [sys.executable, "-I", "-S", str(copy), *arguments]
    return subprocess.run(command, capture_output=True, check=False, cwd=folder, input=given)


def test_it_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_it_runs_alone_on_files_and_lines(tmp_path: Path) -> None:
    records = [proved(seed) for seed in range(4)]
    (tmp_path / "one.json").write_text(json.dumps(records[0], indent=2))
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records[1:]))
    ran = alone(tmp_path, "one.json", "lines.jsonl", "-", given=json.dumps(records[0]).encode())
    assert ran.returncode == 0, ran.stdout
    lines = ran.stdout.decode().splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "one.json",
        *(f"lines.jsonl, record {number}" for number in (1, 2, 3)),
        "-",
    ]
    assert all(": holds: round oak-" in line for line in lines)


def test_it_says_what_does_not_hold_and_what_cannot_be_read(tmp_path: Path) -> None:
    record = proved(1)
    (tmp_path / "changed.json").write_text(json.dumps(record | {"seats": [1, 2, 3]}))
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "twice.json").write_text('{"format": "crossfelt-record", "format": "crossfelt-record"}')
    ran = alone(tmp_path, "changed.json")
    assert ran.returncode == 1
    assert b"does not hold: the digest is not that of the record" in ran.stdout
    for name, why in (("other.json", b"not a record"), ("twice.json", b"twice"), ("none.json", b"No such file")):
        ran = alone(tmp_path, "changed.json", name)
        assert ran.returncode == 2
        assert why in ran.stdout
        assert b"Traceback" not in ran.stderr
    assert alone(tmp_path).returncode == 2


@pytest.mark.parametrize("key", ["rules_document", "steps", "seats", "carried", "game", "proof"])
def test_a_record_of_another_make_does_not_hold(key: str, tmp_path: Path) -> None:
    """Even where digest and hashes are right, what is no record is answered with a sentence."""
    values: tuple[Any, ...] = (None, 7, [], {}, "text", [{}])
    for value in values:
        record = {name: entry for name, entry in proved(1).items() if name != "digest"}
        if record[key] == value:
            continue
        record[key] = value
        text = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
        (tmp_path / "odd.json").write_text(json.dumps(record | {"digest": stand_alone.sha256(text)}))
        assert stand_alone.main([str(tmp_path / "odd.json")]) == 1, value


def test_it_takes_a_receipt(tmp_path: Path) -> None:
    record = proved(2)
    log = record["proof"]["log"]
    (tmp_path / "record.json").write_text(json.dumps(record))
    seq, before = log["first_seq"] - 1, bytes.fromhex(log["before"])
    for head, status, said in ((before, 0, b": holds: "), (bytes(32), 1, b"the server cheated")):
        receipt = signed_receipt(log["table"], seq, head)
        (tmp_path / "receipt.json").write_text(json.dumps(receipt))
        ran = alone(tmp_path, "--against", "receipt.json", "record.json")
        assert ran.returncode == status
        assert said in ran.stdout
    assert alone(tmp_path, "--against", "none.json", "record.json").returncode == 2


# RFC 8032, section 7.1: secret key, public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
        "55141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb0"
        "0d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc0"
        "27beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("public", "message", "signature"), VECTORS)
def test_it_verifies_the_signatures_of_the_standard(public: str, message: str, signature: str) -> None:
    key, text, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)
    assert stand_alone.is_signed(key, signed, text)
    assert not stand_alone.is_signed(key, signed, text + b"x")
    # The same number again, one turn of the group later: malleable signatures are refused.
    later = (int.from_bytes(signed[32:], "little") + stand_alone.ORDER).to_bytes(32, "little")
    assert not stand_alone.is_signed(key, signed[:32] + later, text)


def test_it_agrees_with_the_library_on_signatures_good_and_bad() -> None:
    for number in range(20):
        private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        public, message = private.public_key().public_bytes_raw(), bytes(range(number))
        signed = private.sign(message)
        assert stand_alone.is_signed(public, signed, message)
        at = number * 3
        changed = signed[:at] + bytes([signed[at] ^ 1 << number % 8]) + signed[at + 1 :]
        assert not stand_alone.is_signed(public, changed, message)


def test_it_draws_what_tables_draw() -> None:
    secret, nonce = bytes(range(32)), bytes(range(32, 64))
    made = seed_commitment("oak", "oak-7", 2, "ada", nonce, "my seed")
    seeds = (LockedSeed(2, made, nonce, "my seed"), LockedSeed(5, made))
    parts = [part for seed in seeds_document(seeds) for part in stand_alone.stream_fields(seed)]
    for number in range(1, 30):
        message = stand_alone.fields("crossfelt-chance-2", "oak-7", *parts, "", "draw", number)
        ours, alone = RoundChance(secret, "oak-7", seeds).draw(number), stand_alone.Stream(secret, message)
        counts = (52, 6, 48, 1, 1000, 70_000, 2**40)
        assert [ours.below(count) for count in counts] == [alone.below(count) for count in counts]
        again = stand_alone.Stream(secret, message).deck()
        assert again == [card_name(card) for card in RoundChance(secret, "oak-7", seeds).draw(number).shuffled(DECK)]
