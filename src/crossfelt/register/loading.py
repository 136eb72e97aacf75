"""Read the register from TOML, refusing a faulty file with all its faults at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import TypeVar

from crossfelt.errors import RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.register.model import Clause, Met, Reading, Register, State

_Kind = TypeVar("_Kind", Met, State)

_POINTER = re.compile(
    r"procedure|choice:[a-z0-9_]+|data:[a-z0-9_]+(\.[a-z0-9_]+)*"
    r"|test:tests/(rules|service)/test_[a-z0-9_]+\.py::test_\w+"
)
_READING_ID = re.compile(r"[A-Z][1-9][0-9]*")


def parse_register(source: str, rules: str) -> Register:
    """Return the register of the rule text `rules`, which the source must name as its own."""
    fields = _fields(source)
    fields.text("rules", among=(rules,))
    text, publisher = _line(fields, "text"), _line(fields, "publisher")
    clauses = tuple(_clause(entry) for entry in fields.tables("clause"))
    if not clauses:
        fields.fault(FaultCode.MISSING, "a register without clauses")
    _refuse_repeats(fields, "clause", (clause.id for clause in clauses))
    _finish(fields)
    return Register(rules, text, publisher, clauses)


def parse_readings(source: str) -> tuple[Reading, ...]:
    """Return all readings of the source."""
    fields = _fields(source)
    readings = tuple(_reading(entry) for entry in fields.tables("reading"))
    _refuse_repeats(fields, "reading", (reading.id for reading in readings))
    _finish(fields)
    return readings


def _clause(entry: Fields) -> Clause:
    clause = Clause(
        id=_line(entry, "id"),
        says=_line(entry, "says"),
        met=_member(Met, entry, "met"),
        shown_by=entry.texts("shown_by"),
        missing=_optional_line(entry, "missing"),
        reading=_optional_line(entry, "reading"),
        note=_optional_line(entry, "note"),
    )
    where = f"{clause.id or '?'}: "
    for pointer in clause.shown_by:
        if not _POINTER.fullmatch(pointer):
            message = f"{where}{describe(pointer)} is not a valid pointer"
            entry.fault(FaultCode.BAD_FORMAT, message, "shown_by", value=pointer)
    if clause.reading is not None and not _READING_ID.fullmatch(clause.reading):
        message = f"{where}{describe(clause.reading)} is not the id of a reading"
        entry.fault(FaultCode.BAD_FORMAT, message, "reading", value=clause.reading)
    # A faulty `met` is reported as such, without guessing what it would require.
    if entry.raw("met") == clause.met:
        if fault := _unproven(clause):
            entry.fault(FaultCode.MISSING, where + fault, "shown_by")
        if (clause.missing is not None) != (clause.met is Met.NOT_YET):
            message = f"{where}must be present if, and only if, the clause is 'not yet'"
            entry.fault(FaultCode.MISSING, message, "missing")
    entry.refuse_unknown()
    return clause


def _unproven(clause: Clause) -> str | None:
    """Return why the pointers of a clause don't support the claim that it is met."""
    if clause.met is Met.PROCEDURE and "procedure" not in clause.shown_by:
        return "a procedure clause needs the pointer 'procedure'"
    if clause.met is Met.PHYSICAL and clause.shown_by:
        return "a physical clause must not have pointers"
    if clause.met is Met.ENGINE and not set(clause.shown_by) - {"procedure"}:
        return "an engine clause needs a pointer"
    if clause.met is Met.CHOICE and not any(pointer.startswith("choice:") for pointer in clause.shown_by):
        return "a choice clause needs a pointer to its choice"
    return None


def _reading(entry: Fields) -> Reading:
    reading = Reading(
        id=_line(entry, "id"),
        rules=entry.texts("rules"),
        title=_line(entry, "title"),
        clauses=entry.texts("clauses"),
        says=_line(entry, "says"),
        why=_line(entry, "why"),
        option=_optional_line(entry, "option"),
        state=_member(State, entry, "state"),
        missing=_optional_line(entry, "missing"),
        option_within=entry.boolean("option_within", default=False),
        needs=entry.texts("needs", default=()),
    )
    where = f"{reading.id or '?'}: "
    if entry.raw("state") == reading.state and (reading.missing is None) != (reading.state is State.IN_FORCE):
        message = f"{where}must be present if, and only if, the reading is 'in part' or 'not yet'"
        entry.fault(FaultCode.MISSING, message, "missing")
    if reading.id and not _READING_ID.fullmatch(reading.id):
        message = f"{describe(reading.id)} is not the id of a reading: use a letter and a number"
        entry.fault(FaultCode.BAD_FORMAT, message, "id", value=reading.id)
    if reading.option_within and reading.option is None:
        entry.fault(FaultCode.MISSING, f"{where}names no option", "option_within")
    if not reading.rules:
        entry.fault(FaultCode.MISSING, f"{where}names no rule text", "rules")
    if not reading.clauses:
        entry.fault(FaultCode.MISSING, f"{where}names no clause", "clauses")
    for name in reading.clauses:
        rules, _, clause = name.partition(" ")
        if rules not in reading.rules or not clause:
            message = f"{where}{describe(name)} is not a clause of {', '.join(reading.rules)}"
            entry.fault(FaultCode.NOT_ONE_OF, message, "clauses", value=name, choices=reading.rules)
    entry.refuse_unknown()
    return reading


def _fields(source: str) -> Fields:
    try:
        return Fields(tomllib.loads(source), container="table")
    except tomllib.TOMLDecodeError as error:
        raise RuleBookError(f"not TOML: {error}", FaultCode.NOT_TOML, reason=str(error)) from None


def _line(fields: Fields, key: str) -> str:
    """Return a non-empty text that fits on one line."""
    value = fields.text(key)
    if key in fields and value != " ".join(value.split()):
        fields.fault(FaultCode.BAD_FORMAT, "must be one line, without blanks at its ends or in a row", key, value=value)
    elif key in fields and not value and isinstance(fields.raw(key), str):
        fields.fault(FaultCode.MISSING, "must not be empty", key)
    return value


def _optional_line(fields: Fields, key: str) -> str | None:
    return _line(fields, key) if key in fields else None


def _member(kinds: type[_Kind], fields: Fields, key: str) -> _Kind:
    value = fields.text(key, among=[kind.value for kind in kinds])
    return kinds(value) if value else next(iter(kinds))


def _refuse_repeats(fields: Fields, key: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in ids:
        if name and name in seen:
            fields.fault(FaultCode.REPEATED, f"{describe(name)} appears twice", key, value=name)
        seen.add(name)


def _finish(fields: Fields) -> None:
    fields.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
