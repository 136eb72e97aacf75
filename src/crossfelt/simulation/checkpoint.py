"""The progress of a run, as the content of a file from which it continues to the identical figures.

The file is one JSON document with a checksum over the rest of it. It names the plan by its hash, which excludes the
number of rounds, so that a run can be extended.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from crossfelt import __version__
from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.simulation.counts_data import from_data, to_data
from crossfelt.simulation.history import History
from crossfelt.simulation.results import Counts

FORMAT = "crossfelt-simulation-1"
_CHECKSUM = "sha256"


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The rounds played, their counts and their history."""

    counts: Counts
    history: History


def checkpoint_bytes(plan_hash: str, checkpoint: Checkpoint) -> bytes:
    """Return the content of the file. The same rounds give the same bytes."""
    document = {"format": FORMAT, "program": __version__, "plan": plan_hash, **to_data(checkpoint)}
    return canonical_json({**document, _CHECKSUM: _checksum(document)}).encode() + b"\n"


def read_checkpoint(content: bytes, plan_hash: str) -> Checkpoint:
    """Return the checkpoint of a file; `BadInput` if it belongs to another plan or was changed."""
    try:
        document = parse_json(content)
    except BadInput:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        message = "not a checkpoint of a simulation, or cut off; choose another file"
        raise BadInput(message, FaultCode.WRONG_FILE)
    if document.pop(_CHECKSUM, None) != _checksum(document):
        message = "the checkpoint was changed after it was written (wrong checksum); choose another file"
        raise BadInput(message, FaultCode.WRONG_FILE)
    if document.pop("plan") != plan_hash:
        message = (
            "the checkpoint belongs to another plan: use the same rules, seats, strategies, wagers and seed, or "
            "choose another file"
        )
        raise BadInput(message, FaultCode.WRONG_FILE)
    del document["format"]
    made_by = document.pop("program")
    try:
        if made_by != __version__:
            raise ValueError("different versions may deal different rounds")
        checkpoint = from_data(Checkpoint, document)
    except (KeyError, TypeError, ValueError):
        message = f"the checkpoint is from crossfelt {made_by}: continue with that version, or choose another file"
        raise BadInput(message, FaultCode.WRONG_FILE) from None
    assert isinstance(checkpoint, Checkpoint)
    return checkpoint


def _checksum(document: dict[str, Any]) -> str:
    return sha256(canonical_json(document).encode()).hexdigest()
