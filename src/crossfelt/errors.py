"""Everything Crossfelt refuses, in one tree.

CrossfeltError
├── BadInput            input that can't be read
│   ├── CardError       not a card
│   ├── RuleBookError   a rule book or submission that isn't consistent
│   ├── CaseError       a finished round that can't be settled
│   ├── NotationError   text that isn't a round in our notation
│   └── RecordError     a record that doesn't replay
│       └── ProofError  a record whose proof fails
└── IllegalAction       well formed, but not allowed here and now; has a stable `code`

Callers' mistakes are raised; our own are asserted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from crossfelt.faults import Code, FaultCode

Param = bool | int | float | str | None | list[bool | int | float | str | None]
"""A plain JSON value that a message was made from."""
_LARGEST_EXACT = 2**53
"""JavaScript reads whole numbers exactly up to here."""
_MOST_CHARACTERS = 200
_MOST_ITEMS = 100
"""Longer texts and lists among the parameters are cut."""
_JSON_NAMES = {None: "null", True: "true", False: "false"}


class Fault(str):
    """One thing wrong with the input: the message that is printed, and its parts for programs.

    >>> Fault(FaultCode.OUT_OF_RANGE, "must be at least 200, not 100", "choices.ante_minimum_cents", "7.E(1)")
    'choices.ante_minimum_cents: must be at least 200, not 100 (7.E(1))'
    """

    code: Code
    """A `FaultCode`, or the code of the refusal that this fault explains."""
    field: str
    """The path to the value, empty for a fault of the whole input. May be more exact than the path in the message."""
    params: dict[str, Param]
    """The values that the message was made from: every parameter of its code, None where one doesn't apply."""
    where: str
    """The path that the message begins with, empty if it has none."""
    clause: str
    """The clause or reading that the input breaks, empty where no rule text covers it."""
    message: str
    """The message without path and clause."""
    rests_on: tuple[str, ...]
    """Other paths whose values contributed to the fault."""
    line: int | None
    """The line of the file, counted from 1; None if the fault isn't about a line of a file."""

    def __new__(
        cls,
        code: Code,
        message: str,
        where: str = "",
        clause: str = "",
        rests_on: Iterable[str] = (),
        *,
        field: str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Fault:
        """Return the message, with the path before it and the clause after it."""
        sentence = f"{where + ': ' if where else ''}{message}{f' ({clause})' if clause else ''}"
        given = params or {}
        assert given.keys() <= set(code.params), f"{code} has no parameters {sorted(given.keys() - set(code.params))}"
        parts = {
            "code": code,
            "field": where if field is None else field,
            "params": {name: plain_param(given.get(name)) for name in code.params},
            "where": where,
            "clause": clause,
            "message": message,
            "rests_on": tuple(rests_on),
            "line": None,
        }
        return _fault_of(sentence, parts)

    def prefixed(self, words: str, path: str = "") -> Fault:
        """Return the fault with `words` in front of the message and `path` in front of the field."""
        return Fault(self.code, f"{words}: {self}", field=_joined(path, self.field), params=self.params)

    def within(self, path: str) -> Fault:
        """Return the fault with `path` in front of the field and the message unchanged."""
        return self.at(_joined(path, self.field))

    def at(self, field: str) -> Fault:
        """Return the fault with another field and the message unchanged."""
        return _fault_of(str(self), {**self.__dict__, "field": field})

    def at_line(self, line: int | None) -> Fault:
        """Return the fault with a line number and the message unchanged."""
        return _fault_of(str(self), {**self.__dict__, "line": line})

    def to_plain(self) -> dict[str, Any]:
        """Return the fault as plain data, for another process."""
        return {"sentence": str(self), **self.__dict__, "code": str(self.code), "rests_on": list(self.rests_on)}

    @staticmethod
    def from_plain(code: Code, data: Mapping[str, Any]) -> Fault:
        """Return the fault of such plain data, with the code that the data names."""
        parts = {key: value for key, value in data.items() if key != "sentence"}
        return _fault_of(data["sentence"], {**parts, "code": code, "rests_on": tuple(data["rests_on"])})

    def __reduce__(self) -> tuple[Any, ...]:
        return _fault_of, (str(self), dict(self.__dict__))


def _joined(*paths: str) -> str:
    return ".".join(path for path in paths if path)


def _fault_of(sentence: str, parts: Mapping[str, object]) -> Fault:
    fault = str.__new__(Fault, sentence)
    fault.__dict__.update(parts)
    return fault


def typed_faults(
    code: Code, faults: str | Iterable[str], field: str = "", params: Mapping[str, object] | None = None
) -> tuple[Fault, ...]:
    """Return every fault with its parts; a plain message gets the code, field and parameters passed here."""
    every = (faults,) if isinstance(faults, str) else faults
    return tuple(
        fault if isinstance(fault, Fault) else Fault(code, fault, field=field, params=params) for fault in every
    )


def out_of_range(where: str, message: str, value: object, least: object = None, most: object = None) -> Fault:
    """Return the fault of a number that is too small or too large."""
    return Fault(FaultCode.OUT_OF_RANGE, message, where, params={"least": least, "most": most, "value": value})


def not_one_of(where: str, message: str, value: object, choices: Iterable[object]) -> Fault:
    """Return the fault of a value that isn't among the valid ones."""
    return Fault(FaultCode.NOT_ONE_OF, message, where, params={"value": value, "choices": list(choices)})


class CrossfeltError(Exception):
    """A refusal. `faults` has every reason, in the order of the input."""

    code: Code = FaultCode.BAD_REQUEST
    """The code of the refusal as a whole; each of its faults has its own."""

    def __init__(
        self,
        faults: str | Iterable[str],
        fault_code: FaultCode = FaultCode.BAD_REQUEST,
        field: str = "",
        /,
        **params: object,
    ) -> None:
        """`fault_code`, `field` and `params` apply to faults passed as plain messages."""
        self.faults: tuple[Fault, ...] = typed_faults(fault_code, faults, field, params)
        super().__init__("; ".join(self.faults))


class BadInput(CrossfeltError):
    """Input that can't be read."""


class CardError(BadInput):
    """Not a card, or not the right cards."""


class RuleBookError(BadInput):
    """A rule book, a choice or a submission that isn't consistent."""


class CaseError(BadInput):
    """A finished round that can't be settled as described."""


class NotationError(BadInput):
    """Text that isn't a round in our notation."""


class RecordError(BadInput):
    """A record that is malformed or doesn't replay."""


class ProofError(RecordError):
    """A record whose proof fails, even if it replays."""


class IllegalActionCode(Code):
    """Stable reasons for refusing an action, most basic first."""

    UNKNOWN_ACTION = "unknown_action", "value"
    NOT_YOUR_ACTION = "not_your_action", "action", "actor"
    ROUND_OVER = "round_over", "stage"
    WRONG_STAGE = "wrong_stage", "stage", "expected", "irregularity", "seats"
    NOT_SEATED = "not_seated", "seat"
    NOT_YOUR_TURN = "not_your_turn", "seat", "to_act", "absent"
    BETTING_CLOSED = "betting_closed"
    BAD_WAGERS = "bad_wagers"
    BAD_MULTIPLE = "bad_multiple", "spot", "value", "choices"
    NO_WAGERS = "no_wagers", "seat"
    BAD_DECK = "bad_deck"
    NO_SUCH_CARD = "no_such_card", "value", "most"
    NO_SUCH_RULING = "no_such_ruling", "rules", "value", "choices"
    ALREADY_DONE = "already_done", "seat"
    REASON_NEEDED = "reason_needed", "value", "choices", "most"
    BAD_ROLL = "bad_roll", "value", "suit"
    BAD_SPIN = "bad_spin", "value", "choices"
    BAD_CARRIED = "bad_carried", "meter", "choices", "cents"
    NO_SUCH_SQUARE = "no_such_square", "value"
    SQUARE_TAKEN = "square_taken", "square"
    BAD_CHANGE = "bad_change", "rolled", "card"
    CARD_IN_LINE = "card_in_line", "square", "card", "lines"


class IllegalAction(CrossfeltError):
    """A well-formed action that the rules don't allow here and now."""

    code: IllegalActionCode

    def __init__(
        self, code: IllegalActionCode, faults: str | Iterable[str], field: str = "", /, **params: object
    ) -> None:
        super().__init__(typed_faults(code, faults, field, params))
        self.code = code


def describe(value: object) -> str:
    """Return a value from outside on one short line that is safe to print in an error."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = _JSON_NAMES[value] if value is None or isinstance(value, bool) else ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def plain_param(value: object) -> Param:
    """Return a value as plain JSON data, shortened, because it may be anything from outside, and read alike by every
    client."""
    if isinstance(value, (list, tuple)):
        return [_plain_item(item) for item in value[:_MOST_ITEMS]]
    return _plain_item(value)


def _plain_item(value: object) -> bool | int | float | str | None:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= _LARGEST_EXACT:
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, str):
        text = value[:_MOST_CHARACTERS].encode("utf-8", "backslashreplace").decode()
        return text if len(value) <= _MOST_CHARACTERS else f"{text}..."
    return describe(value)
