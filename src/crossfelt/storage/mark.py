"""Signs with the server key how far the log was verified, so that a start doesn't begin at the first entry.

A mark names the last entry of every table, the last posting, and a digest of all balances at that moment. An
editor of the file can't sign another one. Nothing is believed that is not signed: without a key, or with a signature
that is not ours, everything is verified.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from crossfelt.storage.chain import digest
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.damage import page_fault
from crossfelt.storage.indexes import raw
from crossfelt.storage.port import Broken, Whole
from crossfelt.storage.schema import MARKS
from crossfelt.storage.tree_checks import SignatureCheck
from crossfelt.storage.verify import Position, Report, Rest, balances, cut, overdrawn, verify, walk

_TITLE = b"crossfelt-checkpoint-2"


@dataclass(frozen=True, slots=True)
class Mark:
    """A row of the database: the one that was made last."""

    body: bytes
    """The end of each table, the last posting, and the digest of the balances, as JSON."""
    signature: bytes


def make_mark(connection: Connection, key: bytes, rest: Rest | None = None) -> Mark | Broken:
    """Verify what is behind the last mark; return the next one, if all of it holds."""
    position = _walked(connection, key, rest)
    if isinstance(position, Broken):
        return position
    ends = [[table, seq, head.hex()] for table, (seq, head) in sorted(position.ends.items())]
    document = {"posting": position.posting, "balances": _sums(balances(connection)), "ends": ends}
    body = json.dumps(document, separators=(",", ":")).encode()
    return Mark(body, _signature(key, body))


def verify_from_mark(connection: Connection, key: bytes) -> Whole | Broken:
    """Verify what is behind the last mark, or everything where there is none that is signed by us."""
    verdict = _walked(connection, key)
    return verdict if isinstance(verdict, Broken) else verdict.whole()


def verify_all(
    connection: Connection, key: bytes, report: Report | None = None, is_signed: SignatureCheck | None = None
) -> Whole | Broken:
    """Verify everything, and that the log still reaches as far as it was verified before."""
    fault = page_fault(connection)
    if fault is not None:
        return Broken("", 0, f"the file is damaged: {fault}")
    verdict = verify(connection, Checksums(key), report, is_signed)
    return verdict if isinstance(verdict, Broken) else cut(connection, _start(connection, key)[0]) or verdict


def _walked(connection: Connection, key: bytes, rest: Rest | None = None) -> Position | Broken:
    """The end of the log, reached from the last mark. Where something does not hold, the first bad entry may lie
    before the mark, so that everything is verified to name it."""
    position, sums = _start(connection, key)
    wrong = cut(connection, position)
    if wrong is None:
        moved = walk(connection, position, Checksums(key), rest=rest)
        if isinstance(moved, Broken):
            wrong = moved
        else:
            stored = balances(connection)
            if overdrawn(stored) is None and _sums(_before(stored, moved)) == sums:
                return position
            wrong = Broken("", 0, "the balances are not those that were verified and what has moved since")
    verdict = verify(connection, Checksums(key))
    return verdict if isinstance(verdict, Broken) else wrong


def _before(stored: Mapping[str, int], moved: Mapping[str, int]) -> dict[str, int]:
    """The balances before the last postings moved their chips."""
    return {account: stored.get(account, 0) - moved.get(account, 0) for account in {*stored, *moved}}


def _start(connection: Connection, key: bytes) -> tuple[Position, str]:
    """The last position that we have signed and the digest of the balances there; the beginning if there is none."""
    row = connection.execute(raw(MARKS)).first()
    if row is None or not key or not _is_ours(row, key):
        return Position(), _sums({})
    document = json.loads(row.body)
    ends = {table: (seq, bytes.fromhex(head)) for table, seq, head in document["ends"]}
    return Position(document["posting"], ends), document["balances"]


def _is_ours(row: Any, key: bytes) -> bool:
    is_typed = isinstance(row.body, bytes) and isinstance(row.signature, bytes)
    return is_typed and hmac.compare_digest(row.signature, _signature(key, row.body))


def _sums(stored: Mapping[str, int]) -> str:
    """A digest of the balances, the empty accounts left out."""
    parts = (text.encode() for name in sorted(stored) if stored[name] for text in (name, str(stored[name])))
    return digest(_TITLE, *parts).hex()


def _signature(key: bytes, body: bytes) -> bytes:
    return hmac.digest(key, digest(_TITLE, body), "sha256")
