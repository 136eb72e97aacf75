"""Frozen dataclasses to plain JSON data and back, strictly: unknown keys, wrong types and wrong kinds are refused.

Actions and events are *messages*: dataclasses that carry their `kind`, so that one of several can be told by its data.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

from crossfelt.errors import RecordError, describe

T = TypeVar("T")


class Message:
    """What every message has besides its own fields."""

    __slots__ = ()
    kind: str


@dataclass_transform(frozen_default=True)
def message(made: type[T]) -> type[T]:
    """A frozen, slotted dataclass whose last field `kind` holds its own name: `BetPlaced` is a `bet_placed`."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", made.__name__).lower()
    made.__annotations__["kind"] = Literal[kind]
    setattr(made, "kind", kind)  # noqa: B010 - the field's default, which mypy knows from `Message`
    return dataclasses.dataclass(frozen=True, slots=True)(made)


def to_plain(value: Any) -> Any:
    """A dataclass, tuple or mapping as JSON data."""
    if dataclasses.is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    return value


def from_plain(kinds: Mapping[str, type[T]], data: object, where: str = "") -> T:
    """One of several dataclasses, told apart by its `kind`."""
    name = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise RecordError(f"{where}: {describe(name)} is not a known kind")
    value: T = _read(kinds[name], data, where)
    return value


def kinds_of(*types: type[T]) -> dict[str, type[T]]:
    """The dataclasses by the default of their `kind` field."""
    found = {}
    for entry in types:
        kind = next(field for field in dataclasses.fields(entry) if field.name == "kind")  # type: ignore[arg-type]
        found[str(kind.default)] = entry
    return found


def _read(wanted: Any, data: object, where: str) -> Any:
    origin = get_origin(wanted)
    if dataclasses.is_dataclass(wanted):
        return _read_dataclass(wanted, data, where)
    if origin is Literal:
        if data not in get_args(wanted) or isinstance(data, bool):
            raise RecordError(f"{where}: {describe(data)} is not one of {', '.join(map(str, get_args(wanted)))}")
        return data
    if origin in (Union, UnionType):
        if data is None and NoneType in get_args(wanted):
            return None
        rest = [entry for entry in get_args(wanted) if entry is not NoneType]
        assert len(rest) == 1, "only `X | None` is stored"
        return _read(rest[0], data, where)
    if origin is tuple:
        items = _list(data, where)
        entries = get_args(wanted)
        if entries[-1] is not Ellipsis and len(entries) != len(items):
            raise RecordError(f"{where}: must hold {len(entries)} values")
        types = [entries[0]] * len(items) if entries[-1] is Ellipsis else entries
        return tuple(
            _read(entry, item, f"{where}[{number}]")
            for number, (entry, item) in enumerate(zip(types, items, strict=True), start=1)
        )
    if origin is dict:
        if not isinstance(data, dict):
            raise RecordError(f"{where}: must be a table, not {describe(data)}")
        return {str(key): _read(get_args(wanted)[1], item, f"{where}.{describe(key)}") for key, item in data.items()}
    assert wanted in (int, str, bool), wanted
    if not isinstance(data, wanted) or (wanted is int and isinstance(data, bool)):
        raise RecordError(f"{where}: must be {_WORDS[wanted]}, not {describe(data)}")
    return data


def _read_dataclass(wanted: Any, data: object, where: str) -> Any:
    if not isinstance(data, dict):
        raise RecordError(f"{where}: must be a table, not {describe(data)}")
    hints = _hints(wanted)
    for key in data:
        if key not in hints:
            raise RecordError(f"{where}: unknown key {describe(key)}")
    values = {}
    for name, hint in hints.items():
        if name not in data:
            raise RecordError(f"{where}: {name} is missing")
        values[name] = _read(hint, data[name], f"{where}.{name}")
    return wanted(**values)


@cache
def _hints(wanted: Any) -> dict[str, Any]:
    hints = get_type_hints(wanted)
    return {field.name: hints[field.name] for field in dataclasses.fields(wanted)}


def _list(data: object, where: str) -> list[object]:
    if not isinstance(data, list):
        raise RecordError(f"{where}: must be a list, not {describe(data)}")
    return data


_WORDS = {int: "a whole number", str: "a text", bool: "true or false"}
