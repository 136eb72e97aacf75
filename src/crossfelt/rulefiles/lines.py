"""The line of each key in a TOML text, for faults. `tomllib` returns no positions, so this scans the text again.

The text must be one that `tomllib` has accepted, so nothing is refused here.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property

from crossfelt.fields import printed_paths

KeyPath = tuple[str | int, ...]
"""The keys from the top of the file down; a number counts the items of a list from 1."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'{3}.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_SCALAR = re.compile(r"[^,\]}\n#]*")


def key_lines(text: str | bytes) -> dict[KeyPath, int]:
    """Return the line of every key, table and item of a list; a table that is only implied has the line of its first
    key.

    >>> key_lines('rules = "x"\\n[choices.spin]\\nweights = { a = 1 }')[("choices", "spin", "weights", "a")]
    3
    """
    return _Scanner(text.decode("utf-8") if isinstance(text, bytes) else text).scan()


class LineIndex:
    """The lines of a file by the paths that faults print. The file is scanned on first use."""

    def __init__(self, text: str | bytes) -> None:
        self._text = text

    def exact(self, where: str) -> int | None:
        """Return the line of a key that the file has."""
        return self._lines.get(where)

    def nearest(self, where: str) -> int | None:
        """Return the line of a key, or of the table in which it is missing; None if the file has no such table
        either."""
        while where:
            line = self._lines.get(where)
            if line is not None:
                return line
            where = where[: max(where.rfind("."), where.rfind("["), 0)]
        return None

    @cached_property
    def _lines(self) -> dict[str, int]:
        lines: dict[str, int] = {}
        for path, line in key_lines(self._text).items():
            for printed in printed_paths(path):
                lines.setdefault(printed, line)
        return lines


class _Scanner:
    """One pass over a text, statement by statement."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.place = 0
        self.lines: dict[KeyPath, int] = {}
        self.items: dict[KeyPath, int] = {}
        """Lists of tables, `[[name]]`, with the number of items so far."""
        self._counted_to = 0
        self._line = 1

    def scan(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        self._skip()
        while self.place < len(self.text):
            if self.text[self.place] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip()
        return self.lines

    def _header(self) -> KeyPath:
        """Return the path of the table that `[name]` or `[[name]]` opens."""
        line = self._line_here()
        is_item = self.text.startswith("[[", self.place)
        self.place += 2 if is_item else 1
        self._skip()
        keys = self._key()
        self._skip()
        self.place += 2 if is_item else 1
        path: KeyPath = ()
        for key in keys[:-1]:
            path = self._last_item((*path, key))
            self.lines.setdefault(path, line)
        path = (*path, keys[-1])
        if is_item:
            self.lines.setdefault(path, line)
            self.items[path] = self.items.get(path, 0) + 1
            path = self._last_item(path)
        self.lines[path] = line
        return path

    def _last_item(self, path: KeyPath) -> KeyPath:
        """Return the last table of a list if the name is a list of tables."""
        return (*path, self.items[path]) if path in self.items else path

    def _pair(self, table: KeyPath) -> None:
        """Read `key = value`, where the key may have dots."""
        line = self._line_here()
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._skip()
        self.place += 1  # the equals sign
        self._skip()
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        sign = self.text[self.place]
        if sign == "[":
            self._list(path)
        elif sign == "{":
            self._inline_table(path)
        else:
            match = _STRING.match(self.text, self.place) or _SCALAR.match(self.text, self.place)
            assert match is not None, "a scalar may be empty"
            self.place = match.end()

    def _list(self, path: KeyPath) -> None:
        number = 0
        self._next()
        while self.text[self.place] != "]":
            number += 1
            self.lines[(*path, number)] = self._line_here()
            self._value((*path, number))
            self._comma()
        self.place += 1

    def _inline_table(self, path: KeyPath) -> None:
        self._next()
        while self.text[self.place] != "}":
            self._pair(path)
            self._comma()
        self.place += 1

    def _comma(self) -> None:
        self._skip()
        if self.text[self.place] == ",":
            self._next()

    def _next(self) -> None:
        self.place += 1
        self._skip()

    def _key(self) -> list[str]:
        """Return the parts of a key."""
        parts = [self._key_part()]
        while dot := _DOT.match(self.text, self.place):
            self.place = dot.end()
            parts.append(self._key_part())
        return parts

    def _key_part(self) -> str:
        match = _STRING.match(self.text, self.place)
        if match is not None:
            self.place = match.end()
            return str(tomllib.loads(f"key = {match[0]}")["key"])
        match = _BARE_KEY.match(self.text, self.place)
        assert match is not None, "tomllib has read this key"
        self.place = match.end()
        return match[0]

    def _skip(self) -> None:
        """Skip blanks, line ends and comments."""
        match = _BLANK.match(self.text, self.place)
        assert match is not None, "blanks may be none"
        self.place = match.end()

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted_to, self.place)
        self._counted_to = self.place
        return self._line
