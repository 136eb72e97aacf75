"""The one configuration of everything that crosses the wire, and what is said of that which does not pass."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields, safe_key

STRICT = ConfigDict(strict=True, extra="forbid")


class Wire(BaseModel):
    """A message: values are what they say they are, and a key that nobody knows is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


AnyWire = TypeVar("AnyWire", bound=Wire)

_CODES = {
    "missing": FaultCode.MISSING,
    "extra_forbidden": FaultCode.UNKNOWN_KEY,
    "unexpected_keyword_argument": FaultCode.UNKNOWN_KEY,
    "json_invalid": FaultCode.NOT_JSON,
    "greater_than": FaultCode.OUT_OF_RANGE,
    "greater_than_equal": FaultCode.OUT_OF_RANGE,
    "less_than_equal": FaultCode.OUT_OF_RANGE,
    "literal_error": FaultCode.NOT_ONE_OF,
    "enum": FaultCode.NOT_ONE_OF,
    "union_tag_invalid": FaultCode.NOT_ONE_OF,
    "union_tag_not_found": FaultCode.NOT_ONE_OF,
    "string_pattern_mismatch": FaultCode.BAD_FORMAT,
    "string_too_short": FaultCode.TOO_SHORT,
    "string_too_long": FaultCode.TOO_LONG,
    "too_short": FaultCode.TOO_SHORT,
    "too_long": FaultCode.TOO_LONG,
    "not_together": FaultCode.NOT_TOGETHER,
}
"""Pydantic's types of error that mean more than a value of the wrong type."""
_PARAMS = {
    "ge": "least",
    "gt": "above",
    "le": "most",
    "min_length": "least",
    "max_length": "most",
    "pattern": "pattern",
}
"""Pydantic's names of the limits, by the names that our own faults have for them."""
_TYPES = {
    "bool": "boolean",
    "dataclass": "table",
    "dict": "table",
    "finite_number": "number",
    "float": "number",
    "int": "whole_number",
    "int_from_float": "whole_number",
    "model": "table",
    "string": "text",
    "tuple": "list",
}
"""Pydantic's types of values, by the names that our own faults have for them."""


def read_wire(kind: type[AnyWire], data: object) -> AnyWire:
    """A message from plain data that came from outside; `BadInput` lists everything that is wrong with it."""
    if not isinstance(data, dict):
        raise BadInput(Fields(data).faults)
    try:
        # As text, because strict Python data would have to hold tuples; in ASCII, because UTF-8 has no lone surrogates.
        return kind.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise BadInput(wire_fault(details, "body", data) for details in error.errors()) from None


def restore_wire(kind: type[AnyWire], data: dict[str, Any]) -> AnyWire:
    """Rebuild a message from its own `model_dump`. It was validated when it was read, so nothing is checked again."""
    fields = kind.model_fields
    return kind.model_construct(**{name: _restored(fields[name].annotation, value) for name, value in data.items()})


def _restored(annotation: Any, value: Any) -> Any:
    """Rebuild a field that holds a message itself; other values are already what they were."""
    if isinstance(value, dict):
        for entry in (annotation, *get_args(annotation)):
            if isinstance(entry, type) and issubclass(entry, Wire):
                return restore_wire(entry, value)
    return value


def wire_fault(details: ErrorDetails, whole: str, data: object = None) -> Fault:
    """One fault that Pydantic reports of this data: the path to it, or what the whole is called, and what is wrong."""
    code = _CODES.get(details["type"], FaultCode.WRONG_TYPE)
    where = _path(details["loc"]) or whole
    return Fault(code, details["msg"], where, field=field_of(details, data), params=_params(code, details))


def field_of(details: ErrorDetails, data: object) -> str:
    """The path through the data to what Pydantic reports, without the kinds that it adds where a message may be of
    several kinds."""
    parts: list[int | str] = []
    for part in details["loc"]:
        if isinstance(data, dict) and part not in data and data.get("kind") == part:
            continue
        parts.append(part)
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
    if details["type"].startswith("union_tag"):
        parts.append("kind")
    return _path(parts)


def _path(parts: Iterable[int | str]) -> str:
    return ".".join(safe_key(part) if isinstance(part, str) else str(part) for part in parts)


def _params(code: FaultCode, details: ErrorDetails) -> dict[str, object]:
    if code in (FaultCode.MISSING, FaultCode.NOT_TOGETHER):
        return {}
    if code is FaultCode.NOT_JSON:
        return {"reason": details.get("ctx", {}).get("error", "")}
    if code is FaultCode.UNKNOWN_KEY:
        return {"key": details["loc"][-1]}
    context = details.get("ctx", {})
    if code is FaultCode.NOT_ONE_OF:
        choices = _listed(context.get("expected_tags" if "tag" in context else "expected", ""))
        return {"value": context.get("tag", details["input"]), "choices": choices}
    if code is FaultCode.WRONG_TYPE:
        expected = details["type"].removesuffix("_type")
        return {"expected": _TYPES.get(expected, expected), "value": details["input"]}
    limits = {_PARAMS[name]: value for name, value in context.items() if name in _PARAMS}
    if code in (FaultCode.TOO_SHORT, FaultCode.TOO_LONG):
        return {**limits, "count": len(details["input"])}
    return {**limits, "value": details["input"]}


def _listed(choices: str) -> list[str]:
    """The choices that Pydantic writes as `'a', 'b' or 'c'`."""
    return [choice.strip("'") for choice in re.split(", | or ", choices) if choice]
