"""Edits of the file are found, and the first bad entry is named."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.storage.port import Receipt
from crossfelt.storage.sqlite import SqliteStore
from crossfelt.storage.verify import Broken, Whole, check_receipt
from tests.scale import scaled
from tests.storage.batches import batch

TABLES, BATCHES = 3, 12


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Receipt]]:
    """A file with some tables, closed and whole, and every receipt that was given out."""
    path = tmp_path_factory.mktemp("log") / "tables.db"
    store = SqliteStore(path)
    receipts = []
    for number in range(BATCHES):
        for table in range(TABLES):
            moves = (Posting("mint", f"wallet:{table}", 100 + number),) if number % 2 else ()
            receipts.append(
                store.append(
                    batch(f"t{table}", 2 * number, f"a{table}-{number}", (b"one%d" % number, b"two"), moves)
                ).result()
            )
    assert store.verified() == Whole(TABLES, 2 * TABLES * BATCHES, store._chain)
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    return path.read_bytes(), receipts


def opened(written: bytes, folder: Path, *edits: str) -> SqliteStore:
    path = folder / "edited.db"
    path.write_bytes(written)
    raw = sqlite3.connect(path)
    for edit in edits:
        raw.execute(edit)
    raw.commit()
    raw.close()
    return SqliteStore(path)


@pytest.mark.parametrize(
    ("edit", "table", "seq"),
    [
        ("UPDATE entries SET body = x'00' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET kind = 'x' WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET stamped_ms = 1 WHERE table_name = 't1' AND seq = 5", "t1", 5),
        ("UPDATE entries SET is_sealed = 1 WHERE table_name = 't2' AND seq = 1", "t2", 1),
        ("UPDATE entries SET scheme = 2 WHERE table_name = 't2' AND seq = 1", "t2", 1),
        ("UPDATE entries SET hash = x'00' WHERE table_name = 't0' AND seq = 24", "t0", 24),
        ("DELETE FROM entries WHERE table_name = 't1' AND seq = 7", "t1", 7),
        ("DELETE FROM entries WHERE table_name = 't1' AND seq > 20", "t1", 22),
        ("DELETE FROM entries WHERE table_name = 't2'", "t2", 2),
        ("UPDATE entries SET seq = 25 WHERE table_name = 't1' AND seq = 24", "t1", 24),
        ("UPDATE heads SET seq = 3 WHERE number = 1", "t0", 3),
        ("DELETE FROM heads WHERE number = 36", "t2", 23),
        ("UPDATE postings SET cents = 999 WHERE number = 1", "t0", 4),
        ("DELETE FROM postings WHERE number = 1", "t0", 4),
        ("INSERT INTO postings VALUES (99, 't0', 2, 'mint', 'wallet:0', 5)", "t0", 2),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:1'", "", 0),
        ("INSERT INTO balances VALUES ('wallet:9', 1)", "", 0),
    ],
)
def test_each_sort_of_edit_is_found(
    written: tuple[bytes, list[Receipt]], tmp_path: Path, edit: str, table: str, seq: int
) -> None:
    store = opened(written[0], tmp_path, edit)
    found = store.verified()
    store.close()
    assert isinstance(found, Broken), edit
    assert (found.table, found.seq) == (table, seq), str(found)


def test_a_cut_tail_shows_against_any_receipt_behind_it(written: tuple[bytes, list[Receipt]], tmp_path: Path) -> None:
    """With every trace of the last batches gone the file is whole by itself, and not what players were told."""
    cut = (
        "DELETE FROM entries WHERE seq > 20",
        "DELETE FROM heads WHERE seq > 20",
        "DELETE FROM postings WHERE seq > 20",
        "DELETE FROM actions WHERE last_seq > 20",
        "UPDATE balances SET cents = (SELECT COALESCE(SUM(IIF(destination = account, cents, -cents)), 0) FROM postings"
        " WHERE account IN (source, destination))",
    )
    store = opened(written[0], tmp_path, *cut)
    assert isinstance(store.verified(), Whole)
    with store._reading() as reader:
        for receipt in written[1]:
            assert (check_receipt(reader, receipt) is None) == (receipt.last_seq <= 20)
    store.close()


def test_random_edits_of_bytes_are_found(written: tuple[bytes, list[Receipt]], tmp_path: Path) -> None:
    """Seeds are printed with a failure; the full count is 5,000."""
    seed = 11
    draw = random.Random(seed)
    edits = (
        "UPDATE entries SET body = body || x'00'",
        "UPDATE entries SET stamped_ms = stamped_ms + 1",
        "UPDATE entries SET kind = kind || 'x'",
        "DELETE FROM entries",
    )
    for _ in range(scaled(60, 5000)):
        table, seq = draw.randrange(TABLES), draw.randrange(1, 2 * BATCHES + 1)
        edit = draw.choice(edits) + f" WHERE table_name = 't{table}' AND seq = {seq}"
        store = opened(written[0], tmp_path, edit)
        found = store.verified()
        store.close()
        assert isinstance(found, Broken), f"seed {seed}: {edit}"
        assert found.table == f"t{table}" and found.seq >= seq, f"seed {seed}: {edit}: {found}"
