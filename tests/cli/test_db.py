"""`crossfelt db`: a database is brought forward, verified, copied, put back and exported."""

from __future__ import annotations

import base64
import json
import sqlite3
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.storage.chain import entry_hash, first_hash
from crossfelt.storage.paths import key_file_for, server_key
from crossfelt.storage.port import Batch, NewEntry, Receipt
from crossfelt.storage.sqlite import SqliteStore
from tests.support.cli.program import run
from tests.support.storage.batches import STAMP, batch

BROKEN = "UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 2"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of two tables with its key, closed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CROSSFELT_KEY", raising=False)
    path = tmp_path / "tables.db"
    store = SqliteStore(path, server_key(path, {}))
    store.append(batch("t1", 0, "a1", (b'{"kind":"one"}', b"two"), (Posting("mint", "wallet:1", 500),))).result()
    sealed = [NewEntry("shuffled", b"\xff\x00secret", is_sealed=True), NewEntry("odd", b"\xff\xfe")]
    store.append(Batch("t2", 0, "system", "a2", b"asked", STAMP, sealed)).result()
    store.close()
    return path


def edit(path: Path, statement: str) -> None:
    raw = sqlite3.connect(path)
    raw.execute(statement)
    raw.commit()
    raw.close()


def receipt_of(path: Path, table: str) -> Receipt:
    store = SqliteStore(path)
    seq, head = store.head(table)
    store.close()
    return Receipt(table, seq, seq, head)


# ---- migrate


def test_the_form_of_a_database_is_told_and_an_older_one_refused(database: Path) -> None:
    assert run("db", "migrate", "--database", str(database)).out == f"{database} already has schema 0004.\n"
    edit(database, "UPDATE alembic_version SET version_num = '0001'")
    for verb in ("migrate", "verify"):
        said = run("db", verb, "--database", str(database)).refusal
        assert said.startswith(f"{database}: an earlier version of Crossfelt wrote this database")


def test_a_database_in_use_is_not_brought_forward(database: Path) -> None:
    store = SqliteStore(database)
    assert "another server has it open" in run("db", "migrate", "--database", str(database)).refusal
    store.close()


def test_what_is_not_there_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for words in (["migrate"], ["verify"], ["backup", "x.db"], ["export"]):
        said = run("db", *words).refusal
        assert said == f"{tmp_path}/data/crossfelt/tables.db: there is no such file"
        assert run("db", *words, "--database", "memory:").refusal == "--database: a database in memory has no file"
    assert list(tmp_path.iterdir()) == []


# ---- verify


def test_a_database_that_holds(database: Path) -> None:
    ran = run("db", "verify", "--database", f"sqlite:///{database}")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{database} is valid: 4 entries in 2 logs of tables and wallets.\nHead: ")
    document = run("db", "verify", "--database", str(database), "--json").document
    assert {key: document[key] for key in ("holds", "tables", "entries")} == {"holds": True, "tables": 2, "entries": 4}
    assert document["head"] in ran.out


def test_a_running_server_can_be_verified(database: Path) -> None:
    store = SqliteStore(database, server_key(database, {}))
    store.append(batch("t3", action="a3")).result()
    assert "is valid: 5 entries in 3 logs of tables and wallets" in run("db", "verify", "--database", str(database)).out
    store.close()


def test_the_first_bad_entry_is_named(database: Path) -> None:
    edit(database, BROKEN)
    ran = run("db", "verify", "--database", str(database))
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == f"{database} is invalid: t1, entry 2: it is not what was written.\n"
    ran = run("db", "verify", "--database", str(database), "--json")
    assert ran.status == 1
    fault = {"holds": False, "table": "t1", "seq": 2, "says": "it is not what was written"}
    assert json.loads(ran.out) == fault


def test_receipts_are_looked_for(database: Path) -> None:
    receipt = receipt_of(database, "t1")
    good = f"t1:{receipt.last_seq}:{receipt.head.hex()}"
    ran = run("db", "verify", "--database", str(database), "--receipt", good, "--receipt", good)
    assert "is valid: 4 entries in 2 logs of tables and wallets and 2 receipts." in ran.out
    ran = run("db", "verify", "--database", str(database), "--receipt", good, "--receipt", f"t1:9:{receipt.head.hex()}")
    assert ran.status == 1
    assert "t1, entry 9: a receipt was given for it, and it is gone." in ran.out
    for bad in ("t1", "t1:x:00", "t1:1:zz", ":1:00", "1:00"):
        assert "write TABLE:SEQ:HEX" in run("db", "verify", "--database", str(database), "--receipt", bad).refusal


# ---- backup and restore


