"""`crossfelt verify CHECKPOINT`: compare two checkpoints of a transparency log."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.streams import print_json
from crossfelt.errors import BadInput, RecordError
from crossfelt.faults import FaultCode

with deferred():
    from crossfelt.proof import receipt, transparency

if TYPE_CHECKING:
    from crossfelt.proof.notes import VerifierKey
    from crossfelt.proof.transparency import Checkpoint, Consistency

INVALID = 1


def is_checkpoint(content: bytes) -> bool:
    """Return whether a file has the form of a checkpoint: lines of text, not JSON."""
    first, _, rest = content.partition(b"\n")
    return first[:1] not in b"{[ \t" and rest.partition(b"\n")[0].isdigit()


def verify(content: bytes, against: bytes | None, proof: object, keys: object, as_json: bool) -> int:
    """Check the signature of a checkpoint, and compare it with another; return the exit status."""
    own, other = _read(content), None if against is None else _read(against)
    consistency = None if proof is None else transparency.read_consistency(proof)
    key = _key(consistency, keys)
    try:
        transparency.check_signed(own, key)
        lines = [f"The checkpoint is signed by {key.name}: {own.size} leaves, root {own.root.hex()}."]
        if other is not None:
            transparency.check_checkpoints(own, other, key, consistency)
            lines.append(_finding(own, other))
    except RecordError as error:
        if as_json:
            print_json({"holds": False, "cheating": isinstance(error, receipt.Cheating), "fault": str(error)})
        print(f"Checkpoint invalid: {error}", file=sys.stderr)
        return INVALID
    if as_json:
        print_json({"holds": True, "log": own.origin, "size": own.size, "root": own.root.hex()})
    else:
        print("\n".join(lines))
    return 0


def _finding(own: Checkpoint, other: Checkpoint) -> str:
    old, new = sorted((own.size, other.size))
    if old == new:
        return "Both checkpoints agree."
    return f"The log of {new} leaves begins with the {old} leaves of the other checkpoint, unchanged."


def _key(proof: Consistency | None, keys: object) -> VerifierKey:
    if keys is not None:
        return transparency.read_log_key(keys)
    if proof is not None:
        return proof.keys.log_key
    message = "a checkpoint doesn't contain its key: pass the answer of /api/keys with --keys"
    raise BadInput(message, FaultCode.MISSING, "keys")


def _read(content: bytes) -> Checkpoint:
    try:
        return transparency.read_checkpoint(content.decode())
    except UnicodeDecodeError:
        raise BadInput("not a checkpoint: it isn't text", FaultCode.BAD_FORMAT) from None
