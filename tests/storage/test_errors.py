"""A file, a folder or a disk that cannot be used: one clear line each, and nothing lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crossfelt.storage import connect
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.opener import open_store
from crossfelt.storage.paths import database_path, default_database, key_file_for, server_key
from crossfelt.storage.port import Receipt, StorageFailed, Whole
from crossfelt.storage.sqlite import SqliteReader, SqliteStore
from tests.support.storage.batches import batch

ROOT = Path(__file__).resolve().parents[2]
KEY = bytes(range(32))
NOBODY = 65534


def refused(path: Path | str) -> str:
    """Why a database cannot be opened: one line."""
    with pytest.raises(StorageFailed) as caught:
        open_store(str(path), KEY)
    said = str(caught.value)
    assert "\n" not in said
    return said


@contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody whom permissions bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody can reach, unlike those that pytest makes."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


# ---- what a URL may be


def test_a_url_is_a_file_or_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert isinstance(open_store("memory:", KEY), MemoryStore)
    for url in ("a.db", "sqlite:///b.db", f"sqlite:///{tmp_path}/c.db", f"{tmp_path}/with ?%# in it.db"):
        store = open_store(url, KEY)
        store.append(batch()).result()
        assert store.head("t1")[0] == 1
        store.close()
    assert {path.name for path in tmp_path.glob("*.db")} == {"a.db", "b.db", "c.db", "with ?%# in it.db"}


@pytest.mark.parametrize("url", ["", "sqlite:///", "sqlite://", "mysql://me:secret@host/db", "a\0b", "http://x"])
def test_any_other_url_is_refused_with_what_is_allowed(url: str) -> None:
    said = refused(url)
    assert said.endswith("write sqlite:///PATH, a path, postgresql://HOST/NAME, or memory:")
    assert "secret" not in said


def test_the_default_is_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = default_database()
    assert path == tmp_path / "data" / "crossfelt" / "tables.db"
    assert not path.parent.exists()
    open_store(str(path), server_key(database_path(str(path)))).close()
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


# ---- files that cannot be opened


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"hello, this is a letter and no database " * 100)
    assert refused(path).startswith(f"{path}: it is not a database of ours, or it is damaged")
    assert path.read_bytes().startswith(b"hello")


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE recipes (name)")
    raw.close()
    assert refused(path) == f"{path}: the file is a database of another program"


def test_a_newer_form(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path).close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.commit()
    raw.close()
    said = f"{path}: the database has the form 9999, which is newer than this program knows (0004)"
    assert refused(path) == said
    with pytest.raises(StorageFailed) as caught:
        SqliteReader(path)
    assert str(caught.value) == said


def test_a_folder_that_is_missing_or_a_folder_itself(tmp_path: Path) -> None:
    assert refused(tmp_path / "no" / "tables.db") == f"{tmp_path}/no/tables.db: there is no folder {tmp_path}/no"
    assert refused(tmp_path) == f"{tmp_path}: it is a folder, not a database"


def test_a_folder_that_takes_no_files(open_folder: Path) -> None:
    if os.geteuid() != 0:
        open_folder.chmod(0o555)
    with unprivileged():
        assert refused(open_folder / "tables.db").endswith("Permission denied")
    open_folder.chmod(0o755)


def test_a_file_that_may_not_be_read(open_folder: Path) -> None:
    path = open_folder / "tables.db"
    store = SqliteStore(path, KEY)
    receipt = store.append(batch()).result()
    store.close()
    open_folder.chmod(0o777)
    path.with_name("tables.db.lock").chmod(0o666)
    path.chmod(0)
    with unprivileged():
        assert refused(path) == f"{path}: Permission denied"
    path.chmod(0o600)
    store = SqliteStore(path, KEY)
    assert store.check_receipt(receipt) is None
    store.close()


def test_a_second_server_on_one_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    holding = "import sys; from pathlib import Path; from crossfelt.storage.sqlite import SqliteStore\n"
    holding += "store = SqliteStore(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read(); store.close()"
    command = [sys.executable, "-c", holding, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == "open\n"
        said = refused(path)
        # Reading is allowed at any time.
        reader = SqliteReader(path)
        assert isinstance(reader.verified(), Whole)
        reader.close()
        process.stdin.close()
    assert said == f"{path}: another server has it open (process {process.pid}); one file takes one server"
    first = SqliteStore(path)
    assert "another server has it open" in refused(path)
    first.close()
    SqliteStore(path).close()


def test_a_file_that_another_program_has_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "PATIENCE_SECONDS", 0.05)
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageFailed) as caught:
        store.append(batch()).result()
    said = f"{path}: another program has locked it (database is locked)"
    assert str(caught.value) == f"{said}; nothing more is written" == store.failure
    store.close()
    assert refused(path) == said
    other.execute("ROLLBACK")
    other.close()
    store = SqliteStore(path)
    assert store.append(batch()).result().last_seq == 1
    store.close()


def test_a_damaged_file(tmp_path: Path) -> None:
    """Pages in the middle are overwritten: whatever is asked, the answer is a refusal or what does not hold."""
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    for number in range(40):
        store.append(batch("t1", number, f"a{number}", (bytes(3000),))).result()
    store.close()
    content = bytearray(path.read_bytes())
    for start in range(8192, len(content) - 4096, 8192):
        content[start : start + 4096] = os.urandom(4096)
    path.write_bytes(content)
    with pytest.raises(StorageFailed) as caught:
        store = SqliteStore(path)
        try:
            result = store.verified()
            assert not isinstance(result, Whole)
            raise StorageFailed(f"{path}: {result}")
        finally:
            store.close()
    assert str(caught.value).startswith(f"{path}: ")


# ---- disks that fail while we are writing


def fill(path: Path, *most_bytes: str) -> tuple[list[Receipt], dict[str, list[str]]]:
    """Run a process that fills its disk, and return its receipts and the rest of its output."""
    command = [sys.executable, "-m", "tests.support.storage.disk_filler", str(path), *most_bytes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    receipts, said = [], dict[str, list[str]]()
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word == "acknowledged":
            table, first, last, head = rest.split()
            receipts.append(Receipt(table, int(first), int(last), bytes.fromhex(head)))
        else:
            said.setdefault(word, []).append(rest)
    return receipts, said


def check_filled(path: Path, receipts: list[Receipt], said: dict[str, list[str]]) -> None:
    """Everything after the failure was refused with its reason, and nothing that was acknowledged is lost."""
    [reason] = said["stopped"]
    assert reason.startswith(f"{path}: ") and reason.endswith("; nothing more is written")
    assert said["tells"] == [reason]
    assert said["refused"] == [reason, reason]
    assert said["reads"] == [str(len(receipts))]
    assert len(receipts) > 3
    store = SqliteStore(path)
    assert isinstance(store.verified(), Whole)
    assert all(store.check_receipt(receipt) is None for receipt in receipts)
    # The batch that failed is written in full or not at all.
    count = store.head("t1")[0]
    assert count in (len(receipts), len(receipts) + 1)
    assert store.balances() == {"mint": -count, "wallet:1": count}
    store.append(batch("t1", count, "next")).result()
    store.close()


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """A limit on the size of files makes writes fail in the middle of the work."""
    path = tmp_path / "tables.db"
    receipts, said = fill(path, "400000")
    assert "the disk failed" in said["stopped"][0]
    check_filled(path, receipts, said)


def test_a_full_disk(tmp_path: Path) -> None:
    """A real small disk, where one may be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode != 0:
        pytest.skip("nothing may be mounted here; the limit on the size of files is tested everywhere")
    try:
        path = disk / "tables.db"
        receipts, said = fill(path)
        assert "the disk is full" in said["stopped"][0]
        with (disk / "rest").open("wb", buffering=0) as rest, pytest.raises(OSError, match="No space left"):
            while True:
                rest.write(bytes(4096))
        assert refused(disk / "new.db").startswith(f"{disk}/new.db: the disk is full")
        # The owner makes room by moving everything to a larger disk.
        larger = tmp_path / "larger"
        shutil.copytree(disk, larger)
        moved = {word: [text.replace(str(path), str(larger / "tables.db")) for text in said[word]] for word in said}
        check_filled(larger / "tables.db", receipts, moved)
    finally:
        subprocess.run(["umount", disk], check=True)


