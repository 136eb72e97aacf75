"""Convert counts to JSON data and back, exactly: dataclasses of whole numbers, and of arrays and tuples of them.

New fields of counts need no change here: they are stored by their declared types.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np


def to_data(value: Any) -> Any:
    """Return a value as JSON data: dataclasses by their fields, tuples as lists, arrays as their shape and all their
    items."""
    if dataclasses.is_dataclass(value):
        return {field.name: to_data(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, np.ndarray):
        assert np.issubdtype(value.dtype, np.integer), "counts must be whole numbers"
        return {"shape": list(value.shape), "items": value.ravel().tolist()}
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    assert value is None or isinstance(value, (int, str)), value
    return value


def from_data(expected: Any, data: Any) -> Any:
    """Return the value of this type that was written as `data`; `ValueError` or a similar error if it can't be one."""
    origin, entries = get_origin(expected), get_args(expected)
    if dataclasses.is_dataclass(expected) and isinstance(expected, type):
        hints = get_type_hints(expected)
        names = [field.name for field in dataclasses.fields(expected)]
        if set(names) != set(data):
            raise ValueError("other fields")
        return expected(**{name: from_data(hints[name], data[name]) for name in names})
    if origin is np.ndarray:
        return np.array(data["items"], np.int64).reshape(data["shape"])
    if origin in (Union, UnionType):
        (kind,) = (entry for entry in entries if entry is not NoneType)
        return None if data is None else from_data(kind, data)
    if origin is tuple:
        kinds = [entries[0]] * len(data) if entries[-1] is Ellipsis else entries
        return tuple(from_data(kind, item) for kind, item in zip(kinds, data, strict=True))
    if expected is Fraction:
        return Fraction(*data)
    if not isinstance(data, expected):
        raise ValueError("another type")
    return data
