"""The log as JSON Lines: every entry with the bytes that its hash is taken over, so that others can check the chain.
Behind each table comes the proof that the transparency log has it. What is sealed stays sealed."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from crossfelt.storage.port import Checkpoint, Entry, Leaf, StorageFailed
from crossfelt.storage.queries import Reader

LOG_KEYS = "log_keys"
"""The setting with the key of the transparency log and the statement that names it."""


def export_lines(store: Reader, table: str | None) -> Iterator[str]:
    """One line for each entry, table by table, or of one table alone. The last line of a table is the proof that its
    last append is in the transparency log, if a checkpoint covers one."""
    tables = store.tables() if table is None else (table,)
    if table is not None and store.head(table)[0] == 0:
        raise StorageFailed(f"{store.name}: it has no table {table!a}")
    for name in tables:
        for entry in store.entries(name):
            yield json.dumps(entry_document(entry), separators=(",", ":"))
        proof = _last_proof(store, name)
        if proof is not None:
            yield json.dumps(proof, separators=(",", ":"))


def _last_proof(store: Reader, table: str) -> dict[str, Any] | None:
    saved, keys = store.checkpoint(), log_keys(store)
    leaf = store.last_leaf(table, saved.size) if saved is not None else None
    if saved is None or leaf is None or keys is None:
        return None
    return inclusion_document(leaf, saved, store.inclusion_path(leaf.number, saved.size), keys)


class Settings(Protocol):
    """Reads what a store keeps beside its log."""

    def setting(self, name: str, /) -> str | None:
        """The value that was saved last under this name."""


def log_keys(store: Settings) -> dict[str, str] | None:
    """Return the key of the transparency log and the statement that names it, as a server has saved them."""
    text = store.setting(LOG_KEYS)
    return json.loads(text) if text is not None else None


def inclusion_document(
    leaf: Leaf, checkpoint: Checkpoint, path: Sequence[bytes], keys: Mapping[str, str]
) -> dict[str, Any]:
    """Return the proof that a checkpoint covers a leaf, as a file."""
    return {
        "format": "crossfelt-inclusion",
        "version": 1,
        "table": leaf.table,
        "seq": leaf.seq,
        "head": leaf.head.hex(),
        "number": leaf.number,
        "checkpoint": checkpoint.note,
        **_proof(path, keys),
    }


def consistency_document(
    old_size: int, new_size: int, checkpoint: Checkpoint | None, path: Sequence[bytes], keys: Mapping[str, str]
) -> dict[str, Any]:
    """Return the proof that an earlier tree is the beginning of a later one, as a file."""
    return {
        "format": "crossfelt-consistency",
        "version": 1,
        "old_size": old_size,
        "new_size": new_size,
        "checkpoint": checkpoint.note if checkpoint is not None else None,
        **_proof(path, keys),
    }


def _proof(path: Sequence[bytes], keys: Mapping[str, str]) -> dict[str, Any]:
    return {"hashes": [base64.b64encode(one).decode() for one in path], **keys}


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
