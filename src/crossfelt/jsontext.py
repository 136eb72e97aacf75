"""Strict readers for JSON and TOML from outside, and one canonical way to write JSON.

Read untrusted text with `parse_json` or `parse_toml`, and hash or store the result of `canonical_json`. Programs have
lost money because two parsers read one number differently, so input is parsed only here: duplicate keys, NaN,
infinities, numbers without end and very deep nesting are refused.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from crossfelt.errors import BadInput, describe
from crossfelt.faults import FaultCode

Value = TypeVar("Value")

_MOST_DIGITS = 40
_ENDLESS_DIGITS = re.compile(r"\d{1000,}", re.ASCII)
_MOST_DEPTH = 64
_MOST_KEY_PARTS = 16
_TOML_TOKEN = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'{3}.*?(?:\'{3}|\Z)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|\#[^\n]*|[.\[\]{}=,\n]''',
    re.DOTALL,
)
"""Strings and comments, which are skipped, and the characters that count. An unclosed string extends to the end, so
that no character is examined twice."""
_BYTE_ORDER_MARK = "\ufeff"


def parse_json(text: str | bytes, first_line: int = 1) -> object:
    """Return the value of a JSON text, or raise `BadInput` with a one-line reason.

    `first_line` is the number of the line in its file with which the text begins.
    """
    try:
        return _read("JSON", text, _load_json)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        message = f"not JSON: {error.msg} at line {line} column {error.colno}"
        raise BadInput(message, FaultCode.NOT_JSON, reason=error.msg, line=line, column=error.colno) from None


def parse_toml(text: str | bytes) -> dict[str, Any]:
    """Return the table of a TOML text, or raise `BadInput` with a one-line reason."""
    try:
        return _read("TOML", text, _load_toml)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"not TOML: {error}", FaultCode.NOT_TOML, reason=str(error)) from None
    except ValueError:  # An integer or date that Python can't build.
        shorter = _ENDLESS_DIGITS.sub("9" * _MOST_DIGITS, text if isinstance(text, str) else text.decode("utf-8"))
        try:  # Cut to a length that is still out of every range, so that the field itself refuses it.
            return _read("TOML", shorter, _load_toml)
        except ValueError:
            reason = "a number or date is out of range"
            raise BadInput(f"not TOML: {reason}", FaultCode.NOT_TOML, reason=reason) from None


def _read(format: str, text: str | bytes, load: Callable[[str], Value]) -> Value:
    """Do what both formats have in common: decode UTF-8, skip a byte order mark, and limit the nesting."""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        value = load(decoded.removeprefix(_BYTE_ORDER_MARK))
    except UnicodeDecodeError as error:
        code = FaultCode.NOT_JSON if format == "JSON" else FaultCode.NOT_TOML
        reason = f"byte {error.start + 1} is not UTF-8"
        raise BadInput(f"not {format}: {reason}", code, reason=reason) from None
    except RecursionError:
        raise _too_deep() from None
    _refuse_depth(value)
    return value


def _load_json(text: str) -> object:
    value: object = json.loads(
        text,
        object_pairs_hook=_object_without_repeats,
        parse_int=_short_integer,
        parse_float=_finite_float,
        parse_constant=_refuse_constant,
    )
    return value


def _load_toml(text: str) -> dict[str, Any]:
    _refuse_costly_toml(text)
    return tomllib.loads(text)


def _refuse_costly_toml(text: str) -> None:
    """Refuse keys with many parts and deep nesting, in one pass.

    The parser's time grows with the square of the parts of a key: it copies the key for every part, and looks up every
    prefix. 18 kB of dots take it a second.
    """
    depth = parts = 0
    for token in _TOML_TOKEN.finditer(text):
        sign = token[0][0]
        if sign == ".":
            parts += 1
            if parts >= _MOST_KEY_PARTS:
                message = f"can't be read: a key has more than {_MOST_KEY_PARTS} parts; use fewer dots"
                raise BadInput(message, FaultCode.TOO_LONG, count=parts + 1, most=_MOST_KEY_PARTS)
        elif sign in "[{":
            depth, parts = depth + 1, 0
            if depth > _MOST_DEPTH:
                raise _too_deep()
        elif sign in "]}":
            depth, parts = max(0, depth - 1), 0
        elif sign in "=,\n":
            parts = 0


def canonical_json(value: object) -> str:
    """Return the one canonical text of a value: sorted keys, no blanks, ASCII. Hashes are computed over it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _object_without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                message = f"not JSON: the key {describe(key)} appears twice in one object"
                raise BadInput(message, FaultCode.REPEATED, value=key)
            seen.add(key)
    return members


def _short_integer(text: str) -> int:
    digits = text.removeprefix("-")
    if len(digits) > _MOST_DIGITS:
        message = f"can't be read: a number has {len(digits)} digits"
        raise BadInput(message, FaultCode.TOO_LONG, count=len(digits), most=_MOST_DIGITS)
    return int(text)


def _finite_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        message = f"can't be read: the number {describe(digits)} is too large"
        raise BadInput(message, FaultCode.NOT_JSON, reason=message)
    return value


def _refuse_constant(name: str) -> NoReturn:
    reason = f"{name} is not a number"
    raise BadInput(f"not JSON: {reason}", FaultCode.NOT_JSON, reason=reason)


def _refuse_depth(value: object) -> None:
    level: list[object] = [value]
    for _ in range(_MOST_DEPTH):
        level = [
            child
            for item in level
            if isinstance(item, (dict, list))
            for child in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> BadInput:
    message = f"can't be read: nested more than {_MOST_DEPTH} levels deep"
    return BadInput(message, FaultCode.NESTED_TOO_DEEP, most=_MOST_DEPTH)
