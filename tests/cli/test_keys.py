"""`crossfelt operator key` and `rotate-key` on the database of a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfelt.proof.notes import parse_verifier_key, successor
from crossfelt.service.signing import signer_of
from crossfelt.storage.opener import open_store
from crossfelt.storage.paths import server_key
from tests.support.cli.program import run


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    open_store(str(path), server_key(path)).close()
    return path


def test_the_key_is_printed_and_replaced_by_a_statement_of_the_old_one(database: Path) -> None:
    before = parse_verifier_key(run("operator", "key", "--database", str(database)).out.strip())
    ran = run("operator", "rotate-key", "--database", str(database))
    assert ran.status == 0
    after = parse_verifier_key(run("operator", "key", "--database", str(database)).out.strip())
    assert ran.out.startswith(f"Old key: {before}\nNew key: {after}\n")
    store = open_store(str(database), server_key(database))
    assert [successor(statement) for statement in signer_of(store, server_key(database)).statements] == [
        (before, after)
    ]
    # A server that runs keeps its key: the database is in use.
    assert run("operator", "rotate-key", "--database", str(database)).status == 2
    store.close()


def test_a_database_without_its_key_is_refused(database: Path) -> None:
    database.with_name("tables.db.key").unlink()
    assert "There is no server key for" in run("operator", "rotate-key", "--database", str(database)).refusal
    assert "There is no database" in run("operator", "key", "--database", str(database) + "2").refusal
    assert "has no signing key" in run("operator", "key", "--database", "memory:").refusal
