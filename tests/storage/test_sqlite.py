"""Tests that need a database file: its schema versions, its key, and the removal of deleted data."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from crossfelt.storage.migrate import NEWEST, OLDEST, STEPS
from crossfelt.storage.port import BadBatch, Player, StorageFailed, Whole
from crossfelt.storage.schema import METADATA
from crossfelt.storage.sqlite import SqliteReader, SqliteStore
from crossfelt.storage.sqlite_connection import COMMITS_BETWEEN_COPIES
from tests.support.storage.batches import STAMP, batch

KEY = bytes(range(32))


def in_form(path: Path, form: str) -> None:
    """Makes a database as an earlier version of the program left it."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, form)


def test_the_newest_form_is_the_last_step() -> None:
    steps = sorted(path.name[:4] for path in (STEPS / "versions").glob("0*.py"))
    assert (steps[0], steps[-1]) == (OLDEST, NEWEST)


def test_the_steps_make_the_tables_that_the_program_knows(tmp_path: Path) -> None:
    in_form(tmp_path / "steps.db", NEWEST)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}", poolclass=NullPool)
    METADATA.create_all(engine)

    def described(path: Path) -> dict[str, list[tuple[object, ...]]]:
        raw = sqlite3.connect(path)
        listed = raw.execute(
            "SELECT name FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND name NOT LIKE 'sqlite%'"
        )
        names = sorted(row[0] for row in listed)
        pragmas = "table_info", "index_info"
        results = {
            name: [row for pragma in pragmas for row in raw.execute(f"PRAGMA {pragma}({name})")] for name in names
        }
        raw.close()
        return results

    assert described(tmp_path / "steps.db") == described(tmp_path / "tables.db")


def test_a_database_of_log_scheme_1_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path, KEY).close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE alembic_version SET version_num = '0002'")
    raw.commit()
    raw.close()
    for opening in (SqliteStore, SqliteReader):
        with pytest.raises(StorageFailed) as refused:
            opening(path, KEY)
        assert str(refused.value) == (
            f"{path}: an earlier version of Crossfelt wrote this database in a form (0002) that can't be converted."
            " Move the file and its key away, or name another file."
        )


def test_a_database_opens_only_with_its_own_key(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path, KEY).close()
    with pytest.raises(StorageFailed, match="the key is not the one that this database was made with"):
        SqliteStore(path, bytes(32))
    SqliteStore(path, KEY).close()


def test_a_deleted_player_is_gone_from_every_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path, KEY)
    name, code = "Quetzalcoatl the Remembered", b"a recovery hash of 32 bytes here"
    for number in range(20):
        store.save_player(Player(f"p{number}", f"{name} {number}", "guest", code, STAMP)).result()
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert written.count(name.encode()) >= 20
    for number in range(20):
        store.save_player(Player(f"p{number}", "", "guest", None, STAMP, STAMP)).result()
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert name.encode() not in left and code not in left
    store.close()
    assert name.encode() not in path.read_bytes()


def test_a_job_that_cannot_be_stored_harms_nobody_else(tmp_path: Path) -> None:
    """Whatever slips through the checks: only the one who handed it in is refused, whatever shares the commit."""
    store = SqliteStore(tmp_path / "tables.db", KEY)
    good = [store.append(batch(f"good-{number}", action=f"g{number}")) for number in range(3)]
    number_without_end, something_else = 2**70, object()
    bad = [
        store.save_player(Player("p1", "Ann", "guest", None, number_without_end)),
        store.save_player(Player("p2", "Ann", "guest", something_else, STAMP)),  # type: ignore[arg-type]
        store.save_setting("name", "\ud800"),
    ]
    good += [store.append(batch(f"good-{number}", action=f"g{number}")) for number in range(3, 6)]
    assert [answer.result().last_seq for answer in good] == [1] * 6
    assert all(isinstance(answer.exception(), BadBatch) for answer in bad)
    assert store.failure is None and store.player("p1") is None
    assert isinstance(store.verified(), Whole)
    store.close()


def test_the_write_ahead_log_is_copied_between_commits(tmp_path: Path) -> None:
    """Otherwise SQLite copies it inside a commit, and everyone whose action is in that commit waits."""
    path = tmp_path / "tables.db"
    store = SqliteStore(path, KEY)
    sizes = []
    for number in range(5 * COMMITS_BETWEEN_COPIES):
        store.append(batch(expected_seq=number, action=f"a{number}")).result()
        sizes.append(path.with_name("tables.db-wal").stat().st_size)
    store.close()
    assert max(sizes) < 2 * sizes[COMMITS_BETWEEN_COPIES - 1]
