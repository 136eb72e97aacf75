"""Checks the rows beside the log: players, settings and snapshots, each with a checksum of the server key."""

from __future__ import annotations

from sqlalchemy import Connection

from crossfelt.storage.checksums import SEALED, Checksums, Seal
from crossfelt.storage.indexes import raw
from crossfelt.storage.port import Broken, StorageFailed
from crossfelt.storage.schema import METADATA, SEALS


def check_rows(connection: Connection, checksums: Checksums) -> Broken | None:
    """The first row that isn't what the server wrote, or the table that lost one."""
    for table in ("snapshots", *SEALED):
        for row in connection.execute(raw(METADATA.tables[table])):
            if not checksums.match(table, *row):
                return Broken("", 0, f"the row {row[0]!a} of {table} is not what the server wrote")
    for row in connection.execute(raw(SEALS, SEALS.c.name)):
        if row[0] not in SEALED:
            return Broken("", 0, f"the row {row[0]!a} of seals is not what the server wrote")
    return next((wrong for name in SEALED if (wrong := _check_seal(connection, checksums, name)) is not None), None)


def _check_seal(connection: Connection, checksums: Checksums, name: str) -> Broken | None:
    stored, computed = Seal(checksums, name), Seal(checksums, name)
    try:
        row = connection.execute(raw(SEALS, *list(SEALS.c)[1:]).where(SEALS.c.name == name)).first()
        stored.read(tuple(row) if row is not None else None)
    except StorageFailed as error:
        return Broken("", 0, str(error))
    for row in connection.execute(raw(METADATA.tables[name], METADATA.tables[name].c.checksum)):
        computed.add(row[0])
    if stored.row() != computed.row():
        return Broken("", 0, f"a row of {name} was removed, added or put back in an older form")
    return None
