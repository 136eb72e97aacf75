"""Edits of the file are found, and the first bad entry is named."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from crossfelt.ledger import Posting
from crossfelt.storage.chain import asked_digest, entry_hash, first_hash, parse_postings
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.port import Batch, Broken, Player, Receipt, Share, Snapshot, StorageFailed, Whole
from crossfelt.storage.sqlite import SqliteReader, SqliteStore
from tests.support.scale import report_figures, scaled
from tests.support.storage.batches import STAMP, batch, closing, note_of

TABLES, BATCHES = 3, 12
UNIQUE = {"rounds": 1, "leaves": 2}
"""Columns with different values in each row, beside the primary key."""
KEY = bytes(range(32))


@dataclass(frozen=True)
class Written:
    """A file with some tables, closed and whole, and every receipt that was given out."""

    content: bytes
    receipts: list[Receipt]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return made(tmp_path_factory.mktemp("log"), mark_after=0)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The same with a mark in the middle."""
    return made(tmp_path_factory.mktemp("log"), mark_after=BATCHES // 2)


def made(folder: Path, mark_after: int) -> Written:
    path = folder / "tables.db"
    store = SqliteStore(path, KEY)
    receipts = []
    for number in range(BATCHES):
        for table in range(TABLES):
            receipts.append(store.append(batch_of(table, number)).result())
        store.save_player(Player(f"p{number}", f"Ann {number}", "guest", b"code%d" % number, STAMP)).result()
        store.save_setting(f"s{number}", f"value {number}").result()
        store.keep_snapshot(f"t{number % TABLES}", Snapshot(2 * number, b"state%d" % number))
        if number % 4 < 3:
            store.grow_tree(100)
            store.save_checkpoint(store.tree(), note_of(store.tree()))
        if number + 1 == mark_after:
            store.mark_verified().result()
    result = store.verified()
    assert isinstance(result, Whole) and (result.tables, result.entries) == (TABLES, 2 * TABLES * BATCHES)
    assert store.verified_from_mark() == result
    store.close()
    assert not path.with_name("tables.db-wal").exists()
    return Written(path.read_bytes(), receipts)


def batch_of(table: int, number: int) -> Batch:
    """Every second batch moves chips, and every third closes a round with two players."""
    moves = (Posting("mint", f"wallet:{table}", 100 + number),) if number % 2 else ()
    made = batch(f"t{table}", 2 * number, f"a{table}-{number}", (b"one%d" % number, b"two"), moves)
    shares = Share("p1", 1, 100, 50 * number), Share("p2", 2, 100, 0)
    return closing(made, f"t{table}-{number}", 2 * number + 1, shares) if number % 3 == 0 else made


def edited(written: Written, folder: Path, *edits: str) -> SqliteReader:
    path = folder / "edited.db"
    path.write_bytes(written.content)
    raw = sqlite3.connect(path)
    for edit in edits:
        raw.executescript(edit)
    raw.commit()
    raw.close()
    return SqliteReader(path, KEY)


def verified(written: Written, folder: Path, *edits: str) -> Whole | Broken:
    store = edited(written, folder, *edits)
    result = store.verified()
    store.close()
    return result


NO_TREE = "DELETE FROM leaves; DELETE FROM tiles; DELETE FROM trees; DELETE FROM checkpoints;"
"""The transparency log removed, which would show a log that was cut or made again."""
CUT = f"""
{NO_TREE}
DELETE FROM entries WHERE seq > 20;
UPDATE heads SET seq = 20, hash = (SELECT hash FROM entries WHERE table_name = heads.table_name AND seq = 20);
DELETE FROM postings WHERE seq > 20;
DELETE FROM actions WHERE last_seq > 20;
DELETE FROM rounds WHERE last_seq > 20;
DELETE FROM shares WHERE number NOT IN (SELECT number FROM rounds);
UPDATE balances SET cents = (SELECT COALESCE(SUM(IIF(destination = account, cents, -cents)), 0) FROM postings
WHERE account IN (source, destination));
"""
"""Every trace of the last batches removed."""


@pytest.mark.parametrize(
    ("edit", "table", "seq"),
    [
        ("UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET body = 'text' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET kind = 'x' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET kind = CAST(x'ff' AS TEXT) WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET stamped_ms = 1 WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET stamped_ms = 'x' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET is_sealed = 1 WHERE table_name = 't2' AND seq = 1", "t2", 1),
        ("UPDATE entries SET is_sealed = 2 WHERE table_name = 't2' AND seq = 1", "t2", 1),
        ("UPDATE entries SET asked = x'' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET asked = 'x' WHERE table_name = 't1' AND seq = 6", "t1", 6),
        ("UPDATE entries SET postings = '' WHERE table_name = 't1' AND seq = 4", "t1", 4),
        ("UPDATE entries SET postings = postings || ' ' WHERE table_name = 't1' AND seq = 4", "t1", 4),
        ("UPDATE entries SET postings = '[[]]' WHERE table_name = 't1' AND seq = 4", "t1", 4),
        ("UPDATE entries SET postings = x'00' WHERE table_name = 't1' AND seq = 4", "t1", 4),
        ("UPDATE entries SET scheme = 1 WHERE table_name = 't2' AND seq = 1", "t2", 1),
        ("UPDATE entries SET hash = x'00' WHERE table_name = 't0' AND seq = 24", "t0", 24),
        ("UPDATE entries SET hash = 5 WHERE table_name = 't0' AND seq = 24", "t0", 24),
        ("DELETE FROM entries WHERE table_name = 't1' AND seq = 7", "t1", 7),
        ("DELETE FROM entries WHERE table_name = 't1' AND seq > 20", "t1", 21),
        ("DELETE FROM entries WHERE table_name = 't2'", "t2", 1),
        ("UPDATE entries SET seq = 25 WHERE table_name = 't1' AND seq = 24", "t1", 24),
        ("UPDATE entries SET table_name = 't9' WHERE table_name = 't1' AND seq = 24", "t1", 24),
        ("UPDATE heads SET seq = 25 WHERE table_name = 't1'", "t1", 25),
        ("UPDATE heads SET seq = 23 WHERE table_name = 't1'", "t1", 24),
        ("UPDATE heads SET seq = 'x' WHERE table_name = 't1'", "t1", 24),
        ("UPDATE heads SET hash = x'00' WHERE table_name = 't1'", "t1", 24),
        ("UPDATE heads SET table_name = 't9' WHERE table_name = 't1'", "t1", 24),
        ("DELETE FROM heads WHERE table_name = 't2'", "t2", 24),
        ("UPDATE heads SET checksum = x'00' WHERE table_name = 't1'", "t1", 24),
        ("INSERT INTO heads VALUES ('t9', 1, x'00', x'00')", "t9", 1),
        ("UPDATE entries SET table_name = x'00' WHERE table_name = 't1' AND seq = 24", "", 0),
        ("UPDATE postings SET cents = 999 WHERE number = 1", "t0", 4),
        ("UPDATE postings SET cents = 'many' WHERE number = 1", "t0", 4),
        ("UPDATE postings SET cents = -1 WHERE number = 1", "t0", 4),
        ("DELETE FROM postings WHERE number = 1", "t0", 4),
        ("INSERT INTO postings VALUES (99, 't0', 2, 'mint', 'wallet:0', 5)", "t0", 2),
        ("INSERT INTO postings VALUES (99, 't0', 99, 'mint', 'wallet:0', 5)", "t0", 99),
        ("INSERT INTO postings VALUES (99, 't9', 1, 'mint', 'wallet:0', 5)", "t9", 1),
        ("UPDATE postings SET seq = 5 WHERE number = 1", "t0", 4),
        ("UPDATE postings SET seq = 'x' WHERE number = 1", "t0", 4),
        ("UPDATE postings SET table_name = 't1' WHERE number = 1", "t0", 4),
        ("UPDATE postings SET number = 99 WHERE number = 1", "t0", 8),
        ("UPDATE postings SET number = 99 WHERE number = 18", "", 0),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:1'", "", 0),
        ("INSERT INTO balances VALUES ('wallet:9', 1)", "", 0),
        ("INSERT INTO balances VALUES ('wallet:9', 0)", "", 0),
        ("UPDATE balances SET cents = 'many' WHERE account = 'wallet:1'", "", 0),
        ("UPDATE balances SET account = 'wallet:9' WHERE account = 'wallet:1'", "", 0),
        ("DELETE FROM balances WHERE account = 'wallet:1'", "", 0),
        ("UPDATE actions SET account = 'player:2' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET action_id = 'b' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET action_hash = x'00' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET action_hash = 'x' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET table_name = 't2' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET first_seq = 6 WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET last_seq = 7 WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET head = x'00' WHERE action_id = 'a1-2'", "t1", 5),
        ("UPDATE actions SET head = x'00' WHERE action_id = 'a1-11'", "t1", 23),
        ("DELETE FROM actions WHERE action_id = 'a1-2'", "t1", 5),
        ("INSERT INTO actions VALUES ('a', 'b', x'00', 't1', 5, 6, x'00')", "t1", 5),
        ("INSERT INTO actions VALUES ('a', 'b', x'00', 't1', 6, 6, x'00')", "t1", 6),
        ("INSERT INTO actions VALUES ('a', 'b', x'00', 't9', 1, 2, x'00')", "t9", 1),
        ("UPDATE rounds SET round = 'x' WHERE round = 't1-3'", "t1", 8),
        ("UPDATE rounds SET first_seq = 1 WHERE round = 't1-3'", "t1", 8),
        ("UPDATE rounds SET last_seq = 7 WHERE round = 't1-3'", "t1", 7),
        ("UPDATE rounds SET table_name = 't2' WHERE round = 't1-3'", "t1", 8),
        ("UPDATE rounds SET stamped_ms = 7 WHERE round = 't1-3'", "t1", 8),
        ("UPDATE rounds SET number = 99 WHERE round = 't1-3'", "t1", 8),
        ("DELETE FROM rounds WHERE round = 't1-3'", "t1", 8),
        ("INSERT INTO rounds VALUES (99, 'x', 't1', 1, 24, 5, 0)", "t1", 24),
        ("INSERT INTO rounds VALUES (99, 'x', 't9', 1, 24, 5, 0)", "t9", 24),
        ("UPDATE shares SET player = 'p3' WHERE player = 'p1' AND number = 5", "t1", 8),
        ("UPDATE shares SET seat = 3 WHERE player = 'p1' AND number = 5", "t1", 8),
        ("UPDATE shares SET staked_cents = 1 WHERE player = 'p1' AND number = 5", "t1", 8),
        ("UPDATE shares SET returned_cents = 1 WHERE player = 'p1' AND number = 5", "t1", 8),
        ("UPDATE shares SET withheld = 1 WHERE player = 'p1' AND number = 5", "t1", 8),
        ("UPDATE rounds SET withheld = 1 WHERE round = 't1-3'", "t1", 8),
        ("UPDATE shares SET number = 99 WHERE player = 'p1' AND number = 5", "t1", 8),
        ("DELETE FROM shares WHERE player = 'p1' AND number = 5", "t1", 8),
        ("DELETE FROM shares WHERE number = 5", "t1", 8),
        ("INSERT INTO shares VALUES ('p9', 5, 5, 0, 0, 0)", "t1", 8),
        ("INSERT INTO shares VALUES ('p9', 99, 5, 0, 0, 0)", "", 0),
        ("UPDATE players SET name = 'Eve' WHERE id = 'p3'", "", 0),
        ("UPDATE players SET id = 'p99' WHERE id = 'p3'", "", 0),
        ("UPDATE players SET kind = 'bot' WHERE id = 'p3'", "", 0),
        ("UPDATE players SET recovery_hash = x'00' WHERE id = 'p3'", "", 0),
        ("UPDATE players SET recovery_hash = NULL WHERE id = 'p3'", "", 0),
        ("UPDATE players SET created_ms = 5 WHERE id = 'p3'", "", 0),
        ("UPDATE players SET deleted_ms = 5 WHERE id = 'p3'", "", 0),
        ("UPDATE players SET checksum = x'00' WHERE id = 'p3'", "", 0),
        ("DELETE FROM players WHERE id = 'p3'", "", 0),
        ("INSERT INTO players SELECT 'p99', name, kind, NULL, 5, NULL, checksum FROM players WHERE id = 'p3'", "", 0),
        ("UPDATE settings SET value = 'x' WHERE name = 's3'", "", 0),
        ("DELETE FROM settings WHERE name = 's3'", "", 0),
        ("INSERT INTO settings VALUES ('s99', 'x', x'00')", "", 0),
        ("UPDATE snapshots SET body = x'00' WHERE table_name = 't1'", "", 0),
        ("UPDATE snapshots SET seq = 1 WHERE table_name = 't1'", "", 0),
        ("UPDATE seals SET count = 5 WHERE name = 'players'", "", 0),
        ("UPDATE seals SET total = x'00' WHERE name = 'players'", "", 0),
        ("DELETE FROM seals WHERE name = 'players'", "", 0),
    ],
)
def test_each_sort_of_edit_is_found(written: Written, tmp_path: Path, edit: str, table: str, seq: int) -> None:
    result = verified(written, tmp_path, edit)
    assert isinstance(result, Broken), edit
    assert (result.table, result.seq) == (table, seq), str(result)


def test_a_cut_tail_shows_against_any_receipt_behind_it(written: Written, tmp_path: Path) -> None:
    """With every trace of the last batches gone the file is whole without the key, and not what players were told."""
    edited(written, tmp_path, CUT).close()
    store = SqliteReader(tmp_path / "edited.db")
    assert isinstance(store.verified(), Whole)
    for receipt in written.receipts:
        assert (store.check_receipt(receipt) is None) == (receipt.last_seq <= 20)
    store.close()


def test_a_cut_tail_shows_to_the_server_key(written: Written, tmp_path: Path) -> None:
    result = verified(written, tmp_path, CUT)
    assert isinstance(result, Broken) and (result.table, result.seq) == ("t0", 20)


def test_a_change_of_any_row_of_any_table_is_found(written: Written, tmp_path: Path) -> None:
    """One value changed, or one row removed or added, in every table that the server relies on."""
    seed = 12
    draw = random.Random(seed)
    source = tmp_path / "source.db"
    source.write_bytes(written.content)
    raw = sqlite3.connect(source)
    listed = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = sorted({name for (name,) in listed} - {"alembic_version", "marks"})
    assert len(tables) == 15
    count = scaled(200, 4000)
    for run in range(count):
        edit = any_edit(raw, draw, draw.choice(tables))
        result = verified(written, tmp_path, edit)
        assert isinstance(result, Broken), f"seed {seed}, run {run}: {edit}"
    raw.close()
    report_figures(f"{count} changes of rows in {len(tables)} tables found")


def any_edit(raw: sqlite3.Connection, draw: random.Random, table: str) -> str:
    """A change of one row, by whatever its columns are."""
    columns = [(row[1], row[5]) for row in raw.execute(f"PRAGMA table_info({table})")]
    names = [name for name, _ in columns]
    row = draw.choice(raw.execute(f"SELECT * FROM {table}").fetchall())
    here = " AND ".join(f"{name} IS {literal(value)}" for name, value in zip(names, row, strict=True))
    match draw.randrange(4):
        case 0 if table != "snapshots":  # which may be removed
            return f"DELETE FROM {table} WHERE {here}"
        case 1:
            keys = [name for name, key in columns if key]
            added = [other(value) if name in keys else value for name, value in zip(names, row, strict=True)]
            if table in UNIQUE:
                added[UNIQUE[table]] = other(added[UNIQUE[table]])
            return f"INSERT INTO {table} VALUES ({', '.join(map(literal, added))})"
    at = draw.randrange(len(names))
    return f"UPDATE {table} SET {names[at]} = {literal(other(row[at]))} WHERE {here}"


def other(value: object) -> object:
    """Another value of the same type."""
    match value:
        case int():
            return value + 1000
        case str():
            return value + "x"
        case bytes():
            return value + b"x"
    return 1


def literal(value: object) -> str:
    match value:
        case bytes():
            return f"x'{value.hex()}'"
        case str():
            return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else str(value)


def test_random_edits_are_found(written: Written, tmp_path: Path) -> None:
    """Flips, removals, insertions, swaps, splices, cut tails, forged hashes and edits of the ledger, one at a time,
    each with the first bad entry named. The full count is 5,000."""
    seed = 11
    draw = random.Random(seed)
    count = scaled(200, 5000)
    for run in range(count):
        edit, table, seq = random_edit(draw)
        result = verified(written, tmp_path, edit)
        assert isinstance(result, Broken), f"seed {seed}, run {run}: {edit}"
        assert (result.table, result.seq) == (table, seq), f"seed {seed}, run {run}: {edit}: {result}"
    report_figures(f"{count} edits of the log found, each at its first bad entry")


def random_edit(draw: random.Random) -> tuple[str, str, int]:
    """An edit, and where the log is broken first by it."""
    table, seq = f"t{draw.randrange(TABLES)}", draw.randrange(1, 2 * BATCHES + 1)
    here = f"WHERE table_name = '{table}' AND seq = {seq}"
    odd = 4 * draw.randrange(1, BATCHES // 2 + 1)
    """A batch with a posting."""
    match draw.randrange(9):
        case 0:
            column = draw.choice(("body", "hash"))
            return f"UPDATE entries SET {column} = {column} || x'{draw.randrange(256):02x}' {here}", table, seq
        case 1:
            column, value = draw.choice((("stamped_ms", "stamped_ms + 1"), ("kind", "kind || 'x'"), ("scheme", "7")))
            return f"UPDATE entries SET {column} = {value} {here}", table, seq
        case 2:
            return f"DELETE FROM entries {here}", table, seq
        case 3:  # inserted behind `seq`, everything after it moved on
            later = f"table_name = '{table}' AND seq > {seq}"
            moved = f"UPDATE entries SET seq = -seq WHERE {later}; UPDATE entries SET seq = 1 - seq WHERE seq < 0"
            extra = (
                f"INSERT INTO entries SELECT table_name, {seq} + 1, stamped_ms, kind, is_sealed, body, asked, postings,"
                f" scheme, hash FROM entries {here}"
            )
            return f"{moved}; {extra}", table, seq + 1
        case 4:  # two adjacent entries swap places
            first = min(seq, 2 * BATCHES - 1)
            swap = (
                f"UPDATE entries SET seq = -1 WHERE table_name = '{table}' AND seq = {first};"
                f"UPDATE entries SET seq = {first} WHERE table_name = '{table}' AND seq = {first} + 1;"
                f"UPDATE entries SET seq = {first} + 1 WHERE table_name = '{table}' AND seq = -1"
            )
            return swap, table, first
        case 5:  # the same place of another table, hash and all
            other = f"t{(int(table[1]) + 1) % TABLES}"
            splice = f"(SELECT body, hash FROM entries WHERE table_name = '{other}' AND seq = {seq})"
            return f"UPDATE entries SET (body, hash) = {splice} {here}", table, seq
        case 6:
            return f"DELETE FROM entries WHERE table_name = '{table}' AND seq >= {seq}", table, seq
        case 7:  # a new body with all hashes of the table made again: the action had another answer
            closes = seq % 6 == 2  # such an entry closes a round, which is then not in the list of rounds
            first = seq - 1 + seq % 2 if seq <= 2 * (BATCHES - 1) else 2 * BATCHES
            return forged(table, seq), table, seq if closes else first
        case _:
            there = f"WHERE table_name = '{table}' AND seq = {odd}"
            edits = (
                "UPDATE postings SET cents = cents + 1 ",
                "DELETE FROM postings ",
            )
            return draw.choice(edits) + there, table, odd


def forged(table: str, seq: int) -> str:
    """Another body, with the hashes of all entries of the table made to fit."""
    head, edits = first_hash(table), []
    for number in range(1, 2 * BATCHES + 1):
        made = batch_of(int(table[1:]), (number - 1) // 2)
        entry = made.entries[(number - 1) % 2]
        body = b"forged" if number == seq else entry.body
        asked = asked_digest(made.account, made.action_id, made.action_hash) if number % 2 else b""
        head = entry_hash(head, table, number, STAMP, entry.kind, False, body, asked, entry.postings)
        values = f"body = x'{body.hex()}', hash = x'{head.hex()}'"
        edits.append(f"UPDATE entries SET {values} WHERE table_name = '{table}' AND seq = {number}")
    return ";".join(edits)


# ---- the transparency log


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (
            "DELETE FROM leaves WHERE table_name = 't1' AND seq = 4",
            "t1, entry 4: it has no leaf in the transparency log, and a later append has",
        ),
        (
            "UPDATE leaves SET seq = 5 WHERE table_name = 't1' AND seq = 6",
            "t1, entry 5: the transparency log has a leaf for it, and it isn't the last entry of an append",
        ),
        ("DELETE FROM leaves WHERE seq > 20", "hashes of the transparency log were changed: tile 0 of level 0"),
        ("UPDATE leaves SET number = number + 1 WHERE number = 32", "the transparency log has no leaf 32"),
        (
            "UPDATE leaves SET number = 99 WHERE number = 6; UPDATE leaves SET number = 6 WHERE number = 0;"
            "UPDATE leaves SET number = 0 WHERE number = 99",
            "t0, entry 4: its leaf in the transparency log is out of order",
        ),
        (
            "UPDATE tiles SET hashes = zeroblob(length(hashes))",
            "t0, entry 2: its hash in the transparency log is another",
        ),
        ("DELETE FROM tiles", "t0, entry 2: its hash in the transparency log is missing"),
        (
            "UPDATE tiles SET hashes = CAST(hashes || 'x' AS BLOB)",
            "hashes of the transparency log were changed: tile 0 of level 0",
        ),
        ("INSERT INTO tiles VALUES (1, 0, x'00')", "the transparency log has hashes for no leaf"),
        ("DELETE FROM trees", "the size and root of the transparency log are not what the server wrote"),
        (
            "UPDATE trees SET checksum = x'00'",
            "the size and root of the transparency log are not what the server wrote",
        ),
        ("UPDATE checkpoints SET note = note || 'x'", "the checkpoint of 3 leaves is not what the server wrote"),
        (
            "UPDATE checkpoints SET root = zeroblob(32) WHERE size = 6",
            "the checkpoint of 6 leaves is not what the server wrote",
        ),
        (
            "DELETE FROM checkpoints WHERE size = 6",
            "the size and root of the transparency log are not what the server wrote",
        ),
        (
            "UPDATE checkpoints SET size = 99 WHERE size = 6",
            "there is a checkpoint of 99 leaves, and the transparency log has 33",
        ),
    ],
)
def test_an_edit_of_the_transparency_log_is_named(written: Written, tmp_path: Path, edit: str, fault: str) -> None:
    assert str(verified(written, tmp_path, *edit.split(";"))) == fault


def test_the_signature_of_each_checkpoint_is_checked(written: Written, tmp_path: Path) -> None:
    (path := tmp_path / "signed.db").write_bytes(written.content)
    reader, notes = SqliteReader(path, KEY), list[str]()

    def note_down(note: str) -> bool:
        notes.append(note)
        return True

    assert isinstance(reader.verified(is_signed=note_down), Whole)
    result = reader.verified(is_signed=lambda note: note != notes[4])
    reader.close()
    assert len(notes) == 9
    assert str(result) == f"the checkpoint of {notes[4].split()[1]} leaves isn't signed by the server"


# ---- marks


def from_mark(written: Written, folder: Path, *edits: str) -> Whole | Broken:
    store = edited(written, folder, *edits)
    result = store.verified_from_mark()
    store.close()
    return result


def test_an_edit_behind_the_mark_is_found_from_it(checked: Written, tmp_path: Path) -> None:
    for edit in (
        "UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 15",
        "UPDATE postings SET cents = 7 WHERE table_name = 't1' AND seq = 20",
    ):
        result = from_mark(checked, tmp_path, edit)
        assert isinstance(result, Broken) and result.table == "t1" and result.seq in (15, 20)
    result = from_mark(checked, tmp_path, "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:1'")
    assert isinstance(result, Broken) and result.says.startswith("wallet:1 holds")


def test_no_mark_is_made_of_what_does_not_hold(checked: Written, tmp_path: Path) -> None:
    edited(checked, tmp_path, "UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 15").close()
    store = SqliteStore(tmp_path / "edited.db", KEY)
    error = store.mark_verified().exception()
    assert str(error) == f"{store.path}: t1, entry 15: it is not what was written"
    assert isinstance(store.verified_from_mark(), Broken)
    store.close()
    with pytest.raises(StorageFailed):
        store.mark_verified().result()


def test_what_is_before_the_mark_is_not_read_again(checked: Written, tmp_path: Path) -> None:
    """Else a start would take longer with every round ever dealt; `db verify` reads all of it."""
    edit = "UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 3"
    assert isinstance(from_mark(checked, tmp_path, edit), Whole)
    result = verified(checked, tmp_path, edit)
    assert isinstance(result, Broken) and (result.table, result.seq) == ("t1", 3)


@pytest.mark.parametrize("forgery", ["signature = x'00'", "body = '{}'", "body = x'7b'"])
def test_a_mark_that_we_did_not_sign_is_not_believed(checked: Written, tmp_path: Path, forgery: str) -> None:
    edit = "UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 3"
    result = from_mark(checked, tmp_path, edit, f"UPDATE marks SET {forgery}")
    assert isinstance(result, Broken) and (result.table, result.seq) == ("t1", 3)
    assert isinstance(from_mark(checked, tmp_path, f"UPDATE marks SET {forgery}"), Whole)


def test_a_mark_shows_a_tail_cut_before_it(checked: Written, tmp_path: Path) -> None:
    """Even where the index of heads was put back in an older form, which the server wrote once."""
    cut = CUT.replace("20", "8")
    edited(checked, tmp_path, cut).close()
    with sqlite3.connect(tmp_path / "edited.db") as raw:
        for head in raw.execute("SELECT table_name, seq, hash FROM heads").fetchall():
            checksum = Checksums(KEY).of("heads", *head)
            raw.execute("UPDATE heads SET checksum = ? WHERE table_name = ?", (checksum, head[0]))
    raw.close()
    store = SqliteReader(tmp_path / "edited.db", KEY)
    for result in (store.verified_from_mark(), store.verified()):
        gone = "t0, entry 12: the log was verified up to this entry, which is not there any more"
        assert str(result) == gone
    store.close()


def test_a_mark_shows_a_log_that_was_made_anew(checked: Written, tmp_path: Path) -> None:
    """A rewritten log, every hash of it right, is not the log that was signed."""
    path = tmp_path / "edited.db"
    path.write_bytes(checked.content)
    raw = sqlite3.connect(path)
    raw.execute("UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 3")
    rehash(raw)
    raw.commit()
    store = SqliteReader(path)
    assert str(store.verified()) == "t1, entry 4: its hash in the transparency log is another"
    store.close()
    raw.executescript(NO_TREE)
    raw.close()
    store = SqliteReader(path)
    assert isinstance(store.verified(), Whole)
    store.close()
    store = SqliteReader(path, KEY)
    for result in (store.verified(), store.verified_from_mark()):
        assert isinstance(result, Broken) and (result.table, result.seq) == ("t1", 24)
    store.close()


def rehash(raw: sqlite3.Connection) -> None:
    """Makes every hash of a log again, as somebody could who has the file and this program."""
    for table in range(TABLES):
        head = first_hash(f"t{table}")
        where = f"WHERE table_name = 't{table}'"
        rows = raw.execute(
            f"SELECT seq, stamped_ms, kind, is_sealed, body, asked, postings FROM entries {where} ORDER BY seq"
        ).fetchall()
        for seq, stamped, kind, is_sealed, body, asked, moves in rows:
            fields = f"t{table}", seq, stamped, kind, bool(is_sealed), body, asked
            head = entry_hash(head, *fields, parse_postings(moves))
            raw.execute(f"UPDATE entries SET hash = ? {where} AND seq = ?", (head, seq))
        raw.execute(f"UPDATE heads SET hash = ? {where}", (head,))
    raw.execute(
        "UPDATE actions SET head = (SELECT hash FROM entries WHERE (table_name, seq) = (actions.table_name, last_seq))"
    )


def test_a_start_asks_as_much_of_many_tables_as_of_few(tmp_path: Path) -> None:
    """A query for each table would make a start longer with every guest who ever came."""
    counts = []
    for tables in (3, 60):
        store = SqliteStore(tmp_path / f"{tables}.db", KEY)
        for table in range(tables):
            store.append(batch(f"t{table}", 0, f"a{table}")).result()
        store.mark_verified().result()
        for table in range(tables):
            store.append(batch(f"t{table}", 1, f"b{table}")).result()
        asked: list[object] = []

        def count(*result: object, asked: list[object] = asked) -> None:
            asked.append(result[2])

        event.listen(Engine, "before_cursor_execute", count)
        assert isinstance(store.verified_from_mark(), Whole)
        assert len(store.tables()) == tables
        event.remove(Engine, "before_cursor_execute", count)
        counts.append(len(asked))
        store.close()
    assert counts[1] == counts[0] <= 12


# ---- rows that may change


def test_a_changed_player_or_setting_is_refused_when_it_is_read(written: Written, tmp_path: Path) -> None:
    store = edited(
        written,
        tmp_path,
        "UPDATE players SET recovery_hash = x'00' WHERE id = 'p3'",
        "UPDATE settings SET value = 'x' WHERE name = 's3'",
        "UPDATE snapshots SET body = x'00' WHERE table_name = 't1'",
    )
    for reading in (lambda: store.player("p3"), lambda: store.player_by_recovery(b"\0"), lambda: store.setting("s3")):
        with pytest.raises(StorageFailed, match="its row was changed outside the server"):
            reading()
    assert store.player("p4") is not None and store.setting("s4") == "value 4"
    assert store.snapshot("t1") is None and store.snapshot("t2") is not None
    store.close()


def test_a_changed_seal_stops_changes_of_its_rows(written: Written, tmp_path: Path) -> None:
    """Else the next change would sign whatever an editor of the file has put there."""
    edited(written, tmp_path, "UPDATE seals SET count = count - 1 WHERE name = 'players'").close()
    store = SqliteStore(tmp_path / "edited.db", KEY)
    with pytest.raises(StorageFailed, match="the seal over players was changed outside the server"):
        store.save_player(Player("p1", "Ann", "guest", None, STAMP)).result()
    store.close()


def test_a_player_put_back_in_an_older_form_is_found(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path, KEY)
    for name in ("Ann", "Anna"):
        store.save_player(Player("p1", name, "guest", None, STAMP)).result()
    assert isinstance(store.verified(), Whole)
    store.close()
    older = Checksums(KEY).of("players", "p1", "Ann", "guest", None, STAMP, None)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE players SET name = 'Ann', checksum = ?", (older,))
    raw.close()
    reader = SqliteReader(path, KEY)
    assert str(reader.verified()) == "a row of players was removed, added or put back in an older form"
    reader.close()
