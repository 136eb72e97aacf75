"""`crossfelt db` on PostgreSQL, typed as a user would."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfelt.storage.sqlite import SqliteStore
from tests.support.cli.program import run
from tests.support.postgresql import Cluster
from tests.support.storage.batches import batch

KEY = bytes(range(32))


def test_a_database_moves_to_postgresql_and_back(
    postgresql: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSFELT_KEY", KEY.hex())
    store = SqliteStore(tmp_path / "tables.db", KEY)
    store.append(batch()).result()
    store.close()
    url = postgresql.new_database()
    copied = run("db", "copy", str(tmp_path / "tables.db"), url).out
    assert "is valid: 1 entry in 1 log." in copied and "Start the server with CROSSFELT_KEY" in copied
    assert "is valid: 1 entry in 1 log." in run("db", "verify", "--database", url).out
    assert run("db", "migrate", "--database", url).out.endswith("already has schema 0004.\n")
    assert run("db", "export", "--database", url).out.count("\n") == 1
    assert "it isn't empty" in run("db", "copy", str(tmp_path / "tables.db"), url).refusal
    back = tmp_path / "back.db"
    run("db", "copy", url, str(back))
    assert (tmp_path / "back.db.key").exists()
    assert "is valid: 1 entry in 1 log." in run("db", "verify", "--database", str(back)).out
    assert "pg_dump" in run("db", "backup", str(tmp_path / "copy.db"), "--database", url).refusal
