"""How far a run has come, as the content of a file from which it goes on to the identical figures.

The file is one JSON document with a checksum over the rest of it. It names the plan by its hash, which leaves out how
many rounds are wanted, so that a run can be taken further than was first asked for.
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
    """What was played, and what it came to on the way."""

    counts: Counts
    history: History


def checkpoint_bytes(plan_hash: str, checkpoint: Checkpoint) -> bytes:
    """The content of the file. The same rounds give the same bytes."""
    document = {"format": FORMAT, "program": __version__, "plan": plan_hash, **to_data(checkpoint)}
    return canonical_json({**document, _CHECKSUM: _checksum(document)}).encode() + b"\n"


def read_checkpoint(content: bytes, plan_hash: str) -> Checkpoint:
    """The checkpoint of a file; `BadInput` where it is of another plan, or not as it was written."""
    try:
        document = parse_json(content)
    except BadInput:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        message = "it is no checkpoint of a simulation, or was cut off; name another file"
        raise BadInput(message, FaultCode.WRONG_FILE)
    if document.pop(_CHECKSUM, None) != _checksum(document):
        message = "it was changed after it was written (its checksum does not fit); name another file"
        raise BadInput(message, FaultCode.WRONG_FILE)
    if document.pop("plan") != plan_hash:
        message = (
            "it is of another plan: go on with the rules, seats, strategies, wagers and seed that it was made with, or "
            "name another file"
        )
        raise BadInput(message, FaultCode.WRONG_FILE)
    del document["format"]
    made_by = document.pop("program")
    try:
        if made_by != __version__:
            raise ValueError("rounds may be dealt otherwise from version to version")
        checkpoint = from_data(Checkpoint, document)
    except (KeyError, TypeError, ValueError):
        message = f"version {made_by} of crossfelt made it: go on with that one, or name another file"
        raise BadInput(message, FaultCode.WRONG_FILE) from None
    assert isinstance(checkpoint, Checkpoint)
    return checkpoint


def _checksum(document: dict[str, Any]) -> str:
    return sha256(canonical_json(document).encode()).hexdigest()
