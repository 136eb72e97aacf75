#!/usr/bin/env python3
"""Watches the transparency log of a Crossfelt server and checks its proofs. Python 3.11 and this file are enough, with
crossfelt_verifier.py beside it.

    python3 crossfelt_log_watcher.py watch URL FILE
    python3 crossfelt_log_watcher.py inclusion PROOF [RECEIPT]
    python3 crossfelt_log_watcher.py consistency PROOF CHECKPOINT

`watch` adds the server's last checkpoint to FILE if its log begins with the last one there. Send FILE to others who
watch: two checkpoints of one size with different roots prove that the server shows different logs. `inclusion` checks
that the log has the append of a receipt, and `consistency` that it begins with the log of an earlier checkpoint.
Written from the page "A log that can't be rewritten", whose words are used here.
Exit status: 0 when everything holds, 1 when something does not, 2 when it cannot be read.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent))

from crossfelt_verifier import (  # type: ignore[import-not-found]
    DoesNotHold,
    need,
    read_json,
    signed_lines,
)

Json = dict[str, Any]
NO_LEAVES = hashlib.sha256(b"").digest()


def hash_of(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def roots_on_path(first: int, last: int, start: bytes, path: list[bytes]) -> tuple[bytes, bytes]:
    """The roots that a path makes of a tree: with the hashes on its left alone, and with all of them. `first` and
    `last` are the places of the tree and of the last one of its size."""
    old = new = start
    while last:
        if first & 1 or first != last:
            need(path, "the proof has too few hashes")
            other, path = path[0], path[1:]
            old = hash_of(other, old) if first & 1 else old
            new = hash_of(other, new) if first & 1 else hash_of(new, other)
        first, last = first >> 1, last >> 1
    need(not path, "the proof has too many hashes")
    return old, new


def checkpoint_of(log_key: str, note: str) -> tuple[int, bytes]:
    """The size and root of a checkpoint that the key of a log has signed."""
    origin, size, root, *_ = signed_lines(log_key, note)
    need(origin == log_key.split("+", maxsplit=1)[0], "the checkpoint is of another log")
    return int(size), base64.b64decode(root, validate=True)


def keys_of(proof: Json) -> tuple[str, str]:
    """The key of the server, and the key of the log that it names."""
    statement, log_key = proof["log_statement"], proof["log_key"]
    key = statement.split("\n")[1]
    need(signed_lines(key, statement)[:3] == ["crossfelt-log-1", key, log_key], "the server names another log")
    return key, log_key


def hashes_of(proof: Json) -> list[bytes]:
    return [base64.b64decode(text, validate=True) for text in proof["hashes"]]


def check_inclusion(proof: Json, receipt: Json | None) -> str:
    """Whether the tree of the checkpoint has the leaf, and the leaf is what a receipt is about."""
    key, log_key = keys_of(proof)
    size, root = checkpoint_of(log_key, proof["checkpoint"])
    lines = ["crossfelt-head-2", proof["table"], str(proof["seq"]), proof["head"]]
    if receipt is not None:
        need(receipt["key"] == key, "the receipt is signed by another key than the one that names the log")
        signed = signed_lines(key, receipt["note"])[:4]
        need(signed[:3] == lines[:3], "the receipt is about another entry than the proof")
        need(signed == lines, "the server cheated: it signed one hash, and its transparency log has another")
    leaf = hashlib.sha256(b"\0" + "".join(line + "\n" for line in lines).encode()).digest()
    need(0 <= proof["number"] < size, "the log has no such leaf")
    _, made = roots_on_path(proof["number"], size - 1, leaf, hashes_of(proof))
    need(made == root, "the hashes don't lead from the leaf to the root of the checkpoint")
    return f"entry {lines[2]} of table {lines[1]} is leaf {proof['number']} of {size}"


def check_consistency(proof: Json, old_note: str) -> str:
    """Whether the tree of an earlier checkpoint is the beginning of the tree of the proof's."""
    _, log_key = keys_of(proof)
    (old_size, old_root), (size, root) = checkpoint_of(log_key, old_note), checkpoint_of(log_key, proof["checkpoint"])
    need((proof["old_size"], proof["new_size"]) == (old_size, size), "the proof is about other checkpoints")
    path, first, last = hashes_of(proof), old_size - 1, size - 1
    if old_size in (0, size):
        need(old_root == (root if old_size else NO_LEAVES) and not path, "the server signed two different logs")
        return f"{size} leaves"
    while first & 1:
        first, last = first >> 1, last >> 1
    start = path.pop(0) if first and path else old_root
    need(
        roots_on_path(first, last, start, path) == (old_root, root), "the log hasn't kept all of the checkpoint before"
    )
    return f"{size} leaves, of which the first {old_size} are those of the checkpoint before"


def watch(url: str, file: Path) -> str:
    """Add the last checkpoint of a server to a file, if it is consistent with the last one there."""
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    if not known:
        with urlopen(f"{url}/api/keys", timeout=30) as answer:
            _, log_key = keys_of(read_json(answer.read()))
        with urlopen(f"{url}/api/checkpoint", timeout=30) as answer:
            note = answer.read().decode()
        result = f"{checkpoint_of(log_key, note)[0]} leaves"
    else:
        # A checkpoint has three lines, an empty one and a signature.
        last = "".join(known.splitlines(keepends=True)[-5:])
        with urlopen(f"{url}/api/log/consistency?old={last.split(chr(10))[1]}", timeout=30) as answer:
            proof = read_json(answer.read())
        result, note = check_consistency(proof, last), proof["checkpoint"]
        if note == last:
            return result
    with file.open("a", encoding="utf-8") as out:
        out.write(note)
    return result


def main(arguments: list[str]) -> int:
    try:
        match arguments:
            case ["watch", url, file]:
                result = watch(url.rstrip("/"), Path(file))
            case ["inclusion", proof, *receipts] if len(receipts) < 2:
                receipt = read_json(Path(receipts[0]).read_bytes()) if receipts else None
                result = check_inclusion(read_json(Path(proof).read_bytes()), receipt)
            case ["consistency", proof, old]:
                old_note = Path(old).read_text(encoding="utf-8")
                result = check_consistency(read_json(Path(proof).read_bytes()), old_note)
            case _:
                print(__doc__)
                return 2
    except DoesNotHold as error:
        print(f"does not hold: {error}")
        return 1
    except (OSError, LookupError, TypeError, ValueError, AttributeError) as error:
        print(f"cannot be read: {error}")
        return 2
    print(f"holds: {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
