"""Damaged pages of a real file are found at start."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.storage import damage
from crossfelt.storage.port import Broken, Player, StorageFailed
from crossfelt.storage.sqlite import SqliteReader, SqliteStore
from tests.support.scale import scaled
from tests.support.storage.batches import STAMP, batch, closing

KEY = bytes(range(32))
PAGE = 4096


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of some seventy pages, in which no row is longer than a page."""
    path = tmp_path_factory.mktemp("damage") / "tables.db"
    store = SqliteStore(path, KEY)
    for number in range(120):
        moves = (Posting("mint", f"wallet:{number}", 100),)
        made = batch("t1", 2 * number, f"a{number}", (b"x" * 900, b"two"), moves)
        store.append(closing(made, f"t1-{number}", 2 * number + 1)).result()
        store.save_player(Player(f"p{number}", f"Ann {number}", "guest", None, STAMP)).result()
    store.mark_verified().result()
    store.close()
    result = path.read_bytes()
    assert len(result) > 60 * PAGE
    return result


def started(path: Path, content: bytes) -> str:
    """Open a database with this content and return the error, or an empty string."""
    path.write_bytes(content)
    try:
        store = SqliteStore(path, KEY)
    except StorageFailed as error:
        return str(error)
    result = store.verified_from_mark()
    store.close()
    return str(result) if isinstance(result, Broken) else ""


def test_a_page_of_garbage_is_found_at_start(content: bytes, tmp_path: Path) -> None:
    seed = 5
    draw = random.Random(seed)
    pages = len(content) // PAGE
    for page in draw.sample(range(pages), min(pages, scaled(60, 600))):
        for garbage in (bytes(PAGE), draw.randbytes(PAGE)):
            damaged = content[: page * PAGE] + garbage + content[(page + 1) * PAGE :]
            said = started(tmp_path / "damaged.db", damaged)
            assert "damaged" in said or "another program" in said, f"seed {seed}, page {page + 1} of {pages}: {said!r}"


def test_the_rest_of_a_long_row_is_found_by_its_hash(tmp_path: Path) -> None:
    """A page that holds nothing but bytes of a body looks sound to SQLite."""
    path = tmp_path / "tables.db"
    store = SqliteStore(path, KEY)
    store.append(batch(bodies=(b"x" * 30_000,))).result()
    store.close()
    content = path.read_bytes()
    at = content.rindex(b"x" * 3000)
    assert started(path, content[:at] + bytes(100) + content[at + 100 :]) == "t1, entry 1: it is not what was written"


def test_a_file_that_lost_its_end_is_found_at_start(content: bytes, tmp_path: Path) -> None:
    assert "damaged" in started(tmp_path / "short.db", content[: len(content) // PAGE // 2 * PAGE])


def test_of_a_large_file_the_tables_that_a_start_reads_are_checked(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage, "MOST_BYTES", 1000)
    path = tmp_path / "damaged.db"
    path.write_bytes(content)
    with sqlite3.connect(path) as raw:
        roots = dict(raw.execute("SELECT name, rootpage FROM sqlite_master").fetchall())
    raw.close()
    for table in ("heads", "balances", "players", "rounds"):
        at = (roots[table] - 1) * PAGE
        assert "damaged" in started(path, content[:at] + bytes(PAGE) + content[at + PAGE :]), table


def test_an_index_that_lost_a_row_is_found_by_a_full_check(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "edited.db"
    path.write_bytes(content)
    with sqlite3.connect(path) as raw:
        [text] = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'postings_by_source'").fetchone()
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_master SET sql = sql || ' WHERE cents < 0' WHERE name = 'postings_by_source'")
    raw.close()
    with sqlite3.connect(path) as raw:
        raw.execute("REINDEX postings_by_source")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'postings_by_source'", (text,))
    raw.close()
    reader = SqliteReader(path, KEY)
    assert "the file is damaged: " in str(reader.verified())
    reader.close()