def test_a_copy_with_its_key_goes_back_and_goes_on(database: Path, tmp_path: Path) -> None:
    receipt, head = (
        receipt_of(database, "t1"),
        run("db", "verify", "--database", str(database), "--json").document["head"],
    )
    folder = tmp_path / "backups"
    folder.mkdir()
    server = SqliteStore(database, server_key(database, {}))
    ran = run("db", "backup", str(folder), "--with-key", "--database", str(database))
    server.close()
    assert (ran.status, ran.out) == (0, "")
    assert "4 entries in 2 logs of tables and wallets, all verified." in ran.err
    assert sorted(path.name for path in folder.iterdir()) == ["tables.db", "tables.db.key"]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}

    for path in [*tmp_path.glob("tables.db*")]:
        path.unlink()
    back = run("db", "restore", str(folder / "tables.db"), "--database", str(database), "--json").document
    assert back["head"] == head and back["key"] is True
    store = SqliteStore(database, server_key(database, {}))
    assert store.check_receipt(receipt) is None
    assert store.balances() == {"mint": -500, "wallet:1": 500}
    store.append(batch("t1", 2, "a9")).result()
    store.close()
    assert run("db", "verify", "--database", str(database)).status == 0


def test_a_restore_makes_the_data_folder(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("db", "backup", str(copy), "--with-key", "--database", str(database))
    assert run("db", "restore", str(copy)).status == 0
    assert "is valid: 4 entries" in run("db", "verify").out
    assert sorted(path.name for path in (tmp_path / "data" / "crossfelt").glob("*.db*")) == [
        *("tables.db", "tables.db.key", "tables.db.lock")
    ]


def test_nothing_is_written_over(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("db", "backup", str(copy), "--database", str(database)).status == 0
    before = copy.read_bytes()
    refused = f"{copy}: it is there already, and nothing is written over"
    assert run("db", "backup", str(copy), "--database", str(database)).refusal == refused
    assert copy.read_bytes() == before
    refused = f"{database}: it is there already, and nothing is written over"
    assert run("db", "restore", str(copy), "--database", str(database)).refusal == refused


def test_a_restore_wants_the_right_key(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    run("db", "backup", str(copy), "--database", str(database))
    refused = f"{copy}: the key is not the one that this database was made with"
    assert run("db", "restore", str(copy), "--database", str(new)).refusal.startswith(f"{copy}: its key is missing")
    monkeypatch.setenv("CROSSFELT_KEY", "00" * 32)
    assert run("db", "restore", str(copy), "--database", str(new)).refusal == refused
    assert not new.exists()
    monkeypatch.setenv("CROSSFELT_KEY", server_key(database, {}).hex())
    assert run("db", "restore", str(copy), "--database", str(new)).status == 0
    assert not key_file_for(new).exists()


def test_what_does_not_hold_is_not_copied(database: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    run("db", "backup", str(copy), "--with-key", "--database", str(database))
    edit(copy, BROKEN)
    names = {path.name for path in tmp_path.iterdir()}
    said = run("db", "restore", str(copy), "--database", str(new)).refusal
    assert said == f"{copy}: t1, entry 2: it is not what was written"
    edit(database, BROKEN)
    said = run("db", "backup", str(new), "--database", str(database)).refusal
    assert said == f"{database}: t1, entry 2: it is not what was written"
    assert {path.name for path in tmp_path.iterdir()} - names <= {"new.db.lock"}


def test_a_backup_that_cannot_be_written(database: Path, tmp_path: Path) -> None:
    said = run("db", "backup", str(tmp_path / "no" / "copy.db"), "--database", str(database)).refusal
    assert said == f"{tmp_path}/no/copy.db: No such file or directory"


# ---- export


def test_an_export_lets_others_check_the_chain(database: Path, tmp_path: Path) -> None:
    ran = run("db", "export", "--database", str(database))
    assert ran.err == ""
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(line["table"], line["seq"]) for line in lines] == [("t1", 1), ("t1", 2), ("t2", 1), ("t2", 2)]
    heads: dict[str, bytes] = {}
    for line in lines:
        body = base64.b64decode(line["body"]) if line["encoding"] == "base64" else line["body"].encode()
        previous = heads.get(line["table"], first_hash(line["table"]))
        fields = line["table"], line["seq"], line["stamped_ms"], line["kind"], line["sealed"], body
        moves = [Posting(*move) for move in line["postings"]]
        heads[line["table"]] = entry_hash(previous, *fields, bytes.fromhex(line["asked"]), moves)
        assert line["hash"] == heads[line["table"]].hex()
    assert lines[0]["body"] == '{"kind":"one"}'
    assert [line["sealed"] for line in lines] == [False, False, True, False]
    assert [line["encoding"] for line in lines] == ["utf-8", "utf-8", "base64", "base64"]

    out = tmp_path / "log.jsonl"
    assert run("db", "export", str(out), "--database", str(database)).err.startswith(f"Wrote {out}, ")
    assert out.read_text() == ran.out
    one = run("db", "export", "-", "--table", "t2", "--database", str(database)).out
    assert one.splitlines() == ran.out.splitlines()[2:]
    said = run("db", "export", "--table", "t9", "--database", str(database)).refusal
    assert said == f"{database}: it has no table 't9'"
