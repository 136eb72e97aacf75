"""Checked access to nested data from outside, collecting every fault instead of stopping at the first.

Wrap a JSON object or TOML table in `Fields` and read its keys. Each reader returns the value, or notes a fault and
returns a harmless stand-in. Check `faults` at the end, and refuse everything or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from itertools import pairwise

from crossfelt.errors import Fault, describe
from crossfelt.faults import FaultCode

MOST_CENTS = 10**15
"""Ten trillion dollars: no wager, limit or prize is larger."""
_PATH = re.compile(r"[\w.&\[\]]{1,60}", re.ASCII)
"""A path that is safe to print in front of a fault; any other key may have come from outside and is quoted and cut."""


class Fields:
    """One JSON object or TOML table, the path to it, and the list of faults it shares with its parents and children.

    `container` is what messages call such a table. A fault names the clause by which the table is judged, where there
    is one.
    """

    def __init__(
        self,
        data: object,
        path: str = "",
        faults: list[Fault] | None = None,
        clause: str = "",
        *,
        container: str = "JSON object",
    ) -> None:
        self.path = path
        self.clause = clause
        self.container = container
        self.faults: list[Fault] = [] if faults is None else faults
        self._asked: set[str] = set()
        self._data: dict[str, object] = {}
        if isinstance(data, dict):
            self._data = data
        else:
            message = f"must be a {container}, not {describe(data)}"
            self.fault(FaultCode.WRONG_TYPE, message, expected="table", value=data)

    def fault(self, code: FaultCode, message: str, key: str | None = None, /, **params: object) -> None:
        """Note a fault at a key of this table, or at the table itself."""
        self.faults.append(Fault(code, message, self.path_to(key), self.clause, params=params))

    def add(self, fault: Fault, key: str | None = None) -> None:
        """Note a fault, found elsewhere, of the value under a key."""
        path = self.path_to(key)
        field = ".".join(part for part in (path, fault.field) if part)
        added = Fault(fault.code, fault, path, self.clause, field=field, params=fault.params)
        if fault.clause and not self.clause:
            added.message, added.clause = fault.message, fault.clause
        self.faults.append(added)

    def path_to(self, key: str | None) -> str:
        """Return the path to a key of this table, or to the table itself, as it is printed."""
        return ".".join(part for part in (self.path, _safe_end(key) if key else "") if part)

    def citing(self, clause: str) -> Fields:
        """Return a view of this table whose faults name another clause."""
        other = copy(self)
        other.clause = clause
        return other

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def names(self) -> tuple[str, ...]:
        """Return the keys of the table, and count all of them as read."""
        self._asked.update(self._data)
        return tuple(self._data)

    def raw(self, key: str) -> object:
        """Return the value under the key, or None."""
        self._asked.add(key)
        return self._data.get(key)

    def unasked(self) -> tuple[str, ...]:
        """Return the keys that weren't read."""
        return tuple(key for key in self._data if key not in self._asked)

    def refuse_unknown(self) -> None:
        """Note a fault for every key that wasn't read, because a misspelled key must not be ignored."""
        for key in self.unasked():
            self.fault(FaultCode.UNKNOWN_KEY, "unknown key", key, key=key)

    def integer(
        self, key: str, *, least: int, most: int, default: int | None = None, own_most: str | None = None
    ) -> int:
        """Return a whole number in a range. `true`, `1.0` and `"1"` are not numbers here. If `most` is a bound of ours
        and not of the rules, a number above it cites `own_most` instead of the clause: a reading, or nothing."""
        value = self._value(key, default)
        if value is None:
            return least
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong_type("whole_number", f"must be a whole number, not {describe(value)}", key, value)
            return least
        if own_most is not None and value > most:
            message = f"must be at most {most} (a limit of Crossfelt, not of the rules), not {describe(value)}"
            self.citing(own_most).fault(FaultCode.ABOVE_OUR_BOUND, message, key, least=least, most=most, value=value)
            return least
        if not least <= value <= most:
            message = f"must be from {least} to {most}, not {describe(value)}"
            self.fault(FaultCode.OUT_OF_RANGE, message, key, least=least, most=most, value=value)
            return least
        return value

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """Return the value of a key that must be `true` or `false`."""
        value = self._value(key, default)
        if value is not None and not isinstance(value, bool):
            self._wrong_type("boolean", f"must be true or false, not {describe(value)}", key, value)
        return value is True

    def text(self, key: str, *, among: Collection[str] | None = None, default: str | None = None) -> str:
        """Return a string, one of `among` if that is given."""
        value = self._value(key, default)
        if value is None:
            return ""
        if not isinstance(value, str):
            self._wrong_type("text", f"must be a string, not {describe(value)}", key, value)
            return ""
        if among is not None and value not in among:
            message = f"{describe(value)} is not one of {', '.join(among)}"
            self.fault(FaultCode.NOT_ONE_OF, message, key, value=value, choices=list(among))
            return ""
        return value

    def optional_text(self, key: str, *, among: Collection[str] | None = None) -> str | None:
        """Return a string, or None if the key is absent."""
        return self.text(key, among=among) if key in self._data else None

    def texts(
        self,
        key: str,
        *,
        among: Collection[str] | None = None,
        refused_later: Collection[str] = (),
        default: tuple[str, ...] | None = None,
    ) -> tuple[str, ...]:
        """Return a list of strings without repeats.

        `refused_later` are strings that the caller refuses with a reason of its own, so they aren't offered here.
        """
        texts: list[str] = []
        for item in self._list(key, default):
            if not isinstance(item, str) or (among is not None and item not in (*among, *refused_later)):
                choices = f"; choose from {', '.join(among)}" if among is not None else ""
                message = f"{describe(item)} isn't valid here{choices}"
                self.fault(FaultCode.NOT_ONE_OF, message, key, value=item, choices=list(among or ()))
            elif item in texts:
                self.fault(FaultCode.REPEATED, f"{describe(item)} appears twice", key, value=item)
            else:
                texts.append(item)
        return tuple(texts)

    def integers(self, key: str, *, least: int, most: int) -> tuple[int, ...]:
        """Return a non-empty list of increasing whole numbers in a range."""
        values = self._list(key, None)
        if not values or not all(
            isinstance(item, int) and not isinstance(item, bool) and least <= item <= most for item in values
        ):
            message = f"must be whole numbers from {least} to {most}"
            self.fault(FaultCode.OUT_OF_RANGE, message, key, least=least, most=most, value=values)
            return (least,)
        numbers = tuple(item for item in values if isinstance(item, int))
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            self.fault(FaultCode.NOT_RISING, "must be in increasing order", key, value=numbers)
        return numbers

    def table(self, key: str) -> Fields:
        """Return the table under a key."""
        value = self._value(key, None)
        return self._child({} if value is None else value, self._below(key))

    def empty(self, key: str) -> Fields:
        """Return an empty table for a key that is left out, so that its own keys get their defaults."""
        return self._child({}, self._below(key))

    def tables(self, key: str, default: tuple[object, ...] | None = None) -> Iterator[Fields]:
        """Yield the tables of a list, counted from 1 in the paths."""
        for number, item in enumerate(self._list(key, default), start=1):
            yield self._child(item, f"{self._below(key)}[{number}]")

    def _child(self, data: object, path: str) -> Fields:
        return Fields(data, path, self.faults, self.clause, container=self.container)

    def _wrong_type(self, expected: str, message: str, key: str, value: object) -> None:
        self.fault(FaultCode.WRONG_TYPE, message, key, expected=expected, value=value)

    def _below(self, key: str) -> str:
        return _joined(self.path, safe_key(key))

    def _value(self, key: str, default: object) -> object:
        self._asked.add(key)
        if key in self._data:
            value = self._data[key]
            if value is None:
                self.fault(FaultCode.NULL_VALUE, "must not be null", key)
            return value
        if default is None:
            self.fault(FaultCode.MISSING, "is missing", key)
        return default

    def _list(self, key: str, default: tuple[object, ...] | None) -> list[object]:
        value = self._value(key, default)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self._wrong_type("list", f"must be a list, not {describe(value)}", key, value)
            return []
        return list(value)


def printed_paths(keys: Sequence[str | int]) -> tuple[str, ...]:
    """Return the paths that faults print for a key; a table and a value may print it differently.

    >>> printed_paths(("weights", "25&15")), printed_paths(("spins", 2, "seat"))
    (("weights.'25&15'", 'weights.25&15'), ('spins[2].seat',))
    """
    *tables, last = keys
    path = ""
    for key in tables:
        path = f"{path}[{key}]" if isinstance(key, int) else _joined(path, safe_key(key))
    if isinstance(last, int):
        return (f"{path}[{last}]",)
    return tuple(dict.fromkeys((_joined(path, safe_key(last)), _joined(path, _safe_end(last)))))


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _safe_end(key: str) -> str:
    """Return the last key of a path as it is printed."""
    return key if _PATH.fullmatch(key) else describe(key)


def safe_key(key: str) -> str:
    """Return a key from outside in a form that is safe in an error line."""
    return key if key.isidentifier() and key.isascii() and len(key) <= 40 else describe(key)
