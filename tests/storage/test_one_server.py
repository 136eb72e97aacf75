"""One server for each database file, and none on a database that is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crossfelt.storage.opener import migrate_database
from crossfelt.storage.paths import key_file_for, known_key, server_key
from crossfelt.storage.port import StorageFailed, Whole
from crossfelt.storage.sqlite import SqliteStore
from tests.support.storage.batches import batch

KEY = bytes(range(32))
OPEN = """
import sys
from pathlib import Path
from crossfelt.storage.port import StorageFailed
from crossfelt.storage.sqlite import SqliteStore
try:
    SqliteStore(Path(sys.argv[1]), bytes(range(32))).close()
except StorageFailed as error:
    print(error)
"""


def opened_elsewhere(path: Path) -> str:
    """Open a database in another process and return its output."""
    ran = subprocess.run([sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="the database file itself is not locked there")
@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_another_name_of_the_same_file_is_refused(tmp_path: Path, link: object) -> None:
    assert callable(link)
    path, other = tmp_path / "tables.db", tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    store = SqliteStore(path, KEY)
    link(path, other)
    for name in (other, path):
        with pytest.raises(StorageFailed, match="another server has it open"):
            SqliteStore(name, KEY)
        with pytest.raises(StorageFailed, match="another server has it open"):
            migrate_database(str(name))
    assert "another server has it open" in opened_elsewhere(other)
    # What was refused has taken nothing from the server that has the file.
    store.append(batch()).result()
    assert isinstance(store.verified(), Whole)
    store.close()
    SqliteStore(other, KEY).close()


def test_two_databases_are_two_servers(tmp_path: Path) -> None:
    first, second = SqliteStore(tmp_path / "one.db", KEY), SqliteStore(tmp_path / "two.db", KEY)
    first.close()
    second.close()


def test_a_database_that_is_gone_is_an_error_while_its_key_is_there(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    key = server_key(path, {})
    SqliteStore(path, key).close()
    path.unlink()
    with pytest.raises(StorageFailed) as refused:
        server_key(path, {})
    assert str(refused.value) == (
        f"{path}: the database is gone, and its key is still there. Put the file back, or restore a backup with"
        f" `crossfelt db restore`; to start with an empty database, move {path}.key away."
    )
    assert known_key(path, {}) == key, "a backup is restored with it"
    assert not path.exists()
    key_file_for(path).unlink()
    assert server_key(path, {}) != key


def test_a_first_start_that_was_killed_between_its_two_files_starts_again(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    key = server_key(path, {})
    assert path.read_bytes() == b""
    assert server_key(path, {}) == key
    SqliteStore(path, key).close()
    other = tmp_path / "other.db"
    other.touch()
    SqliteStore(other, server_key(other, {})).close()
