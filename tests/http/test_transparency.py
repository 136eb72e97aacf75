"""The transparency log of a running server, checked over HTTP alone: proofs, watching, and a server that cheats."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crossfelt.errors import BadInput, ProofError
from crossfelt.proof.notes import SignedNote, head_text
from crossfelt.proof.receipt import Cheating, read_receipt
from crossfelt.proof.transparency import (
    check_checkpoints,
    check_receipt_included,
    check_signed,
    read_checkpoint,
    read_consistency,
    read_inclusion,
    read_log_key,
)
from crossfelt.service.signing import LogSigner, Signer
from crossfelt.storage.export import consistency_document, inclusion_document
from crossfelt.storage.memory import MemoryStore
from tests.support.http.players import WAIT_SECONDS, Person
from tests.support.http.servers import Server, running
from tests.support.storage.batches import batch

WATCHER = Path(__file__).resolve().parents[2] / "src/crossfelt/verifier/crossfelt_log_watcher.py"
KEY, OTHER_KEY = bytes(range(32)), bytes(32)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


def included(person: Person, receipt: dict[str, Any]) -> dict[str, Any]:
    """The proof for a receipt, as soon as a checkpoint covers it."""
    query = {"table": receipt["table"], "seq": receipt["last_seq"], "head": receipt["head"]}
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        answer = person.http.get("/api/log/inclusion", params=query)
        if answer.status_code == 200 or time.monotonic() > deadline:
            assert answer.status_code == 200, answer.text
            document: dict[str, Any] = answer.json()
            return document
        assert answer.json()["code"] == "not_found"
        time.sleep(0.1)


def receipt_file(receipt: dict[str, Any], key: str) -> dict[str, Any]:
    text = head_text(receipt["table"], receipt["last_seq"], receipt["head"])
    note = str(SignedNote(text, ((key.partition("+")[0], receipt["signature"]),)))
    return {"format": "crossfelt-receipt", "version": 1, "key": key, "note": note}


def watcher(*arguments: str | Path) -> tuple[int, str]:
    ended = subprocess.run([sys.executable, "-I", WATCHER, *arguments], capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def test_every_receipt_gets_a_proof_and_every_checkpoint_keeps_the_one_before(server: Server, tmp_path: Path) -> None:
    ada = Person(server)
    keys = ada.http.get("/api/keys").json()
    log_key = read_log_key(keys)
    notes, saved = [], tmp_path / "checkpoints.txt"
    for seat in (1, 2):
        table = ada.open()
        receipt = ada.post(table, {"kind": "sit", "seat": seat}).json()
        document = included(ada, receipt)
        proof = read_inclusion(document)
        check_receipt_included(read_receipt(receipt_file(receipt, keys["key"])), proof)
        assert (proof.seq, proof.head) == (receipt["last_seq"], receipt["head"])
        (tmp_path / "proof.json").write_text(json.dumps(document))
        (tmp_path / "receipt.json").write_text(json.dumps(receipt_file(receipt, keys["key"])))
        assert watcher("inclusion", tmp_path / "proof.json", tmp_path / "receipt.json")[0] == 0
        notes.append(document["checkpoint"])
        assert watcher("watch", server.url, saved)[0] == 0
    first, last = map(read_checkpoint, notes)
    assert first.size < last.size
    answer = ada.http.get("/api/log/consistency", params={"old": first.size, "new": last.size})
    consistency = read_consistency(answer.json())
    check_checkpoints(first, last, log_key, consistency)
    (tmp_path / "consistency.json").write_text(answer.text)
    (tmp_path / "first.txt").write_text(notes[0])
    assert watcher("consistency", tmp_path / "consistency.json", tmp_path / "first.txt")[0] == 0
    assert ada.http.get("/api/checkpoint", params={"size": first.size}).text == notes[0]
    assert saved.read_text().count("\n\n") == 2
    lines = saved.read_text().splitlines(keepends=True)[:5]
    saved.write_text("".join([lines[0], lines[1], f"{'A' * 43}=\n", *lines[3:]]))
    assert watcher("watch", server.url, saved)[0] == 1


def test_what_the_log_does_not_have_is_refused(server: Server) -> None:
    ada = Person(server)
    receipt = ada.post(ada.open(), {"kind": "sit", "seat": 1}).json()
    document = included(ada, receipt)
    size = read_checkpoint(document["checkpoint"]).size
    wrong = {"table": receipt["table"], "seq": receipt["last_seq"], "head": "0" * 64}
    assert ada.http.get("/api/log/inclusion", params=wrong).status_code == 404
    assert ada.http.get("/api/log/inclusion", params={**wrong, "head": "x"}).status_code == 422
    assert ada.http.get("/api/log/consistency", params={"old": size + 10**6}).status_code == 404
    assert ada.http.get("/api/log/consistency", params={"old": 2, "new": 1}).status_code == 404
    assert ada.http.get("/api/checkpoint", params={"size": size + 10**6}).status_code == 404
    assert ada.http.get("/api/log/consistency", params={"old": 0}).json()["hashes"] == []


# ---- proofs that don't hold


class Log:
    """A log in memory with its signer, and the documents that a server would send."""

    def __init__(self, key: bytes = KEY, said: bytes = b"x") -> None:
        self.store, self.signer = MemoryStore(), LogSigner(key, Signer(key))
        self.said = said

    def grow(self, count: int) -> str:
        """A checkpoint over `count` more appends."""
        for _ in range(count):
            seq = self.store.head("t1")[0]
            self.store.append(batch("t1", seq, f"a{seq}", (self.said,))).result()
        while self.store.grow_tree(100):
            pass
        head = self.store.tree()
        self.store.save_checkpoint(head, self.signer.checkpoint(head))
        return self.signer.checkpoint(head)

    def inclusion(self, seq: int) -> dict[str, Any]:
        leaf, saved = self.store.leaf("t1", seq), self.store.checkpoint()
        assert leaf is not None and saved is not None
        path = self.store.inclusion_path(leaf.number, saved.size)
        return inclusion_document(leaf, saved, path, self.signer.keys)

    def consistency(self, old: int) -> dict[str, Any]:
        saved = self.store.checkpoint()
        assert saved is not None
        path = self.store.consistency_path(old, saved.size)
        return consistency_document(old, saved.size, saved, path, self.signer.keys)


def test_changed_proofs_are_refused() -> None:
    log = Log()
    log.grow(7)
    document = log.inclusion(3)
    read_inclusion(document)
    changes: list[dict[str, Any]] = [
        {"seq": 4},
        {"table": "t2"},
        {"head": "0" * 64},
        {"number": 3},
        {"number": 7},
        {"hashes": document["hashes"][1:]},
        {"hashes": [*document["hashes"], document["hashes"][0][::-1]]},
        {"checkpoint": document["checkpoint"].replace("\n7\n", "\n8\n")},
        {"log_key": Log(OTHER_KEY).signer.keys["log_key"]},
        Log(OTHER_KEY).signer.keys,
        {"log_statement": document["log_statement"].replace("log-1", "log-2")},
    ]
    for change in changes:
        with pytest.raises((ProofError, BadInput)):
            read_inclusion({**document, **change})


def test_a_split_log_is_cheating() -> None:
    """Two logs of one key: checkpoints of one size contradict each other, and no proof leads from one to the other."""
    one, other = Log(said=b"one"), Log(said=b"other")
    key = one.signer.key
    first, contradiction = read_checkpoint(one.grow(5)), read_checkpoint(other.grow(5))
    check_checkpoints(first, first, key, None)
    with pytest.raises(Cheating, match="two different logs of 5 leaves"):
        check_checkpoints(first, contradiction, key, None)
    later = read_checkpoint(other.grow(4))
    with pytest.raises(BadInput, match="--proof"):
        check_checkpoints(first, later, key, None)
    with pytest.raises(ProofError, match="don't lead"):
        check_checkpoints(first, later, key, read_consistency(other.consistency(5)))
    check_checkpoints(contradiction, later, key, read_consistency(other.consistency(5)))
    with pytest.raises(ProofError, match="isn't signed"):
        check_signed(first, Log(OTHER_KEY).signer.key)


def test_a_receipt_that_the_log_contradicts_is_cheating() -> None:
    log = Log()
    log.grow(3)
    signer, proof = Signer(KEY), read_inclusion(log.inclusion(2))
    head = bytes(32)
    forged = receipt_file(
        {"table": "t1", "last_seq": 2, "head": head.hex(), "signature": signer.sign_head("t1", 2, head)},
        str(signer.key),
    )
    with pytest.raises(Cheating, match="the server cheated"):
        check_receipt_included(read_receipt(forged), proof)
