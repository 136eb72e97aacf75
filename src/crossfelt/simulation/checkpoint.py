"""How far a run has come, as the content of a file from which it goes on to the identical figures.

The file is one JSON document with a checksum over the rest of it. It names the plan by its hash, which leaves out how
many rounds are wanted, so that a run can be taken further than was first asked for. All counts are whole numbers and
are kept exactly. Counts are written field by field, whatever fields they have.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from crossfelt import __version__
from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json, parse_json
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
    document = {"format": FORMAT, "program": __version__, "plan": plan_hash, **_written(checkpoint)}
    return canonical_json({**document, _CHECKSUM: _checksum(document)}).encode() + b"\n"


def read_checkpoint(content: bytes, plan_hash: str) -> Checkpoint:
    """The checkpoint of a file; `BadInput` where it is of another plan, or not as it was written."""
    try:
        document = parse_json(content)
    except BadInput:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput("it is no checkpoint of a simulation, or was cut off; name another file")
    if document.pop(_CHECKSUM, None) != _checksum(document):
        raise BadInput("it was changed after it was written (its checksum does not fit); name another file")
    if document.pop("plan") != plan_hash:
        raise BadInput(
            "it is of another plan: go on with the rules, seats, strategies, wagers and seed that it was made with, or "
            "name another file"
        )
    del document["format"]
    made_by = document.pop("program")
    try:
        if made_by != __version__:
            raise ValueError("rounds may be dealt otherwise from version to version")
        found = _read(Checkpoint, document)
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"version {made_by} of crossfelt made it: go on with that one, or name another file") from None
    assert isinstance(found, Checkpoint)
    return found


def _checksum(document: dict[str, Any]) -> str:
    return sha256(canonical_json(document).encode()).hexdigest()


def _written(value: Any) -> Any:
    """A value as JSON data: dataclasses by their fields, tuples as lists, arrays as their shape and all their items."""
    if dataclasses.is_dataclass(value):
        return {field.name: _written(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, np.ndarray):
        assert np.issubdtype(value.dtype, np.integer), "counts are whole numbers"
        return {"shape": list(value.shape), "items": value.ravel().tolist()}
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    assert value is None or isinstance(value, (int, str)), value
    return value


def _read(wanted: Any, data: Any) -> Any:
    """The value of this type that was written as `data`; what cannot be one raises a `ValueError` or its like."""
    origin, entries = get_origin(wanted), get_args(wanted)
    if dataclasses.is_dataclass(wanted) and isinstance(wanted, type):
        hints = get_type_hints(wanted)
        names = [field.name for field in dataclasses.fields(wanted)]
        if set(names) != set(data):
            raise ValueError("other fields")
        return wanted(**{name: _read(hints[name], data[name]) for name in names})
    if origin is np.ndarray:
        return np.array(data["items"], np.int64).reshape(data["shape"])
    if origin in (Union, UnionType):
        (kind,) = (entry for entry in entries if entry is not NoneType)
        return None if data is None else _read(kind, data)
    if origin is tuple:
        kinds = [entries[0]] * len(data) if entries[-1] is Ellipsis else entries
        return tuple(_read(kind, item) for kind, item in zip(kinds, data, strict=True))
    if wanted is Fraction:
        return Fraction(*data)
    if not isinstance(data, wanted):
        raise ValueError("another type")
    return data
