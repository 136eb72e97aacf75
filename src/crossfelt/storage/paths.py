"""Finds the database and the server key. The key decrypts the sealed entries of the log and signs marks and
cookies. It is never written into the database, and only its owner may read its file."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import platformdirs

from crossfelt.errors import describe
from crossfelt.storage.connect import connect_to_read
from crossfelt.storage.errors import reason
from crossfelt.storage.keycheck import KEY_CHECK
from crossfelt.storage.port import StorageFailed

KEY_VARIABLE = "CROSSFELT_KEY"
KEY_BYTES = 32
MEMORY = "memory:"
_ALLOWED = "write sqlite:///PATH, a path, postgresql://HOST/NAME, or memory:"
_HEX = re.compile(r"[0-9a-fA-F]{64}")


def default_database() -> Path:
    """Return the file in the user's data folder; the folder is made with the file."""
    return platformdirs.user_data_path("crossfelt", appauthor=False) / "tables.db"


def is_postgresql(url: str) -> bool:
    """Return whether a URL names a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://"))


def database_path(url: str) -> Path | None:
    """Return the file that a database URL names; None for `memory:`.

    >>> database_path("sqlite:///tables.db").name, database_path("memory:")
    ('tables.db', None)
    """
    if url == MEMORY:
        return None
    name = url.removeprefix("sqlite:///")
    if not name or "\0" in name:
        raise StorageFailed(f"the database {describe(url)} has no file name: {_ALLOWED}")
    if "://" in name:
        # The rest of the URL may contain a password.
        scheme = name.partition("://")[0]
        raise StorageFailed(f"a database at {describe(scheme + '://')} cannot be used: {_ALLOWED}")
    return Path(name)


def check_place(database: Path) -> None:
    """Refuse a path where no database can be. The user's data folder is made where it is missing."""
    if database == default_database():
        _make_folder(database.parent)
    if not database.parent.is_dir():
        raise StorageFailed(f"{database}: there is no folder {database.parent}")
    if database.is_dir():
        raise StorageFailed(f"{database}: it is a folder, not a database")


def key_file_for(database: Path) -> Path:
    """Return the file beside the database that contains its key when the environment has none."""
    return database.with_name(database.name + ".key")


def server_key(database: Path | None, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the key from the environment variable, else from the file beside the database, else a new one, which is
    saved there. A database in memory gets a new one each time. `StorageFailed` says why a key is refused, or that the
    database of a key is gone."""
    if database is None:
        return named_key(environment) or os.urandom(KEY_BYTES)
    check_place(database)
    key = _stored_key(database, environment)
    if key is None:
        key = os.urandom(KEY_BYTES)
        # The database first: a key without one is taken for the key of a database that is gone.
        make_file(database)
        write_key(key_file_for(database), key)
    elif not database.exists() and named_key(environment) is None:
        raise StorageFailed(
            f"{database}: the database is gone, and its key is still there. Put the file back, or restore a backup with"
            f" `crossfelt db restore`; to start with an empty database, move {key_file_for(database)} away."
        )
    return key


def known_key(database: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the key of a database, or nothing where it has none: for commands that only read."""
    if named_key(environment) is None and not key_file_for(database).exists():
        return b""
    return _stored_key(database, environment) or b""


def make_file(database: Path) -> None:
    """Make an empty database file that only its owner may read, unless the file exists."""
    try:
        os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise StorageFailed(f"{database}: {reason(error)}") from None


def named_key(environment: Mapping[str, str]) -> bytes | None:
    """Return the key from the environment variable."""
    named = environment.get(KEY_VARIABLE)
    return None if named is None else parse_key(named, f"the environment variable {KEY_VARIABLE}")


def _stored_key(database: Path, environment: Mapping[str, str]) -> bytes | None:
    """Return the key of a database; None where it never had one. `StorageFailed` where its key is missing."""
    named = named_key(environment)
    if named is not None:
        return named
    path = key_file_for(database)
    try:
        return read_key(path)
    except FileNotFoundError:
        if _wants_a_key(database):
            raise StorageFailed(
                f"{database}: its key is missing; put it back as {path}, or set {KEY_VARIABLE}"
            ) from None
    return None


def read_key(path: Path) -> bytes:
    """Return the key in a file that only its owner may read; `FileNotFoundError` where there is no such file."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(200).decode("ascii", "replace").strip()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StorageFailed(f"{path}: {reason(error)}") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise StorageFailed(f"{path}: others may read the key; run `chmod 600` on it")
    return parse_key(text, str(path))


def write_key(path: Path, key: bytes) -> None:
    """Save a key in a new file, on the disk before anything is sealed with it."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(file, key.hex().encode() + b"\n")
            os.fsync(file)
        finally:
            os.close(file)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageFailed(f"{path}: {reason(error)}") from None


def parse_key(text: str, where: str) -> bytes:
    """Return the key in a text; a refusal doesn't show the text."""
    if _HEX.fullmatch(text) is None:
        raise StorageFailed(f"{where} must hold a key of 64 hexadecimal digits")
    return bytes.fromhex(text)


def _make_folder(folder: Path) -> None:
    """Make the user's data folder, for the user alone. Other folders are never made: a typing error would be a new
    database."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(f"{folder}: {reason(error)}") from None


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it is on the disk. Some systems can't open folders."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _wants_a_key(database: Path) -> bool:
    """Return whether a database was made with a key."""
    if not database.exists():
        return False
    try:
        with closing(connect_to_read(database)) as connection:
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'settings'").fetchone() is None:
                return False
            rows = connection.execute("SELECT 1 FROM settings WHERE name = ?", (KEY_CHECK,))
            return rows.fetchone() is not None
    except sqlite3.Error as error:
        raise StorageFailed(f"{database}: {reason(error)}") from None
