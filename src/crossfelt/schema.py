"""Convert frozen dataclasses to plain JSON data and back, refusing unknown keys, wrong types and wrong kinds.

Actions and events are *messages*: dataclasses with a `kind` that identifies them in JSON. Define one with `@message`,
write it with `to_plain` and read it with `from_plain`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

from crossfelt.errors import Fault, RecordError, describe
from crossfelt.faults import FaultCode

T = TypeVar("T")
_PLAIN = frozenset({str, int, bool, NoneType})


class Message:
    """The field that every message has besides its own."""

    __slots__ = ()
    kind: str


@dataclass_transform(frozen_default=True)
def message(made: type[T]) -> type[T]:
    """Make a frozen, slotted dataclass whose last field `kind` is its own name: `BetPlaced` is a `bet_placed`."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", made.__name__).lower()
    made.__annotations__["kind"] = Literal[kind]
    setattr(made, "kind", kind)  # noqa: B010 - the field's default, which mypy takes from `Message`
    return dataclasses.dataclass(frozen=True, slots=True)(made)


def to_plain(value: Any) -> Any:
    """Return a dataclass, tuple or mapping as JSON data."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    names = _field_names(kind)
    if names is not None:
        return {name: to_plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    return value


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the fields of a dataclass in order, or None for any other type. Cached, because every log entry needs
    them."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


def from_plain(kinds: Mapping[str, type[T]], data: object, where: str = "message") -> T:
    """Return one of several dataclasses, identified by its `kind`; `where` is the name of the data in refusals."""
    name = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in kinds:
        message = f"{describe(name)} is not a known kind"
        params = {"value": name, "choices": list(kinds)}
        raise RecordError(Fault(FaultCode.NOT_ONE_OF, message, where, field=f"{where}.kind", params=params))
    value: T = _read(kinds[name], data, where)
    return value


def kinds_of(*types: type[T]) -> dict[str, type[T]]:
    """Return the dataclasses by the default of their `kind` field."""
    by_kind = {}
    for entry in types:
        kind = next(field for field in dataclasses.fields(entry) if field.name == "kind")  # type: ignore[arg-type]
        by_kind[str(kind.default)] = entry
    return by_kind


def _read(expected: Any, data: object, where: str) -> Any:
    origin = get_origin(expected)
    if dataclasses.is_dataclass(expected):
        return _read_dataclass(expected, data, where)
    if origin is Literal:
        if data not in get_args(expected) or isinstance(data, bool):
            message = f"{describe(data)} is not one of {', '.join(map(str, get_args(expected)))}"
            params = {"value": data, "choices": get_args(expected)}
            raise RecordError(Fault(FaultCode.NOT_ONE_OF, message, where, params=params))
        return data
    if origin in (Union, UnionType):
        if data is None and NoneType in get_args(expected):
            return None
        rest = [entry for entry in get_args(expected) if entry is not NoneType]
        assert len(rest) == 1, "only `X | None` is stored"
        return _read(rest[0], data, where)
    if origin is tuple:
        items = _list(data, where)
        entries = get_args(expected)
        if entries[-1] is not Ellipsis and len(entries) != len(items):
            params = {"least": len(entries), "most": len(entries), "count": len(items)}
            raise RecordError(Fault(FaultCode.WRONG_COUNT, f"must have {len(entries)} values", where, params=params))
        types = [entries[0]] * len(items) if entries[-1] is Ellipsis else entries
        return tuple(
            _read(entry, item, f"{where}[{number}]")
            for number, (entry, item) in enumerate(zip(types, items, strict=True), start=1)
        )
    if origin is dict:
        if not isinstance(data, dict):
            raise _wrong_type("table", "a JSON object", data, where)
        return {str(key): _read(get_args(expected)[1], item, f"{where}.{describe(key)}") for key, item in data.items()}
    assert expected in (int, str, bool), expected
    if not isinstance(data, expected) or (expected is int and isinstance(data, bool)):
        raise _wrong_type(*_WORDS[expected], data, where)
    return data


def _read_dataclass(expected: Any, data: object, where: str) -> Any:
    if not isinstance(data, dict):
        raise _wrong_type("table", "a JSON object", data, where)
    hints = _hints(expected)
    for key in data:
        if key not in hints:
            message, params = f"unknown key {describe(key)}", {"key": key, "choices": list(hints)}
            raise RecordError(Fault(FaultCode.UNKNOWN_KEY, message, where, params=params))
    values = {}
    for name, hint in hints.items():
        if name not in data:
            raise RecordError(Fault(FaultCode.MISSING, f"{name} is missing", where, field=f"{where}.{name}"))
        values[name] = _read(hint, data[name], f"{where}.{name}")
    return expected(**values)


@cache
def _hints(expected: Any) -> dict[str, Any]:
    hints = get_type_hints(expected)
    return {field.name: hints[field.name] for field in dataclasses.fields(expected)}


def _list(data: object, where: str) -> list[object]:
    if not isinstance(data, list):
        raise _wrong_type("list", "a list", data, where)
    return data


_WORDS = {int: ("whole_number", "a whole number"), str: ("text", "a string"), bool: ("boolean", "true or false")}


def _wrong_type(expected: str, words: str, data: object, where: str) -> RecordError:
    params = {"expected": expected, "value": data}
    return RecordError(Fault(FaultCode.WRONG_TYPE, f"must be {words}, not {describe(data)}", where, params=params))
