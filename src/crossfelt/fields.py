"""Checked access to nested data from outside, collecting every fault instead of stopping at the first.

A `Fields` wraps one table. Each reader returns the value, or a harmless stand-in after noting a fault; whoever
reads asks `faults` at the end and refuses everything or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from copy import copy
from itertools import pairwise

from crossfelt.errors import Fault, describe

MOST_CENTS = 10**15
"""Ten trillion dollars: no wager, limit or prize is larger."""
_PATH = re.compile(r"[\w.&\[\]]{1,60}", re.ASCII)
"""What may stand as it is in front of a fault; another key may have come from outside and is quoted and cut."""


class Fields:
    """One table, the path to it, and the list of faults it shares with its parents and children.

    A fault that it notes names the clause by which the table is judged, where there is one.
    """

    def __init__(self, data: object, path: str = "", faults: list[str] | None = None, clause: str = "") -> None:
        self.path = path
        self.clause = clause
        self.faults: list[str] = [] if faults is None else faults
        self._asked: set[str] = set()
        self._data: dict[str, object] = {}
        if isinstance(data, dict):
            self._data = data
        else:
            self.fault(f"must be a table, not {describe(data)}")

    def fault(self, says: str, key: str | None = None) -> None:
        """Notes one fault at a key of this table, or at the table itself."""
        said = key if not key or _PATH.fullmatch(key) else describe(key)
        where = ".".join(part for part in (self.path, said) if part)
        self.faults.append(Fault(says, where, self.clause))

    def citing(self, clause: str) -> Fields:
        """A view of this table whose faults name another clause."""
        other = copy(self)
        other.clause = clause
        return other

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def names(self) -> tuple[str, ...]:
        """The keys of the table, all of them counted as asked for."""
        self._asked.update(self._data)
        return tuple(self._data)

    def raw(self, key: str) -> object:
        """Whatever stands under the key, or None."""
        self._asked.add(key)
        return self._data.get(key)

    def unasked(self) -> tuple[str, ...]:
        """The keys that nobody asked for."""
        return tuple(key for key in self._data if key not in self._asked)

    def refuse_unknown(self) -> None:
        """Faults every key that nobody asked for: a misspelt key must not be ignored."""
        for key in self.unasked():
            self.fault("unknown key", key)

    def integer(self, key: str, *, least: int, most: int, default: int | None = None) -> int:
        """A whole number in a range. `true`, `1.0` and `"1"` are not numbers here."""
        value = self._value(key, default)
        if value is None:
            return least
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(f"must be a whole number, not {describe(value)}", key)
            return least
        if not least <= value <= most:
            self.fault(f"must be from {least} to {most}, not {describe(value)}", key)
            return least
        return value

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """The value of a key that must be `true` or `false`."""
        value = self._value(key, default)
        if value is not None and not isinstance(value, bool):
            self.fault(f"must be true or false, not {describe(value)}", key)
        return value is True

    def text(self, key: str, *, among: Collection[str] | None = None, default: str | None = None) -> str:
        """A string, one of `among` where that is given."""
        value = self._value(key, default)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(f"must be a text, not {describe(value)}", key)
            return ""
        if among is not None and value not in among:
            self.fault(f"{describe(value)} is not one of {', '.join(among)}", key)
            return ""
        return value

    def optional_text(self, key: str, *, among: Collection[str] | None = None) -> str | None:
        """A string, or None where the key is absent."""
        return self.text(key, among=among) if key in self._data else None

    def texts(
        self, key: str, *, among: Collection[str] | None = None, default: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        """A list of strings without repeats."""
        found: list[str] = []
        for item in self._list(key, default):
            if not isinstance(item, str) or (among is not None and item not in among):
                choices = f": choose from {', '.join(among)}" if among is not None else ""
                self.fault(f"{describe(item)} does not belong here{choices}", key)
            elif item in found:
                self.fault(f"{describe(item)} appears twice", key)
            else:
                found.append(item)
        return tuple(found)

    def integers(self, key: str, *, least: int, most: int) -> tuple[int, ...]:
        """A non-empty list of rising whole numbers in a range."""
        values = self._list(key, None)
        if not values or not all(
            isinstance(item, int) and not isinstance(item, bool) and least <= item <= most for item in values
        ):
            self.fault(f"must be whole numbers from {least} to {most}", key)
            return (least,)
        numbers = tuple(item for item in values if isinstance(item, int))
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            self.fault("must rise from one number to the next", key)
        return numbers

    def table(self, key: str) -> Fields:
        """The table under a key."""
        value = self._value(key, None)
        return Fields({} if value is None else value, self._below(key), self.faults, self.clause)

    def empty(self, key: str) -> Fields:
        """An empty table under a key that is left out, for what its own keys are by default."""
        return Fields({}, self._below(key), self.faults, self.clause)

    def tables(self, key: str, default: tuple[object, ...] | None = None) -> Iterator[Fields]:
        """The tables of a list, counted from 1 in the paths."""
        for number, item in enumerate(self._list(key, default), start=1):
            yield Fields(item, f"{self._below(key)}[{number}]", self.faults, self.clause)

    def _below(self, key: str) -> str:
        return f"{self.path}.{safe_key(key)}" if self.path else safe_key(key)

    def _value(self, key: str, default: object) -> object:
        self._asked.add(key)
        if key in self._data:
            value = self._data[key]
            if value is None:
                self.fault("must not be null", key)
            return value
        if default is None:
            self.fault("is missing", key)
        return default

    def _list(self, key: str, default: tuple[object, ...] | None) -> list[object]:
        value = self._value(key, default)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self.fault(f"must be a list, not {describe(value)}", key)
            return []
        return list(value)


def safe_key(key: str) -> str:
    """A key from outside as it may stand in an error line."""
    return key if key.isidentifier() and key.isascii() and len(key) <= 40 else describe(key)