# ---- keys


def test_a_key_is_made_once_and_kept_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    key = server_key(path, {})
    assert len(key) == 32 and server_key(path, {}) == key
    assert key_file_for(path).stat().st_mode & 0o777 == 0o600
    assert server_key(path, {"CROSSFELT_KEY": "ab" * 32}) == b"\xab" * 32
    assert server_key(None, {}) != server_key(None, {})


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    server_key(path, {})
    key_file_for(path).chmod(0o640)
    with pytest.raises(StorageFailed, match="others may read the key; run `chmod 600` on it"):
        server_key(path, {})


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32, "ab" * 33, "00" * 31 + "0"])
def test_what_is_no_key_is_refused_without_showing_it(tmp_path: Path, text: str) -> None:
    with pytest.raises(StorageFailed) as caught:
        server_key(None, {"CROSSFELT_KEY": text})
    assert str(caught.value) == "the environment variable CROSSFELT_KEY must hold a key of 64 hexadecimal digits"
    path = tmp_path / "tables.db"
    key_file_for(path).write_text(text)
    key_file_for(path).chmod(0o600)
    with pytest.raises(StorageFailed, match="must hold a key of 64 hexadecimal digits"):
        server_key(path, {})


def test_no_key_is_made_where_no_database_can_be(tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    letter.write_bytes(b"hello, this is a letter and no database " * 100)
    for place in (tmp_path / "no" / "tables.db", tmp_path, letter):
        with pytest.raises(StorageFailed) as caught:
            server_key(place, {})
        assert str(caught.value) == refused(place)
    assert {path.name for path in tmp_path.iterdir()} == {"letter.db", "letter.db.lock"}
    assert not key_file_for(tmp_path).exists()


def test_a_database_whose_key_is_gone_gets_no_new_one(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path, server_key(path, {})).close()
    key_file_for(path).unlink()
    with pytest.raises(StorageFailed, match="its key is missing; put it back as"):
        server_key(path, {})
    assert not key_file_for(path).exists()
