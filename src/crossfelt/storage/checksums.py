"""Keyed checksums of the rows that the log doesn't seal: heads, players, settings, snapshots.

An editor of the file doesn't have the server key and can't make them. A row that was changed, or put back in an older
form, no longer matches. A seal over all rows of a table shows that one was removed.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from crossfelt.storage.chain import fields
from crossfelt.storage.port import StorageFailed

if TYPE_CHECKING:
    from crossfelt.storage.write_connection import WriteConnection

_LABEL = b"crossfelt rows"
_MODULUS = 2**256
_BYTES = 32
SEALED = {"players": "id", "settings": "name"}
"""The tables that have a seal, each with its primary key."""


class Checksums:
    """Makes and checks the checksums of one server key. Without a key they are empty, and nothing is checked."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _LABEL, "sha256") if key else b""

    def of(self, table: str, *row: object) -> bytes:
        """The checksum of a row."""
        return hmac.digest(self._key, fields(table.encode(), *map(_tagged, row)), "sha256") if self._key else b""

    def match(self, table: str, *row: object) -> bool:
        """Return whether the last field of a row is the checksum of the fields before it."""
        if not self._key:
            return True
        return isinstance(row[-1], bytes) and hmac.compare_digest(row[-1], self.of(table, *row[:-1]))


class Seal:
    """The number of rows of a table and the sum of their checksums, itself with a checksum."""

    def __init__(self, checksums: Checksums, name: str) -> None:
        self._checksums, self.name = checksums, name
        self.count, self.total = 0, 0

    def read(self, row: tuple[object, ...] | None) -> None:
        """Take over a stored seal; `StorageFailed` when it isn't what the server wrote."""
        if row is None:
            return
        count, total, checksum = row
        is_typed = isinstance(count, int) and isinstance(total, bytes)
        if not is_typed or not self._checksums.match("seals", self.name, count, total, checksum):
            raise StorageFailed(f"the seal over {self.name} was changed outside the server; run `crossfelt db verify`")
        assert isinstance(count, int) and isinstance(total, bytes)
        self.count, self.total = count, int.from_bytes(total, "big")

    def add(self, checksum: bytes, sign: int = 1) -> None:
        """Count a row, or with -1 take it out again."""
        self.count += sign
        self.total = (self.total + sign * int.from_bytes(checksum, "big")) % _MODULUS

    def row(self) -> tuple[str, int, bytes, bytes]:
        total = self.total.to_bytes(_BYTES, "big")
        return self.name, self.count, total, self._checksums.of("seals", self.name, self.count, total)


def put_row(connection: WriteConnection, checksums: Checksums, table: str, row: tuple[object, ...]) -> None:
    """Store a row of a table with a seal in place of the one with the same primary key, which is its first field."""
    seal = Seal(checksums, table)
    seal.read(connection.seal(table))
    before = connection.row_checksum(table, row[0])
    if before is not None:
        seal.add(before, -1)
    checksum = checksums.of(table, *row)
    seal.add(checksum)
    connection.put_row(table, (*row, checksum))
    connection.put_seal(seal.row())


def _tagged(field: object) -> bytes:
    """A field as bytes that no field of another type has."""
    match field:
        case bytes():
            return b"b" + field
        case str():
            return b"s" + field.encode()
        case None:
            return b"n"
    return b"i" + str(field).encode()
