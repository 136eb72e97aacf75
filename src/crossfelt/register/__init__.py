"""The clause register: every clause of every rule text, how it is met, and how we read the unclear ones.

It may not play a round, open a rule book or check which rule text it has. Open `model.py` first.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from crossfelt.errors import RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.register.loading import parse_readings, parse_register
from crossfelt.register.model import Clause, Met, Reading, Register, State

__all__ = ["Clause", "Met", "Reading", "Register", "State", "clauses", "readings", "registered"]


@cache
def registered() -> tuple[str, ...]:
    """Return the ids of the rule texts that have a register, in alphabetical order."""
    names = (item.name for item in (files(__name__) / "clauses").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def clauses(rules: str) -> Register:
    """Return the register of one rule text, in the order of the text.

    >>> clauses("massachusetts").clauses[0].id
    '1'
    """
    return _register(_known(rules))


def readings(rules: str | None = None) -> tuple[Reading, ...]:
    """Return all readings, or those about one rule text, in the order of their ids."""
    if rules is None:
        return _readings()
    known = _known(rules)
    return tuple(reading for reading in _readings() if known in reading.rules)


def _known(rules: str) -> str:
    if rules not in registered():
        known = ", ".join(registered())
        message = f"{describe(rules)} has no clause register; choose from {known}"
        raise RuleBookError(message, FaultCode.NO_SUCH_RULES, "rules", value=rules, choices=registered())
    return rules


@cache
def _register(rules: str) -> Register:
    return parse_register((files(__name__) / "clauses" / f"{rules}.toml").read_text("utf-8"), rules)


@cache
def _readings() -> tuple[Reading, ...]:
    return parse_readings((files(__name__) / "readings.toml").read_text("utf-8"))
