"""The log as JSON Lines: every entry with the bytes that its hash is taken over, so that others can check the chain. No
secret leaves with it: what is sealed stays sealed."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

from crossfelt.storage.port import Entry, StorageFailed
from crossfelt.storage.queries import Reader


def export_lines(store: Reader, table: str | None) -> Iterator[str]:
    """One line for each entry, table by table, or of one table alone."""
    tables = store.tables() if table is None else (table,)
    if table is not None and store.head(table)[0] == 0:
        raise StorageFailed(f"{store.name}: it has no table {table!a}")
    for name in tables:
        for entry in store.entries(name):
            yield json.dumps(entry_document(entry), separators=(",", ":"))


def entry_document(entry: Entry) -> dict[str, Any]:
    """An entry as it is stored; bytes that are sealed, or no text, in base64."""
    try:
        body, encoding = entry.body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        body, encoding = "", "base64"
    if entry.is_sealed or encoding == "base64":
        body, encoding = base64.b64encode(entry.body).decode("ascii"), "base64"
    return {
        "table": entry.table,
        "seq": entry.seq,
        "stamped_ms": entry.stamped_ms,
        "kind": entry.kind,
        "sealed": entry.is_sealed,
        "encoding": encoding,
        "body": body,
        "asked": entry.asked.hex(),
        "postings": [[move.source, move.destination, move.cents] for move in entry.postings],
        "hash": entry.hash.hex(),
    }
