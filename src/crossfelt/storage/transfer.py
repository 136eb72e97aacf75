"""Copies a whole database into an empty one of either kind, row by row: every entry, hash and number is the same there.

The copy is made in one transaction of each side and verified before it is committed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from crossfelt.storage.connect import connect_to_write
from crossfelt.storage.errors import reason
from crossfelt.storage.lock import FileLock
from crossfelt.storage.mark import verify_all
from crossfelt.storage.migrate import migrate, version
from crossfelt.storage.paths import check_place, database_path, is_postgresql, make_file
from crossfelt.storage.port import Broken, StorageFailed, Whole
from crossfelt.storage.queries import Reader
from crossfelt.storage.schema import METADATA, POSTINGS, ROUNDS
from crossfelt.storage.streaming import PAGE, streamed

Report = Callable[[float], None]


def copy_database(source: Reader, target_url: str, target_name: str, key: bytes, report: Report) -> Whole:
    """Copy everything that `source` holds at this moment into an empty database and verify the copy with the key.
    `StorageFailed` says why that isn't possible; then the target is unchanged."""
    try:
        with _writing(target_url) as engine:
            with engine.connect() as connection:
                if version(connection, target_name) is not None:
                    raise StorageFailed(f"{target_name}: it isn't empty; nothing is written over")
            migrate(engine, target_name)
            with source.reading() as reading, engine.begin() as writing:
                _copy_rows(reading, writing, lambda share: report(share / 2))
                verified = verify_all(writing, key, lambda share: report(0.5 + share / 2))
                if isinstance(verified, Broken):
                    raise StorageFailed(f"{source.name}: {verified}")
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise StorageFailed(f"{target_name}: {reason(error)}") from None
    return verified


def _copy_rows(reading: Connection, writing: Connection, report: Report) -> None:
    tables = METADATA.sorted_tables
    total = max(1, sum(reading.scalar(select(func.count()).select_from(table)) or 0 for table in tables))
    done = 0
    for table in tables:
        rows = streamed(reading, select(table))
        while page := [row._asdict() for row in islice(rows, PAGE)]:
            writing.execute(insert(table), page)
            done += len(page)
            report(done / total)
    if writing.dialect.name == "postgresql":
        for table in (POSTINGS, ROUNDS):
            # The next number follows the copied ones.
            query = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), max(number)) FROM {table.name}"
            writing.execute(text(query))


@contextmanager
def _writing(url: str) -> Iterator[Engine]:
    """Open the target for one writer."""
    if is_postgresql(url):
        from crossfelt.storage.postgresql import writing_engine  # noqa: PLC0415

        yield writing_engine(url)
        return
    path = database_path(url)
    if path is None:
        raise StorageFailed("a database in memory can't be copied to")
    check_place(path)
    lock = FileLock(path)
    try:
        make_file(path)
        engine = create_engine("sqlite://", creator=lambda: connect_to_write(path), poolclass=NullPool)
        event.listen(engine, "begin", _begin)
        yield engine
    finally:
        lock.release()


def _begin(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
