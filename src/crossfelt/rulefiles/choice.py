"""The choices that a rule file leaves to a house: their ranges, their citations, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.errors import RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.fields import MOST_CENTS, Fields

OWN_BOUND = ", upper limit set by Crossfelt"
"""Added to a range whose upper end isn't set by the rules."""
TABLE = "table"
"""The type of a choice that is a table of its own, such as a progressive wager."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A point that the rules leave to the house, or that we read one way and a house may read another."""

    name: str
    type: str
    default: object
    """None for a table of choices, which a house fills in or leaves out."""
    least: int | None
    most: int | None
    most_is_ours: bool
    """Whether `most` is our own limit, because the rules set none (reading R13)."""
    values: tuple[str, ...]
    """Every value of a text; every list of hands, joined by commas."""
    clause: str
    reading: str | None
    says: str

    @property
    def cited(self) -> str:
        """The source of the choice: the clause, our reading, or both."""
        return cited(self.clause, self.reading or "")

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        match self.type:
            case "table":
                return "a table of a rules submission"
            case "boolean":
                return "true or false"
            case "spots":
                return "the default, and any other of its wagers"
            case "text" | "hands":
                return " or ".join(self.values)
        return f"{self.least} to {self.most}{OWN_BOUND if self.most_is_ours else ''}"


Check = Callable[[Choice, Fields, Mapping[str, Any]], object]
"""Takes a choice, the table with its value and the rule file. Returns the value in the form that is hashed."""


def cited(clause: str, reading: str) -> str:
    """Cite a clause and a reading, either of which may be empty.

    >>> cited("12.B", "R11"), cited("", "P1")
    ('12.B, reading R11', 'reading P1')
    """
    return ", ".join(part for part in (clause, f"reading {reading}" if reading else "") if part)


def trial_values(choice: Choice, amounts: Sequence[int] = ()) -> tuple[object, ...]:
    """Return values that represent everything a choice allows: each value, or both ends of a range and the amounts
    within it; nothing if that isn't enough."""
    match choice.type:
        case "boolean":
            return True, False
        case "cents":
            low, high = choice.least or 0, choice.most or 0
            return tuple(sorted({low, high, *(amount for amount in amounts if low <= amount <= high)}))
    return choice.values


def read_choices(published: Mapping[str, Any], types: Sequence[str], check: Check) -> dict[str, Choice]:
    """Read every choice of a rule file, in its order; `RuleBookError` lists what is wrong with them."""
    fields = Fields(published.get("choices", {}), "choices", container="table")
    choices: dict[str, Choice] = {}
    for name in fields.names():
        entry = fields.table(name)
        choice = choices[name] = _read_choice(name, entry, types)
        if not choice.clause and not choice.reading:
            entry.fault(FaultCode.MISSING, "needs a clause or a reading")
        if choice.type != TABLE:
            check(choice, Fields({name: choice.default}, "choices", fields.faults, container="table"), published)
        entry.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fields.faults)
    return choices


def _read_choice(name: str, entry: Fields, types: Sequence[str]) -> Choice:
    kind = entry.text("type", among=types)
    return Choice(
        name=name,
        type=kind,
        default=entry.raw("default"),
        least=entry.integer("least", least=0, most=MOST_CENTS) if kind == "cents" else None,
        most=entry.integer("most", least=0, most=MOST_CENTS) if kind == "cents" else None,
        most_is_ours=entry.boolean("most_is_ours", default=False),
        values=entry.texts("values") if kind in ("text", "hands") else (),
        clause=entry.text("clause", default=""),
        reading=entry.optional_text("reading"),
        says=entry.text("says"),
    )
